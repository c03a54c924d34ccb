"""A ledger as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from pasch.analysis.ledger import Choice, Ledger, PlayerLedger, RollLuck, SeatLedger, TurnLedger
from pasch.analysis.winning import WinCurve, WinPoint
from pasch.rules.switches import SwitchValue


class ChoiceFigures(TypedDict):
    """A decision. `action` and `best` are texts such as `k33`, `chance` or `chance 0`."""

    position: str
    action: str
    value: float
    best: str
    best_value: float
    loss: float


class RollFigures(TypedDict):
    """The dice after a roll. `choice` is null while nothing has been done with them."""

    dice: str
    luck: float
    value: float
    choice: ChoiceFigures | None


class TurnFigures(TypedDict):
    """A turn. `cell` is null while it is running; `known` is false where only its points were written down."""

    round: int
    rolls: list[RollFigures]
    cell: str | None
    points: int
    extra: int
    start: float
    end: float
    luck: float
    loss: float
    known: bool


class PointFigures(TypedDict):
    """A point of the chart: `round` 0 is the start, `roll` 0 the end of the round."""

    round: int
    roll: int
    value: float


class Sums(TypedDict):
    """`score = start + luck - loss` where `finished`, else `value = start + luck - loss`."""

    seat: int
    name: str
    start: float
    luck: float
    loss: float
    value: float
    score: int
    finished: bool
    losses: Mapping[str, float]
    par: int | None


class SeatFigures(Sums):
    """One sheet of one game."""

    turns: list[TurnFigures]
    curve: list[PointFigures]


class PlayerFigures(Sums):
    """One player over all games, with the costliest decisions."""

    lessons: list[ChoiceFigures]


class WinFigures(TypedDict):
    """A point of the curve of chances: to win, to draw and to lose, of seat 1 and of seat 2.

    `seat` has just finished the turn; at the start it is null, `turn` and `round` are 0.
    """

    turn: int
    round: int
    seat: int | None
    chances: list[tuple[float, float, float]]
    exact: bool


class GameFigures(TypedDict):
    """One game; `win` is null where it was not asked for, and where not two play."""

    game: int
    seats: list[SeatFigures]
    win: list[WinFigures] | None


class LedgerFigures(TypedDict):
    """The ledger of a match."""

    variant: str
    rules: dict[str, SwitchValue]
    players: list[PlayerFigures]
    games: list[GameFigures]


def figures(ledger: Ledger, curves: Sequence[WinCurve | None] | None = None) -> LedgerFigures:
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


def _sums(of: SeatLedger | PlayerLedger) -> Sums:
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


def _win(point: WinPoint) -> WinFigures:
    return {
        "turn": point.turn,
        "round": point.round,
        "seat": point.seat,
        "chances": [(outcome.win, outcome.draw, outcome.loss) for outcome in point.chances],
        "exact": point.exact,
    }
