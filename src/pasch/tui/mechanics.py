"""The full-screen terminal's parts for mechanics, by the key in a layout."""

from collections.abc import Callable
from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.contest import Contest
from pasch.words import SheetLayout


@dataclass(frozen=True)
class Part:
    """The terminal's special behaviour for a mechanic; by default there is none.

    `covers` asks for the player before a terminal of several players shows hidden dice. `total` names a result that is
    not a sum of the cells.
    """

    covers: bool = False
    total: Callable[[Translator], str] | None = None


PARTS: dict[str, Part] = {
    Bluff.key: Part(covers=True),
    Contest.key: Part(total=lambda t: t.text("sheet", "Cells won")),
}
"""The part of each mechanic, by its key."""

_NOTHING = Part()


def part_of(layout: SheetLayout) -> Part:
    """The part for the mechanic of a table."""
    return PARTS.get(layout["phase"], _NOTHING)
