"""Playing to win: the chances to win, to draw and to lose, and the actions that maximise the first.

A contest of two players is solved exactly where few cells are open. Both then maximise the own chance to win in every
turn to come, a draw counting half. It is also exact when all others have finished. Otherwise the chances are labelled
as those of players who play for points from here on, from the exact distribution of each final total.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.legal import enterable_cells, entry_points
from pasch.solver.advice import entered_in
from pasch.solver.duel.contest import Duel, contest, drawn_total, effort, player
from pasch.solver.duel.sides import side_of
from pasch.solver.facts import scores_of
from pasch.solver.program import WHEN_SCRATCHING, Program
from pasch.solver.score.distribution import score_chances
from pasch.solver.turn import place, points_so_far, roll_chances, worth

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.sheet import Sheet
    from pasch.rules.state import Turn
    from pasch.solver.solve import Solution
    from pasch.solver.watching import Progress


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


Pairs = NDArray[np.float64]
"""Pairs of chances: to win, a draw counting half, and to draw."""

MOST_BLOCKS = 100_000
"""The limit of a contest, in blocks of sixteen differences: about a second of two cores."""

ALWAYS = 4
"""The number of open cells per player that this limit always allows in `kniffel-plain`; it can allow seven."""

MOST_OPEN = 8
"""With more open cells, the size of a contest is computed only if the limit is above the default."""


@dataclass(frozen=True)
class Outcome:
    """The chances of a seat to win, to draw and to lose; an equal first place is a draw.

    `exact`: both play best for the win, or the others have finished. Otherwise all play for points.
    """

    win: float
    draw: float
    loss: float
    exact: bool

    @property
    def score(self) -> float:
        """The chance to win, a draw counting half."""
        return self.win + self.draw / 2

    @property
    def turned(self) -> Outcome:
        """The outcome of the other of two players."""
        return Outcome(self.loss, self.draw, self.win, self.exact)


def win_chances(solution: Solution, game: Game, *, within: int = MOST_BLOCKS) -> tuple[Outcome, ...]:
    """The chances of every seat, also within a turn. Takes a second or two; longer at the start of a game.

    `within` limits the size of an exact contest. Raises `InvalidInput` for another variant's solution, for one player
    alone and while dice are in the air.
    """
    _check(solution, game)
    if game.turn is None:
        return tuple(_finished(game.totals, seat) for seat in range(len(game.players)))
    found = exact_contest(solution, game, within=within)
    if found is not None and len(game.players) == 2:  # noqa: PLR2004 - what one does not win the other does
        mine = _outcome(found, game)
        return (mine, mine.turned) if game.turn.seat == 1 else (mine.turned, mine)
    totals = totals_of_all(solution, game)
    outcomes = [_by_points(totals, seat) for seat in range(len(totals))]
    if found is not None:
        outcomes[game.turn.seat - 1] = _outcome(found, game)
    return tuple(outcomes)


def outcomes_of(
    solution: Solution, games: Sequence[Game], progress: Progress | None = None, *, within: int = MOST_BLOCKS
) -> list[tuple[Outcome, ...]]:
    """The outcomes of several positions, such as those of a whole game; they share intermediate results."""
    chances = []
    whole = sum(map(_weight, games))
    done = 0
    # Backwards: the end of a game takes a moment, so progress shows early.
    for game in reversed(games):
        chances.append(win_chances(solution, game, within=within))
        done += _weight(game)
        if progress is not None:
            progress(done / whole)
    return chances[::-1]


def chances_to_win(solution: Solution, game: Game, *, within: int = MOST_BLOCKS) -> dict[Action, float] | None:
    """The greatest chance to win, a draw counting half, after every action of the seat to move.

    Where no exact contest is possible, the others' totals come from play for points. None where that also exceeds
    `within`. Raises as `win_chances` does.
    """
    _check(solution, game)
    found = exact_contest(solution, game, within=within) or contest_by_points(solution, game, within=within)
    return None if found is None else {action: won for action, (won, _) in chances_of_actions(found, game).items()}


def exact_contest(solution: Solution, game: Game, *, within: int = MOST_BLOCKS) -> Duel | None:
    """The contest of the seat to move, if it is exact and takes at most `within` blocks."""
    mine, others = _sheets(game)
    if not usual(solution.program):
        return None
    if len(others) == 1:
        return _duel(solution, mine, others[0], within)
    return _against(solution, mine, others, within) if all(sheet.full for sheet in others) else None


def contest_by_points(solution: Solution, game: Game, *, within: int = MOST_BLOCKS) -> Duel | None:
    """The contest of the seat to move against players for points, if it takes at most `within` blocks."""
    mine, others = _sheets(game)
    few = max(len(sheet.open) for sheet in game.sheets) <= MOST_OPEN
    return _against(solution, mine, others, within) if few and usual(solution.program) else None


def usual(program: Program) -> bool:
    """Whether a turn is the usual one, and only a player's own dice count on a sheet."""
    shape, column = program.shape, program.variant.columns[0]
    scratching = shape.extra > 0 and shape.when == WHEN_SCRATCHING
    ordinary = column.factor == 1 and column.max_rolls is None and program.layout is None
    return program.plain and ordinary and not (program.alone or shape.waiting or scratching)


