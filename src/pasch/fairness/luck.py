"""Whether dice are fair, by a test that may be looked at after every roll, for as long as one likes.

Theory of operation. An ordinary test holds its promise when it is looked at once. A player looks after every game, and
whoever looks often enough finds any dice suspicious. So this is a bet instead: somebody with a capital of 1 bets on
every die that falls, at the odds of fair dice. Whatever the bets, with fair dice the capital is a martingale (nothing
can be expected of it), and by Ville's inequality it ever reaches 20 in at most one of 20 lives. The capital is called
an e-value: 20 means that fair dice would have ruined the bet in 19 of 20 lives, at whatever time one looks.

The bets are those of a Dirichlet-multinomial mixture: after the counts n_1 … n_s the next face is bet on in the
proportion (a + n_i) / (s·a + n). What that has brought is known in closed form, however the faces followed each other:

    E(n_1 … n_s) = s^n · G(s·a) / G(s·a + n) · Π G(a + n_i) / G(a)            G the gamma function

A small `a` finds a crooked die early, a large one a slight bias late; the capital is spread evenly over several, which
is a martingale too. It does not matter which dice are rolled again, nor when a game ends: every face is drawn after
that was decided.

J. Ville, Étude critique de la notion de collectif, 1939. H. Robbins, Statistical methods related to the law of the
iterated logarithm, 1970 (mixtures). M. Lindon and A. Malek, Anytime-valid inference for multinomial count data, NeurIPS
2022. A. Ramdas, P. Grünwald, V. Vovk and G. Shafer, Game-theoretic statistics and safe anytime-valid inference, 2023.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, fsum, lgamma, log, sqrt
from statistics import NormalDist

CONCENTRATIONS = (1.0, 10.0, 100.0, 1000.0)
"""The values of `a` that the capital is spread over."""

SUSPICIOUS = 20.0
"""The e-value that fair dice reach in at most one of twenty lives."""

MOST = exp(700.0)
"""Larger e-values are told as this one."""

BAND = 0.95
"""How often all faces of fair dice lie within their bands at once."""


@dataclass(frozen=True)
class Evidence:
    """Against fair dice: the e-value now, and the highest that it ever had. Both are 1 before the first roll."""

    now: float = 1.0
    highest: float = 1.0

    @property
    def chance(self) -> float:
        """A bound on how many of all players ever see a value as high, with fair dice."""
        return min(1.0, 1 / self.highest)

    @property
    def suspicious(self) -> bool:
        """Whether the highest value is one that fair dice reach in at most one of twenty lives."""
        return self.highest >= SUSPICIOUS


@dataclass(frozen=True)
class Band:
    """How often a face may be expected: on average, and from `low` to `high` with all faces together in `BAND`."""

    mean: float
    low: int
    high: int


def evidence(rolls: Iterable[Sequence[int]]) -> Evidence:
    """What counts of faces say, looked at after each of them: `rolls` say how often each face fell in between.

    Costs a few microseconds for each look. Raises `ValueError` for looks at dice of different sides.
    """
    counts: list[int] = []
    now = highest = 1.0
    for fallen in rolls:
        counts = [before + more for before, more in zip(counts or [0] * len(fallen), fallen, strict=True)]
        now = e_value(counts)
        highest = max(highest, now)
    return Evidence(now, highest)


def e_value(counts: Sequence[int]) -> float:
    """The capital of the bet after so many of each face, at most `MOST`."""
    logs = [_log_capital(counts, a) for a in CONCENTRATIONS]
    greatest = max(logs)
    total = greatest + log(fsum(exp(each - greatest) for each in logs) / len(logs))
    return exp(min(total, log(MOST)))


def _log_capital(counts: Sequence[int], a: float) -> float:
    sides, rolled = len(counts), sum(counts)
    ratio = lgamma(sides * a) - lgamma(sides * a + rolled)
    return rolled * log(sides) + ratio + fsum(lgamma(a + count) - lgamma(a) for count in counts)


def band(rolled: int, sides: int = 6) -> Band:
    """How often each face is to be expected among so many dice, looked at once.

    By the normal approximation of the binomial. The error is shared among the faces (Bonferroni), so that all of them
    together lie in their bands about as often as `BAND` says, or more often.
    """
    mean = rolled / sides
    quantile = NormalDist().inv_cdf(1 - (1 - BAND) / sides / 2)
    reach = quantile * sqrt(mean * (1 - 1 / sides)) + 0.5
    return Band(mean, max(0, ceil(mean - reach)), min(rolled, floor(mean + reach)))
