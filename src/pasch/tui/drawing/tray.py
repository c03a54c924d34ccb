"""The dice as they lie before a player, and which of them stay for the next roll."""

from dataclasses import dataclass, replace

from pasch.rules.dice import Keep, Roll
from pasch.service.views.schema import TurnView


@dataclass(frozen=True)
class Die:
    """A die in its place. `ten`: it has the faces 0 to 9. `locked`: it may not be rolled again in this turn."""

    face: int
    ten: bool = False
    kept: bool = False
    locked: bool = False

    def like(self, other: "Die") -> bool:
        """Whether both show the same."""
        return (self.face, self.ten) == (other.face, other.ten)


Tray = tuple[Die, ...]


def tray_of(turn: TurnView | None, *, all_stay: bool = False) -> Tray:
    """The dice after a roll, sorted; those that stayed for it still stay, or all. Empty where no dice can be seen."""
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
    """The tray with the die at a place, from 0, kept or released; a locked one stays as it is."""
    return tuple(
        replace(die, kept=not die.kept) if n == place and not die.locked else die for n, die in enumerate(tray)
    )


def face_toggled(tray: Tray, place: int) -> Tray:
    """The tray with all dice like the one at a place kept together, or released together when all of them are kept."""
    if place >= len(tray):
        return tray
    model = tray[place]
    kept = not all(die.kept for die in tray if die.like(model))
    return tuple(replace(die, kept=kept) if die.like(model) and not die.locked else die for die in tray)


def with_keep(tray: Tray, keep: str) -> Tray:
    """The tray with exactly the dice of a keep marked, and those that are locked."""
    released = tuple(replace(die, kept=die.locked) for die in tray)
    return tray if not tray else _marked(released, keep, locked=False)


def keep_of(tray: Tray) -> str:
    """The dice that stay, as the wire says it."""
    six = [die.face for die in tray if die.kept and not die.ten]
    tens = [die.face for die in tray if die.kept and die.ten]
    return Keep(tuple(six), tuple(tens)).to_text()
