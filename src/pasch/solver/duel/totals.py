"""Final totals of sheets under play for points: the exact chance of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.legal import enterable_cells, entry_points
from pasch.solver.facts import scores_of
from pasch.solver.score.distribution import score_chances
from pasch.solver.turn import place, points_so_far, roll_chances, worth

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.sheet import Sheet
    from pasch.rules.state import Turn
    from pasch.solver.solve import Solution

Chances = NDArray[np.float64]


@lru_cache(maxsize=64)
def final_chances(solution: Solution, sheet: Sheet, saved: int | None = None) -> Chances:
    """`chances[total]` of the final total of a sheet between two turns under play for points. Exact.

    Takes seconds for a nearly empty sheet, and half of that with every entry. The result for the empty sheet is
    stored on disk. `saved` is the number of saved rolls.
    """
    if len(sheet.open) == len(sheet.points):
        return scores_of(solution)
    table = np.asarray(solution.table, np.float64)
    start = int(np.ravel_multi_index(place(solution, sheet, saved), table.shape))
    return np.concatenate((np.zeros(points_so_far(sheet)), score_chances(solution.program, table, start)))


def totals_of_all(solution: Solution, game: Game) -> tuple[Chances, ...]:
    """The chances of every seat's final total when all play for points from here on."""
    return tuple(_total(solution, game, seat) for seat in range(1, len(game.players) + 1))


def _total(solution: Solution, game: Game, seat: int) -> Chances:
    sheet, turn = game.sheets[seat - 1], game.turn
    if turn is None or turn.seat != seat or turn.roll is None:
        return final_chances(solution, sheet, game.hands[seat - 1].bank if game.variant.banks_rolls else None)
    if not solution.program.plain:
        raise InvalidInput("For {variant}, win chances exist only between turns", variant=game.variant.key)
    return _within_turn(solution, sheet, turn)


def greatest(totals: Sequence[Chances]) -> Chances:
    """The chances of the greatest of several independent totals."""
    size = max(map(len, totals))
    below = np.prod([np.cumsum(np.pad(chances, (0, size - len(chances)))) for chances in totals], axis=0)
    return np.diff(below, prepend=0.0)


def compared(mine: Chances, other: Chances) -> tuple[float, float]:
    """The chances to win and to draw of two independent final totals."""
    size = max(len(mine), len(other))
    a, b = (np.pad(chances, (0, size - len(chances))) for chances in (mine, other))
    return float(a @ (np.cumsum(b) - b)), float(a @ b)


def _within_turn(solution: Solution, sheet: Sheet, turn: Turn) -> Chances:
    """The chances within a turn: of the sheets it can end with, weighted by play for points."""
    moves = roll_chances(sheet.variant.dice)
    rolls = [Roll(faces) for faces in solution.program.dice.keeps[: len(moves.parts)]]
    ends = [_best_end(solution, sheet, replace(turn, roll=roll, rolls_left=0)) for roll in rolls]
    values = np.array([value for value, _ in ends])
    picks = []
    for _ in range(turn.rolls_left):
        options = (moves.chances @ values)[moves.parts]
        # A roll that stays as it is enters: its row of `chances` rolls no die.
        picked = moves.parts[np.arange(len(values)), options.argmax(axis=1)]
        values = options.max(axis=1)
        picks.append(picked)
    likely = np.zeros(len(ends))
    likely[rolls.index(turn.roll or rolls[0])] = 1
    for picked in reversed(picks):
        likely = likely @ moves.chances[picked]
    sheets: defaultdict[Sheet, float] = defaultdict(float)
    for (_, after), chance in zip(ends, likely, strict=True):
        sheets[after] += float(chance)
    return mixed((final_chances(solution, after), chance) for after, chance in sheets.items() if chance)


def _best_end(solution: Solution, sheet: Sheet, rolled: Turn) -> tuple[float, Sheet]:
    """The best sheet after entering a roll, and its value."""
    cells, roll = enterable_cells(sheet, rolled), rolled.roll
    assert roll is not None
    ends = [
        sheet.enter(cell, points, sheet.extra_points(cell, roll, points))
        for cell, points in zip(cells, entry_points(sheet, rolled, cells), strict=True)
    ]
    return max(((worth(solution, end), end) for end in ends), key=lambda pair: pair[0])


def mixed(parts: Iterable[tuple[Chances, float]]) -> Chances:
    """The chances of a total drawn from one of these distributions, each with its weight."""
    known = list(parts)
    total = np.zeros(max(len(chances) for chances, _ in known))
    for chances, share in known:
        total[: len(chances)] += share * chances
    return total
