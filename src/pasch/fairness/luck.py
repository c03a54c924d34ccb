"""A fairness test for dice that stays valid when checked after every roll, for any length of time.

Theory of operation. An ordinary test is valid only for a single check. A player checks after every game, and frequent
checks eventually make any dice look suspicious. This test is a bet instead: a bettor with a capital of 1 bets on
every die, at the odds of fair dice. With fair dice and any bets, the capital is a martingale (its expected gain is
zero). By Ville's inequality it ever reaches 20 in at most one of 20 lives. The capital is called an e-value: 20 means
that fair dice would have ruined the bet in 19 of 20 lives, at whatever time it is checked.

The bets are those of a Dirichlet-multinomial mixture: after the counts n_1 … n_s, the bet on face i has the
proportion (a + n_i) / (s·a + n). The resulting capital has a closed form, independent of the order of the faces:

    E(n_1 … n_s) = s^n · G(s·a) / G(s·a + n) · Π G(a + n_i) / G(a)            G the gamma function

A small `a` finds a crooked die early, a large one a slight bias late. The capital is spread evenly over several
values of `a`, which is a martingale too. The choice of dice to roll again and the end of a game do not matter: every
face is drawn after that decision.

J. Ville, Étude critique de la notion de collectif, 1939. H. Robbins, Statistical methods related to the law of the
iterated logarithm, 1970 (mixtures). M. Lindon and A. Malek, Anytime-valid inference for multinomial count data, NeurIPS
2022. A. Ramdas, P. Grünwald, V. Vovk and G. Shafer, Game-theoretic statistics and safe anytime-valid inference, 2023.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, fsum, lgamma, log, sqrt
from statistics import NormalDist

CONCENTRATIONS = (1.0, 10.0, 100.0, 1000.0)
"""The values of `a` over which the capital is spread."""

SUSPICIOUS = 20.0
"""The e-value that fair dice reach in at most one of twenty lives."""

MOST = exp(700.0)
"""The maximum e-value reported."""

BAND = 0.95
"""The probability that all faces of fair dice are within their bands together."""


@dataclass(frozen=True)
class Evidence:
    """Evidence against fair dice: the current and the highest e-value. Both are 1 before the first roll."""

    now: float = 1.0
    highest: float = 1.0

    @property
    def chance(self) -> float:
        """An upper bound on the share of players who ever see such a high value with fair dice."""
        return min(1.0, 1 / self.highest)

    @property
    def suspicious(self) -> bool:
        """Whether fair dice reach the highest value in at most one of twenty lives."""
        return self.highest >= SUSPICIOUS


@dataclass(frozen=True)
class Band:
    """The expected count of a face: its mean, and the range `low` to `high` with the joint probability `BAND`."""

    mean: float
    low: int
    high: int


def evidence(rolls: Iterable[Sequence[int]]) -> Evidence:
    """The evidence after a series of checks; `rolls` has the counts of each face between them.

    Costs a few microseconds per check. Raises `ValueError` if checks have dice with different numbers of sides.
    """
    counts: list[int] = []
    now = highest = 1.0
    for fallen in rolls:
        counts = [before + more for before, more in zip(counts or [0] * len(fallen), fallen, strict=True)]
        now = e_value(counts)
        highest = max(highest, now)
    return Evidence(now, highest)


def e_value(counts: Sequence[int]) -> float:
    """The capital of the bet after these counts of each face, at most `MOST`."""
    logs = [_log_capital(counts, a) for a in CONCENTRATIONS]
    greatest = max(logs)
    total = greatest + log(fsum(exp(each - greatest) for each in logs) / len(logs))
    return exp(min(total, log(MOST)))


def _log_capital(counts: Sequence[int], a: float) -> float:
    sides, rolled = len(counts), sum(counts)
    ratio = lgamma(sides * a) - lgamma(sides * a + rolled)
    return rolled * log(sides) + ratio + fsum(lgamma(a + count) - lgamma(a) for count in counts)


def band(rolled: int, sides: int = 6) -> Band:
    """The expected count of each face among `rolled` dice, for a single check.

    Uses the normal approximation of the binomial. The faces share the error (Bonferroni), so all faces are within
    their bands together with a probability of about `BAND`, or more.
    """
    mean = rolled / sides
    quantile = NormalDist().inv_cdf(1 - (1 - BAND) / sides / 2)
    reach = quantile * sqrt(mean * (1 - 1 / sides)) + 0.5
    return Band(mean, max(0, ceil(mean - reach)), min(rolled, floor(mean + reach)))
