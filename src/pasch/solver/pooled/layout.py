"""Pooled sheets: a sheet of several columns under kinder rules, with far fewer states.

A pooled sheet keeps one upper total for all columns together, and pays the bonuses at the end as if that total had
been distributed in the best way. Of free columns with the same factor it only counts how many cells of each row are
filled. An extra Kniffel earns points in any of these columns while one of their Kniffel cells permits it. Cells need
no announcement unless all columns demand one, and columns have no limit of rolls. The rows of a difference, as in
Jamb, earn points independently of each other.

Every play on the real sheet is possible on the pooled sheet and scores at least as much there. The value of the
pooled sheet is therefore an upper bound.

A sheet consists of parts that are filled independently: each row of equal free columns, and each ordered column.
Every part is in one of its numbered sets, and sheets are numbered over all combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.bonus import ExtraNeeds, ExtraScope, ExtraWhen
from pasch.rules.columns import Column, Order, SheetOrder
from pasch.rules.errors import InvalidInput
from pasch.solver.columns.layout import CLOSED
from pasch.solver.columns.parts import fill_sets
from pasch.solver.pooled.announcing import has_ends, is_announced
from pasch.solver.program import Program, Shape, Tables, compile_variant
from pasch.solver.scope import check, columns_meet, pays_extra
from pasch.solver.sizes import LANES
from pasch.solver.turns import NEVER, Script

if TYPE_CHECKING:
    from pasch.rules.variant import Variant


TIMES, HIGH, LOW = 0.6, 0.8, 0.2
"""The expected entries in the rows of a difference, from 0 for the least points to 1 for the most."""


class Move(NamedTuple):
    """An entry: the row of the points table that it scores, and the number of the part's next set."""

    cell: int
    after: int


class FillSet(NamedTuple):
    """A set of a part: its number of filled cells, the greatest upper total of the part, and the possible entries."""

    cells: int
    reach: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Part:
    """A part of a sheet. `claims` is the part with the Kniffel cells that pay for its extra Kniffels, or NEVER.

    `claimed[s]` is the set after an extra Kniffel has earned its points, for the part with the Kniffel cells.
    """

    sets: tuple[FillSet, ...]
    claims: int = NEVER
    claimed: tuple[int, ...] = ()


class Pool(NamedTuple):
    """The arrays of a kernel.

    `number[p]` is the distance between sheets with neighbouring sets of a part, `sets[p]` the number of sets. The
    entries of part p in set s are those from `first[p, s]` to `first[p, s + 1]`: entry i scores cell `cell[i]` and
    leads `step[i]` sheets on. `claims[p]` is as in `Part`; `claim[p, s]` is the distance to the sheet after an extra
    Kniffel, 0 where none earns points. `extra[c]` are the extra points in cell c.
    """

    number: NDArray[np.int64]
    sets: NDArray[np.int64]
    first: NDArray[np.int64]
    cell: NDArray[np.int64]
    step: NDArray[np.int64]
    claims: NDArray[np.int64]
    claim: NDArray[np.int64]
    extra: NDArray[Any]


