"""Claims and lies in a position."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pasch.rules.errors import InvalidInput
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.notation.claims import CLAIM
from pasch.rules.notation.mechanic import TEXTS, MechanicText, Seat, cells_text, places_of
from pasch.rules.state import State


class BluffText(MechanicText):
    """A claim waits for answers, and a sheet shows which cells were lost by a lie."""

    lists: ClassVar[frozenset[str]] = frozenset({"lies"})
    words: ClassVar[frozenset[str]] = frozenset({CLAIM, "round"})
    moves_points: ClassVar[bool] = True

    def listed(self, seat: Seat, name: str, listed: Sequence[str]) -> Seat:
        variant, sheet = seat.sheet.variant, seat.sheet
        for place in (places := places_of(variant, listed)):
            if sheet.points[place] != 0:
                cell = variant.cell_text(variant.cells[place])
                raise InvalidInput("A lie crosses out its cell: write {cell}=0", cell=cell)
        return replace(seat, sheet=replace(sheet, lies=places))

    def sheet_words(self, state: State, seat: int) -> list[str]:
        sheet = state.sheets[seat - 1]
        return cells_text("lies", sheet, sheet.lies)


TEXTS.register(Bluff, BluffText())
