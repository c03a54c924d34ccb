"""Play bound by advice: the best play when some entries or keeps are ruled out, and its results.

A plain dynamic program over every state, roll and keep of a game of one column, separate from the solver's. It shares
only the scoring of entries with the solver's kernels. A bound player plays best among the remaining actions, so the
computed cost of the advice is its minimum. The program maximises one value and also carries the other results of such
play: points, misses, and how early the parts of the sheet are filled.
"""
# ruff: noqa: PLR0917 - compiled functions take arrays and numbers one by one

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, kernel, on_threads
from pasch.solver.compiling.multisets import Faces, Multisets
from pasch.solver.entering import cells_for, effect, kind_of
from pasch.solver.program import Program, Shape, Tables

GOAL, POINTS, BONUS, MISSES, KNIFFEL, UPPER_ROUNDS, LOWER_ROUNDS = range(7)
"""The carried values: the maximised one, points, and mean numbers of other things in a game."""

CARRIED = 7

Values = NDArray[np.float64]
Indices = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Advice:
    """A piece of advice.

    `first[sheet]` are cells with priority: a roll that scores in one of them goes there. `held` are cells that are
    scratched only when no other is open. `chasing[sheet]` says where the largest group of equal dice is kept and the
    others are rolled. `counts_bonus`: whether the player considers the bonus.
    """

    first: Indices
    chasing: NDArray[np.bool_]
    held: int = 0
    counts_bonus: bool = True


@dataclass(frozen=True)
class Followed:
    """Average results of a game; rounds are means over the cells of a part."""

    points: float
    bonus: float
    misses: float
    kniffel: float
    upper_round: float
    lower_round: float


def advice(
    program: Program, *, first: int = 0, held: int = 0, chasing: Iterable[int] = (), counts_bonus: bool = True
) -> Advice:
    """The advice that applies to every sheet, and the sheets with chasing; without arguments, no advice."""
    chased = np.zeros(program.sheets, np.bool_)
    chased[list(chasing)] = True
    return Advice(np.full(program.sheets, first, np.int32), chased, held, counts_bonus)


def followed(program: Program, advice: Advice) -> Followed:
    """Play by this advice from an empty sheet. Raises nothing; takes some seconds for a usual sheet."""
    found = values_of(program, advice)[0, 0, 0]
    upper, lower = program.shape.upper, program.shape.cells - program.shape.upper
    return Followed(
        points=float(found[POINTS]),
        bonus=float(found[BONUS]),
        misses=float(found[MISSES]),
        kniffel=float(found[KNIFFEL]),
        upper_round=float(found[UPPER_ROUNDS]) / max(upper, 1),
        lower_round=float(found[LOWER_ROUNDS]) / max(lower, 1),
    )


def values_of(program: Program, advice: Advice, least: int = 0) -> Values:
    """The carried values for every sheet with at least `least` filled cells, flag and upper total.

    Unreachable sheets hold not-a-number.
    """
    shape, tables = program.shape, program.tables_in(np.float64)
    values = np.full((program.sheets, shape.flags, shape.cap + 1, CARRIED), np.nan)
    bonus = program.last[: shape.cap + 1]
    values[-1] = 0
    values[-1, :, :, GOAL] = bonus if advice.counts_bonus else 0
    values[-1, :, :, POINTS], values[-1, :, :, BONUS] = bonus, bonus > 0
    parts, after = _parts(program.dice), _after(program.dice)
    every, largest = _rows(parts), _rows([_chased(roll, row, program.dice) for roll, row in enumerate(parts)])
    for filled in range(shape.cells - 1, least - 1, -1):
        sheets = np.flatnonzero(program.filled == filled)
        on_threads(
            _level, partial(_workspace, shape), values, sheets, filled + 1, advice.first, advice.chasing, advice.held,
            every, largest, after, shape, tables,
        )  # fmt: skip
    return values


def _workspace(shape: Shape) -> tuple[Values, Values, Values]:
    """The workspace of a thread: per roll the entered and the best values, per keep the rolled values."""
    entered, best = np.zeros((2, shape.dice_rolls, CARRIED))
    return entered, best, np.zeros((shape.keeps, CARRIED))


# ------------------------------------------------------------------------------- keeps


def _parts(dice: Multisets) -> list[list[int]]:
    """Everything that can be kept of each roll, the whole roll first."""
    rows = []
    for roll in dice.keeps[: dice.rolls]:
        found, reached = {roll}, {roll}
        while reached:
            reached = {part[:at] + part[at + 1 :] for part in reached for at in range(len(part))}
            found |= reached
        rows.append(sorted(dice.number[part] for part in found))
    return rows


def _chased(roll: int, parts: Iterable[int], dice: Multisets) -> list[int]:
    """The largest groups of equal dice among these parts of a roll; several are possible."""
    most = max(dice.keeps[roll].count(face) for face in dice.keeps[roll])
    return [part for part in parts if _is_group(dice.keeps[part], most)]


