"""The forward walk through the sheets of a game, level by level, shared by both facts about the score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import on_threads
from pasch.solver.entering import Ways, distinct_ways
from pasch.solver.program import Program, Tables
from pasch.solver.simulation.policy import Workspace, outcomes
from pasch.solver.sizes import LANES

BYTES = 40_000_000
"""Bytes for the states whose turns are computed together."""

Places = NDArray[np.int64]


class Ends(NamedTuple):
    """The ends of the turns of some states, as from `policy.outcomes`; `first` is the number of the first state."""

    first: int
    counts: Places
    outcome: NDArray[np.float64]
    targets: Places


def ends_of(program: Program, table: NDArray[np.float64], places: Places) -> Iterator[Ends]:
    """The ends of the turns of these states, in chunks. Each `Ends` is valid until the next is requested."""
    tables, values = program.tables_in(np.float64, program.script()), table.reshape(-1)
    most, distinct = most_ends(program), distinct_ways(program)
    work = partial(_workspace, tables, distinct)
    chunk = min(max(BYTES // (most * 40), 64), len(places))
    counts = np.zeros(chunk, np.int64)
    outcome, targets = np.empty((chunk, most, 3)), np.empty((chunk, most, 2), np.int64)
    for first in range(0, len(places), chunk):
        some = places[first : first + chunk]
        found = Ends(first, counts[: len(some)], outcome[: len(some)], targets[: len(some)])
        on_threads(outcomes, work, values, some, *found[1:], program.shape, tables, distinct)
        yield found


def _workspace(tables: Tables, distinct: Ways) -> Workspace:
    """The workspace of a thread."""
    most = distinct.most
    return Workspace(
        table=np.zeros(tables.size),
        out=np.zeros(LANES),
        mass=np.zeros(tables.size),
        worth=np.zeros(most),
        points=np.zeros(most),
        places=np.zeros(most, np.int64),
        share=np.zeros(most),
    )


def most_ends(program: Program) -> int:
    """An upper bound on the ends of a turn: distinct points of every cell, with or without extra points."""
    cells = range(program.shape.cells)
    several = (np.union1d(np.append(program.points[:, c], 0), program.joker[:, c]) for c in cells)
    return sum(map(len, several)) * (2 if program.shape.extra else 1)


def ranks(program: Program, sheets: NDArray[np.int64]) -> NDArray[np.int32]:
    """The index of each sheet within `sheets`, by sheet."""
    rank = np.zeros(program.sheets, np.int32)
    rank[sheets] = np.arange(len(sheets), dtype=np.int32)
    return rank


def states_of(program: Program, sheets: NDArray[np.int64]) -> int:
    """The number of states of these sheets, over all flags and upper totals."""
    return len(sheets) * program.shape.flags * (program.shape.cap + 1)


def places_of(program: Program, sheets: NDArray[np.int64]) -> Places:
    """The places of all states of these sheets in a table of values, in order."""
    shape = program.shape
    flags, totals = np.arange(shape.flags), np.arange(shape.cap + 1)
    places: Places = ((sheets[:, None, None] * shape.flags + flags[:, None]) * shape.stride + totals).ravel()
    return places
