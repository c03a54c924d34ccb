"""The words of the game, each explained in a sentence or two for new players.

A term has the name that the code uses, so that readers of both find one in the other. Numbers are those of the
usual game, read from its data.
"""

from dataclasses import dataclass

from pasch.i18n import Translator, translator
from pasch.rules.bonus import UpperBonus
from pasch.rules.category import Category
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.words.categories import hint, number_word
from pasch.words.names import kniffel_name, name_in, points_text, variant_name


@dataclass(frozen=True)
class Term:
    """A word: `key` is what the code calls the thing."""

    key: str
    name: str
    meaning: str


@dataclass(frozen=True)
class Chapter:
    """Words that belong together, those first that others need."""

    heading: str
    terms: tuple[Term, ...]


# ------------------------------------------------------------------------------- glossary


USUAL = "kniffel"
"""The game whose numbers are told."""


def glossary(lang: str) -> tuple[Chapter, ...]:
    """All words, by chapter."""
    t, usual = translator(lang), find_variant(USUAL)
    return (
        Chapter(t.text("glossary", "How a game works"), _game(t, usual)),
        Chapter(t.text("glossary", "The dice"), _dice(t, usual)),
        Chapter(t.text("glossary", "On the sheet"), _sheet(t, usual)),
        Chapter(t.text("glossary", "Combinations"), _rolled(t, usual)),
        Chapter(t.text("glossary", "Special rules"), _special(t, usual)),
        Chapter(t.text("glossary", "At the table"), table_terms(t)),
        Chapter(t.text("glossary", "Luck and skill"), skill_terms(t)),
        Chapter(t.text("glossary", "Verifiable dice"), fairness_terms(t)),
    )


def _game(t: Translator, usual: Variant) -> tuple[Term, ...]:
    return (
        Term(
            "variant",
            t.text("term", "Variant"),
            t.text("glossary", "One of the games offered here, with its own dice, cells and rules."),
        ),
        Term(
            "turn",
            t.text("term", "Turn"),
            t.text("glossary", "Everything one player does in a row: roll, keep, roll again, and make one entry."),
        ),
        Term(
            "round",
            t.text("term", "Round"),
            t.count(
                "glossary",
                "One turn of every player. Kniffel has {count} round, one for each cell.",
                "One turn of every player. Kniffel has {count} rounds, one for each cell.",
                usual.turns,
            ),
        ),
        Term(
            "game",
            t.text("term", "Game"),
            t.text("glossary", "From the first roll until every cell of all sheets has an entry."),
        ),
        Term(
            "match",
            t.text("term", "Match"),
            t.text(
                "glossary",
                "Up to {games} games in a row at one table, whose results are added.",
                games=number_word(t, usual.games),
            ),
        ),
        Term(
            "rules",
            t.text("term", "House rules"),
            t.text("glossary", "Your own changes to the rules of a game, as you play it at home. They have a page."),
        ),
    )


def _dice(t: Translator, usual: Variant) -> tuple[Term, ...]:
    return (
        Term("face", t.text("term", "Face"), t.text("glossary", "The number of pips that a die shows.")),
        Term(
            "roll",
            t.text("term", "Roll"),
            t.text("glossary", "The faces of all dice together. Their order does not matter; Pasch sorts them."),
        ),
        Term(
            "keep",
            t.text("term", "Keep"),
            t.text(
                "glossary", "To leave dice on the table while you roll the others. You may roll a kept die again later."
            ),
        ),
        Term(
            "rolls_left",
            t.text("term", "Rolls left"),
            t.text(
                "glossary",
                "The number of rolls left in this turn, at most {rolls} in total. You may always stop earlier.",
                rolls=number_word(t, usual.rolls),
            ),
        ),
    )


def _sheet(t: Translator, usual: Variant) -> tuple[Term, ...]:
    return (
        Term(
            "sheet",
            t.text("term", "Sheet"),
            t.text("glossary", "The table of your results. Each player has a sheet, or a column of one."),
        ),
        Term(
            "cell",
            t.text("term", "Cell"),
            t.text("glossary", "A place for one result, with a label in front of it. It is filled once."),
        ),
        Term(
            "entry",
            t.text("term", "Entry"),
            t.text("glossary", "The points written into a cell at the end of a turn."),
        ),
        Term(
            "scratch",
            t.text("term", "Cross out"),
            t.text("glossary", "To give up a cell with 0 points, by necessity or on purpose."),
        ),
        Term(
            "upper",
            t.text("term", "Upper section"),
            t.text(
                "glossary",
                "The cells {first} to {last}. Only dice with that number count.",
                first=name_in(t, usual, usual.upper[0].key),
                last=name_in(t, usual, usual.upper[-1].key),
            ),
        ),
        Term(
            "lower",
            t.text("term", "Lower section"),
            t.text("glossary", "The cells below, each for a combination of dice."),
        ),
        *_bonus(t, usual.upper_bonus),
        Term(
            "column",
            t.text("term", "Column"),
            t.text("glossary", "Some games have several sheets side by side, and you choose one for each entry."),
        ),
    )


