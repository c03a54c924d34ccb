"""One turn of one sheet, computed with NumPy alone: the value of every decision, and how the turn ends.

The kernels solve millions of states; a question about one state should not wait for a compiler. This module follows
the long script of a turn, which the kernels also follow, for one upper total and one step at a time. Five dice take a
millisecond.

With the Kniffel cell filled, the rules package decides where rolls of equal dice may go and what they score. The
solver does not repeat those rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.bonus import CountsIn
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.errors import InvalidInput
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.state import Hand, turn_of
from pasch.solver.columns.layout import NOWHERE
from pasch.solver.compiling.multisets import Faces, multisets, roll_of
from pasch.solver.program import MIXED
from pasch.solver.sizes import FACES, LANES, TEN_FACES
from pasch.solver.turns import ENTER, MEAN_SIX, MEAN_TEN, ROOT, WEIGH, Script

if TYPE_CHECKING:
    from pasch.rules.dice import Roll
    from pasch.rules.sheet import Sheet
    from pasch.rules.state import Turn
    from pasch.solver.columns.layout import Layout
    from pasch.solver.program import Program
    from pasch.solver.solve import Solution

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]
Entries = tuple[Numbers, Indices, NDArray[np.bool_]]
"""The best entry of every roll: its value, its cell, and whether it scores."""


@dataclass(frozen=True)
class RollChances:
    """`chances[k, r]`: of roll r after rolling all dice but keep k; a complete roll stays as it is.

    `parts[r]` are the keeps of roll r: the roll first, repeated as padding where it has fewer keeps than the most.
    """

    chances: Numbers
    parts: Indices


@lru_cache(maxsize=8)
def roll_chances(dice: int) -> RollChances:
    """The rolls of this many six-sided dice with free keeps. Takes some milliseconds, once."""
    known = multisets(dice)
    chances = np.zeros((len(known.keeps), known.rolls))
    chances[: known.rolls] = np.eye(known.rolls)
    for place in range(known.rolls, len(known.keeps)):
        keep = known.keeps[place]
        successors = [known.number[tuple(sorted((*keep, face)))] for face in range(1, 7)]
        chances[place] = chances[successors].mean(axis=0)
    parts = [[known.number[part] for part in _parts(roll)] for roll in known.keeps[: known.rolls]]
    most = max(map(len, parts))
    return RollChances(chances, np.array([[*row, *row[:1] * (most - len(row))] for row in parts]))


def _parts(roll: Faces) -> list[Faces]:
    """Every multiset within a roll, the roll itself first."""
    faces = sorted(set(roll))
    counts = product(*(range(roll.count(face), -1, -1) for face in faces))
    return [tuple(f for f, n in zip(faces, chosen, strict=True) for _ in range(n)) for chosen in counts]


def worth(solution: Solution, sheet: Sheet, saved: int | None = None) -> float:
    """The expected final total of a sheet between two turns, with this many saved rolls.

    Raises `InvalidInput` if the rules save rolls and `saved` is missing.
    """
    return _so_far(solution, sheet) + float(solution.table[place(solution, sheet, saved)])


def place(solution: Solution, sheet: Sheet, saved: int | None = None) -> tuple[int, int, int]:
    """The place of a sheet in the table: filled cells, flag, upper total. Raises `InvalidInput` as `worth`.

    A sheet of several columns has a row instead of its filled cells, and the upper total of its lane.
    """
    shape, layout = solution.program.shape, solution.program.layout
    if layout:
        return layout.spot(layout.place(sheet))
    filled = sum(1 << cell for cell, points in enumerate(sheet.points) if points is not None)
    upper = sum(points or 0 for points in sheet.points[: shape.upper]) // sheet.variant.columns[0].factor
    return filled, _flag(solution, sheet, saved), min(upper, shape.cap)


def _flag(solution: Solution, sheet: Sheet, saved: int | None) -> int:
    shape, extra = solution.program.shape, sheet.variant.extra
    if shape.saved:
        if saved is None:
            raise InvalidInput("For {variant}, give the number of saved rolls", variant=sheet.variant.key)
        most = shape.saved * sum(points is not None for points in sheet.points)
        if saved > most:
            raise InvalidInput("{given} saved rolls are not possible: at most {most}", given=saved, most=most)
        return saved
    entry = None if shape.watched < 0 else sheet.points[shape.watched]
    if entry is None or not (entry or shape.by_filling):
        return 0
    return shape.most - sheet.extra[0] // int(shape.extra) if shape.limited and extra.points else shape.most


def _so_far(solution: Solution, sheet: Sheet) -> int:
    """The points so far, with the bonuses that the table counts as past."""
    layout = solution.program.layout
    return points_so_far(sheet) + (layout.paid(layout.place(sheet)) if layout else 0)


def points_so_far(sheet: Sheet) -> int:
    """Points on the sheet; a bonus belongs to the points still to come."""
    extra = sheet.totals.extra if sheet.variant.extra.counts_in is CountsIn.GAME else 0
    return sum(points or 0 for points in sheet.points) + extra


@dataclass(frozen=True)
class TurnValues:
    """The turn of a sheet, decision by decision; values are expected final totals.

    `values` are the values of every place of the script. `cells` and `scores` give, per entry, the best row and
    whether it scores. `start` is the value from the table.
    """

    start: float
    program: Program
    script: Script
    values: Numbers
    cells: Indices
    scores: NDArray[np.bool_]

    def throwing(self, turn: Turn, keep: Keep | None) -> float:
        """The value of rolling all dice but a keep, in this turn."""
        return self.start if turn.roll is None else float(self.values[self._place(turn, keep)])

    def chances(self, turn: Turn, keep: Keep | None) -> Numbers:
        """The chance, per row, that the turn ends with points there after this roll, under optimal play."""
        found: Numbers = self._root if turn.roll is None else self._chances[self._place(turn, keep)]
        return found

    def _place(self, turn: Turn, keep: Keep | None) -> int:
        number = self.program.dice.number_of(keep or NOTHING)
        return int(self.script.keep_places[turn.rolls_used + 1]) // LANES + number

    @cached_property
    def _root(self) -> Numbers:
        rolls = int(self.script.steps[-1, 1]) // LANES
        dice = self.program.dice
        mean: Numbers = dice.chances[: dice.rolls] @ self._chances[rolls : rolls + dice.rolls]
        return mean

    @cached_property
    def _chances(self) -> Numbers:
        """By place and row: a second run of the script, in which a maximum takes the chances of its best link."""
        dice, shape = self.program.dice, self.program.shape
        found = np.zeros((len(self.values), shape.cells))
        for what, a, b, c in self.script.steps:
            if what == ENTER:
                here = a // LANES + np.arange(dice.rolls)
                found[here, self.cells[here]] = self.scores[here]
            elif what == WEIGH:
                rolls = b // LANES
                found[a // LANES] = dice.chances[: dice.rolls] @ found[rolls : rolls + dice.rolls]
            elif what != ROOT:
                at, links = _linked(self.script, what, a, b, c)
                if what in (MEAN_SIX, MEAN_TEN):
                    found[at] = found[links].mean(axis=1)
                else:
                    best = self.values[links].argmax(axis=1)
                    found[at] = found[links[np.arange(len(at)), best]]
        return found


def turn_values(solution: Solution, sheet: Sheet, saved: int | None = None) -> TurnValues:
    """Every decision of the next turn of a sheet, with this many saved rolls.

    Takes about a millisecond; raises `InvalidInput` for a full sheet, and as `worth`.
    """
    program, start = solution.program, worth(solution, sheet, saved)
    if isnan(start) or sheet.full:
        raise InvalidInput("The rules of {variant} do not lead to this position", variant=sheet.variant.key)
    script = program.script(place(solution, sheet, saved)[1] if program.shape.saved else 0)
    size, dice = script.size // LANES, program.dice
    values, cells, scores = np.zeros(size), np.zeros(size, np.int64), np.zeros(size, np.bool_)
    for what, a, b, c in script.steps:
        if what == ENTER:
            here = slice(a // LANES, a // LANES + dice.rolls)
            values[here], cells[here], scores[here] = _entries(solution, sheet, int(b), saved if c < 0 else int(c))
        elif what == WEIGH:
            values[a // LANES] = dice.chances[: dice.rolls] @ values[b // LANES : b // LANES + dice.rolls]
        elif what != ROOT:
            at, links = _linked(script, what, a, b, c)
            means = what in (MEAN_SIX, MEAN_TEN)
            values[at] = values[links].mean(axis=1) if means else values[links].max(axis=1)
        else:
            # For a usual turn the table holds this already; not where some cells are closed for this turn alone.
            weighed = float(dice.chances[: dice.rolls] @ values[a // LANES : a // LANES + dice.rolls])
            start = weighed if sheet.frozen else start
    return TurnValues(start, program, script, values, cells, scores)


def _linked(script: Script, what: int, start: int, end: int, first: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The places of a step, with the links of each."""
    width = FACES if what == MEAN_SIX else TEN_FACES if what == MEAN_TEN else what
    links = script.links[first : first + (end - start) * width].reshape(-1, width)
    return script.at[start:end] // LANES, links // LANES


