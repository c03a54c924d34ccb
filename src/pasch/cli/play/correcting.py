"""Corrections by line: `^3.1 13356` says what the dice of round 3, seat 1 were, `^3.1 full 25` cell and points."""

import re

from pasch.cli.play.reading import read_cell
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.variant import Variant
from pasch.tui.server.link import Body
from pasch.tui.typed import ToldAnew

SIGN = "^"
"""How such a line begins; alone it asks for all that can be corrected."""
_LINE = re.compile(r"\^\s*(?:([0-9]{1,3})\.)?([0-9]{1,4})\.([0-9]{1,3})(?:\s+(.*))?")
_NUMBER = re.compile(r"[0-9][0-9/]*")


def read_correction(line: str, variant: Variant, lang: str) -> Body:
    """The command that a line is. Raises `InvalidInput`, `UnknownCategory`."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise _unreadable()
    game, round_, seat, rest = found.groups()
    told = _told((rest or "").split(), variant, lang)
    return told.body(int(round_), int(seat), None if game is None else int(game))


def _unreadable() -> InvalidInput:
    return InvalidInput(
        "A correction is written ^3.1 for round 3, seat 1, and behind it what is right: the dice, or a cell, or points"
    )


def _told(words: list[str], variant: Variant, lang: str) -> ToldAnew:
    """What stands behind the turn: as many digits as there are dice are their faces, another number is points."""
    numbers = list[str]()
    while words and _NUMBER.fullmatch(words[-1]):
        numbers.append(words.pop())
    cell = read_cell(" ".join(words), variant, lang).to_text() if words else None
    dice = [one for one in numbers if _is_dice(one, variant)]
    points = [one for one in numbers if one not in dice]
    if len(dice) > 1 or len(points) > 1 or any("/" in one for one in points):
        raise _unreadable()
    return ToldAnew(cell, dice[0] if dice else None, int(points[0][:9]) if points else None)


def _is_dice(text: str, variant: Variant) -> bool:
    try:
        return len(Roll.from_text(text)) == variant.dice_count
    except PaschError:
        return False