def _bonus(t: Translator, bonus: UpperBonus | None) -> tuple[Term, ...]:
    if bonus is None:
        return ()
    return (
        Term(
            "bonus",
            t.text("term", "Bonus"),
            t.text(
                "glossary",
                "A reward for a good upper section: in Kniffel {points} for {threshold} or more. Three of each "
                "number are exactly enough.",
                points=points_text(t, bonus.points),
                threshold=bonus.threshold,
            ),
        ),
        Term(
            "saldo",
            t.text("term", "Saldo"),
            t.text(
                "glossary",
                "Your progress towards the bonus: above 0 you have more than three of each number so far, below "
                "0 fewer.",
            ),
        ),
    )


def _rolled(t: Translator, usual: Variant) -> tuple[Term, ...]:
    pasch = Term(
        "pasch",
        t.text("term", "Pasch"),
        t.text("glossary", "Several equal dice. The German word for it gave this program its name."),
    )
    return (pasch, *(_combination(t, usual, category) for category in usual.lower))


def _combination(t: Translator, usual: Variant, category: Category) -> Term:
    said = t.text("glossary", "{hint}.", hint=hint(t, usual, category))
    return Term(category.key, name_in(t, usual, category.key), said)


def _special(t: Translator, usual: Variant) -> tuple[Term, ...]:
    kniffel = kniffel_name(t, usual)
    return (
        Term(
            "extra",
            t.text("term", "Extra points"),
            t.text("glossary", "Additional points for an extra {kniffel}, if the rules give them.", kniffel=kniffel),
        ),
        Term(
            "joker",
            t.text("term", "Joker"),
            t.text(
                "glossary",
                "An extra {kniffel} whose number cell is already filled. It may fill cells that it does not fit.",
                kniffel=kniffel,
            ),
        ),
        Term(
            "order",
            t.text("term", "Order"),
            t.text("glossary", "The cells of some columns must be filled in order, for example from top to bottom."),
        ),
        Term(
            "announce",
            t.text("term", "Announce"),
            t.text("glossary", "To name, after the first roll, the cell that you will fill. The choice is binding."),
        ),
        Term(
            "served",
            t.text("term", "Served"),
            t.text("glossary", "Rolled with all dice at once. Some games pay more for it."),
        ),
        Term(
            "chip",
            t.text("term", "Chip"),
            t.text(
                "glossary",
                "In some games a chip buys one more roll. In {duel} you collect chips.",
                duel=variant_name(find_variant("dice-duel"), t.language),
            ),
        ),
    )


# ------------------------------------------------------------------------------- words of the program


def table_terms(t: Translator) -> tuple[Term, ...]:
    """Where and with whom one plays."""
    return (
        Term(
            "table",
            t.text("term", "Table"),
            t.text("glossary", "The place of a match, on one device or several. Each table has its own address."),
        ),
        Term(
            "seat",
            t.text("term", "Seat"),
            t.text("glossary", "A place at the table: for a player on this device, a remote player, or the computer."),
        ),
        Term(
            "bot",
            t.text("term", "Bot"),
            t.text("glossary", "A computer player. Some bots are weak, and one makes no mistakes."),
        ),
        Term(
            "lobby",
            t.text("term", "Open tables"),
            t.text("glossary", "Tables that wait for players or that others may watch."),
        ),
        Term(
            "real_dice",
            t.text("term", "Real dice"),
            t.text(
                "glossary",
                "You roll at home and type in the dice, or only the points. Such entries are marked and count in "
                "no high score.",
            ),
        ),
        Term(
            "key",
            t.text("term", "Key"),
            t.text(
                "glossary",
                "Letters and digits that resume an interrupted match on any device. Anyone with your key can "
                "play in your place.",
            ),
        ),
        Term(
            "record",
            t.text("term", "Record"),
            t.text("glossary", "The whole match as text, roll by roll. You can store, check and analyse it."),
        ),
    )


def skill_terms(t: Translator) -> tuple[Term, ...]:
    """What is known of a game afterwards."""
    return (
        Term(
            "value",
            t.text("term", "Value"),
            t.text("glossary", "The expected final result of a position, without any further mistakes."),
        ),
        Term(
            "regret",
            t.text("term", "Loss"),
            t.text("glossary", "The average cost of a decision, compared with the best one."),
        ),
        Term(
            "luck",
            t.text("term", "Luck"),
            t.text(
                "glossary", "How much better or worse than average the dice were. In the long run, luck adds up to 0."
            ),
        ),
        Term(
            "ledger",
            t.text("term", "Luck and skill"),
            t.text(
                "glossary",
                "A review of a match, decision by decision: the effect of the dice and the cost of mistakes.",
            ),
        ),
        Term(
            "hint",
            t.text("term", "Hint"),
            t.text("glossary", "The best action on average, and the reason. Not at every table."),
        ),
    )


def fairness_terms(t: Translator) -> tuple[Term, ...]:
    """How dice are checked."""
    return (
        Term(
            "seed",
            t.text("term", "Seed"),
            t.text("glossary", "A secret number of the server that determines all rolls. It is revealed at the end."),
        ),
        Term(
            "commitment",
            t.text("term", "Promise"),
            t.text(
                "glossary",
                "The checksum of the seed, published before the first roll. It rules out any later change of rolls.",
            ),
        ),
        Term(
            "verify",
            t.text("term", "Check dice"),
            t.text("glossary", "To compute all rolls from the seed again and compare them with the record."),
        ),
    )
