"""A whole game of two, solved for the win from the first roll, and the cost of playing it for points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.errors import InvalidInput
from pasch.rules.sheet import Sheet
from pasch.solver.duel.contest import Pairing, Shares, half_of, player, rows_after, rows_before
from pasch.solver.duel.sides import NEVER, Level, Side, side_of
from pasch.solver.duel.winning import Outcome, usual
from pasch.solver.estimates import NoRoom
from pasch.solver.facts import Found, stored
from pasch.solver.sizes import LANES
from pasch.solver.turn import RollChances, roll_chances
from pasch.solver.watching import Progress, stretch

if TYPE_CHECKING:
    from pasch.solver.program import Program
    from pasch.solver.solve import Solution

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]

MOST_PAIRS = 30_000_000
"""The most pairs of sheets solved: half an hour of one processor for three dice, two hours for five."""


PLAYS: Mapping[str, tuple[int, ...]] = {"best": (), "first": (0,), "second": (1,), "both": (0, 1)}
"""The players who play for points while the others play for the win, by file name."""


@dataclass(frozen=True)
class WholeGame:
    """The first player's chances from the first roll on.

    A player for the win knows the rival's strategy and maximises the own chance.
    """

    best: Outcome
    first_for_points: Outcome
    second_for_points: Outcome
    both_for_points: Outcome

    @property
    def advantage(self) -> float:
        """The first player's chance to win above one half when both play for the win, a draw counting half."""
        return self.best.score - 0.5

    @property
    def costs(self) -> tuple[float, float]:
        """The cost of play for points against play for the win, for the first and the second player."""
        return self.best.score - self.first_for_points.score, self.second_for_points.score - self.best.score


def whole_game(solution: Solution, progress: Progress | None = None) -> WholeGame:
    """A game of two, from disk or solved now. Raises `InvalidInput`, `NoRoom`.

    The first call takes minutes. Large levels go to unnamed files next to the tables.
    """
    _check(solution.program)
    parts = zip(PLAYS, ((0, 0.5), (0.5, 0.75), (0.75, 1), (1, 1)), strict=True)
    return WholeGame(*(_outcome(solution, name, stretch(progress, *span)) for name, span in parts))


def _outcome(solution: Solution, name: str, progress: Progress | None) -> Outcome:
    """The first player's chances; each of the four outcomes is stored separately, so an interrupted solve resumes."""

    def compute(progress: Progress) -> Found:
        side = side_of(solution, Sheet.empty(solution.variant))
        points = play_for_points(side)[1] if PLAYS[name] else None
        first, second = (points if seat in PLAYS[name] else None for seat in (0, 1))
        return np.array(_solved(side, (first, second), progress)), {}

    exact = "64" if solution.table.dtype == np.float64 else ""
    win, draw, loss = stored(solution, f"duel-{name}{exact}", compute, progress)[0]
    return Outcome(float(win), float(draw), float(loss), exact=True)


def _check(program: Program) -> None:
    variant, pairs = program.variant, pairs_of(program)
    if not usual(program):
        raise InvalidInput("There is no exact two-player solution for the rules of {variant}", variant=variant.key)
    if pairs > MOST_PAIRS:
        raise NoRoom(
            "A two-player game of {variant} has {pairs} pairs of sheets; at most {most} can be solved",
            variant=variant.key,
            pairs=pairs,
            most=MOST_PAIRS,
        )


def pairs_of(program: Program) -> int:
    """The most pairs of sheets between two turns: equally many cells are open, or the first has one more."""
    totals = (program.highest[program.playable].astype(np.int64) + 1) * program.shape.flags
    levels = np.bincount(program.filled[program.playable], totals).astype(np.int64).tolist()
    return sum(now * (now + before) for before, now in zip((0, *levels), levels, strict=False))


def _solved(side: Side, follow: tuple[Shares | None, Shares | None], progress: Progress | None) -> tuple[float, ...]:
    """The first player's chances to win, to draw and to lose."""
    solved = Pairing(side, player(side), half_of(side), follow)
    rows = rows_before(solved, solved.turns[0], rows_after(solved, solved.turns, progress), turned=False)
    # The score is level, and a single pair of sheets remains.
    place = int(rows[2][0]) + LANES - int(rows[3][0])
    won, draw = float(rows[0][place]), float(rows[1][place])
    win = won - solved.half * draw
    return win, draw, 1 - win - draw


# ------------------------------------------------------------------------------- play for points


def play_for_points(side: Side) -> tuple[float, Shares]:
    """The expected points still to come on a sheet, and the frequency of each entry under play for points."""
    variant = side.solution.program.variant
    moves, shares = roll_chances(variant.dice), [np.zeros((1, 0, 0))]
    values = np.zeros(side.levels[0].states)
    for level in side.levels[1:]:
        values, share = _level(side, level, values, moves, variant.rolls)
        shares.append(share)
    return float(values[0]), tuple(shares)


def _level(side: Side, level: Level, after: Numbers, moves: RollChances, rolls: int) -> tuple[Numbers, Numbers]:
    """The values of the states of a level, and the frequency of each entry."""
    values, shares = np.zeros(level.states), np.zeros(level.moves.after.shape)
    possible = level.moves.after != NEVER
    entries = np.where(possible, level.moves.gain + after[level.moves.after], -np.inf)
    for state in range(level.states):
        kinds = side.kinds[level.kinds[state]]
        by_roll = entries[state][np.arange(len(kinds))[:, None], kinds]
        cells = by_roll.argmax(axis=0)
        values[state], likely = _turn(by_roll.max(axis=0), moves, rolls)
        np.add.at(shares[state], (cells, kinds[cells, np.arange(len(cells))]), likely)
    return values, shares


def _turn(values: Numbers, moves: RollChances, rolls: int) -> tuple[float, Numbers]:
    """The value of a turn in which roll r counts `values[r]`, and the chance of each roll at its end."""
    picks: list[Indices] = []
    for _ in range(rolls - 1):
        options = (moves.chances @ values)[moves.parts]
        picks.append(moves.parts[np.arange(len(values)), options.argmax(axis=1)])
        values = options.max(axis=1)
    first = likely = moves.chances[-1]
    for picked in reversed(picks):
        likely = likely @ moves.chances[picked]
    return float(first @ values), likely