def _is_group(keep: Faces, size: int) -> bool:
    return len(keep) == size and len(set(keep)) == 1


def _rows(rows: list[list[int]]) -> Indices:
    """One array of all rows; shorter rows repeat their first number."""
    most = max(map(len, rows))
    return np.array([row + row[:1] * (most - len(row)) for row in rows], np.int32)


def _after(dice: Multisets) -> Indices:
    """The keeps with one die more, for every keep that is no roll; nothing where no die is left."""
    rows = [[dice.number[more] for more in dice.successors(keep)] for keep in dice.keeps[dice.rolls :]]
    return np.array([[0] * 6] * dice.rolls + rows, np.int32)


# ------------------------------------------------------------------------------- the program


@entrance
def _level(
    values: Values,
    sheets: NDArray[np.int64],
    number: int,
    first: Indices,
    chasing: NDArray[np.bool_],
    held: int,
    every: Indices,
    largest: Indices,
    after: Indices,
    shape: Shape,
    tables: Tables,
    workspace: tuple[Values, Values, Values],
    thread: int,
    threads: int,
) -> None:
    """The values of these sheets, which have equally many filled cells; their turn is number `number`."""
    entered, best, thrown = workspace
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        parts = largest if chasing[sheet] else every
        flags = shape.flags if shape.watched >= 0 and sheet >> shape.watched & 1 else 1
        for flag in range(flags):
            for total in range(tables.highest[sheet] + 1):
                _enter(entered, values, sheet, flag, total, number, first[sheet], held, shape, tables)
                for roll in range(shape.dice_rolls):
                    for what in range(CARRIED):
                        best[roll, what] = entered[roll, what]
                for _ in range(shape.rolls - 1):
                    _roll(thrown, best, after, shape)
                    _keep(best, thrown, entered, parts, chasing[sheet], shape)
                for what in range(CARRIED):
                    mean = 0.0
                    for roll in range(shape.dice_rolls):
                        mean += tables.chances[roll] * best[roll, what]
                    values[sheet, flag, total, what] = mean


@kernel
def _enter(
    entered: Values,
    values: Values,
    sheet: int,
    flag: int,
    total: int,
    number: int,
    first: int,
    held: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """The best entry of every roll among those that the advice permits."""
    for roll in range(shape.dice_rolls):
        kind = kind_of(sheet, roll, shape, tables)
        allowed = cells_for(sheet, roll, kind, shape, tables)
        wanted = 0
        may_scratch = allowed & ~held or allowed
        for cell in range(shape.cells):
            if allowed & first & 1 << cell and effect(sheet, flag, 0, cell, roll, kind, 0, shape, tables)[0] > 0:
                wanted |= 1 << cell
        entered[roll, GOAL] = -np.inf
        for cell in range(shape.cells):
            if not (wanted or allowed) >> cell & 1:
                continue
            points, extra, shift, row = effect(sheet, flag, 0, cell, roll, kind, 0, shape, tables)
            if points == 0 and not may_scratch >> cell & 1:
                continue
            sheet_after, flag_after, total_after = row // shape.flags, row % shape.flags, min(total + shift, shape.cap)
            if points + extra + values[sheet_after, flag_after, total_after, GOAL] <= entered[roll, GOAL]:
                continue
            for what in range(CARRIED):
                entered[roll, what] = values[sheet_after, flag_after, total_after, what]
            entered[roll, GOAL] += points + extra
            entered[roll, POINTS] += points + extra
            entered[roll, MISSES] += points == 0
            entered[roll, KNIFFEL] += cell == shape.kniffel and points > 0
            entered[roll, UPPER_ROUNDS if cell < shape.upper else LOWER_ROUNDS] += number


@kernel
def _roll(thrown: Values, best: Values, after: Indices, shape: Shape) -> None:
    """The value of every keep when the other dice are rolled, one die after the other."""
    for roll in range(shape.dice_rolls):
        for what in range(CARRIED):
            thrown[roll, what] = best[roll, what]
    for keep in range(shape.dice_rolls, shape.keeps):
        for what in range(CARRIED):
            mean = 0.0
            for face in range(6):
                mean += thrown[after[keep, face], what]
            thrown[keep, what] = mean / 6


@kernel
def _keep(best: Values, thrown: Values, entered: Values, parts: Indices, bound: bool, shape: Shape) -> None:
    """The best keep of every roll; without advice, the player may also stop and enter."""
    for roll in range(shape.dice_rolls):
        chosen = parts[roll, 0]
        for i in range(parts.shape[1]):
            if thrown[parts[roll, i], GOAL] > thrown[chosen, GOAL]:
                chosen = parts[roll, i]
        rolls_on = bound or thrown[chosen, GOAL] > entered[roll, GOAL]
        for what in range(CARRIED):
            best[roll, what] = thrown[chosen, what] if rolls_on else entered[roll, what]
