"""Facts about optimal play beyond its mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CellPlay:
    """A cell under optimal play: mean points, mean extra points earned there, chance of a scratch."""

    mean: float
    extra: float
    scratch_rate: float


@dataclass(frozen=True)
class Play:
    """Facts about optimal play: mean and standard deviation of the score, chance of a bonus, each cell."""

    mean: float
    deviation: float
    bonus_rate: float
    cells: Mapping[str, CellPlay]
