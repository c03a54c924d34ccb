"""What to do: every possible action of a position with its value, from the table of a solved variant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.errors import InvalidInput
from pasch.rules.extra import CountsIn
from pasch.rules.notation.position import Position
from pasch.solver.kernels import decisions
from pasch.solver.sizes import LANES, WEIGHED

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.sheet import Sheet
    from pasch.solver.solve import Solution


@dataclass(frozen=True)
class Advised:
    """An action, its text form, its value (the expected final total), and what it loses against the best."""

    action: Action
    text: str
    value: float
    regret: float


@dataclass(frozen=True)
class Advice:
    """The actions of a position, best first; `value` is that of the best one."""

    actions: tuple[Advised, ...]

    @property
    def best(self) -> Advised:
        """The action with the greatest value."""
        return self.actions[0]

    @property
    def value(self) -> float:
        """The expected final total of optimal play from here."""
        return self.best.value


def advise(solution: Solution, position: Position | Game | str) -> Advice:
    """The value of every action of the seat to move. Raises `InvalidInput`, also when the game is over."""
    game = _game(position)
    if game.turn is None or game.sheet is None:
        raise InvalidInput("The game is over: there is nothing to decide")
    if game.variant.fingerprint != solution.variant.fingerprint:
        raise InvalidInput("This table is for {variant}", variant=solution.variant.key)
    found = [*_throws(solution, game), *_entries(solution, game)]
    found.sort(key=lambda item: -item[1])
    best = found[0][1]
    text = game.variant.action_text
    return Advice(tuple(Advised(action, text(action), value, best - value) for action, value in found))


def _game(position: Position | Game | str) -> Game:
    match position:
        case str():
            return Position.from_text(position).game
        case Position():
            return position.game
        case _:
            return position


def worth(solution: Solution, sheet: Sheet) -> float:
    """The expected final total of a sheet between two turns."""
    return _so_far(sheet) + float(solution.table[place(solution, sheet)])


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


def _so_far(sheet: Sheet) -> int:
    """Points that stand in the sheet; a bonus is part of what is still to come."""
    extra = sheet.totals.extra if sheet.variant.extra.counts_in is CountsIn.GAME else 0
    return sum(points or 0 for points in sheet.points) + extra


def _throws(solution: Solution, game: Game) -> list[tuple[Action, float]]:
    turn, sheet = game.acting()
    if turn.roll is None:
        return [(RollDice(), worth(solution, sheet))]
    keeps = game.legal_actions.keeps
    if not keeps:
        return []
    shape, dice = solution.program.shape, solution.program.dice
    tables = solution.program.tables_in(solution.table.dtype.type)
    filled, flag, total = place(solution, sheet)
    block = total // LANES * LANES
    size = (shape.keeps + WEIGHED) * LANES
    kept = np.zeros((shape.rolls - 1, size), solution.table.dtype)
    best = np.zeros_like(kept)
    decisions(kept, best, solution.table.reshape(-1), filled, flag, block, shape, tables)
    values = kept[turn.rolls_left - 1].reshape(-1, LANES)[:, total - block]
    so_far = _so_far(sheet)
    return [(RollDice(keep), so_far + float(values[dice.number[keep.faces]])) for keep in keeps]


def _entries(solution: Solution, game: Game) -> list[tuple[Action, float]]:
    turn, sheet = game.acting()
    if turn.roll is None:
        return []
    found: list[tuple[Action, float]] = []
    for cell, points in game.legal_actions.entries.items():
        for entered in dict.fromkeys((points, 0)):
            index = game.variant.index(cell)
            extra = sheet.extra_points(index, turn.roll, entered)
            found.append((Score(cell, entered), worth(solution, sheet.enter(index, entered, extra))))
    return found
