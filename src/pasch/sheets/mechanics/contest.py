"""Two sheets compared cell by cell, on paper."""

from pasch.i18n import Translator
from pasch.rules.mechanics.contest import Contest
from pasch.sheets.mechanic import ROWS, MechanicRows


class ContestRows(MechanicRows):
    """The result is a number of cells."""

    def total(self, t: Translator) -> str:
        return t.text("paper", "Cells won")


ROWS.register(Contest, ContestRows())