@dataclass(frozen=True, eq=False)
class PooledSheet:
    """Some columns of a variant, pooled. Raises `InvalidInput` for rules that connect columns in other ways.

    With `expected`, the rows of a difference count as if its other entries were the expected ones: for a player. Else
    they count for an upper bound.
    """

    variant: Variant
    columns: tuple[int, ...]
    expected: bool = False

    def __post_init__(self) -> None:
        if not self._has_bound():
            raise InvalidInput("There is no upper bound for the rules of {variant}", variant=self.variant.key)
        check(self._single_rules)

    def _has_bound(self) -> bool:
        extra = self.variant.extra
        known = replace(extra, when=ExtraWhen.ENTRY_SCORES, needs=ExtraNeeds.SCORED, scope=ExtraScope.COLUMN, most=1)
        orders = {column.order for column in self.chosen}
        return (
            self.variant.mechanic is None
            and (not pays_extra(self.variant) or (extra == known and orders == {Order.FREE}))
            and not columns_meet(self._single_rules)
            and self.variant.sheet_order is SheetOrder.FREE
        )

    @property
    def chosen(self) -> list[Column]:
        """The columns."""
        return [self.variant.columns[number] for number in self.columns]

    @cached_property
    def _single_rules(self) -> Variant:
        """The rules of one free column without announcements, extra points and rows that depend on each other."""
        return replace(self.variant.replace(columns="free", announce="none", extra_points=0), difference=None)

    @cached_property
    def single(self) -> Program:
        """One free column without extra points; its dice, turns and points are those of every column."""
        return compile_variant(self._single_rules)

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """The points of one free column, by context, row and roll."""
        points = self.single.points.astype(np.float64)
        if self.expected:
            return points * self.scale[:, None]
        return points if self.dependent is None else self._separated(points, *self.dependent)

    @cached_property
    def dependent(self) -> tuple[int, int, int] | None:
        """The rows of the variant's difference: `high`, `low` and `times`."""
        keys, difference = [category.key for category in self.variant.categories], self.variant.difference
        if difference is None:
            return None
        return keys.index(difference.high), keys.index(difference.low), keys.index(difference.times)

    @cached_property
    def scale(self) -> NDArray[np.float64]:
        """How often the points of each row count when the other entries of a difference are the expected ones."""
        scale = np.ones(len(self.steps))
        if self.dependent is not None:
            high, low, times = self.dependent
            scale[high], scale[low] = self.entry[2], -self.entry[2]
            scale[times] += self.entry[0] - self.entry[1]
        return scale

    @cached_property
    def entry(self) -> NDArray[np.float64]:
        """The expected entries in the rows of the difference; empty without one."""
        if self.dependent is None:
            return np.zeros(0)
        rows = self.single.points[0, list(self.dependent)]
        expected: NDArray[np.float64] = rows.min(axis=1) + np.array((HIGH, LOW, TIMES)) * np.ptp(rows, axis=1)
        return expected

    def _separated(self, points: NDArray[np.float64], high: int, low: int, times: int) -> NDArray[np.float64]:
        """The same where each row of a difference earns its own points, together at least those of the difference.

        With h' = max(h, m) and l' = min(l, m) for some m, or m for a scratch, (h - l) t is at most (h' - l') t. That is
        at most k (h' - l') + max(t - k, 0) d for any k above 0, where d is the greatest h' - l'.
        """
        middle = (points[:, high].max() + points[:, low].min()) / 2
        highs, lows = np.maximum(points[:, high], middle), np.minimum(points[:, low], middle)
        usual = self.entry[2]
        points[:, high], points[:, low] = usual * highs, -usual * lows
        points[:, times] += np.maximum(points[:, times] - usual, 0) * (highs.max() - lows.min())
        return points

    @cached_property
    def factors(self) -> list[int]:
        """The distinct factors of the columns. The points table has a section for each."""
        return sorted({column.factor for column in self.chosen})

    @property
    def announceable(self) -> bool:
        """Whether the rules are simple enough for announced cells: with known ends, without extra points."""
        return has_ends(self.single) and self.kniffel == NEVER

    @property
    def announced(self) -> bool:
        """Whether every cell must be announced, and the rules are simple enough for that."""
        return self.announceable and all(map(is_announced, self.chosen))

    @property
    def rows(self) -> int:
        """The rows of a section of the points table: the categories, then Kniffel scored and Kniffel scratched."""
        return len(self.variant.categories) + 2

    @cached_property
    def kniffel(self) -> int:
        """The row of the Kniffel cells where extra Kniffels earn points, else NEVER."""
        return self.variant.kniffel_row if pays_extra(self.variant) and self.variant.kniffel_row is not None else NEVER

    @cached_property
    def steps(self) -> list[int]:
        """The most that each row adds to the upper total of a column."""
        return [int(step) for step in self.single.shift.max(axis=(0, 2))]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the sheet: the rows of each group of equal free columns, then the ordered columns."""
        found: list[Part] = []
        for section, factor in enumerate(self.factors):
            if twins := sum(column.factor == factor and column.order is Order.FREE for column in self.chosen):
                found += self._twins(twins, section * self.rows, len(found))
        for column in self.chosen:
            if column.order is not Order.FREE:
                found.append(self._ordered(column, self.factors.index(column.factor) * self.rows))
        return tuple(found)

    def part_of(self, column: int, row: int) -> int:
        """The part with a cell; `column` counts in `chosen`."""
        rows, free = len(self.steps), [each.factor for each in self.chosen if each.order is Order.FREE]
        if self.chosen[column].order is Order.FREE:
            return sorted(set(free)).index(self.chosen[column].factor) * rows + row
        ordered = [n for n, each in enumerate(self.chosen) if each.order is not Order.FREE]
        return len(set(free)) * rows + ordered.index(column)

    def _twins(self, twins: int, cells: int, first: int) -> Iterator[Part]:
        """The rows of equal free columns; `first` is the number of the first part."""
        claims = NEVER if self.kniffel == NEVER else first + self.kniffel
        for row, step in enumerate(self.steps):
            if row == self.kniffel:
                yield kniffel_part(twins, cells + self.rows - 2)
            else:
                counts = range(twins + 1)
                sets = (FillSet(n, n * step, (Move(cells + row, n + 1),) if n < twins else ()) for n in counts)
                yield Part(tuple(sets), claims)

    def _ordered(self, column: Column, cells: int) -> Part:
        sets = fill_sets(column, self.variant)
        numbers = {filled: place for place, filled in enumerate(sets)}
        return Part(
            tuple(
                FillSet(
                    filled.bit_count(),
                    sum(step for row, step in enumerate(self.steps) if filled >> row & 1),
                    tuple(Move(cells + row, numbers[filled | 1 << row]) for row in nexts),
                )
                for filled, nexts in sets.items()
            )
        )

    # ------------------------------------------------------------------------------- arrays

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.columns) * len(self.steps)

    @cached_property
    def size(self) -> int:
        """The number of elements in a table of values."""
        return prod(len(part.sets) for part in self.parts) * self.shape.stride

    @cached_property
    def pool(self) -> Pool:
        """The arrays of the parts, with extra points in float64."""
        many = np.array([len(part.sets) for part in self.parts])
        number = np.cumprod(many) // many
        first, claim = np.zeros((2, len(many), many.max() + 1), np.int64)
        cell: list[int] = []
        step: list[int] = []
        for p, part in enumerate(self.parts):
            for s, filled in enumerate(part.sets):
                first[p, s] = len(cell)
                cell += [move.cell for move in filled.moves]
                step += [(move.after - s) * int(number[p]) for move in filled.moves]
            first[p, len(part.sets) :] = len(cell)
            claim[p, : len(part.claimed)] = (np.array(part.claimed) - np.arange(len(part.claimed))) * number[p]
        points = self.variant.extra.points if self.kniffel != NEVER else 0
        extra = np.repeat(np.array(self.factors, np.float64), self.rows) * points
        claims = np.array([part.claims for part in self.parts])
        return Pool(number, many, first, np.array(cell), np.array(step), claims, claim, extra)

    def _over_sheets(self, each: Callable[[FillSet], int]) -> NDArray[np.int64]:
        """The sum of a number over the parts, per sheet."""
        total = np.zeros(1, np.int64)
        for part in self.parts:
            total = (np.array([each(filled) for filled in part.sets])[:, None] + total).reshape(-1)
        return total

    @cached_property
    def filled(self) -> NDArray[np.int64]:
        """The number of filled cells, per sheet."""
        return self._over_sheets(lambda filled: filled.cells)

    @cached_property
    def bonus(self) -> NDArray[np.float64]:
        """The most that the columns can earn for every upper total of all columns together."""
        best = np.zeros(1)
        for column in self.chosen:
            steps = ((0, 0), *self.variant.upper_bonus.steps) if self.variant.upper_bonus else ((0, 0),)
            more = np.full(len(best) + steps[-1][0], -np.inf)
            for threshold, points in steps:
                more[threshold : threshold + len(best)] = np.maximum(
                    more[threshold : threshold + len(best)], best + points * column.factor
                )
            best = np.maximum.accumulate(more)
        return best

    @cached_property
    def highest(self) -> NDArray[np.int64]:
        """The greatest upper total, per sheet; the last entry of `bonus` stands for all greater ones."""
        return np.minimum(self._over_sheets(lambda filled: filled.reach), len(self.bonus) - 1)

    @cached_property
    def shape(self) -> Shape:
        """The numbers of a kernel."""
        cap = len(self.bonus) - 1
        return self.single.shape._replace(cap=cap, stride=cap + 1 + max(self.steps) + LANES, flags=1)

    def tables(self, script: Script | None = None) -> Tables:
        """The tables of a turn with the points of all sections, in float64; the short script is the default."""
        points, shift = self.points, self.single.shift
        kniffel = points[:, max(self.kniffel, 0)]
        both = np.stack((np.where(kniffel > 0, kniffel, CLOSED), np.zeros_like(kniffel)), axis=1)
        section, shifts = np.concatenate((points, both), axis=1), np.pad(shift, ((0, 0), (0, 2), (0, 0)))
        return self.single.tables_in(np.float64, script)._replace(
            points=np.concatenate([section * factor for factor in self.factors], axis=1),
            shift=np.concatenate([shifts] * len(self.factors), axis=1),
        )


def kniffel_set(filled: int, claims: int) -> int:
    """The number of a set of Kniffel cells: how many are filled, and how many of them pay for an extra Kniffel."""
    return filled * (filled + 1) // 2 + claims


def kniffel_part(twins: int, scored: int) -> Part:
    """The Kniffel cells of equal columns. A Kniffel scores in cell `scored`; the cell after it scratches."""
    states = [(filled, claims) for filled in range(twins + 1) for claims in range(filled + 1)]
    place = {state: kniffel_set(*state) for state in states}
    moves = {
        (n, claims): (Move(scored, place[n + 1, claims + 1]), Move(scored + 1, place[n + 1, claims]))
        for n, claims in states
        if n < twins
    }
    sets = tuple(FillSet(state[0], 0, moves.get(state, ())) for state in states)
    return Part(sets, claimed=tuple(place[n, max(claims - 1, 0)] for n, claims in states))
