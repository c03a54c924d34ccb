"""The parts of a sheet of several columns, which are filled independently.

Usually a column is a part. Equal free columns have a part for the upper cells of each and one for each lower row of
all together, because it does not matter in which of them that row is filled. Each part is in one of its fill sets: a
part played down or up has one for each number of entries. One fill set per part forms a sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from pasch.rules.columns import Column, Order, next_in_order

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

MOST_SHEETS = 1 << 24
"""The most sheets of several columns in a table."""

Sets = dict[int, list[int]]
"""Each fill set of a part with the rows that may come next."""


@dataclass(frozen=True)
class Part:
    """These rows of these columns. A row can be filled once in each column; `totals`: with an upper total."""

    columns: tuple[int, ...]
    rows: range
    totals: bool

    @property
    def base(self) -> int:
        """A fill set is the sum of this number to the power of the row, once for every filled cell."""
        return len(self.columns) + 1


def parts_of(variant: Variant) -> tuple[Part, ...]:
    """The parts of a sheet; twins are neighbours."""
    rows, upper = len(variant.categories), len(variant.upper) if variant.upper_bonus else 0
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, column in enumerate(variant.columns):
        kind = (column.factor, column.max_rolls) if column.order is Order.FREE else (number,)
        alike.setdefault(kind, []).append(number)
    found: list[Part] = []
    for group in map(tuple, alike.values()):
        if len(group) == 1:
            found.append(Part(group, range(rows), totals=upper > 0))
        else:
            found += [Part((number,), range(upper), totals=True) for number in group if upper]
            found += [Part(group, range(row, row + 1), totals=False) for row in range(upper, rows)]
    return tuple(found)


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


def sets_of(part: Part, variant: Variant) -> Sets:
    """Every fill set of a part, ascending."""
    if variant.columns[part.columns[0]].order is not Order.FREE:
        return fill_sets(variant.columns[part.columns[0]], variant)
    weights = {row: part.base**row for row in part.rows}
    sets: list[tuple[int, list[int]]] = [(0, [])]
    for row, weight in weights.items():
        sets = [
            (filled + times * weight, [*nexts, row] if times < len(part.columns) else nexts)
            for times in range(part.base)
            for filled, nexts in sets
        ]
    return dict(sets)


def count_sheets(variant: Variant) -> int:
    """The number of sheets; the fill sets of a free part are counted, not listed."""
    return prod(
        part.base ** len(part.rows)
        if variant.columns[part.columns[0]].order is Order.FREE
        else len(sets_of(part, variant))
        for part in parts_of(variant)
    )
