"""The papers sheets are printed on. All lengths are millimetres."""

from enum import StrEnum

MARGIN = 12.0
"""What stays free on every side: more than any printer needs."""

LEAST_ROW = 7.0
LEAST_COLUMN = 8.0
"""Room to write: no cell is lower or narrower."""


class Paper(StrEnum):
    """Upright sheets of paper."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def width(self) -> float:
        """From the left edge to the right one."""
        return 210.0 if self is Paper.A4 else 215.9

    @property
    def height(self) -> float:
        """From the upper edge to the lower one."""
        return 297.0 if self is Paper.A4 else 279.4

    @property
    def inner_width(self) -> float:
        """Between the margins."""
        return self.width - 2 * MARGIN

    @property
    def inner_height(self) -> float:
        """Between the margins."""
        return self.height - 2 * MARGIN