def _entries(solution: Solution, sheet: Sheet, context: int, saved: int | None) -> Entries:
    """F for every roll, with its entry."""
    program, shape = solution.program, solution.program.shape
    if program.layout:
        return _entries_of_columns(solution, program.layout, sheet, context)
    filled, flag, total = place(solution, sheet, None if saved is None else 0)
    if shape.saved and saved is not None:
        flag = saved
    allowed = int(program.allowed[filled])
    thawed = allowed & ~sum(1 << cell for cell in sheet.frozen)
    rolls = shape.dice_rolls
    best, cell, scores = np.full(rolls, -np.inf), np.zeros(rolls, np.int64), np.zeros(rolls, np.bool_)
    for row in range(shape.cells):
        if not (thawed or allowed) >> row & 1:
            continue
        waits = shape.waiting >> row & 1 and flag == 0
        points = program.points[context, row] * (not waits)
        after = np.where((points > 0) | shape.by_filling, shape.most, 0) if row == shape.watched else flag
        reached = np.minimum(total + program.shift[context, row] * (not waits), shape.cap)
        values = points + solution.table[filled | 1 << row, after, reached]
        better = values > best
        best = np.where(better, values, best)
        cell, scores = np.where(better, row, cell), np.where(better, points > 0, scores)
    best += points_so_far(sheet)
    if shape.kniffel >= 0 and filled >> shape.kniffel & 1 and (shape.forced or shape.free or shape.extra):
        for number in np.flatnonzero(program.numbers != MIXED):
            roll = roll_of(program.dice.keeps[number])
            best[number], cell[number], scores[number] = _by_the_rules(solution, sheet, roll, context, saved)
    return best, cell, scores


