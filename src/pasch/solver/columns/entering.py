"""The best entry of every roll on a sheet of several columns, with NumPy alone, for advice on one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.solver.columns.layout import Layout
    from pasch.solver.program import Program


class Entries(NamedTuple):
    """The best entry of every roll: its value beyond the points so far, its cell, and whether it scores."""

    values: NDArray[np.float64]
    cells: NDArray[np.int64]
    scores: NDArray[np.bool_]


def best_entries(program: Program, layout: Layout, table: NDArray[Any], sheet: Sheet, context: int) -> Entries:
    """The best entries after a throw of this context."""
    columns, place, rolls, cap = layout.columns, layout.place(sheet), program.shape.dice_rolls, program.shape.cap
    found = Entries(np.full(rolls, -np.inf), np.zeros(rolls, np.int64), np.zeros(rolls, np.bool_))
    sets = place.sheet // columns.number % columns.sets
    below = 1
    for column, now in enumerate(map(int, sets)):
        many = int(columns.totals[column, now])
        for row in range(columns.rows):
            after, cell = int(columns.following[column, now, row]), column * columns.rows + row
            if after < 0:
                continue
            further = int(columns.totals[column, after])
            others = place.rest % below + place.rest // (below * many) * (below * further)
            start = int(columns.first[place.sheet + (after - now) * int(columns.number[column])]) + others
            reached = np.minimum(place.totals[column] + program.shift[context, cell], cap)
            points = program.points[context, cell]
            due = columns.due[column, int(columns.full[column, after] and not columns.full[column, now])]
            if column == columns.lane:
                following = table[start, 0, reached]
            else:
                following = table[start + np.minimum(reached, further - 1) * below, 0, place.totals[columns.lane]]
            values = points + due[reached] + following
            better = values > found.values
            found.values[better], found.cells[better], found.scores[better] = values[better], cell, points[better] > 0
        below *= many
    return found
