"""Skill: the mean cost of a person's decisions per game, without the luck of the dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

LEAST = 5
"""The minimum number of games for a skill value."""


@dataclass(frozen=True)
class Skill:
    """The mean loss per game in points, and its standard error."""

    games: int
    loss: float
    error: float


def skill_of(losses: Sequence[float]) -> Skill | None:
    """The skill of a player from the loss of each game, None for fewer than five games."""
    if len(losses) < LEAST:
        return None
    return Skill(len(losses), fmean(losses), stdev(losses) / sqrt(len(losses)))
