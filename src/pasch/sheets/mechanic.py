"""What a mechanic writes on paper: the seam between the rows of every sheet and those of some."""

from collections.abc import Callable

from pasch.i18n import Translator
from pasch.rules.mechanics.behaviour import Registry
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
"""What each mechanic writes on paper; `pasch.sheets.mechanics` registers those of the family."""
