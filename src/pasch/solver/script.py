"""A turn as a script: the order of means and maxima, and the table places they use.

The rules of a turn vary: locked dice, a ten-sided die, saved rolls. Every turn nevertheless consists of entering
every roll, then means over one more die and maxima over the keeps, back to the first roll. The script expresses that
as data, so one interpreter serves all rules. It has two forms. The *short* form reuses places, which makes the table
small for solving. In the *long* form every value has a separate place. The finished table then yields the best
decisions, and a turn can be followed from the first roll to its entry.

With F(r) the value of entering roll r, K(k) of rolling all dice but the keep k, and G the value of the best decision:

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
"""`(ENTER, place, context, left)`: the best entry of every roll, from `place` on; saves `left` rolls, or NEVER."""

MOST_LINKS = 7
"""`(n, start, end, links)`: the greatest of n values; the place's current value may be the first."""

MEAN_SIX, MEAN_TEN = 20, 21
"""`(MEAN_SIX, start, end, links)`: the mean over the faces of a die."""

WEIGH = 30
"""`(WEIGH, place, rolls, 0)`: the mean over rolling all dice."""

ROOT = 31
"""`(ROOT, rolls, flag, 0)`: that mean as the value of the state; `flag` is NEVER for the state's own flag."""

NEVER = -1

Links = list[int]


class Script(NamedTuple):
    """`steps` as above, over `at` (places) and `links` (places, as many per place as the step says).

    Places count in elements of a table of `size` elements, with one block of lanes per place. `keep_places[t]` is the
    place of K of roll t, by keep. It is NEVER for the first roll, of which only the root is known. The short form
    omits it.
    """

    steps: NDArray[np.int64]
    at: NDArray[np.int32]
    links: NDArray[np.int32]
    keep_places: NDArray[np.int32]
    size: int


Item = tuple[int, int, Links]
"""A level, a place and its links. Items depend only on earlier levels."""


@dataclass
class Writer:
    """Writes a script; places count in blocks. `short`: the value of a keep occupies the place of the keep."""

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
        """The place of the values of the keeps `first` to `last`, less `first`; the short form shares one place."""
        return 0 if self.short else self.area(*name, size=last - first) - first

    def area(self, *name: object, size: int) -> int:
        """The place of values unrelated to others of the table."""
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
        """Each place becomes the mean of its six or ten links."""
        for (_, count), group in groupby(items, key=_kind):
            self._step(MEAN_SIX if count == FACES else MEAN_TEN, [(place, links) for _, place, links in group])

    def weigh(self, place: int, rolls: int) -> None:
        """Compute the mean over all rolls from a place on."""
        self.steps.append((WEIGH, place * LANES, rolls * LANES, 0))

    def root(self, rolls: int, flag: int = NEVER) -> None:
        """Write the value of the state."""
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

    def script(self, keep_places: dict[int, int]) -> Script:
        """The finished script. Some blocks at the end are spare, since rolls are weighed in fours."""
        places = [keep_places.get(roll_number, NEVER) for roll_number in range(max(keep_places, default=0) + 1)]
        return Script(
            steps=np.array(self.steps, np.int64),
            at=np.array(self.at, np.int32) * LANES,
            links=np.array(self.links, np.int32) * LANES,
            keep_places=np.array([place if place == NEVER else place * LANES for place in places], np.int32),
            size=(self.size + WEIGHED) * LANES,
        )


def _kind(item: Item) -> tuple[int, int]:
    return item[0], len(item[2])
