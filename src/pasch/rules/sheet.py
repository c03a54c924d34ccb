"""The sheet of one player: its entries and the facts derived from them.

Points on the sheet include their column's factor. This module has the rules for extra points and for the order of the
cells. All other rules that restrict cells are in `pasch.rules.legal`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from pasch.rules.bonus import CountsIn, Difference, ExtraNeeds, ExtraScope, ExtraWhen
from pasch.rules.category import Cell
from pasch.rules.columns import SheetOrder, next_in_order
from pasch.rules.dice import Roll
from pasch.rules.lazy import Value, lazy, made
from pasch.rules.variant import Variant
from pasch.tabular import Row, Tabular, text_table


@dataclass(frozen=True)
class Totals:
    """The sums of one column, or of all columns together.

    `saldo` is the upper section's lead over the bonus: points minus the par of every filled number cell (three of
    each face in Kniffel). With all number cells filled, the bonus is reached exactly if `saldo` is at least 0. It is
    None where there is no bonus. `extra` is part of `total` unless the variant counts it in the match only. `score`
    is the sum of everything on the sheet that counts. `total` is the result; it differs from `score` only in games
    that are settled in points of another kind.
    """

    upper: int
    bonus_margin: int | None
    bonus: int
    lower: int
    extra: int
    total: int
    score: int


@dataclass(frozen=True)
class Sheet(Value, Tabular):
    """Entries by cell, in the order of `variant.cells`; None is an open cell, 0 a scratched one.

    `extra` are the extra points of each column, after its factor. `frozen` are the places of cells closed for the
    owner's next turn, `lies` those scratched for a lie.
    """

    variant: Variant = field(repr=False)
    points: tuple[int | None, ...]
    extra: tuple[int, ...]
    frozen: frozenset[int] = frozenset()
    lies: frozenset[int] = frozenset()

    @classmethod
    def empty(cls, variant: Variant) -> "Sheet":
        """A sheet without entries."""
        return cls(variant, (None,) * variant.turns, (0,) * len(variant.columns))

    def rows(self) -> list[Row]:
        """Every cell with its points; None for an open cell."""
        pairs = zip(self.variant.cells, self.points, strict=True)
        return [{"category": cell.category, "column": cell.column, "points": points} for cell, points in pairs]

    def __str__(self) -> str:
        rows = len(self.variant.categories)
        names = [*self.variant.rows, "upper", "bonus", "lower", "extra", "total"]
        columns = [
            [*self.points[number * rows : (number + 1) * rows], t.upper, t.bonus, t.lower, t.extra, t.total]
            for number, t in enumerate(self.columns)
        ]
        heads = [str(number) for number in range(1, len(columns) + 1)] if len(columns) > 1 else ["points"]
        lines = zip(names, *columns, strict=True)
        return text_table([dict(zip(("category", *heads), line, strict=True)) for line in lines])

    @lazy
    def open(self) -> tuple[int, ...]:
        """The places in `variant.cells` without an entry."""
        return tuple(i for i, points in enumerate(self.points) if points is None)

    @lazy
    def open_mask(self) -> int:
        """The `open` places as a bit mask."""
        return sum(1 << place for place in self.open)

    @lazy
    def due(self) -> tuple[tuple[int, ...], ...]:
        """For each column, the places that its order and the sheet's order allow next."""
        variant, open_rows = self.variant, self._open_rows()
        rows, upper = len(variant.categories), len(variant.upper)
        match variant.sheet_order:
            case SheetOrder.COLUMN_BY_COLUMN:
                open_rows = [[] if any(open_rows[:number]) else open_ for number, open_ in enumerate(open_rows)]
            case SheetOrder.ROW_BY_ROW if begun := _begun(open_rows):
                return _places([[row for row in column if row in begun] for column in open_rows], rows)
        columns = zip(variant.columns, open_rows, strict=True)
        return _places([next_in_order(column.order, open_, rows, upper) for column, open_ in columns], rows)

    def _open_rows(self) -> list[list[int]]:
        """The open rows of each column, from 0."""
        rows = len(self.variant.categories)
        columns = (self.points[start : start + rows] for start in range(0, len(self.points), rows))
        return [[row for row, points in enumerate(column) if points is None] for column in columns]

    @lazy
    def entries(self) -> Mapping[Cell, int]:
        """The points of the filled cells, by cell."""
        pairs = zip(self.variant.cells, self.points, strict=True)
        return {cell: points for cell, points in pairs if points is not None}

    @property
    def full(self) -> bool:
        """Whether every cell has an entry."""
        return None not in self.points

    def at(self, column: int, row: int) -> int | None:
        """The entry of a row in a column; both count from 0."""
        return self.points[column * len(self.variant.categories) + row]

    @lazy
    def columns(self) -> tuple[Totals, ...]:
        """The sums of each column."""
        return tuple(self._column(number) for number in range(len(self.variant.columns)))

    @lazy
    def totals(self) -> Totals:
        """The sums over all columns."""
        columns = self.columns
        if len(columns) == 1 and self.variant.settlement is None:
            return columns[0]
        parts = zip(*((t.upper, t.bonus, t.lower, t.extra, t.score) for t in columns), strict=True)
        upper, bonus, lower, extra, score = map(sum, parts)
        margins = [t.bonus_margin for t in columns if t.bonus_margin is not None]
        return Totals(upper, sum(margins) if margins else None, bonus, lower, extra, self._settled(score), score)

    def _settled(self, score: int) -> int:
        settlement = self.variant.settlement
        if settlement is None:
            return score
        rows = len(self.variant.categories)
        entries = {key: self.points[row::rows] for key, row in self.variant.rows.items()}
        return settlement.settle(entries, score)

    @property
    def total(self) -> int:
        """The result of the game as the variant counts it."""
        return self.totals.total

    def _column(self, number: int) -> Totals:
        variant, rows = self.variant, len(self.variant.categories)
        split, factor = len(variant.upper), variant.columns[number].factor
        points = self.points[number * rows : (number + 1) * rows]
        lower = _sum(points[split:])
        if variant.difference is not None:
            lower += self._difference(variant.difference, points, factor)
        bonus_margin = None if variant.upper_bonus is None else variant.lead * factor
        for par, entry in zip(variant.pars, points, strict=False):
            if bonus_margin is not None and entry is not None:
                bonus_margin += entry - par * factor
        return self._sums(_sum(points[:split]), bonus_margin, lower, self.extra[number], factor)

    def _added_to(self, columns: tuple[Totals, ...], index: int, points: int, extra: int) -> tuple[Totals, ...]:
        """The sums of each column: the previous sums plus the latest entry."""
        number, row = divmod(index, len(self.variant.categories))
        after = self._sum_after(columns[number], number, row, points, extra)
        return (*columns[:number], after, *columns[number + 1 :])

    def _sum_after(self, before: Totals, number: int, row: int, points: int, extra: int) -> Totals:
        variant, factor = self.variant, self.variant.columns[number].factor
        if variant.difference is not None:
            return self._column(number)  # an entry changes the points of two others
        upper, bonus_margin, lower = before.upper, before.bonus_margin, before.lower
        if row >= len(variant.upper):
            lower += points
        else:
            upper += points
            bonus_margin = None if bonus_margin is None else bonus_margin + points - variant.pars[row] * factor
        return self._sums(upper, bonus_margin, lower, before.extra + extra, factor)

    def _sums(self, upper: int, bonus_margin: int | None, lower: int, extra: int, factor: int) -> Totals:
        variant = self.variant
        bonus = variant.upper_bonus.earned(upper, factor) if variant.upper_bonus else 0
        score = upper + bonus + lower + (extra if variant.extra.counts_in is CountsIn.GAME else 0)
        return Totals(upper, bonus_margin, bonus, lower, extra, score, score)

    def _difference(self, rule: Difference, points: tuple[int | None, ...], factor: int) -> int:
        """The addition of a difference's rows to the plain sum of the column; a product has the factor once."""

        def entry(key: str) -> int | None:
            written = points[self.variant.rows[key]]
            return None if written is None else written // factor

        return (rule.points(entry) - (entry(rule.high) or 0) - (entry(rule.low) or 0)) * factor

    def enter(self, index: int, points: int, extra: int = 0) -> "Sheet":
        """This sheet with one more entry and its extra points."""
        extras = self.extra
        if extra:
            column = index // len(self.variant.categories)
            extras = (*extras[:column], extras[column] + extra, *extras[column + 1 :])
        before, places, mask = self.points, self.open, self.open_mask
        if before[index] is None:
            place = places.index(index)
            places, mask = places[:place] + places[place + 1 :], mask ^ (1 << index)
        fields = {
            "variant": self.variant,
            "points": before[:index] + (points,) + before[index + 1 :],  # noqa: RUF005 - the hot path
            "extra": extras,
            "frozen": self.frozen,
            "lies": self.lies,
            "open": places,
            "open_mask": mask,
        }
        sheet = made(Sheet, fields)
        if "columns" in vars(self) and before[index] is None:
            vars(sheet)["columns"] = sheet._added_to(self.columns, index, points, extra)  # noqa: SLF001 - its own kind
        return sheet

    def kniffel_taken(self, columns: Iterable[int], needs: ExtraNeeds) -> bool:
        """Whether the Kniffel cells of all these columns hold an entry, or points, as `needs` requires."""
        row = self.variant.kniffel_row
        if row is None:
            return False
        entries = [self.at(column, row) for column in columns]
        return all(points is not None if needs is ExtraNeeds.FILLED else points for points in entries)

    def number_open(self, column: int, roll: Roll) -> bool:
        """Whether the number cell for the face of this roll is open in the column."""
        row = self.variant.number_rows.get(roll.values[0])
        return row is not None and self.at(column, row) is None

    def extra_points(self, index: int, roll: Roll, points: int) -> int:
        """The extra points for entering `points` for this roll at `index`, after the factor.

        Sources: Schmidt's manual (`NUMBER_CELL_OPEN`), Hasbro's leaflet (`ALWAYS`), the help
        of Spiffel (`ENTRY_SCORES`), Hartard's manual (`SCRATCH`).
        """
        policy = self.variant.extra
        if not policy.points or not roll.all_equal:
            return 0
        column = index // len(self.variant.categories)
        worth = policy.points * self.variant.columns[column].factor
        if policy.most is not None and self.extra[column] >= policy.most * worth:
            return 0
        everywhere = policy.scope is ExtraScope.ALL_COLUMNS
        columns = range(len(self.variant.columns)) if everywhere else (column,)
        if not self.kniffel_taken(columns, policy.needs):
            return 0
        return worth if self._earns(policy.when, column, roll, points) else 0

    def _earns(self, when: ExtraWhen, column: int, roll: Roll, points: int) -> bool:
        match when:
            case ExtraWhen.ALWAYS:
                return True
            case ExtraWhen.NUMBER_CELL_OPEN:
                return self.number_open(column, roll)
            case ExtraWhen.ENTRY_SCORES:
                return points > 0
            case ExtraWhen.SCRATCH:
                return points == 0


def _begun(open_rows: list[list[int]]) -> set[int]:
    """The rows filled in some columns and open in others."""
    counts = Counter(chain.from_iterable(open_rows))
    return {row for row, count in counts.items() if count < len(open_rows)}


def _places(columns: list[list[int]], rows: int) -> tuple[tuple[int, ...], ...]:
    """The places of these rows of each column."""
    return tuple(tuple(number * rows + row for row in column) for number, column in enumerate(columns))


def _sum(points: Iterable[int | None]) -> int:
    return sum(p for p in points if p is not None)
