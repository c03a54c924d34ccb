"""What the full-screen terminal does for a mechanic: its parts, by the key that a layout names."""

from collections.abc import Callable
from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.contest import Contest
from pasch.words import SheetLayout


@dataclass(frozen=True)
class Part:
    """What is particular at such a table; as it stands here, nothing.

    `covers` asks who sits before a terminal of several players before it shows their dice; `total` says what a result
    is called that is no sum of the cells.
    """

    covers: bool = False
    total: Callable[[Translator], str] | None = None


PARTS: dict[str, Part] = {
    Bluff.key: Part(covers=True),
    Contest.key: Part(total=lambda t: t.text("sheet", "Cells won")),
}
"""The key of a mechanic to its part."""

_NOTHING = Part()


def part_of(layout: SheetLayout) -> Part:
    """What the terminal does for the mechanic of a table."""
    return PARTS.get(layout["phase"], _NOTHING)
