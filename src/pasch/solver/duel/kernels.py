"""The dynamic program of a contest, compiled: one turn of one player for many differences of points at once.

W(a, b, d) is the chance to win of the player who has just entered, with sheet a against sheet b and a lead of d
points. For a roll, the player to move takes the best W(a', b, d + points) of all entries. Before the entry, the turn
is that of `kernels`: means over rolls, maxima over keeps. Negating the difference yields the other player's W. The
differences are the lanes.

The numbers of a pair of sheets form a row: a block of zeros (too far behind in every case), the blocks of the
differences that matter, a block of ones. An offset beyond an end moves to that end, where all lanes are equal.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, kernel
from pasch.solver.compiling.lanes import add_weighed
from pasch.solver.duel.lanes import (
    best_pair_of_1,
    best_pair_of_2,
    best_pair_of_3,
    best_pair_of_4,
    best_pair_of_5,
    best_pair_of_6,
    enter_pair_better,
    enter_pair_first,
    mean_pair_of_faces,
)
from pasch.solver.duel.lattice import Lattice
from pasch.solver.sizes import FACES, LANES, WEIGHED

Values = NDArray[Any]
Ints = NDArray[np.int32]
Rows = tuple[Values, Values, NDArray[np.int64], Ints, Ints]
"""Chances to win and to draw; for every pair of sheets the start of its row, the least difference, the blocks."""


Workspace = tuple[Values, Values, Values, Values, NDArray[np.int64]]
"""The workspace of a thread: both tables of a turn, the two values of the turn, and the targets of entries."""


@kernel
def means_of_pairs(table: Values, along: Values, dice: Lattice) -> None:
    """The mean of every keep that leaves a die to roll."""
    for keep in range(dice.rolls, dice.keeps):
        mean_pair_of_faces(table, along, keep * LANES, dice.successors, (keep - dice.rolls) * FACES)


@kernel
def maxima_of_pairs(table: Values, along: Values, dice: Lattice) -> None:
    """The best keep within every keep, with one loop for each number of faces."""
    order, fewer = dice.order, dice.fewer
    for group in range(dice.groups.shape[0]):
        faces, start, end = dice.groups[group]
        if faces == 1:
            for i in range(start, end):
                best_pair_of_1(table, along, order[i], fewer, i * FACES)
        elif faces == 2:
            for i in range(start, end):
                best_pair_of_2(table, along, order[i], fewer, i * FACES)
        elif faces == 3:
            for i in range(start, end):
                best_pair_of_3(table, along, order[i], fewer, i * FACES)
        elif faces == 4:
            for i in range(start, end):
                best_pair_of_4(table, along, order[i], fewer, i * FACES)
        elif faces == 5:
            for i in range(start, end):
                best_pair_of_5(table, along, order[i], fewer, i * FACES)
        else:
            for i in range(start, end):
                best_pair_of_6(table, along, order[i], fewer, i * FACES)


@kernel
def entries_of_pairs(
    table: Values, along: Values, offsets: NDArray[np.int64], after: Rows, kinds: NDArray[np.uint8], rolls: int
) -> None:
    """The best entry of every roll; `offsets[cell, kind]` is its target in the rows."""
    for roll in range(rolls):
        first = True
        for cell in range(offsets.shape[0]):
            offset = offsets[cell, kinds[cell, roll]]
            if offset < 0:
                continue
            if first:
                enter_pair_first(table, along, roll * LANES, after[0], after[1], offset)
                first = False
            else:
                enter_pair_better(table, along, roll * LANES, after[0], after[1], offset)


@kernel
def lead(
    offsets: NDArray[np.int64], moves_after: Ints, gain: Ints, others: int, other: int, ahead: int, after: Rows
) -> None:
    """The targets in the rows of every entry of a state, with this lead in points."""
    for cell in range(offsets.shape[0]):
        for kind in range(offsets.shape[1]):
            offsets[cell, kind] = -1
            if moves_after[cell, kind] >= 0:
                pair = moves_after[cell, kind] * others + other
                place = ahead + gain[cell, kind] - after[3][pair] + LANES
                offsets[cell, kind] = after[2][pair] + min(max(place, 0), LANES * (after[4][pair] + 1))


@kernel
def put(rows: Rows, pair: int, block: int, won: Values, drawn: Values, turned: bool, half: float) -> None:
    """Write a block of the row of a pair; `turned`: for the other player, who moved before."""
    start, wide = rows[2][pair] + LANES, rows[4][pair] * LANES
    for lane in range(LANES):
        if turned:
            place = start + wide - 1 - block - lane
            rows[0][place] = 1 - won[lane] - (1 - 2 * half) * drawn[lane]
        else:
            place = start + block + lane
            rows[0][place] = won[lane]
        rows[1][place] = drawn[lane]


@entrance
def contest_level(
    rows: Rows,
    after: Rows,
    moves_after: Ints,
    gain: Ints,
    extra_kniffels: Ints,
    kinds: NDArray[np.uint8],
    others: int,
    turned: bool,
    half: float,
    rolls: int,
    dice: Lattice,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """The rows of all pairs of sheets before this player's turn, from those after the entry.

    State s paired with the rival's state o has the number `s * others + o`. The loop pairs all states with one rival
    state before the next, because they use the same few rows.
    """
    states = moves_after.shape[0]
    table, along, won, drawn, offsets = work
    for number in range(thread, states * others, threads):
        other, state = number // states, number % states
        pair = state * others + other
        wide = rows[4][pair] * LANES
        rows[0][rows[2][pair] + LANES + wide : rows[2][pair] + 2 * LANES + wide] = 1
        for block in range(0, wide, LANES):
            lead(offsets, moves_after[state], gain[state], others, other, rows[3][pair] + block, after)
            entries_of_pairs(table, along, offsets, after, kinds[extra_kniffels[state]], dice.rolls)
            for _ in range(rolls - 1):
                means_of_pairs(table, along, dice)
                maxima_of_pairs(table, along, dice)
            won[:], drawn[:] = 0, 0
            for roll in range(0, dice.rolls, WEIGHED):
                add_weighed(won, table, roll * LANES, dice.chances, roll)
                add_weighed(drawn, along, roll * LANES, dice.chances, roll)
            put(rows, pair, block, won, drawn, turned, half)


@entrance
def followed_level(
    rows: Rows,
    after: Rows,
    moves_after: Ints,
    gain: Ints,
    shares: Values,
    others: int,
    turned: bool,
    half: float,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """`contest_level` for a player who enters as often as `shares` says: by state, cell and kind of roll."""
    states = moves_after.shape[0]
    _, _, won, drawn, offsets = work
    for number in range(thread, states * others, threads):
        other, state = number // states, number % states
        pair = state * others + other
        wide = rows[4][pair] * LANES
        rows[0][rows[2][pair] + LANES + wide : rows[2][pair] + 2 * LANES + wide] = 1
        for block in range(0, wide, LANES):
            lead(offsets, moves_after[state], gain[state], others, other, rows[3][pair] + block, after)
            won[:], drawn[:] = 0, 0
            for cell in range(offsets.shape[0]):
                for kind in range(offsets.shape[1]):
                    share, offset = shares[state, cell, kind], offsets[cell, kind]
                    if share > 0:
                        for lane in range(LANES):
                            won[lane] += share * after[0][offset + lane]
                            drawn[lane] += share * after[1][offset + lane]
            put(rows, pair, block, won, drawn, turned, half)
