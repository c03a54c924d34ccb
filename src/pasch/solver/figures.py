"""The chance of each figure: in one roll, and with all rolls of a turn that aims only at this figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING, SIX_SIDED, TEN_SIDED, Keep, Roll
from pasch.rules.errors import wrong_type
from pasch.rules.variant import Variant

Chances = NDArray[np.float64]
"""One number per row of the sheet."""


@dataclass(frozen=True)
class FigureChance:
    """The chance that a row scores: with the `first` roll, and within the `turn` of up to `rolls` rolls."""

    first: float
    turn: float
    rolls: int


def figure_chances(variant: Variant, report: Callable[[float], None] = lambda _: None) -> dict[str, FigureChance]:
    """Category key to its chance, exact up to rounding. Cached per fingerprint.

    Takes some tenths of a second; some seconds for six dice and one of ten sides. `report` receives the completed
    share.
    """
    if not isinstance(variant, Variant):
        raise wrong_type(variant, "A variant")
    known = _KNOWN.get(variant.fingerprint)
    if known is None:
        figures = _Figures(variant, report)
        one, rolls = figures.after(NOTHING, 1), figures.rolls
        turn = figures.after(NOTHING, rolls)
        known = {key: FigureChance(float(one[row]), float(turn[row]), rolls) for key, row in variant.rows.items()}
        while len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[variant.fingerprint] = known
    return dict(known)


_MOST_KNOWN = 64
_REPORTED = 100
"""The number of dice arrangements between two progress reports."""
_KNOWN: dict[str, dict[str, FigureChance]] = {}


class _Figures:
    """Works backwards over the dice on the table. One array holds every row, and each row is played for alone."""

    def __init__(self, variant: Variant, report: Callable[[float], None]) -> None:
        self._variant = variant
        self._report = report
        self._hits: dict[Roll, Chances] = {}
        self._after: dict[tuple[Keep, int], Chances] = {}

    @property
    def rolls(self) -> int:
        """The most rolls of a turn: the number of dice where each roll locks a die."""
        locking = self._variant.keep is KeepRule.LOCK_ONE
        return self._variant.dice_count if locking else self._variant.rolls

    @property
    def _expected(self) -> int:
        """The approximate number of dice arrangements on the table, over all numbers of rolls left."""
        six, ten = len(SIX_SIDED), len(TEN_SIDED)
        ways = comb(self._variant.dice + six, six) * comb(self._variant.ten_sided + ten, ten)
        return ways * max(1, self.rolls - 1)

    def after(self, kept: Keep, rolls: int) -> Chances:
        """The chances when these dice stay, the others are rolled, and this many rolls remain, this one included."""
        known = self._after.get((kept, rolls))
        if known is None:
            free = self._variant.keep is KeepRule.FREE
            known = self._after[kept, rolls] = self._free(kept, rolls) if free else self._bound(kept, rolls)
            if len(self._after) % _REPORTED == 0:
                self._report(min(1.0, len(self._after) / self._expected))
        return known

    def _free(self, lying: Keep, rolls: int) -> Chances:
        """The chances die by die: the rules ignore which dice were kept before."""
        if len(lying.faces) < self._variant.dice:
            more = [Keep((*lying.faces, face), lying.tens) for face in SIX_SIDED]
        elif len(lying.tens) < self._variant.ten_sided:
            more = [Keep(lying.faces, (*lying.tens, face)) for face in TEN_SIDED]
        else:
            return self._best(Roll(lying.faces, lying.tens), NOTHING, rolls)
        average: Chances = np.mean([self.after(keep, rolls) for keep in more], axis=0)
        return average

    def _bound(self, kept: Keep, rolls: int) -> Chances:
        """The chances roll by roll: earlier keeps restrict the next keep."""
        shown = _rolls_after(kept, self._variant.dice, self._variant.ten_sided)
        means: Chances = np.sum([weight * self._best(roll, kept, rolls) for roll, weight in shown], axis=0)
        return means

    def _best(self, roll: Roll, kept: Keep, rolls: int) -> Chances:
        """The chances with this roll on the table: stop, or take the best keep for each row."""
        best = self._hit(roll)
        if rolls == 1:
            return best
        for keep in self._keeps(roll, kept):
            best = np.maximum(best, self.after(keep, rolls - 1))
        return best

    def _keeps(self, roll: Roll, kept: Keep) -> Iterator[Keep]:
        rule = self._variant.keep
        for keep in roll.keeps:
            if rule is KeepRule.FREE or (keep.holds(kept) and len(keep) >= len(kept) + (rule is KeepRule.LOCK_ONE)):
                yield keep

    def _hit(self, roll: Roll) -> Chances:
        known = self._hits.get(roll)
        if known is None:
            points = self._variant.natural(roll, 1, served=False)
            known = self._hits[roll] = np.array([1.0 if brought else 0.0 for brought in points])
        return known


@lru_cache(maxsize=1 << 14)
def _rolls_after(kept: Keep, dice: int, ten_sided: int) -> tuple[tuple[Roll, float], ...]:
    """Every roll that the kept dice plus newly rolled dice can show, with its chance."""
    six, ten = dice - len(kept.faces), ten_sided - len(kept.tens)
    return tuple(
        (Roll((*kept.faces, *faces), (*kept.tens, *tens)), _ways(faces) * _ways(tens) / 6**six / 10**ten)
        for faces, tens in product(
            combinations_with_replacement(SIX_SIDED, six), combinations_with_replacement(TEN_SIDED, ten)
        )
    )


def _ways(faces: tuple[int, ...]) -> int:
    """The number of orders in which the dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))
