"""Advice for a position: every possible action with its value, from the table of a solved variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.errors import InvalidInput, wrong_type
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.state import Stage
from pasch.solver.turn import TurnValues, place, turn_values, worth
from pasch.tabular import Row, Tabular

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.solver.solve import Solution

__all__ = ["Advice", "Advised", "advise", "place", "worth"]


@dataclass(frozen=True)
class Advised:
    """An action, its text form, its value (the expected final total), and its loss against the best action.

    `chances` maps every open category to the chance that the turn ends with points there, under optimal play after
    this action.
    """

    action: Action
    text: str
    value: float
    regret: float
    chances: Mapping[str, float] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Advice(Tabular):
    """The actions of a position, best first; `value` is the value of the best."""

    actions: tuple[Advised, ...]

    def __repr__(self) -> str:
        return f"<Advice {self.best.text} {self.value:.2f}>"

    def rows(self) -> list[Row]:
        """Every action with its value and regret, best first."""
        return [{"action": each.text, "value": each.value, "regret": each.regret} for each in self.actions]

    @property
    def best(self) -> Advised:
        """The action with the greatest value."""
        return self.actions[0]

    @property
    def value(self) -> float:
        """The expected final total of optimal play from here."""
        return self.best.value


Options = dict[Action, float]
"""Actions and their values: expected final totals."""


def advise(solution: Solution, position: Position | Game | str) -> Advice:
    """The value of every action of the seat to move. Raises `InvalidInput`, also when the game is over."""
    game = game_of(position)
    if game.turn is None or game.sheet is None:
        raise InvalidInput("The game is over: no decision is left")
    if game.variant.fingerprint != solution.variant.fingerprint:
        raise InvalidInput("This table is for {variant}", variant=solution.variant.key)
    if game.to_roll:
        raise InvalidInput("The dice are still rolling: there is no decision to make")
    if game.stage not in {Stage.READY, Stage.ROLLED, Stage.ENTRY_DUE}:
        raise InvalidInput("There is no advice for actions between players")
    values = values_of(solution, game)
    found = sorted(options(solution, game, values).items(), key=lambda item: -item[1])
    best, text = found[0][1], game.variant.action_text
    return Advice(
        tuple(
            Advised(action, text(action), value, best - value, _chances(game, values, action))
            for action, value in found
        )
    )


def options(solution: Solution, game: Game, values: TurnValues) -> Options:
    """The value of every action of the seat to move, from the values of the seat's turn."""
    return _rolls(game, values) | _entries(solution, game)


def game_of(position: Position | Game | str) -> Game:
    """The game described by a position, its text form, or a game."""
    match position:
        case str():
            return Position.from_text(position).game
        case Position():
            return position.game
        case Game():
            return position
        case _:
            raise wrong_type(position, "A position, its text or a game")


def values_of(solution: Solution, game: Game) -> TurnValues:
    """The values of the current turn of the seat to move, from its first roll on. Raises as `turn_values`."""
    turn, sheet = game.acting()
    return turn_values(solution, sheet, game.hands[turn.seat - 1].bank)


def _rolls(game: Game, values: TurnValues) -> Options:
    turn, _ = game.acting()
    if turn.roll is None:
        return {RollDice(): values.start}
    # A keep is worth what the remaining rolls make of it. No keeps exist when the entry is due.
    return {RollDice(keep): values.throwing(turn, keep) for keep in game.legal_actions.keeps}


def _entries(solution: Solution, game: Game) -> Options:
    turn, sheet = game.acting()
    found: Options = {}
    for cell, points in game.legal_actions.entries.items() if turn.roll else ():
        for entered in dict.fromkeys((points, 0)):
            index = game.variant.index(cell)
            found[Score(cell, entered)] = worth(solution, entered_in(sheet, index, game, entered), turn.rolls_left)
    return found


def entered_in(sheet: Sheet, index: int, game: Game, points: int) -> Sheet:
    """The sheet after entering the current roll, with the extra points it earns."""
    turn, _ = game.acting()
    return sheet.enter(index, points, sheet.extra_points(index, turn.roll, points) if turn.roll else 0)


def _chances(game: Game, values: TurnValues, action: Action) -> dict[str, float]:
    """The chance, per category open in some column, that the turn ends with points there."""
    turn, sheet = game.acting()
    keys = [cell.category for cell in game.variant.cells]
    found = dict.fromkeys((keys[place] for place in sheet.open), 0.0)
    match action:
        case Score(cell=cell, points=points):
            return {key: float(bool(points) and key == cell.category) for key in found}
        case RollDice(keep=keep):
            rows = values.chances(turn, keep)
            for place in sheet.open:
                found[keys[place]] += float(rows[place])
            return found
        case _:
            return {}
