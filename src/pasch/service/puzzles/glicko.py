"""Glicko-2 (Glickman 2022, glicko.net/glicko/glicko2.pdf): one rating period of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5
"""Limits the change of a volatility."""

EXACT = 1e-6


@dataclass(frozen=True)
class Glicko:
    """A rating, its deviation and its volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


class _Opponent(NamedTuple):
    weight: float
    expected: float
    score: float


def after_period(player: Glicko, games: Sequence[tuple[Glicko, float]]) -> Glicko:
    """The rating after a period with at least one game: each opponent with the player's score (1, 0.5 or 0)."""
    mine, spread = (player.rating - 1500) / SCALE, player.deviation / SCALE
    met = [_met(mine, opponent, score) for opponent, score in games]
    information = sum(each.weight**2 * each.expected * (1 - each.expected) for each in met)
    surprise = sum(each.weight * (each.score - each.expected) for each in met)
    volatility = _volatility(player.volatility, spread, 1 / information, surprise / information)
    spread = 1 / sqrt(1 / (spread**2 + volatility**2) + information)
    return Glicko((mine + spread**2 * surprise) * SCALE + 1500, spread * SCALE, volatility)


def _met(mine: float, opponent: Glicko, score: float) -> _Opponent:
    weight = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)
    return _Opponent(weight, 1 / (1 + exp(-weight * (mine - (opponent.rating - 1500) / SCALE))), score)


def _volatility(before: float, spread: float, variance: float, change: float) -> float:
    """The root of f by the Illinois method, step 5 of the paper."""
    start = log(before**2)

    def f(x: float) -> float:
        total = spread**2 + variance + exp(x)
        return exp(x) * (change**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if change**2 > spread**2 + variance:
        high = log(change**2 - spread**2 - variance)
    else:
        high = next(start - k * TAU for k in range(1, 1000) if f(start - k * TAU) >= 0)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
