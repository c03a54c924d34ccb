"""Sheets of several columns: the places of their states in a table, and the points of rolls in every cell.

Sheets are numbered over all combinations of the parts' fill sets. One part is the lane: its upper totals are
neighbours, as in the table of a single column. Upper totals of another part from which every further entry leads to the
same bonus are one *kind*, such as all totals too small for it. Every combination of the other parts' kinds has a
separate row. A part that fills its upper cells receives its bonus then, and has one kind from then on. The lane
receives its bonus at the end. Rows are sorted by the number of filled cells, so a level is contiguous.

The upper cells of two equal columns are *twins*. Exchanging them changes nothing, so only sheets with the greater fill
set in the lane have rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.errors import InvalidInput
from pasch.solver.columns.parts import Part, Sets, parts_of, sets_of
from pasch.solver.sizes import LANES

if TYPE_CHECKING:
    from pasch.rules.columns import Column
    from pasch.rules.sheet import Sheet
    from pasch.rules.variant import Variant

CLOSED = -1e30
"""Points of an impossible entry; finite, because zero times infinity is not a number."""

Contexts = tuple[tuple[int, int], ...]
"""The contexts of every roll: when some dice stayed, and when none did."""

NOWHERE = -1
"""The follower of a fill set whose row may not be filled, and the kind of a total that cannot be reached."""


class Columns(NamedTuple):
    """The arrays of a kernel, by part and fill set. `lane` is a part, as is `twin`, `NOWHERE` without one.

    `number[p]` is the distance between sheets with neighbouring fill sets of a part, `sets[p]` the number of sets.
    `following[p, s, r]` is the set after filling a row. `gains[r]` lists what a row can add to the upper total, the
    last repeated. `kinds[p, s]` is the number of kinds of upper totals, 1 for the lane. `kind[p, s, u]` is
    the kind of a total, `total[p, s, k]` one total of a kind. `full[p, s]` says whether a part's upper cells are full;
    `due[p, 1, u]` is then its bonus, and `due[p, 0]` is zero. `least[s]` and `greatest[s]` limit the totals of the
    lane; all below the least are of its kind. `first[sheet]` is the first row of a sheet.
    """

    lane: int
    twin: int
    rows: int
    number: NDArray[np.int64]
    sets: NDArray[np.int64]
    following: NDArray[np.int32]
    gains: NDArray[np.int64]
    kinds: NDArray[np.int64]
    kind: NDArray[np.int64]
    total: NDArray[np.int64]
    full: NDArray[np.bool_]
    due: NDArray[Any]
    least: NDArray[np.int64]
    greatest: NDArray[np.int64]
    first: NDArray[np.int64]


class Kinds(NamedTuple):
    """The kinds of a part's upper totals: the kind of each total, one total of each kind, and the limits of the totals.

    Totals of unreachable kinds have the kind `NOWHERE`. All totals below `least` are of its kind.
    """

    kind: NDArray[np.int64]
    total: NDArray[np.int64]
    least: int
    greatest: int


class Place(NamedTuple):
    """The fill set and the upper total of every part."""

    sets: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Layout:
    """The states of a sheet. `gains[r]` lists what a row can add to an upper total, `cap` is the limit of totals."""

    variant: Variant
    gains: tuple[tuple[int, ...], ...]
    cap: int

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the sheet."""
        return parts_of(self.variant)

    @cached_property
    def sets(self) -> list[Sets]:
        """The fill sets of every part."""
        return [sets_of(part, self.variant) for part in self.parts]

    @cached_property
    def numbers(self) -> list[dict[int, int]]:
        """The number of each fill set, per part."""
        return [{filled: number for number, filled in enumerate(sets)} for sets in self.sets]

    @cached_property
    def lane(self) -> int:
        """The part whose totals are neighbours: a twin, or the one with the most fill sets."""
        twins = [number for number in range(1, len(self.parts)) if self._are_twins(number)]
        return twins[0] if twins else max(range(len(self.parts)), key=lambda number: len(self.sets[number]))

    @cached_property
    def twin(self) -> int:
        """The twin of the lane; `NOWHERE` without one."""
        return self.lane - 1 if self._are_twins(self.lane) else NOWHERE

    def _are_twins(self, number: int) -> bool:
        """Whether this part and the one before it are upper cells of equal columns."""
        one, other = self.parts[number - 1], self.parts[number]
        return number > 0 and one.totals and one.rows == other.rows and len(one.rows) < len(self.variant.categories)

    @cached_property
    def kinds(self) -> list[Kinds]:
        """The kinds of upper totals, by the filled upper cells."""
        return [self._kinds(filled) for filled in range(1 << len(self.variant.upper))]

    def _kinds(self, filled: int) -> Kinds:
        upper = range(len(self.variant.upper))
        reached, ahead = (
            self._sums([self.gains[row] for row in upper if filled >> row & 1 == there]) for there in (1, 0)
        )
        bonuses, every = np.array(self.bonuses(1)), np.arange(self.cap + 1)
        _, alike = np.unique(bonuses[np.minimum(every[:, None] + ahead, self.cap)], axis=0, return_inverse=True)
        found, some = np.unique(alike[reached], return_index=True)
        kind = np.where(np.isin(alike, found), np.searchsorted(found, alike), NOWHERE)
        greatest = int(reached[-1])
        least = min(int(np.flatnonzero(alike == alike[0])[-1]), greatest)
        return Kinds(kind, reached[some], least, greatest)

    def _sums(self, gains: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """Every sum of one gain per row, ascending; those above the cap count as the cap."""
        found = np.zeros(1, np.int64)
        for of_row in gains:
            found = np.unique(np.minimum(found[:, None] + np.array(of_row), self.cap))
        return found

    @cached_property
    def columns(self) -> Columns:
        """The arrays, with bonuses in float64."""
        order = np.argsort(self.filled, kind="stable")
        first = np.zeros(len(self.rests), np.int64)
        first[order] = np.cumsum(self.rests[order]) - self.rests[order]
        return self.small._replace(first=first)

    @cached_property
    def small(self) -> Columns:
        """The arrays without those that have an element for every sheet."""
        many, rows, most = len(self.parts), len(self.variant.categories), max(map(len, self.sets))
        count = np.array([len(sets) for sets in self.sets], np.int64)
        following = np.full((many, most, rows), NOWHERE, np.int32)
        kinds, full = np.ones((many, most), np.int64), np.zeros((many, most), np.bool_)
        kind, total = np.zeros((2, many, most, self.cap + 1), np.int64)
        least, greatest = np.zeros((2, int(count[self.lane])), np.int64)
        upper = (1 << len(self.variant.upper)) - 1
        for number, (part, sets) in enumerate(zip(self.parts, self.sets, strict=True)):
            for each, (filled, nexts) in enumerate(sets.items()):
                for row in nexts:
                    following[number, each, row] = self.numbers[number][filled + part.base**row]
                if not part.totals:
                    continue
                found = self.kinds[filled & upper]
                if number == self.lane:
                    least[each], greatest[each] = found.least, found.greatest
                elif filled & upper == upper:
                    full[number, each] = True
                else:
                    kinds[number, each], kind[number, each] = len(found.total), found.kind
                    total[number, each, : len(found.total)] = found.total
        longest = max(map(len, self.gains))
        gains = [[*gains, *gains[-1:] * (longest - len(gains))] for gains in self.gains]
        due = np.zeros((many, 2, self.cap + 1))
        due[:, 1] = [self.bonuses(self.column_of(part).factor) for part in range(many)]
        return Columns(
            lane=self.lane,
            twin=self.twin,
            rows=rows,
            number=np.cumprod(count) // count,
            sets=count,
            following=following,
            gains=np.array(gains, np.int64),
            kinds=kinds,
            kind=kind,
            total=total,
            full=full,
            due=due,
            least=least,
            greatest=greatest,
            first=np.zeros(0, np.int64),
        )

    def column_of(self, part: int) -> Column:
        """The first column of a part; the others have the same rules."""
        return self.variant.columns[self.parts[part].columns[0]]

    def bonuses(self, factor: int) -> list[int]:
        """The bonus of a column with this factor, for every upper total up to the cap."""
        bonus = self.variant.upper_bonus
        return [bonus.earned(total) * factor if bonus else 0 for total in range(self.cap + 1)]

    def most(self, best: NDArray[np.float64]) -> int:
        """An upper bound on the score, from the most points of every cell of the tables."""
        rows = len(self.variant.categories)
        cells = (
            best[number * rows + row] * len(part.columns) for number, part in enumerate(self.parts) for row in part.rows
        )
        return int(sum(cells)) + sum(max(self.bonuses(column.factor)) for column in self.variant.columns)

    @cached_property
    def cells(self) -> list[NDArray[np.int64]]:
        """The number of filled cells of every fill set, per part."""
        return [
            np.array([sum(filled // part.base**row % part.base for row in part.rows) for filled in sets])
            for part, sets in zip(self.parts, self.sets, strict=True)
        ]

    @cached_property
    def filled(self) -> NDArray[np.int64]:
        """The number of filled cells, per sheet."""
        found = np.zeros(1, np.int64)
        for cells in self.cells:
            found = (cells[:, None] + found).reshape(-1)
        return found

    @cached_property
    def rests(self) -> NDArray[np.int64]:
        """The number of rows, per sheet."""
        found = np.ones(1, np.int64)
        for kinds, many in zip(self.small.kinds, self.small.sets, strict=True):
            found = (kinds[:many, None] * found).reshape(-1)
        if self.twin != NOWHERE:
            found[self._sets_of(self.twin) > self._sets_of(self.lane)] = 0
        return found

    def _sets_of(self, part: int) -> NDArray[np.int64]:
        """The number of a part's fill set, per sheet."""
        found: NDArray[np.int64] = np.arange(self.sheets) // self.small.number[part] % self.small.sets[part]
        return found

    @property
    def _lane_blocks(self) -> NDArray[np.int64]:
        """The number of computed blocks of upper totals, per fill set of the lane."""
        return -(-self._lane_totals // LANES)

    @property
    def _lane_totals(self) -> NDArray[np.int64]:
        totals: NDArray[np.int64] = self.small.greatest - self.small.least + 1
        return totals

    @property
    def blocks(self) -> NDArray[np.int64]:
        """The number of computed blocks of upper totals, per sheet."""
        return self.rests * self._lane_blocks[self._sets_of(self.lane)]

    # ------------------------------------------------------------------------------- sizes, without listing sheets

    @property
    def sheets(self) -> int:
        """The number of sheets."""
        return int(self.small.sets.prod())

    @cached_property
    def levels(self) -> NDArray[np.int64]:
        """The number of rows, per number of filled cells."""
        return self._by_level(np.ones_like(self._lane_totals))

    @property
    def rows(self) -> int:
        """All rows of the table."""
        return int(self.levels.sum())

    @property
    def states(self) -> int:
        """Rows with each computed upper total of the lane."""
        return int(self._by_level(self._lane_totals).sum())

    @property
    def block_count(self) -> int:
        """The number of blocks that a solve computes; the full sheet is known in advance."""
        return int(self._by_level(self._lane_blocks).sum()) - 1

    def _by_level(self, of_lane: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sum over all rows of a number of the lane's fill set, per number of filled cells."""

        def kinds(part: int) -> NDArray[np.int64]:
            return self.small.kinds[part, : len(self.cells[part])]

        cells, weights = self.cells[self.lane], of_lane
        if self.twin != NOWHERE:
            cells = np.add.outer(cells, self.cells[self.twin])
            weights = np.tril(np.multiply.outer(of_lane, kinds(self.twin)))
        found = np.bincount(cells.reshape(-1), weights.reshape(-1))
        for part in set(range(len(self.parts))) - {self.lane, self.twin}:
            found = np.convolve(found, np.bincount(self.cells[part], kinds(part)))
        return np.rint(found).astype(np.int64)

    def place(self, sheet: Sheet) -> Place:
        """The place of a sheet. Raises `InvalidInput` for fill sets that the orders of the columns do not reach."""
        rows, sets, totals = len(self.variant.categories), [], []
        for number, (part, numbers) in enumerate(zip(self.parts, self.numbers, strict=True)):
            points = [sheet.points[column * rows : (column + 1) * rows] for column in part.columns]
            filled = sum(part.base**row for row in part.rows for column in points if column[row] is not None)
            if filled not in numbers:
                raise InvalidInput("The rules of {variant} do not lead to this position", variant=self.variant.key)
            total = sum(each or 0 for each in points[0][: len(self.variant.upper)]) // self.column_of(number).factor
            sets.append(numbers[filled])
            totals.append(min(total, self.cap) if part.totals else 0)
        return Place(tuple(sets), tuple(totals))

    def _ordered(self, place: Place) -> Place:
        """The place with the greater set of twins in the lane."""
        if self.twin == NOWHERE or place.sets[self.twin] <= place.sets[self.lane]:
            return place
        parts = [*range(len(self.parts))]
        parts[self.twin], parts[self.lane] = self.lane, self.twin
        return Place(tuple(place.sets[part] for part in parts), tuple(place.totals[part] for part in parts))

    def filled_in(self, place: Place, part: int, row: int, gain: int) -> Place:
        """The place after an entry that adds so much to the upper total of its part."""
        sets, totals = [*place.sets], [*place.totals]
        sets[part] = int(self.columns.following[part, sets[part], row])
        totals[part] = min(totals[part] + gain, self.cap)
        return Place(tuple(sets), tuple(totals))

    def spot(self, place: Place) -> tuple[int, int, int]:
        """The indices of a place in the table: row, no flag, upper total of the lane. Raises `InvalidInput`."""
        columns, place = self.columns, self._ordered(place)
        rest, below = 0, 1
        for part, (each, total) in enumerate(zip(*place, strict=True)):
            kind = int(columns.kind[part, each, total])
            if kind == NOWHERE:
                raise InvalidInput("The rules of {variant} do not lead to this position", variant=self.variant.key)
            rest += kind * below
            below *= int(columns.kinds[part, each])
        return int(columns.first[np.dot(place.sets, columns.number)]) + rest, 0, place.totals[self.lane]

    def paid(self, place: Place) -> int:
        """Bonuses that the table counts as past: those of full upper parts outside the lane."""
        columns, place, parts = self.columns, self._ordered(place), range(len(self.parts))
        due = (columns.due[part, int(columns.full[part, place.sets[part]]), place.totals[part]] for part in parts)
        return int(sum(due))

    def open_cell(self, sheet: Sheet, part: int, row: int) -> int:
        """The first open cell of a row of a part."""
        rows = len(self.variant.categories)
        cells = (column * rows + row for column in self.parts[part].columns)
        return next(cell for cell in cells if sheet.points[cell] is None)


# ------------------------------------------------------------------------------- points


class Points(NamedTuple):
    """`points[x, c, r]` as in the tables, where each part has every row.

    `contexts[x]` is the context of a single column that x comes from.
    """

    points: NDArray[np.float64]
    contexts: list[int]
    numbered: Contexts


def part_points(variant: Variant, natural: NDArray[np.int64], contexts: Contexts) -> Points:
    """The points of every part's column with its factor; `natural` and `contexts` are those of one column."""
    rows, columns = len(variant.categories), [variant.columns[part.columns[0]] for part in parts_of(variant)]
    limits = [column.max_rolls or len(contexts) for column in columns]

    def context(number: int, roll_number: int) -> tuple[int, tuple[bool, ...]]:
        return number, tuple(roll_number <= limit for limit in limits)

    pairs = [
        tuple(context(number, roll_number) for number in pair) for roll_number, pair in enumerate(contexts, start=1)
    ]
    distinct = sorted({each for pair in pairs for each in pair})
    points = np.full((len(distinct), len(limits) * rows, natural.shape[2]), CLOSED)
    for place, (number, opened) in enumerate(distinct):
        for part in np.flatnonzero(opened):
            points[place, part * rows : (part + 1) * rows] = natural[number] * columns[part].factor
    numbered = tuple((distinct.index(plain), distinct.index(served)) for plain, served in pairs)
    return Points(points, [number for number, _ in distinct], numbered)
