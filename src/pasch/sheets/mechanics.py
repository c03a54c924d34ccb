"""What mechanics write on paper: the seam to the rows of every sheet, and the parts of the family."""

from collections.abc import Callable

from pasch.i18n import Translator
from pasch.rules.mechanics.behaviour import Registry
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.sheet import Totals


class MechanicRows:
    """The rows of a game that adds nothing to a turn."""

    def sums(self, t: Translator) -> list[tuple[str, Callable[[Totals], int]]]:
        """Sums of the whole game besides its total, by name."""
        return []

    def total(self, t: Translator) -> str:
        """What the result is called where it is no sum of the cells."""
        return ""


ROWS = Registry(MechanicRows())
"""What each mechanic writes on paper."""


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
