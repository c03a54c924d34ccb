"""The rows of mechanics on paper: their common interface, and the family's implementations."""

from collections.abc import Callable

from pasch.i18n import Translator
from pasch.rules.mechanics.behaviour import Registry
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.sheet import Totals


class MechanicRows:
    """The rows of a game that adds nothing to a turn."""

    def sums(self, t: Translator) -> list[tuple[str, Callable[[Totals], int]]]:
        """Named sums of the whole game in addition to its total."""
        return []

    def total(self, t: Translator) -> str:
        """The name of a result that is not the sum of the cells."""
        return ""


ROWS = Registry(MechanicRows())
"""The rows of each mechanic."""


class ChipPoolRows(MechanicRows):
    """Bonuses are for the chips of all columns together."""

    def sums(self, t: Translator) -> list[tuple[str, Callable[[Totals], int]]]:
        return [(t.text("sheet", "Bonus"), lambda sums: sums.bonus)]


ROWS.register(ChipPool, ChipPoolRows())


class ContestRows(MechanicRows):
    """The result is a number of cells."""

    def total(self, t: Translator) -> str:
        return t.text("paper", "Cells won")


ROWS.register(Contest, ContestRows())
