"""The words of the game, each explained in a sentence or two for new players.

Terms have the same names as in the code. Numbers are those of the usual game, read from its data.
"""

from typing_extensions import TypedDict

from pasch.i18n import Translator, translator
from pasch.rules.bonus import UpperBonus
from pasch.rules.category import Category
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.words.categories import hint, number_word
from pasch.words.names import kniffel_name, name_in, points_text, variant_name


class GlossaryTerm(TypedDict):
    """A term of the glossary."""

    key: str
    """The term of the interface, in English."""
    name: str
    meaning: str
    """Its meaning, in a sentence or two."""


class GlossaryChapter(TypedDict):
    """A chapter of the glossary."""

    heading: str
    terms: list[GlossaryTerm]


# ------------------------------------------------------------------------------- glossary


USUAL = "kniffel"
"""The game that provides the numbers."""


def glossary(lang: str) -> list[GlossaryChapter]:
    """All words, by chapter; those first that others need."""
    t, usual = translator(lang), find_variant(USUAL)
    chapters = (
        (t.text("glossary", "How a game works"), _game(t, usual)),
        (t.text("glossary", "The dice"), _dice(t, usual)),
        (t.text("glossary", "On the sheet"), _sheet(t, usual)),
        (t.text("glossary", "Combinations"), _rolled(t, usual)),
        (t.text("glossary", "Special rules"), _special(t, usual)),
        (t.text("glossary", "At the table"), table_terms(t)),
        (t.text("glossary", "Luck and skill"), skill_terms(t)),
        (t.text("glossary", "Verifiable dice"), fairness_terms(t)),
    )
    return [{"heading": heading, "terms": [*terms]} for heading, terms in chapters]


def _term(t: Translator, key: str, name: str, meaning: str, **values: str | int) -> GlossaryTerm:
    return {"key": key, "name": t.text("term", name), "meaning": t.text("glossary", meaning, **values)}


def _game(t: Translator, usual: Variant) -> tuple[GlossaryTerm, ...]:
    return (
        _term(t, "variant", "Variant", "One of the games offered here, with its own dice, cells and rules."),
        _term(t, "turn", "Turn", "Everything one player does in a row: roll, keep, roll again, and make one entry."),
        {
            "key": "round",
            "name": t.text("term", "Round"),
            "meaning": t.count(
                "glossary",
                "One turn of every player. Kniffel has {count} round, one for each cell.",
                "One turn of every player. Kniffel has {count} rounds, one for each cell.",
                usual.turns,
            ),
        },
        _term(t, "game", "Game", "From the first roll until every cell of all sheets has an entry."),
        _term(
            t,
            "match",
            "Match",
            "Up to {games} games in a row at one table, whose results are added.",
            games=number_word(t, usual.games),
        ),
        _term(
            t,
            "rules",
            "House rules",
            "Your own changes to the rules of a game. They have a page.",
        ),
    )


def _dice(t: Translator, usual: Variant) -> tuple[GlossaryTerm, ...]:
    return (
        _term(t, "face", "Face", "The number of pips that a die shows."),
        _term(t, "roll", "Roll", "The faces of all dice together. Their order does not matter; Pasch sorts them."),
        _term(
            t,
            "keep",
            "Keep",
            "To leave dice on the table while you roll the others. You may roll a kept die again later.",
        ),
        _term(
            t,
            "rolls_left",
            "Rolls left",
            "The number of rolls left in this turn, at most {rolls} in total. You may always stop earlier.",
            rolls=number_word(t, usual.rolls),
        ),
    )


def _sheet(t: Translator, usual: Variant) -> tuple[GlossaryTerm, ...]:
    return (
        _term(t, "sheet", "Sheet", "The table of your results. Each player has a sheet, or a column of one."),
        _term(t, "cell", "Cell", "A place for one result, with a label in front of it. It is filled once."),
        _term(t, "entry", "Entry", "The points written into a cell at the end of a turn."),
        _term(t, "scratch", "Cross out", "To give up a cell with 0 points, by necessity or on purpose."),
        _term(
            t,
            "upper",
            "Upper section",
            "The cells {first} to {last}. Only dice with that number count.",
            first=name_in(t, usual, usual.upper[0].key),
            last=name_in(t, usual, usual.upper[-1].key),
        ),
        _term(t, "lower", "Lower section", "The cells below, each for a combination of dice."),
        *_bonus(t, usual.upper_bonus),
        _term(t, "column", "Column", "Some games have several sheets side by side, and you choose one for each entry."),
    )


