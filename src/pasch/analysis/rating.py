"""Measures of a person: the rating by ranks (openskill's Plackett-Luce model), skill, and Glicko-2 for puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """The strength by ranks: a normal distribution after `games` games. Without games, all people have the same."""

    mean: float = _MODEL.mu
    deviation: float = _MODEL.sigma
    games: int = 0


def after_game(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of two or more opponents after a game; equal ranks share a place."""
    teams = [[_MODEL.rating(mu=each.mean, sigma=each.deviation)] for each in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(new.mu, new.sigma, old.games + 1) for old, [new] in zip(before, rated, strict=True)]


# ------------------------------------------------------------------------------- skill

LEAST = 5
"""The minimum number of games for a skill value."""


@dataclass(frozen=True)
class Skill:
    """The mean cost of decisions per game in points, without the luck of the dice, and its standard error."""

    games: int
    loss: float
    error: float


def skill_of(losses: Sequence[float]) -> Skill | None:
    """The skill of a player from the loss of each game, None for fewer than five games."""
    if len(losses) < LEAST:
        return None
    return Skill(len(losses), fmean(losses), stdev(losses) / sqrt(len(losses)))


# ------------------------------------------------------------------------------- Glicko-2
# One rating period of a player: Glickman 2022, glicko.net/glicko/glicko2.pdf

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
