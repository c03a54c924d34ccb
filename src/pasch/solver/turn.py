"""One turn of one sheet, worked out with NumPy alone: the value of every decision in it, and how it ends.

The kernels solve millions of states; somebody who asks about one should not wait for a compiler. So
the lattice of keeps is here one matrix: its row k holds the chances of every roll after throwing all
dice but k. With F the values of the entries, K = M F and G = the maximum of K over the keeps of a
roll, entering included; F := G for the throw before. A hundred thousand multiplications a decision.

Rolls of all dice equal are asked of the rules once the Kniffel cell is filled: which cells they may
take and what they bring there is not said twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.extra import CountsIn
from pasch.rules.hand import Hand
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.order import turn_of
from pasch.solver.multisets import Faces, multisets

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.solver.solve import Solution

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Throws:
    """`chances[k, r]`: of roll r after throwing all dice but keep k; a roll stays as it is.

    `parts[r]` are the keeps of roll r, itself first and again where there are fewer than the most.
    """

    chances: Numbers
    parts: Indices


@lru_cache(maxsize=8)
def throws(dice: int) -> Throws:
    """The throws of so many six-sided dice. Takes some milliseconds, once."""
    known = multisets(dice)
    chances = np.zeros((len(known.keeps), known.rolls))
    chances[: known.rolls] = np.eye(known.rolls)
    for place in range(known.rolls, len(known.keeps)):
        keep = known.keeps[place]
        successors = [known.number[tuple(sorted((*keep, face)))] for face in range(1, 7)]
        chances[place] = chances[successors].mean(axis=0)
    parts = [[known.number[part] for part in _parts(roll)] for roll in known.keeps[: known.rolls]]
    most = max(map(len, parts))
    return Throws(chances, np.array([[*row, *row[:1] * (most - len(row))] for row in parts]))


def _parts(roll: Faces) -> list[Faces]:
    """Every multiset within a roll, the roll itself first."""
    faces = sorted(set(roll))
    counts = product(*(range(roll.count(face), -1, -1) for face in faces))
    return [tuple(f for f, n in zip(faces, chosen, strict=True) for _ in range(n)) for chosen in counts]


def worth(solution: Solution, sheet: Sheet) -> float:
    """The expected final total of a sheet between two turns."""
    return points_so_far(sheet) + float(solution.table[place(solution, sheet)])


def place(solution: Solution, sheet: Sheet) -> tuple[int, int, int]:
    """Where a sheet stands in the table: filled cells, flag of the extra points, upper total."""
    shape = solution.program.shape
    filled = sum(1 << cell for cell, points in enumerate(sheet.points) if points is not None)
    upper = sum(points or 0 for points in sheet.points[: shape.upper])
    return filled, _flag(solution, sheet), min(upper, shape.cap)


def _flag(solution: Solution, sheet: Sheet) -> int:
    shape, extra = solution.program.shape, sheet.variant.extra
    if shape.flags == 1 or not sheet.points[shape.kniffel]:
        return 0
    return shape.most - sheet.extra[0] // extra.points if shape.limited else shape.most


def points_so_far(sheet: Sheet) -> int:
    """Points that stand in the sheet; a bonus is part of what is still to come."""
    extra = sheet.totals.extra if sheet.variant.extra.counts_in is CountsIn.GAME else 0
    return sum(points or 0 for points in sheet.points) + extra


@dataclass(frozen=True)
class TurnValues:
    """The turn of a sheet, decision by decision; values are expected final totals.

    `entry[r]` is the best entry of roll r, `cell[r]` the row it goes to, `scores[r]` whether it brings
    points. `kept[n - 1, k]` is the value of throwing all dice but keep k with n throws left, this one
    among them, up to the first throw of all dice; `choice[n - 1, r]` the best keep of roll r then, r
    itself where entering is best. `start` is the value as the table has it.
    """

    start: float
    entry: Numbers
    cell: Indices
    scores: NDArray[np.bool_]
    kept: Numbers
    choice: Indices
    moves: Throws

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """`chances[n - 1, k, c]`: that the turn ends with points in row c after this throw, if played best."""
        rolls, cells = len(self.entry), int(self.cell.max()) + 1
        ends = np.zeros((rolls, cells))
        ends[np.arange(rolls), self.cell] = self.scores
        found = []
        for choice in self.choice:
            after = self.moves.chances @ ends
            found.append(after)
            # A roll that is kept as it is goes on as if it had been thrown last.
            ends = np.where((choice < rolls)[:, None], ends, after[choice])
        return np.array(found)


def turn_values(solution: Solution, sheet: Sheet) -> TurnValues:
    """Every decision of the next turn of a sheet. About a millisecond; raises `InvalidInput` for a full sheet."""
    program, start = solution.program, worth(solution, sheet)
    if isnan(start) or sheet.full:
        raise InvalidInput("The rules of {variant} do not lead to this position", variant=sheet.variant.key)
    moves = throws(program.variant.dice)
    entry, cell, scores = _entries(solution, sheet)
    kept, choice = [], []
    best = entry
    for _ in range(program.shape.rolls):
        values = moves.chances @ best
        options = values[moves.parts]
        picked = moves.parts[np.arange(len(best)), options.argmax(axis=1)]
        best = options.max(axis=1)
        kept.append(values)
        choice.append(picked)
    return TurnValues(start, entry, cell, scores, np.array(kept), np.array(choice), moves)


def _entries(solution: Solution, sheet: Sheet) -> tuple[Numbers, Indices, NDArray[np.bool_]]:
    """F for every roll, the row of the best entry, and whether it scores."""
    shape, tables = solution.program.shape, solution.program.tables
    filled, flag, total = place(solution, sheet)
    rolls = shape.dice_rolls
    best, cell, scores = np.full(rolls, -np.inf), np.zeros(rolls, np.int64), np.zeros(rolls, np.bool_)
    for row in range(shape.cells):
        if not int(tables.allowed[filled]) >> row & 1:
            continue
        points = tables.points[row].astype(np.float64)
        after = np.where(points > 0, shape.most, 0) if row == shape.kniffel and shape.flags > 1 else flag
        reached = np.minimum(total + tables.shift[row], shape.cap)
        values = points + solution.table[filled | 1 << row, after, reached]
        better = values > best
        best = np.where(better, values, best)
        cell, scores = np.where(better, row, cell), np.where(better, points > 0, scores)
    best += points_so_far(sheet)
    if shape.kniffel >= 0 and filled >> shape.kniffel & 1:
        for number in tables.equal:
            roll = Roll(solution.program.dice.keeps[number])
            best[number], cell[number], scores[number] = _by_the_rules(solution, sheet, roll)
    return best, cell, scores


def _by_the_rules(solution: Solution, sheet: Sheet, roll: Roll) -> tuple[float, int, bool]:
    """The best entry of one roll, as the rules allow and pay it."""
    variant = sheet.variant
    rolled = replace(turn_of(variant, (Hand(),), 1, 1, 1), roll=roll, rolls_used=variant.rolls, rolls_left=0)
    cells = enterable_cells(sheet, rolled)
    options = [
        (worth(solution, sheet.enter(cell, points, sheet.extra_points(cell, roll, points))), cell, points > 0)
        for cell, points in zip(cells, entry_points(sheet, rolled, cells), strict=True)
    ]
    return max(options, key=lambda option: option[0])