def _weight(game: Game) -> int:
    """The approximate cost of the position: each additional open cell doubles it."""
    return 1 << max(len(sheet.open) for sheet in game.sheets)


def _check(solution: Solution, game: Game) -> None:
    if game.variant.fingerprint != solution.variant.fingerprint:
        raise InvalidInput("This table is for {variant}", variant=solution.variant.key)
    if len(game.players) == 1:
        raise InvalidInput("A solo game has no opponent to win against")
    if game.to_roll:
        raise InvalidInput("The dice are still rolling: there is no decision to make")


def _sheets(game: Game) -> tuple[Sheet, tuple[Sheet, ...]]:
    """The sheet of the seat to move and those of the others."""
    turn, sheet = game.acting()
    return sheet, (*game.sheets[: turn.seat - 1], *game.sheets[turn.seat :])


@lru_cache(maxsize=8)
def _duel(solution: Solution, mine: Sheet, other: Sheet, within: int) -> Duel | None:
    if max(len(mine.open), len(other.open)) > MOST_OPEN and within <= MOST_BLOCKS:
        return None
    side, rival = side_of(solution, mine), player(side_of(solution, other))
    return contest(side, rival) if effort(side, rival) <= within else None


@lru_cache(maxsize=8)
def _against(solution: Solution, mine: Sheet, others: tuple[Sheet, ...], within: int) -> Duel | None:
    """The contest against players whose totals are final, or who play for points."""
    if len(mine.open) > MOST_OPEN and within <= MOST_BLOCKS:
        return None
    side = side_of(solution, mine)
    rival = drawn_total(greatest([final_chances(solution, sheet) for sheet in others]))
    return contest(side, rival) if effort(side, rival) <= within else None


def _outcome(found: Duel, game: Game) -> Outcome:
    won, draw = best_chance(found, game)
    win = min(max(won - found.half * draw, 0.0), 1.0)
    return Outcome(win, draw, max(1 - win - draw, 0.0), exact=True)


def _finished(totals: Sequence[int], seat: int) -> Outcome:
    mine, others = totals[seat], max((*totals[:seat], *totals[seat + 1 :]))
    return Outcome(float(mine > others), float(mine == others), float(mine < others), exact=True)


def _by_points(totals: Sequence[Chances], seat: int) -> Outcome:
    win, draw = compared(totals[seat], greatest((*totals[:seat], *totals[seat + 1 :])))
    return Outcome(win, draw, max(1 - win - draw, 0.0), exact=False)


# ------------------------------------------------------------------------------- the current turn of a contest


def chances_of_actions(found: Duel, game: Game) -> dict[Action, tuple[float, float]]:
    """The chance to win, a draw counting half, and the chance of a draw, per action of the seat to move."""
    turn, sheet = game.acting()
    legal = game.legal_actions
    chances: dict[Action, tuple[float, float]] = {}
    if legal.keeps:
        values, number = _rolled(found, turn.rolls_left), found.side.solution.program.dice.number
        for keep in legal.keeps:
            won, drawn = values[number[keep.faces]]
            chances[RollDice(keep)] = float(won), float(drawn)
    for action in legal:
        if isinstance(action, Score):
            after = entered_in(sheet, game.variant.index(action.cell), game, action.points or 0)
            chances[action] = found.after(after)
    return chances


def best_chance(found: Duel, game: Game) -> tuple[float, float]:
    """The best of these chances. Ties go, as everywhere, to the greater chance to win, a draw counting half."""
    turn, _ = game.acting()
    if turn.roll is None:
        won, drawn = _rolled(found, turn.rolls_left)[-1]
        return float(won), float(drawn)
    return max(chances_of_actions(found, game).values(), key=lambda pair: pair[0])


def _rolled(found: Duel, rolls_left: int) -> Pairs:
    """The value, per keep, of rolling the other dice now."""
    moves = roll_chances(found.side.solution.program.variant.dice)
    best = np.column_stack(found.entries())
    for _ in range(rolls_left - 1):
        best = _best(moves.chances @ best, moves.parts)
    return np.asarray(moves.chances @ best)


def _best(values: Pairs, parts: NDArray[np.int64]) -> Pairs:
    """The best keep of every roll, the roll included."""
    picked = values[parts, 0].argmax(axis=1)
    return np.asarray(values[parts[np.arange(len(parts)), picked]])
