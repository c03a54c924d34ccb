"""What a position tells of one seat, and the words that stand alone on a sheet."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.hand import Hand, WonDie
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant

WON = "won"
"""Stands on the sheet of the seat that has won at once."""
LEADS = "leads"
"""Stands on the sheet of the seat that begins each round, when it is not the first one written."""
LEFT = "left"
"""Stands on the sheet of a seat that has left: it stays as it is."""
LAST = "last"
"""Stands on the sheet of the seat that took the last chip of all."""
LATER = "+"
"""Stands before an action die that can be used only from the next round on."""


@dataclass(frozen=True)
class Seat:
    """What a position tells of one seat.

    `hand` has its action dice usable from round 1 on, or from round 2 on if they have to wait:
    `in_round` puts them into the round that the position is of. `gone` are the chips that left
    the game, `marks` the words that stand alone.
    """

    sheet: Sheet
    hand: Hand
    gone: tuple[str, ...] = ()
    marks: frozenset[str] = field(default_factory=frozenset)

    def in_round(self, round_: int) -> Hand:
        """The hand, in this round of the game."""
        dice = (WonDie(die.kind, 1 if die.usable_from == 1 else round_ + 1) for die in self.hand.dice)
        return replace(self.hand, dice=tuple(dice))


def places_of(variant: Variant, cells: Iterable[str]) -> frozenset[int]:
    """The places of these cells. Raises `UnknownCategory`, `InvalidInput`."""
    return frozenset(variant.index(Cell.from_text(cell)) for cell in cells)


def marked(seats: Iterable[Seat], word: str) -> int | None:
    """The one seat that has this mark. Raises `InvalidInput` when several have it."""
    found = [number for number, seat in enumerate(seats, start=1) if word in seat.marks]
    if len(found) > 1:
        raise InvalidInput("“{text}” stands on several sheets", text=word)
    return found[0] if found else None


def listed_text(name: str, words: Sequence[str]) -> list[str]:
    """The word for a list; none where it is empty."""
    return [f"{name}={','.join(words)}"] if words else []


def cells_text(name: str, sheet: Sheet, places: Collection[int]) -> list[str]:
    """The same for cells, by their places."""
    cells, text = sheet.variant.cells, sheet.variant.cell_text
    return listed_text(name, [text(cells[place]) for place in sorted(places)])
