"""A ledger as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from pasch.analysis import winning
from pasch.analysis.ledger import Choice, Ledger, PlayerLedger, RollLuck, SeatLedger, TurnLedger
from pasch.rules.switches import SwitchValue

if TYPE_CHECKING:
    from pasch.solver.duel.winning import Outcome

Chances = tuple[float, float, float]
"""The chances to win, to draw and to lose."""


class ChoiceFigures(TypedDict):
    """A decision."""

    position: str
    """The situation, with this player's sheet alone."""
    action: str
    """What was done: `k33`, `chance`, `chance 0`."""
    value: float
    """The expected final total after it."""
    best: str
    """What would have been best."""
    best_value: float
    """The expected final total after the best action."""
    loss: float


class RollValues(TypedDict):
    """The dice after a roll, without the decision that follows."""

    dice: str
    """The dice, faces ascending."""
    luck: float
    """What the roll changed in the expected final total."""
    value: float
    """The expected final total with these dice."""


class RollFigures(RollValues):
    """The dice after a roll."""

    choice: ChoiceFigures | None
    """Null while nothing has been done with them."""


class TurnValues(TypedDict):
    """A turn without its rolls."""

    round: int
    cell: str | None
    """Null while it is running."""
    points: int
    extra: int
    start: float
    """The expected final total before it."""
    end: float
    """The expected final total after it."""
    luck: float
    loss: float
    known: bool
    """False where only the points were written down: then all counts as luck."""


class TurnFigures(TurnValues):
    """A turn."""

    rolls: list[RollFigures]
    """The rolls, in order."""


class LedgerPoint(TypedDict):
    """A point of the chart."""

    round: int
    """0 is the start."""
    roll: int
    """0 is the end of the round."""
    value: float
    """The expected final total."""


class LedgerSums(TypedDict):
    """`score = start + luck - loss` where `finished`, else `value = start + luck - loss`."""

    seat: int
    name: str
    start: float
    luck: float
    loss: float
    value: float
    """The expected final total in this position."""
    score: int
    finished: bool
    losses: dict[str, float]
    """The loss by kind of decision; the sum is `loss`."""
    par: int | None
    """What the optimal policy scores with the same dice, not knowing them in advance; null where they are not proved.
    """


class SeatValues(LedgerSums):
    """One sheet of one game, without its turns."""

    curve: list[LedgerPoint]
    """The expected final total over the game, for a chart."""


class SeatFigures(SeatValues):
    """One sheet of one game."""

    turns: list[TurnFigures]


class PlayerFigures(LedgerSums):
    """A player over all games."""

    lessons: list[ChoiceFigures]


class WinPoint(TypedDict):
    """The chances to win at a moment of a game of two."""

    turn: int
    """How many turns have been played; 0 is the start."""
    round: int
    seat: int | None
    """Who has just finished the turn; null at the start."""
    chances: tuple[Chances, Chances]
    """Of seat 1 and of seat 2."""
    exact: bool
    """False where they follow from how both would end if each played for points alone."""


class GameValues(TypedDict):
    """One game, without its sheets."""

    game: int
    win: list[WinPoint] | None
    """Null when not asked for, and where not two play against each other."""


class GameFigures(GameValues):
    """One game."""

    seats: list[SeatFigures]


class LedgerFigures(TypedDict):
    """The ledger of a match."""

    variant: str
    rules: dict[str, SwitchValue]
    players: list[PlayerFigures]
    games: list[GameFigures]


def figures(ledger: Ledger, curves: Sequence[winning.WinCurve | None] | None = None) -> LedgerFigures:
    """The ledger as data, with the chances to win if they are given."""
    wins = [None] * len(ledger.games) if curves is None else curves
    return {
        "variant": ledger.variant.key,
        "rules": dict(ledger.variant.switches),
        "players": [
            {**_sums(player), "lessons": [_choice(choice) for choice in player.lessons]} for player in ledger.players
        ],
        "games": [
            {
                "game": game.number,
                "seats": [_seat(seat) for seat in game.seats],
                "win": None if curve is None else [_win(point) for point in curve],
            }
            for game, curve in zip(ledger.games, wins, strict=True)
        ],
    }


def _sums(of: SeatLedger | PlayerLedger) -> LedgerSums:
    return {
        "seat": of.seat,
        "name": of.name,
        "start": of.start,
        "luck": of.luck,
        "loss": of.loss,
        "value": of.value,
        "score": of.score,
        "finished": of.finished,
        "losses": {kind.value: loss for kind, loss in of.losses.items()},
        "par": of.par,
    }


def _seat(seat: SeatLedger) -> SeatFigures:
    return {
        **_sums(seat),
        "turns": [_turn(turn) for turn in seat.turns],
        "curve": [{"round": point.round, "roll": point.roll, "value": point.value} for point in seat.curve],
    }


def _turn(turn: TurnLedger) -> TurnFigures:
    return {
        "round": turn.round,
        "rolls": [_roll(roll) for roll in turn.rolls],
        "cell": turn.cell,
        "points": turn.points,
        "extra": turn.extra,
        "start": turn.start,
        "end": turn.end,
        "luck": turn.luck,
        "loss": turn.loss,
        "known": turn.known,
    }


def _roll(roll: RollLuck) -> RollFigures:
    choice = None if roll.choice is None else _choice(roll.choice)
    return {"dice": roll.dice.to_text(), "luck": roll.luck, "value": roll.value, "choice": choice}


def _choice(choice: Choice) -> ChoiceFigures:
    return {
        "position": choice.position,
        "action": choice.text,
        "value": choice.value,
        "best": choice.best_text,
        "best_value": choice.best_value,
        "loss": choice.loss,
    }


def _win(point: winning.WinPoint) -> WinPoint:
    return {
        "turn": point.turn,
        "round": point.round,
        "seat": point.seat,
        "chances": (_chances(point.chances[0]), _chances(point.chances[1])),
        "exact": point.exact,
    }


def _chances(outcome: Outcome) -> Chances:
    return outcome.win, outcome.draw, outcome.loss
