"""Sheets of several columns: the places of their states in a table, and the points of rolls in every cell.

Each column is in one of its fill sets. A free column has all of them; a column played down or up has one for each
number of entries. One fill set per column forms a sheet, and sheets are numbered over all combinations. One column is
the lane: its upper totals are neighbours, as in the table of a single column. Upper totals of another column from which
every further entry leads to the same bonus are one *kind*, such as all totals too small for it. Every combination of
the other columns' kinds has a separate row. A column that fills its upper part receives its bonus then, and has one
kind from then on. The lane receives its bonus at the end. Rows are sorted by the number of filled cells, so a level is
contiguous.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import Column, Order, next_in_order
from pasch.rules.errors import InvalidInput
from pasch.solver.sizes import LANES

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.rules.variant import Variant

CLOSED = -1e30
"""Points of an impossible entry; finite, because zero times infinity is not a number."""

Contexts = tuple[tuple[int, int], ...]
"""The contexts of every roll: when some dice stayed, and when none did."""

NOWHERE = -1
"""The follower of a fill set whose row may not be filled, and the kind of a total that cannot be reached."""

MOST_SHEETS = 1 << 22
"""The most sheets of several columns in a table."""

Sets = dict[int, list[int]]
"""Each fill set of a column with the rows that may come next."""


class Columns(NamedTuple):
    """The arrays of a kernel, by column and fill set.

    `number[c]` is the distance between sheets with neighbouring fill sets of a column, `sets[c]` the number of sets.
    `following[c, s, r]` is the set after filling a row. `kinds[c, s]` is the number of kinds of upper totals, 1 for the
    lane. `kind[c, s, u]` is the kind of a total, `total[c, s, k]` one total of a kind. `full[c, s]` says whether a
    column's upper part is full; `due[c, 1, u]` is then its bonus, and `due[c, 0]` is zero. `least[s]` and `greatest[s]`
    limit the totals of the lane; all below the least are of its kind. `first[sheet]` is the first row of a sheet.
    """

    lane: int
    rows: int
    number: NDArray[np.int64]
    sets: NDArray[np.int64]
    following: NDArray[np.int32]
    kinds: NDArray[np.int64]
    kind: NDArray[np.int64]
    total: NDArray[np.int64]
    full: NDArray[np.bool_]
    due: NDArray[Any]
    least: NDArray[np.int64]
    greatest: NDArray[np.int64]
    first: NDArray[np.int64]


class Kinds(NamedTuple):
    """The kinds of a column's upper totals: the kind of each total, and one total of each kind.

    `least` is the greatest total of the same kind as all below it.
    """

    kind: NDArray[np.int64]
    total: NDArray[np.int64]
    least: int


class Place(NamedTuple):
    """The place of a sheet: its number, its row less the first of the sheet, and the upper total of every column."""

    sheet: int
    rest: int
    totals: tuple[int, ...]


def fill_sets(column: Column, variant: Variant) -> Sets:
    """Every set of filled rows that the order of a column reaches, ascending."""
    rows, upper = len(variant.categories), len(variant.upper)
    found: Sets = {}
    ahead = {0}
    while ahead:
        filled = ahead.pop()
        nexts = next_in_order(column.order, [row for row in range(rows) if not filled >> row & 1], rows, upper)
        found[filled] = nexts
        ahead |= {filled | 1 << row for row in nexts} - found.keys()
    return dict(sorted(found.items()))


def count_sheets(variant: Variant) -> int:
    """The number of sheets; the fill sets of a free column are counted, not listed."""
    rows = len(variant.categories)
    return prod(
        1 << rows if column.order is Order.FREE else len(fill_sets(column, variant)) for column in variant.columns
    )


@dataclass(frozen=True, eq=False)
class Layout:
    """The states of a sheet. `gains[r]` lists what a row can add to the upper total, `cap` is the limit of the total."""

    variant: Variant
    gains: tuple[tuple[int, ...], ...]
    cap: int

    @cached_property
    def sets(self) -> list[Sets]:
        """The fill sets of every column."""
        return [fill_sets(column, self.variant) for column in self.variant.columns]

    @cached_property
    def numbers(self) -> list[dict[int, int]]:
        """The number of each fill set, per column."""
        return [{filled: number for number, filled in enumerate(sets)} for sets in self.sets]

    @cached_property
    def kinds(self) -> list[Kinds]:
        """The kinds of upper totals, by the filled upper cells of a column."""
        upper = len(self.variant.upper)
        return [self._kinds(filled) for filled in range(1 << upper)]

    def _kinds(self, filled: int) -> Kinds:
        upper = range(len(self.variant.upper))
        reached, ahead = (
            self._sums([self.gains[row] for row in upper if filled >> row & 1 == there]) for there in (1, 0)
        )
        bonuses, every = np.array(self.bonuses(1)), np.arange(self.cap + 1)
        futures = bonuses[np.minimum(every[:, None] + ahead, self.cap)]
        _, same = np.unique(futures, axis=0, return_inverse=True)
        found, total = np.unique(same[reached[::-1]], return_index=True)
        kind = np.full(self.cap + 1, NOWHERE, np.int64)
        kind[reached] = np.searchsorted(found, same[reached])
        least = int(np.flatnonzero(same == same[0])[-1])
        return Kinds(kind, reached[::-1][total], min(least, int(reached[-1])))

    def _sums(self, gains: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """Every sum of one gain per row, ascending; those above the cap count as the cap."""
        found = np.zeros(1, np.int64)
        for of_row in gains:
            found = np.unique(np.minimum(found[:, None] + np.array(of_row), self.cap))
        return found

    @cached_property
    def columns(self) -> Columns:
        """The arrays, with bonuses in float64."""
        many, rows, most = len(self.sets), len(self.variant.categories), max(map(len, self.sets))
        count = np.array([len(sets) for sets in self.sets], np.int64)
        lane = int(count.argmax())
        following = np.full((many, most, rows), NOWHERE, np.int32)
        kinds, full = np.ones((many, most), np.int64), np.zeros((many, most), np.bool_)
        kind, total = np.zeros((2, many, most, self.cap + 1), np.int64)
        least, greatest = np.zeros((2, int(count[lane])), np.int64)
        upper = (1 << len(self.variant.upper)) - 1
        for column, sets in enumerate(self.sets):
            for number, (filled, nexts) in enumerate(sets.items()):
                for row in nexts:
                    following[column, number, row] = self.numbers[column][filled | 1 << row]
                found = self.kinds[filled & upper]
                if column == lane:
                    least[number], greatest[number] = found.least, np.flatnonzero(found.kind != NOWHERE)[-1]
                elif filled & upper == upper:
                    full[column, number] = True
                else:
                    kinds[column, number], kind[column, number] = len(found.total), found.kind
                    total[column, number, : len(found.total)] = found.total
        apart = np.cumprod(count) // count
        due = np.zeros((many, 2, self.cap + 1))
        due[:, 1] = [self.bonuses(column.factor) for column in self.variant.columns]
        blank = Columns(
            lane, rows, apart, count, following, kinds, kind, total, full, due, least, greatest, np.zeros(0, np.int64)
        )
        rests = _over_sheets(kinds, count)
        order = np.argsort(self.filled, kind="stable")
        first = np.zeros(len(rests), np.int64)
        first[order] = np.cumsum(rests[order]) - rests[order]
        return blank._replace(first=first)

    def bonuses(self, factor: int) -> list[int]:
        """The bonus of a column with this factor, for every upper total up to the cap."""
        bonus = self.variant.upper_bonus
        return [bonus.earned(total) * factor if bonus else 0 for total in range(self.cap + 1)]

    @cached_property
    def filled(self) -> NDArray[np.int64]:
        """The number of filled cells, per sheet."""
        found = np.zeros(1, np.int64)
        for sets in self.sets:
            found = (np.array([filled.bit_count() for filled in sets])[:, None] + found).reshape(-1)
        return found

    @cached_property
    def rests(self) -> NDArray[np.int64]:
        """The number of rows, per sheet."""
        return _over_sheets(self.columns.kinds, self.columns.sets)

    @property
    def rows(self) -> int:
        """All rows of the table."""
        return int(self.rests.sum())

    @cached_property
    def lanes(self) -> NDArray[np.int64]:
        """The number of computed upper totals of the lane, per sheet."""
        columns = self.columns
        sets = np.arange(len(self.rests)) // columns.number[columns.lane] % columns.sets[columns.lane]
        lanes: NDArray[np.int64] = columns.greatest[sets] - columns.least[sets] + 1
        return lanes

    @property
    def states(self) -> int:
        """Rows with each computed upper total of the lane."""
        return int((self.rests * self.lanes).sum())

    @property
    def blocks(self) -> NDArray[np.int64]:
        """The number of computed blocks of upper totals, per sheet."""
        return self.rests * (-(-self.lanes // LANES))

    def place(self, sheet: Sheet) -> Place:
        """The place of a sheet. Raises `InvalidInput` for a sheet that the orders of its columns do not reach."""
        columns, rows = self.columns, len(self.variant.categories)
        number, rest, below, totals = 0, 0, 1, []
        for column, factor in enumerate(column.factor for column in self.variant.columns):
            points = sheet.points[column * rows : (column + 1) * rows]
            fill_set = self.numbers[column].get(sum(1 << row for row, each in enumerate(points) if each is not None))
            if fill_set is None:
                raise InvalidInput("The rules of {variant} do not lead to this position", variant=self.variant.key)
            total = min(sum(each or 0 for each in points[: len(self.variant.upper)]) // factor, self.cap)
            number += fill_set * int(columns.number[column])
            kind = int(columns.kind[column, fill_set, total])
            if kind == NOWHERE:
                raise InvalidInput("The rules of {variant} do not lead to this position", variant=self.variant.key)
            rest += kind * below
            below *= int(columns.kinds[column, fill_set])
            totals.append(total)
        return Place(number, rest, tuple(totals))

    def spot(self, sheet: Sheet) -> tuple[int, int, int]:
        """The indices of a sheet in the table: row, no flag, upper total of the lane."""
        found = self.place(sheet)
        return int(self.columns.first[found.sheet]) + found.rest, 0, found.totals[self.columns.lane]

    def paid(self, sheet: Sheet) -> int:
        """Bonuses that the table counts as past: those of full upper parts outside the lane."""
        columns, place = self.columns, self.place(sheet)
        sets = place.sheet // columns.number % columns.sets
        each = (columns.due[c, 1, total] for c, total in enumerate(place.totals) if columns.full[c, sets[c]])
        return int(sum(each))


def _over_sheets(of_sets: NDArray[np.int64], count: NDArray[np.int64]) -> NDArray[np.int64]:
    """The product of the values of the columns' fill sets, per sheet."""
    found = np.ones(1, np.int64)
    for each, many in zip(of_sets, count, strict=True):
        found = (each[:many, None] * found).reshape(-1)
    return found


# ------------------------------------------------------------------------------- points


class Points(NamedTuple):
    """`points[x, c, r]` as in the tables; `contexts[x]` is the single-column context that x comes from."""

    points: NDArray[np.float64]
    contexts: list[int]
    numbered: Contexts


def column_points(variant: Variant, natural: NDArray[np.int64], contexts: Contexts) -> Points:
    """The points of every column with its factor; `natural` and `contexts` are those of one column."""
    rows, limits = len(variant.categories), [column.max_rolls or len(contexts) for column in variant.columns]

    def context(number: int, throw: int) -> tuple[int, tuple[bool, ...]]:
        return number, tuple(throw <= limit for limit in limits)

    pairs = [tuple(context(number, throw) for number in pair) for throw, pair in enumerate(contexts, start=1)]
    apart = sorted({each for pair in pairs for each in pair})
    points = np.full((len(apart), len(limits) * rows, natural.shape[2]), CLOSED)
    for place, (number, opened) in enumerate(apart):
        for column in np.flatnonzero(opened):
            points[place, column * rows : (column + 1) * rows] = natural[number] * variant.columns[column].factor
    numbered = tuple((apart.index(plain), apart.index(served)) for plain, served in pairs)
    return Points(points, [number for number, _ in apart], numbered)
