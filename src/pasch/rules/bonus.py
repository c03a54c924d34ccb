"""The bonus of the upper section."""

from dataclasses import dataclass


@dataclass(frozen=True)
class UpperBonus:
    """`points` when the upper section reaches `threshold`; `higher` are further steps."""

    threshold: int
    points: int
    higher: tuple[tuple[int, int], ...] = ()

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Every (threshold, points), ascending."""
        return ((self.threshold, self.points), *self.higher)

    def earned(self, upper: int, factor: int = 1) -> int:
        """The bonus for an upper total in a column of this factor."""
        reached = [points for threshold, points in self.steps if upper >= threshold * factor]
        return reached[-1] * factor if reached else 0
