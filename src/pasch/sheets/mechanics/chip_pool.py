"""Chips that lie on the table for all, on paper."""

from collections.abc import Callable

from pasch.i18n import Translator
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.sheet import Totals
from pasch.sheets.mechanic import ROWS, MechanicRows


class ChipPoolRows(MechanicRows):
    """Bonuses are for the chips of all columns together."""

    def sums(self, t: Translator) -> list[tuple[str, Callable[[Totals], int]]]:
        return [(t.text("sheet", "Bonus"), lambda sums: sums.bonus)]


ROWS.register(ChipPool, ChipPoolRows())
