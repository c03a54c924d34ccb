"""Dice as text, and the tray with the kept dice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from pasch.rules.dice import Keep, Roll
from pasch.service.views.schema.table import Turn


@dataclass(frozen=True)
class Die:
    """A die at its place. `ten`: it has the faces 0 to 9. `locked`: it may not be rolled again in this turn."""

    face: int
    ten: bool = False
    kept: bool = False
    locked: bool = False

    def like(self, other: "Die") -> bool:
        """Whether both have the same face and kind."""
        return (self.face, self.ten) == (other.face, other.ten)


Tray = tuple[Die, ...]


def tray_of(turn: Turn | None, *, all_stay: bool = False) -> Tray:
    """The dice after a roll, sorted; those kept for it stay kept, or all. Empty where no dice are visible."""
    if turn is None or turn["dice"] is None:
        return ()
    roll = Roll.from_text(turn["dice"])
    dice = (
        *(Die(face, kept=all_stay) for face in roll.faces),
        *(Die(ten, ten=True, kept=all_stay) for ten in roll.tens),
    )
    return _marked(_marked(dice, turn["kept"] or "k-", locked=False), turn["locked"], locked=True)


def _marked(dice: Tray, keep: str, *, locked: bool) -> Tray:
    kept = Keep.from_text(keep)
    left = [*(Die(face) for face in kept.faces), *(Die(ten, ten=True) for ten in kept.tens)]
    marked = []
    for die in dice:
        found = next((one for one in left if one.like(die)), None)
        if found is None:
            marked.append(die)
            continue
        left.remove(found)
        marked.append(replace(die, kept=True, locked=die.locked or locked))
    return tuple(marked)


def toggled(tray: Tray, place: int) -> Tray:
    """The tray after keeping or releasing the die at a place, from 0; a locked one does not change."""
    return tuple(
        replace(die, kept=not die.kept) if n == place and not die.locked else die for n, die in enumerate(tray)
    )


def face_toggled(tray: Tray, place: int) -> Tray:
    """The tray after keeping all dice like the one at a place, or releasing them when all are kept."""
    if place >= len(tray):
        return tray
    model = tray[place]
    kept = not all(die.kept for die in tray if die.like(model))
    return tuple(replace(die, kept=kept) if die.like(model) and not die.locked else die for die in tray)


def with_keep(tray: Tray, keep: str) -> Tray:
    """The tray with exactly the dice of a keep marked, and the locked ones."""
    released = tuple(replace(die, kept=die.locked) for die in tray)
    return tray if not tray else _marked(released, keep, locked=False)


def keep_of(tray: Tray) -> str:
    """The kept dice in wire form."""
    six = [die.face for die in tray if die.kept and not die.ten]
    tens = [die.face for die in tray if die.kept and die.ten]
    return Keep(tuple(six), tuple(tens)).to_text()


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
    """The gap between dice, if there is room for it."""
    return " " if count * (WIDTH + 1) <= width else ""


def drawn(tray: Tray, gap: str = " ", *, marks_rolls: bool = False, faces: Sequence[str] = ()) -> list[Text]:
    """The dice side by side, with place numbers below, and a sign at those kept, or those to roll again.

    `faces` are the names of pictures that replace pips.
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
    """Dice that are hidden, with the kept ones lifted."""
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
