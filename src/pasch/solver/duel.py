"""Playing to win: the chance of ending above the others, and the actions that make it greatest.

The others are taken as they are: each ends with the exact distribution of play for points from the
sheet it has now, whatever happens meanwhile. Against that the best answer is the same dynamic
program as for the mean, with another payment at the end: final score x brings the chance that all
others end below x, an equal score counting half. So the result is exact when the others have
finished, and an approximation before, since later answers to their luck are not looked ahead at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.dice import Roll
from pasch.rules.legal import enterable_cells, entry_points
from pasch.solver.advice import entered_in
from pasch.solver.scores import score_chances
from pasch.solver.sizes import LANES
from pasch.solver.targets import target_level
from pasch.solver.turn import place, points_so_far, throws

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.sheet import Sheet
    from pasch.rules.turn import Turn
    from pasch.solver.program import Program
    from pasch.solver.solve import Solution

Chances = NDArray[np.float64]


def final_chances(solution: Solution, sheet: Sheet) -> Chances:
    """`chances[total]` of the final total of a sheet that is played for points. Exact."""
    table = np.asarray(solution.table, np.float64)
    start = int(np.ravel_multi_index(place(solution, sheet), table.shape))
    to_come = score_chances(solution.program, table, start)
    return np.concatenate((np.zeros(points_so_far(sheet)), to_come))


def duel_chances(mine: Chances, other: Chances) -> tuple[float, float, float]:
    """The chances to win, to draw and to lose for two final totals that do not depend on each other."""
    size = max(len(mine), len(other))
    a, b = (np.pad(chances, (0, size - len(chances))) for chances in (mine, other))
    below = np.cumsum(b) - b
    win, draw = float(a @ below), float(a @ b)
    return win, draw, float(a.sum() * b.sum()) - win - draw


def worth_of_totals(others: Sequence[Chances]) -> Chances:
    """`worth[x]`: the chance that the final total x beats all others, equal ones counting half; 1 at the end."""
    size = max(map(len, others)) + 1
    worth = np.ones(size)
    for chances in others:
        padded = np.pad(chances, (0, size - len(chances)))
        worth *= np.cumsum(padded) - padded / 2
    worth[-1] = 1
    return worth


@dataclass(frozen=True)
class Contest:
    """The chances to win from every sheet that one more entry makes of a sheet. Made by `contest`.

    `rows` holds for each of them, flag and upper total a row by the points still needed for `top`,
    the total that wins for sure; `rank` says which sheet has which rows.
    """

    solution: Solution
    top: int
    rows: NDArray[np.float32]
    rank: NDArray[np.int32]
    margin: int
    width: int

    def chance(self, sheet: Sheet) -> float:
        """The greatest chance to win with a sheet after the entry."""
        needed = self.top - points_so_far(sheet)
        if needed <= 0:
            return 1.0
        filled, flag, total = place(self.solution, sheet)
        shape = self.solution.program.shape
        row = (int(self.rank[filled]) * shape.flags + flag) * (shape.cap + 1) + total
        return float(self.rows[row * self.width + self.margin + needed])


def contest(solution: Solution, sheet: Sheet, others: Sequence[Chances]) -> Contest:
    """Play to win from a sheet between two turns. A second of two cores for seven open cells, twice that for eight."""
    program, worth = solution.program, worth_of_totals(others)
    shape, tables = program.shape, program.tables_in(np.float32)
    top = len(worth) - 1
    margin = int(max(tables.points.max(), tables.joker.max()) + shape.extra)
    needed = max(top - points_so_far(sheet), 1)
    begun, _, _ = place(solution, sheet)
    sheets = np.arange(program.sheets, dtype=np.int32)
    filled, reachable = np.bitwise_count(sheets), (sheets & begun == begun) & program.playable
    most = np.full(program.sheets, needed, np.int32)
    rank = np.zeros(program.sheets, np.int32)
    width = margin + needed + 1 + LANES + margin
    after = _ends(program, worth, top, margin, width)
    for count in range(shape.cells - 1, begun.bit_count(), -1):
        now = sheets[(filled == count) & reachable]
        rows = np.zeros((len(now), shape.flags, shape.cap + 1, width), np.float32)
        rows[..., : margin + 1] = 1
        target_level(rows.ravel(), after, now, rank, most, margin, width, get_num_threads(), shape, tables)
        rank[now] = np.arange(len(now), dtype=np.int32)
        after = rows.ravel()
    return Contest(solution, top, after, rank, margin, width)


def _ends(program: Program, worth: Chances, top: int, margin: int, width: int) -> NDArray[np.float32]:
    """The rows of the full sheet: what the final total is worth, the bonus included."""
    needed = np.arange(width) - margin
    totals = np.arange(program.shape.cap + 1)
    final = top - needed + program.last[totals].astype(np.int64)[:, None]
    rows = np.where(final < 0, 0.0, worth[np.clip(final, 0, top)]).astype(np.float32)
    return np.tile(rows, (program.shape.flags, 1, 1)).ravel()


def chances_to_win(found: Contest, game: Game) -> dict[Action, float]:
    """For every action of the seat to move the greatest chance to win after it."""
    turn, sheet = game.acting()
    chances: dict[Action, float] = {}
    legal = game.legal_actions
    if legal.keeps:
        dice = found.solution.program.dice
        values = _throws(found, sheet, turn)
        chances |= {RollDice(keep): float(values[dice.number[keep.faces]]) for keep in legal.keeps}
    for action in legal:
        if isinstance(action, Score):
            index = game.variant.index(action.cell)
            chances[action] = found.chance(entered_in(sheet, index, game, action.points or 0))
    return chances


def _throws(found: Contest, sheet: Sheet, turn: Turn) -> Chances:
    """For every keep the chance to win when the other dice are thrown now."""
    moves = throws(sheet.variant.dice)
    rolls = map(Roll, found.solution.program.dice.keeps[: moves.parts.shape[0]])
    best = np.array([_best_entry(found, sheet, turn, roll) for roll in rolls])
    for _ in range(turn.rolls_left - 1):
        best = (moves.chances @ best)[moves.parts].max(axis=1)
    return np.asarray(moves.chances @ best)


def _best_entry(found: Contest, sheet: Sheet, turn: Turn, roll: Roll) -> float:
    rolled = replace(turn, roll=roll, rolls_left=0)
    cells = enterable_cells(sheet, rolled)
    options = zip(cells, entry_points(sheet, rolled, cells), strict=True)
    return max(
        found.chance(sheet.enter(cell, points, sheet.extra_points(cell, roll, points))) for cell, points in options
    )
