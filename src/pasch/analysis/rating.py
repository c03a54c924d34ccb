"""The results rating: how often a person finishes ahead of others, by the openskill model of Plackett and Luce."""

from collections.abc import Sequence
from dataclasses import dataclass

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