def _bonus(t: Translator, bonus: UpperBonus | None) -> tuple[GlossaryTerm, ...]:
    if bonus is None:
        return ()
    return (
        _term(
            t,
            "bonus",
            "Bonus",
            "A reward for a good upper section: in Kniffel {points} for {threshold} or more. Three of each "
            "number are exactly enough.",
            points=points_text(t, bonus.points),
            threshold=bonus.threshold,
        ),
        _term(
            t,
            "saldo",
            "Balance",
            "Your progress towards the bonus: above 0 you have more than three of each number so far, below 0 fewer.",
        ),
    )


def _rolled(t: Translator, usual: Variant) -> tuple[GlossaryTerm, ...]:
    pasch = _term(t, "pasch", "Pasch", "Several equal dice. The German word for it gave this program its name.")
    return (pasch, *(_combination(t, usual, category) for category in usual.lower))


def _combination(t: Translator, usual: Variant, category: Category) -> GlossaryTerm:
    said = t.text("glossary", "{hint}.", hint=hint(t, usual, category))
    return {"key": category.key, "name": name_in(t, usual, category.key), "meaning": said}


def _special(t: Translator, usual: Variant) -> tuple[GlossaryTerm, ...]:
    kniffel = kniffel_name(t, usual)
    return (
        _term(
            t,
            "extra",
            "Extra points",
            "Additional points for an extra {kniffel}, if the rules give them.",
            kniffel=kniffel,
        ),
        _term(
            t,
            "joker",
            "Joker",
            "An extra {kniffel} whose number cell is already filled. It may fill cells that it does not fit.",
            kniffel=kniffel,
        ),
        _term(
            t, "order", "Order", "The cells of some columns must be filled in order, for example from top to bottom."
        ),
        _term(
            t,
            "announce",
            "Announce",
            "To name, after the first roll, the cell that you will fill. The choice is binding.",
        ),
        _term(t, "served", "Served", "Rolled with all dice at once. Some games pay more for it."),
        _term(
            t,
            "chip",
            "Chip",
            "In some games a chip buys one more roll. In {duel} you collect chips.",
            duel=variant_name(find_variant("dice-duel"), t.language),
        ),
    )


# ------------------------------------------------------------------------------- words of the program


def table_terms(t: Translator) -> tuple[GlossaryTerm, ...]:
    """Terms about tables and players."""
    return (
        _term(t, "table", "Table", "The place of a match, on one device or several. Each table has its own address."),
        _term(
            t, "seat", "Seat", "A place at the table: for a player on this device, a remote player, or the computer."
        ),
        _term(t, "bot", "Bot", "A computer player. Some bots are weak, and one makes no mistakes."),
        _term(t, "lobby", "Open tables", "Tables that wait for players or that others may watch."),
        _term(
            t,
            "real_dice",
            "Real dice",
            "You roll real dice and enter them, or only the points. Such entries are marked and do not count for "
            "high scores.",
        ),
        _term(
            t,
            "key",
            "Key",
            "Letters and digits that resume an interrupted match on any device. Anyone with your key can "
            "play in your place.",
        ),
        _term(t, "record", "Record", "The whole match as text, roll by roll. You can store, check and analyse it."),
    )


def skill_terms(t: Translator) -> tuple[GlossaryTerm, ...]:
    """Terms about the analysis of a game."""
    return (
        _term(t, "value", "Value", "The expected final result of a position, without any further mistakes."),
        _term(t, "regret", "Loss", "The average cost of a decision, compared with the best one."),
        _term(
            t,
            "luck",
            "Luck",
            "How much better or worse than average the dice were. In the long run, luck adds up to 0.",
        ),
        _term(t, "par", "Par", "What perfect play scores with the same dice, without knowing them in advance."),
        _term(
            t,
            "ledger",
            "Luck and skill",
            "A review of a match, decision by decision: the effect of the dice and the cost of mistakes.",
        ),
        _term(t, "hint", "Hint", "The best action on average, and the reason. Not at every table."),
    )


def fairness_terms(t: Translator) -> tuple[GlossaryTerm, ...]:
    """Terms about checking dice."""
    return (
        _term(t, "seed", "Seed", "A secret number of the server that determines all rolls. It is revealed at the end."),
        _term(
            t,
            "commitment",
            "Commitment",
            "The checksum of the seed, published before the first roll. It rules out any later change of rolls.",
        ),
        _term(t, "verify", "Check dice", "To compute all rolls from the seed again and compare them with the record."),
    )
