"""The words of the program: tables, luck and skill, dice that can be checked."""

from pasch.i18n import Translator
from pasch.words.teaching.terms import Term


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
