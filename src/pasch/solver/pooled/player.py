"""A strong player of sheets of several columns, and the mean of its games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pasch.rules.columns import Order
from pasch.rules.errors import InvalidInput
from pasch.solver.columns.parts import fill_sets
from pasch.solver.compiling.kernels import on_threads
from pasch.solver.pooled.announcing import ends_of, is_announced
from pasch.solver.pooled.bounds import PooledValues
from pasch.solver.pooled.estimating import RealSheet, Workspace
from pasch.solver.pooled.layout import PooledSheet, kniffel_set
from pasch.solver.pooled.playing import play
from pasch.solver.simulation.games import game_keys, paths_of
from pasch.solver.sizes import LANES

OPEN_MEAN = 0.6
"""The share of the dice that an open number cell is expected to score."""

OPEN_VARIANCE = 0.2
"""The variance of their number, per die. Both gave the best results of a few tried for two columns of Kniffel."""

BATCH = 1 << 16
"""Games between two calls of the kernel."""


@dataclass(frozen=True)
class Played:
    """The results of `games` games with dice from `seed`.

    `mean` ± `margin` is a 95% confidence interval of the player's mean. It has most of the luck removed: what a turn
    is worth before the first roll replaces what the dice brought. `total` and `deviation` describe the played totals.
    """

    games: int
    seed: int
    mean: float
    margin: float
    total: float
    deviation: float
    seconds: float


def play_games(groups: Sequence[PooledValues], games: int, seed: int = 0) -> Played:
    """Play whole games; the player looks one turn ahead with the pooled values of these groups of columns.

    A group that shares turns with others is played better with the values of some spare turns, and one with rows that
    depend on each other needs `expected` values.
    Ten thousand games of two columns take a second or two. The same seed gives the same games. Raises `InvalidInput`
    where columns limit the rolls, and for announcements with extra points or in unusual turns.
    """
    began = time.perf_counter()
    columns = tuple(column for group in groups for column in group.sheet.columns)
    sheet = PooledSheet(groups[0].sheet.variant, columns, expected=True)
    if any(column.max_rolls or (is_announced(column) and not sheet.announceable) for column in sheet.chosen):
        raise InvalidInput("Games by the rules of {variant} cannot be simulated", variant=sheet.variant.key)
    script = sheet.single.script()
    tables = sheet.tables(script)
    values = (
        np.concatenate([group.table.reshape(-1) for group in groups]) if groups[1:] else groups[0].table.reshape(-1)
    )
    known = (
        paths_of(sheet.single, script),
        sheet.shape,
        tables,
        real_sheet(sheet, [group.sheet for group in groups]),
    )
    whole = -(-games // LANES) * LANES
    totals, estimates, keys = np.zeros(whole, np.int64), np.zeros(whole), game_keys(seed, 0, whole)
    for start in range(0, whole, BATCH):
        some = slice(start, start + BATCH)
        on_threads(
            play, partial(_workspace, sheet, len(groups), tables.size), values, keys[some], totals[some],
            estimates[some], sheet.cells, *known,
        )  # fmt: skip
    totals, estimates = totals[:games], estimates[:games]
    return Played(
        games=games,
        seed=seed,
        mean=float(estimates.mean()),
        margin=1.96 * float(estimates.std(ddof=1)) / games**0.5,
        total=float(totals.mean()),
        deviation=float(totals.std(ddof=1)),
        seconds=time.perf_counter() - began,
    )


def real_sheet(sheet: PooledSheet, groups: Sequence[PooledSheet]) -> RealSheet:
    """The columns of a pooled sheet as they really are. The groups have the same columns in the same order."""
    variant, columns, rows = sheet.variant, sheet.chosen, len(sheet.steps)
    sets = [{} if column.order is Order.FREE else fill_sets(column, variant) for column in columns]
    most = max(1, *map(len, sets))
    after, mask = np.full((len(columns), most, rows), -1), np.zeros((len(columns), most), np.int64)
    for column, known in enumerate(sets):
        numbers = {filled: number for number, filled in enumerate(known)}
        mask[column, : len(known)] = list(known)
        for filled, nexts in known.items():
            for row in nexts:
                after[column, numbers[filled], row] = numbers[filled | 1 << row]
    face = np.array(sheet.steps) // variant.dice
    bonus = variant.upper_bonus
    cap = bonus.steps[-1][0] if bonus else 0
    earned = np.array([bonus.earned(total) if bonus else 0 for total in range(cap + 1)], np.float64)
    factors = np.array([column.factor for column in columns], np.float64)
    twins = range(len(columns) + 1)
    is_open = np.arange(1 << rows)[:, None] >> np.arange(rows) & 1 == 0
    cell = np.array([sheet.factors.index(column.factor) * sheet.rows + np.arange(rows) for column in columns])
    sizes, parts = np.array([group.size for group in groups]), [len(group.parts) for group in groups]
    of_group = [(group, column) for group, each in enumerate(groups) for column in range(len(each.columns))]
    part = [[sum(parts[:n]) + groups[n].part_of(column, row) for row in range(rows)] for n, column in of_group]
    return RealSheet(
        group=np.array([group for group, _ in of_group]),
        first=np.cumsum(sizes) - sizes,
        stride=np.array([group.shape.stride for group in groups]),
        most=np.array([group.shape.cap for group in groups]),
        part=np.array(part),
        number=np.concatenate([group.pool.number for group in groups]),
        cell=cell,
        extra=factors[:, None] * np.full(rows, sheet.variant.extra.points if sheet.kniffel >= 0 else 0, np.float64),
        after=after,
        ordered=np.array([column.order is not Order.FREE for column in columns]),
        mask=mask,
        dice=sheet.single.shift[0].astype(np.int64) // np.maximum(face, 1)[:, None],
        face=face,
        kniffel=sheet.kniffel,
        paying=np.array([[kniffel_set(n, claims) for claims in twins] for n in twins]),
        bonus=earned * factors[:, None],
        cap=cap,
        mean=OPEN_MEAN * variant.dice * (is_open * face).sum(axis=1),
        variance=OPEN_VARIANCE * variant.dice * (is_open * face.astype(np.float64) ** 2).sum(axis=1),
        threshold=bonus.threshold if bonus else 0,
        worth=factors * (bonus.points if bonus else 0),
        announced=np.array([is_announced(column) for column in columns]),
        factor=factors,
        ends=ends_of(sheet.single, sheet.points),
        dependent=np.array(sheet.dependent or (), np.int64),
        expected=sheet.entry,
        scale=sheet.scale,
    )


def _workspace(sheet: PooledSheet, groups: int, size: int) -> Workspace:
    """The workspace of a thread."""
    columns = len(sheet.chosen)
    estimates = (LANES, columns, len(sheet.steps), sheet.variant.dice + 1)
    filled, mask, upper, claims = np.zeros((4, LANES, columns), np.int64)
    plain, paid = np.zeros((2, *estimates))
    weight, entries = np.ones(estimates[:3]), np.zeros((LANES, columns, 3))
    return Workspace(
        np.zeros(size),
        np.zeros(LANES),
        np.zeros((LANES, groups), np.int64),
        filled,
        mask,
        upper,
        claims,
        plain,
        paid,
        weight,
        entries,
    )
