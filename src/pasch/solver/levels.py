"""Walking forward through the sheets of a game, level by level: what both facts about the score share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from pasch.solver.policy import outcomes
from pasch.solver.program import Program

BYTES = 40_000_000
"""Memory for the states whose turns are worked out together."""

Places = NDArray[np.int64]


class Ends(NamedTuple):
    """How the turns of some states end, as `policy.outcomes` says; `first` is the number of the first of them."""

    first: int
    counts: Places
    outcome: NDArray[np.float64]
    targets: Places


def ends_of(program: Program, table: NDArray[np.float64], places: Places) -> Iterator[Ends]:
    """How the turns of these states end, so many states at a time."""
    tables, values = program.tables_in(np.float64, program.script()), table.reshape(-1)
    most = most_ends(program)
    chunk = max(BYTES // (most * 40), 64)
    for first in range(0, len(places), chunk):
        some = places[first : first + chunk]
        counts = np.zeros(len(some), np.int64)
        outcome, targets = np.zeros((len(some), most, 3)), np.zeros((len(some), most, 2), np.int64)
        outcomes(values, some, counts, outcome, targets, get_num_threads(), program.shape, tables)
        yield Ends(first, counts, outcome, targets)


def most_ends(program: Program) -> int:
    """A bound on the ways in which a turn can end: different points of every cell, with extra points or without."""
    cells = range(program.shape.cells)
    several = (np.union1d(np.append(program.points[:, c], 0), program.joker[:, c]) for c in cells)
    return sum(map(len, several)) * (2 if program.shape.extra else 1)


def ranks(program: Program, sheets: NDArray[np.int64]) -> NDArray[np.int32]:
    """The number of each of these sheets among them, by sheet."""
    rank = np.zeros(program.sheets, np.int32)
    rank[sheets] = np.arange(len(sheets), dtype=np.int32)
    return rank


def states_of(program: Program, sheets: NDArray[np.int64]) -> int:
    """How many states these sheets have, all flags and upper totals counted."""
    return len(sheets) * program.shape.flags * (program.shape.cap + 1)


def places_of(program: Program, sheets: NDArray[np.int64]) -> Places:
    """The places of all their states in a table of values, in order."""
    shape = program.shape
    flags, totals = np.arange(shape.flags), np.arange(shape.cap + 1)
    places: Places = ((sheets[:, None, None] * shape.flags + flags[:, None]) * shape.stride + totals).ravel()
    return places
