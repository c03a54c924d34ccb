"""The words of the program: tables, luck and skill, dice that can be checked."""

from pasch.i18n import Translator
from pasch.words.terms import Term


def table_terms(t: Translator) -> tuple[Term, ...]:
    """Where and with whom one plays."""
    return (
        Term(
            "table",
            t.text("term", "Table"),
            t.text("glossary", "Where a match is played, at one device or at several. It has an address of its own."),
        ),
        Term(
            "seat",
            t.text("term", "Seat"),
            t.text(
                "glossary", "A place at the table: for somebody at this device, somebody far away, or the computer."
            ),
        ),
        Term(
            "bot",
            t.text("term", "Bot"),
            t.text("glossary", "A player that the computer plays. There are weak ones and one that makes no mistakes."),
        ),
        Term(
            "lobby",
            t.text("term", "Open tables"),
            t.text("glossary", "Tables that wait for somebody or let others watch."),
        ),
        Term(
            "real_dice",
            t.text("term", "Real dice"),
            t.text(
                "glossary",
                "You roll at home and type what fell, or only the points. Such entries are marked and count in no list "
                "of bests.",
            ),
        ),
        Term(
            "key",
            t.text("term", "Key"),
            t.text(
                "glossary",
                "Letters and digits by which an interrupted match goes on, on any device. Whoever has it plays in your "
                "place.",
            ),
        ),
        Term(
            "record",
            t.text("term", "Record"),
            t.text("glossary", "The whole match as a text, roll by roll. It can be kept, checked and analysed."),
        ),
    )


def skill_terms(t: Translator) -> tuple[Term, ...]:
    """What is known of a game afterwards."""
    return (
        Term(
            "value",
            t.text("term", "Value"),
            t.text("glossary", "The final result that a position brings on average if no mistake is made any more."),
        ),
        Term(
            "regret",
            t.text("term", "Loss"),
            t.text("glossary", "How much less a decision brings on average than the best one."),
        ),
        Term(
            "luck",
            t.text("term", "Luck"),
            t.text("glossary", "How much better or worse than average the dice fell. In the long run it adds up to 0."),
        ),
        Term(
            "ledger",
            t.text("term", "Luck and skill"),
            t.text("glossary", "A match afterwards, decision by decision: what the dice gave and what you gave away."),
        ),
        Term(
            "hint",
            t.text("term", "Hint"),
            t.text("glossary", "What would bring the most on average now, and why. Not at every table."),
        ),
    )


def fairness_terms(t: Translator) -> tuple[Term, ...]:
    """How dice are checked."""
    return (
        Term(
            "seed",
            t.text("term", "Seed"),
            t.text("glossary", "A secret number of the server from which all rolls follow. It is told in the end."),
        ),
        Term(
            "commitment",
            t.text("term", "Promise"),
            t.text(
                "glossary",
                "The checksum of the seed, published before the first roll. After that no roll can be changed any "
                "more.",
            ),
        ),
        Term(
            "verify",
            t.text("term", "Check dice"),
            t.text("glossary", "To work out all rolls from the seed again and compare them with the record."),
        ),
    )
