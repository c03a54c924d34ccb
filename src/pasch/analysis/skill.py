"""Skill: what a person's decisions cost a game, with the luck of the dice left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

LEAST = 5
"""Games that skill is known after."""


@dataclass(frozen=True)
class Skill:
    """The mean loss of some games in points, and its standard error."""

    games: int
    loss: float
    error: float


def skill_of(losses: Sequence[float]) -> Skill | None:
    """The skill of a player from the loss of each game, None for fewer than five games."""
    if len(losses) < LEAST:
        return None
    return Skill(len(losses), fmean(losses), stdev(losses) / sqrt(len(losses)))