def _entries_of_columns(solution: Solution, layout: Layout, sheet: Sheet, context: int) -> Entries:
    program, columns, rolls = solution.program, layout.columns, solution.program.shape.dice_rolls
    best, cells, scores = np.full(rolls, -np.inf), np.zeros(rolls, np.int64), np.zeros(rolls, np.bool_)
    now = layout.place(sheet)
    for part, row in np.argwhere(columns.following[range(len(now.sets)), now.sets] != NOWHERE).tolist():
        place = part * columns.rows + row
        points, (gains, which) = (
            program.points[context, place],
            np.unique(program.shift[context, place], return_inverse=True),
        )
        after = [layout.filled_in(now, part, row, gain) for gain in gains.tolist()]
        following = np.array([layout.paid(each) + solution.table[layout.spot(each)] for each in after])
        values = points + following[which] - layout.paid(now)
        better = values > best
        best[better], cells[better] = values[better], layout.open_cell(sheet, part, row)
        scores[better] = points[better] > 0
    return best + _so_far(solution, sheet), cells, scores


def _by_the_rules(
    solution: Solution, sheet: Sheet, roll: Roll, context: int, saved: int | None
) -> tuple[float, int, bool]:
    """The best entry of one roll, according to the rules package."""
    variant = sheet.variant
    used, kept = _roll_number_of(solution.program, context, roll)
    begun = turn_of(variant, (Hand(),) * 1, 1, 1, 1)
    rolled = replace(begun, roll=roll, rolls_used=used, rolls_left=0, kept=kept)
    cells = enterable_cells(sheet, rolled)
    options = []
    for cell, points in zip(cells, entry_points(sheet, rolled, cells), strict=True):
        for entered in dict.fromkeys((points, 0)):
            after = sheet.enter(cell, entered, sheet.extra_points(cell, roll, entered))
            options.append((worth(solution, after, saved), cell, entered > 0))
    return max(options, key=lambda option: option[0])


def _roll_number_of(program: Program, context: int, roll: Roll) -> tuple[int, Keep]:
    """A roll of this context: its number in the turn, and a keep that shows whether it was served."""
    some = roll.keeps[1] if len(roll.keeps) > 1 else NOTHING
    for roll_number, (plain, served) in enumerate(program.turn.contexts, start=1):
        if served == context:
            return roll_number, NOTHING
        if plain == context:
            return roll_number, some
    return program.turn.rolls, some
