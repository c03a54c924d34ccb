"""Which key does what at the table: the same as in the browser, as far as a terminal tells keys apart."""

from collections.abc import Iterator, Mapping

from pasch.i18n import Translator
from pasch.tui.model import Movement

MOVES: Mapping[str, Movement] = {
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    "home": "home",
    "end": "end",
}
SHIFTED: Mapping[str, int] = {
    "!": 1, '"': 2, "@": 2, "§": 3, "#": 3, "$": 4, "%": 5, "&": 6, "^": 6, "/": 7, "(": 8,
}  # fmt: skip
"""Shift and a digit, as a German and an American keyboard write it: terminals tell the character alone."""
KEY = 9
"""How wide the keys are in their list."""
LARGER_STEP = 10
"""Rows that Page Up and Page Down scroll."""


def help_lines(t: Translator, *, marks_rolls: bool = False) -> Iterator[str]:
    """All keys, one a line, and what the signs mean; `marks_rolls`: the dice to roll again are marked."""
    keys = {
        "R": t.text("tui", "roll (Space too); dice that stay are not rolled"),
        "1–6": t.text("tui", "mark a die to roll again, or not; with Shift all dice of its face")
        if marks_rolls
        else t.text("tui", "keep a die or let it go; with Shift all dice of its face"),
        "↑ ↓ ← →": t.text("tui", "to the next open cell; Home and End"),
        "Enter": t.text("tui", "write the roll there, announce it, claim it"),
        "Z": t.text("tui", "cross out the cell"),
        "A": t.text("tui", "announce a cell, use an action die"),
        "W": t.text("tui", "type in what real dice show"),
        "K": t.text("tui", "correct what was typed in, of any turn"),
        "E": t.text("tui", "end the turn, take nothing, begin the next game"),
        "B D": t.text("tui", "believe a claim, doubt it"),
        "X": t.text("tui", "let the entry of this turn count twice"),
        "U": t.text("tui", "take the last entry back"),
        "Tab": t.text("tui", "the next player’s sheet; Page Up and Page Down scroll"),
        "H": t.text("tui", "what would be best now?"),
        "T": t.text("tui", "all games of the match"),
        "L": t.text("tui", "everything that has happened"),
        "C": t.text("tui", "talk to the others"),
        "P": t.text("tui", "a pause; end it"),
        "Q": t.text("tui", "stop, leave, end the match"),
    }
    yield from (f"{key:<{KEY}}{words}" for key, words in keys.items())
    yield ""
    yield t.text(
        "tui", "On the sheet: [12] is what the roll would bring, › is where you are, → what a sum would become."
    )
    yield t.text(
        "tui",
        "– crossed out, • last entry, ~ real dice, ^ corrected, ! announced, * frozen, L a lie exposed, ▶ whose turn.",
    )
    if marks_rolls:
        yield t.text("tui", "At the dice: ▼ and the heavy frame mean that the die is rolled again.")
        return
    yield t.text(
        "tui", "At the dice: ▲ and the heavy frame mean that the die stays, ■ that it may not be rolled again."
    )
