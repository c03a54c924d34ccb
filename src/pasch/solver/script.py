"""A turn as a script: which means and maxima are taken, in which order, of which places of a table.

Whatever the rules of a turn are (dice that stay locked, a ten-sided one, rolls that are saved), working
one out is entering every roll, then means over one more die and maxima over what may be kept, up to
the first throw. The script says that as data, so one interpreter serves all rules, and it comes in two
forms. In the *short* one places are used again, which keeps the table small: that is for solving. In the
*long* one every value has a place of its own, so that afterwards it can be told from the table what
was best, and a turn be followed from the first throw to its entry.

With F(r) the value of entering roll r, K(k) of throwing all dice but the keep k, and G of what is best:

    K(k) = mean over one more die of K(k + die),   K(r) = G(r) for a roll r
    G(r) = max of F(r) and K(k) over all keeps k of r, one die taken away at a time
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.sizes import FACES, LANES, WEIGHED

ENTER = 0
"""`(ENTER, place, context, left)`: the best entry of every roll, from `place` on; `left` rolls are saved, or NEVER."""

MOST_LINKS = 7
"""`(n, start, end, links)`: the greatest of n values, of which the one that is there may be the first."""

MEAN_SIX, MEAN_TEN = 20, 21
"""`(MEAN_SIX, start, end, links)`: the mean over the faces of a die."""

WEIGH = 30
"""`(WEIGH, place, rolls, 0)`: the mean over the throw of all dice."""

ROOT = 31
"""`(ROOT, rolls, flag, 0)`: the same, as the value of the state; `flag` is NEVER where it is that of the state."""

NEVER = -1

Links = list[int]


class Script(NamedTuple):
    """`steps` as above, over `at` (places) and `links` (places too, as many for each as the step says).

    Places count in elements of a table with a block of lanes each; the table has `size` elements.
    `thrown[t]` is where K of throw t stands, by keep; NEVER for the first throw, of which only the root
    is known. The short form does not say it.
    """

    steps: NDArray[np.int64]
    at: NDArray[np.int32]
    links: NDArray[np.int32]
    thrown: NDArray[np.int32]
    size: int


Item = tuple[int, int, Links]
"""A level, a place and its links: items of a level do not depend on each other, only on levels before."""


@dataclass
class Writer:
    """Writes a script; places count in blocks. `short`: a value of a keep stands where the keep has its place."""

    keeps: int
    short: bool
    steps: list[tuple[int, int, int, int]] = field(default_factory=list)
    at: Links = field(default_factory=list)
    links: Links = field(default_factory=list)
    areas: dict[object, int] = field(default_factory=dict)
    size: int = 0
    _written: dict[object, tuple[int, int, int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = self.keeps if self.short else 0

    def table(self, *name: object, first: int = 0, last: int) -> int:
        """Where the values of the keeps `first` to `last` stand, less `first`; in the short form all in one place."""
        return 0 if self.short else self.area(*name, size=last - first) - first

    def area(self, *name: object, size: int) -> int:
        """Where values that have nothing to do with others of the table stand."""
        if name not in self.areas:
            self.areas[name] = self.size
            self.size += size
        return self.areas[name]

    def enter(self, place: int, context: int, left: int) -> None:
        """Enter every roll."""
        self.steps.append((ENTER, place * LANES, context, left))

    def greatest(self, items: Iterable[Item]) -> None:
        """Each place becomes the greatest of its links."""
        for (_, count), group in groupby(items, key=_kind):
            listed = [(place, links) for _, place, links in group]
            if count > 1 or any(links != [place] for place, links in listed):
                self._step(count, listed)

    def means(self, items: Iterable[Item]) -> None:
        """Each place becomes the mean of its links, which are six or ten."""
        for (_, count), group in groupby(items, key=_kind):
            self._step(MEAN_SIX if count == FACES else MEAN_TEN, [(place, links) for _, place, links in group])

    def weigh(self, place: int, rolls: int) -> None:
        """The mean over all rolls from a place on."""
        self.steps.append((WEIGH, place * LANES, rolls * LANES, 0))

    def root(self, rolls: int, flag: int = NEVER) -> None:
        """The value of the state."""
        self.steps.append((ROOT, rolls * LANES, flag, 0))

    def _step(self, kind: int, items: list[tuple[int, Links]]) -> None:
        places = [place for place, _ in items]
        links = [link for _, several in items for link in several]
        known = (kind, tuple(places), tuple(links))
        if known not in self._written:
            self._written[known] = (kind, len(self.at), len(self.at) + len(places), len(self.links))
            self.at += places
            self.links += links
        self.steps.append(self._written[known])

    def script(self, thrown: dict[int, int]) -> Script:
        """What was written. Some blocks are left at the end, since rolls are weighed in fours."""
        places = [thrown.get(throw, NEVER) for throw in range(max(thrown, default=0) + 1)]
        return Script(
            steps=np.array(self.steps, np.int64),
            at=np.array(self.at, np.int32) * LANES,
            links=np.array(self.links, np.int32) * LANES,
            thrown=np.array([place if place == NEVER else place * LANES for place in places], np.int32),
            size=(self.size + WEIGHED) * LANES,
        )


def _kind(item: Item) -> tuple[int, int]:
    return item[0], len(item[2])
