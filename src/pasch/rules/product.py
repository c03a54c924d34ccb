"""Rows that count through each other: the difference of two, times a third."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """(`high` − `low`) × `times` in place of the entries of `high` and `low`.

    Nothing until all three are filled; nor does a struck `low` win anything by counting 0.
    """

    high: str
    low: str
    times: str

    def points(self, entry: Callable[[str], int | None]) -> int:
        """What the three rows bring; `entry` tells the entry of a category in the column."""
        high, low, times = entry(self.high), entry(self.low), entry(self.times)
        if high is None or not low or times is None:
            return 0
        return (high - low) * times
