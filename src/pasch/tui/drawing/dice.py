"""Dice drawn with characters: pips in a box; those that are marked have a heavy one, stand a line higher and say so."""

from collections.abc import Sequence

from rich.text import Text

from pasch.tui.drawing.tray import Die, Tray

HEIGHT = 7
"""Lines of a drawing: the boxes, one line to lift them, one for the places."""
WIDTH = 5
STAYS = "▲"
ROLLS = "▼"
LOCKED = "■"

_PIPS = {
    1: ("   ", " ● ", "   "),
    2: ("●  ", "   ", "  ●"),
    3: ("●  ", " ● ", "  ●"),
    4: ("● ●", "   ", "● ●"),
    5: ("● ●", " ● ", "● ●"),
    6: ("● ●", "● ●", "● ●"),
}
_LIGHT, _HEAVY = ("┌───┐", "│", "└───┘"), ("┏━━━┓", "┃", "┗━━━┛")


def gap_of(count: int, width: int) -> str:
    """What stands between so many dice, where there is room for it."""
    return " " if count * (WIDTH + 1) <= width else ""


def drawn(tray: Tray, gap: str = " ", *, marks_rolls: bool = False, faces: Sequence[str] = ()) -> list[Text]:
    """The dice side by side, with their places below and a sign at those that stay, or that are rolled again.

    `faces` are the names of pictures that they show instead of pips.
    """
    marked = [die.locked or die.kept is not marks_rolls for die in tray]
    rows = zip(*(_box(die, faces, marked=up) for die, up in zip(tray, marked, strict=True)), strict=True)
    lines = [
        Text(gap).join(Text(part, "bold" if up else "") for up, part in zip(marked, row, strict=True)) for row in rows
    ]
    sign = ROLLS if marks_rolls else STAYS
    signs = (LOCKED if die.locked else sign if up else "" for die, up in zip(tray, marked, strict=True))
    places = gap.join(f"{each}{place}".center(WIDTH) for place, each in enumerate(signs, start=1))
    return [*lines, Text(places, style="bold")]


def covered(count: int, kept: int, gap: str = " ") -> list[Text]:
    """So many dice that may not be seen, the kept ones lifted."""
    boxes = [_lifted(_framed(("   ", " ? ", "   "), _HEAVY if n < kept else _LIGHT), up=n < kept) for n in range(count)]
    return [Text(gap.join(row)) for row in zip(*boxes, strict=True)]


def _box(die: Die, faces: Sequence[str], *, marked: bool) -> tuple[str, ...]:
    if die.ten:
        pips = (" ◆ ", f" {die.face} ", "   ")
    elif faces:
        pips = (f"{die.face}  ", faces[die.face - 1][:3].center(3), "   ")
    else:
        pips = _PIPS[die.face]
    return _lifted(_framed(pips, _HEAVY if marked else _LIGHT), up=marked)


def _framed(pips: tuple[str, ...], frame: tuple[str, str, str]) -> tuple[str, ...]:
    above, side, below = frame
    return (above, *(f"{side}{row}{side}" for row in pips), below)


def _lifted(box: tuple[str, ...], *, up: bool) -> tuple[str, ...]:
    blank = " " * WIDTH
    return (*box, blank) if up else (blank, *box)
