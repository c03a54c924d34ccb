"""The ledger: every roll with its luck, every decision with its loss, and sums that add up.

All values are expected final totals of the player's own sheet under optimal play from there on. Luck is the change by
a roll, loss the shortfall of a decision against the best one. So for every sheet

    score = start + sum of luck - sum of loss

holds exactly (to the last digits of floating point); luck has mean zero, loss is never negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from heapq import nlargest
from math import fsum

from pasch.rules.actions import Action
from pasch.rules.dice import Roll
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.variant import Variant
from pasch.tabular import Row, Tabular, text_table

LESSONS = 3
"""The maximum number of costly decisions to review."""

ENDGAME = 3
"""The number of last turns of a sheet that form its endgame."""

NOTICEABLE = 0.005
"""The minimum cost, in points, of a decision that counts as a lesson."""


class Kind(StrEnum):
    """The kind of a decision.

    `ENDGAME`: one of the last three turns of a sheet. In earlier turns, `KEEPS`: rolling again was best. Else
    entering was best; `BONUS`: the cell entered or the best one counts towards an upper bonus that is still open.
    `ENTRIES`: the rest.
    """

    KEEPS = "keeps"
    ENTRIES = "entries"
    BONUS = "bonus"
    ENDGAME = "endgame"


@dataclass(frozen=True)
class Choice:
    """A decision in a `game`: the action, the best action, and their values."""

    kind: Kind

    action: Action
    text: str
    value: float
    best: Action
    best_text: str
    best_value: float
    game: Game = field(repr=False, compare=False)

    @property
    def loss(self) -> float:
        """The shortfall against the best action."""
        return self.best_value - self.value

    @property
    def position(self) -> str:
        """The situation as text, with only this player's sheet."""
        return Position.of(self.game).alone().to_text()


@dataclass(frozen=True)
class RollLuck:
    """The dice after a roll, their effect (`luck`), their value, and the decision about them.

    `choice` is None in a running game without a decision yet.
    """

    dice: Roll
    luck: float
    value: float
    choice: Choice | None


@dataclass(frozen=True)
class TurnLedger:
    """A turn; `cell` is the text of the cell entered, or None while the turn is running.

    `start` and `end` are the values of the sheet before and after it. `known` is False if only the points were
    recorded; then the whole change of the turn counts as luck.
    """

    round: int
    rolls: tuple[RollLuck, ...]
    cell: str | None
    points: int
    extra: int
    start: float
    end: float
    known: bool = True

    @cached_property
    def luck(self) -> float:
        """The luck of this turn."""
        return fsum(roll.luck for roll in self.rolls) if self.known else self.end - self.start

    @cached_property
    def loss(self) -> float:
        """The loss by decisions in this turn."""
        return fsum(choice.loss for choice in self.choices)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The decisions of this turn."""
        return tuple(roll.choice for roll in self.rolls if roll.choice is not None)


@dataclass(frozen=True)
class Point:
    """A point of the chart: the expected final total after a roll, a decision or a whole turn.

    `round` 0 is the start of the game, `roll` 0 the end of the round.
    """

    round: int
    roll: int
    value: float


@dataclass(frozen=True)
class SeatLedger:
    """One sheet of one game. `score` is its current total, final when `finished`.

    `par` is the score of the optimal policy with the same dice; None for unproven dice (`pasch.analysis.analyse`).
    """

    seat: int
    name: str
    start: float
    turns: tuple[TurnLedger, ...]
    score: int
    finished: bool
    par: int | None = None

    @cached_property
    def luck(self) -> float:
        """The luck of this game."""
        return fsum(turn.luck for turn in self.turns)

    @cached_property
    def loss(self) -> float:
        """The loss by decisions in this game."""
        return fsum(turn.loss for turn in self.turns)

    @property
    def losses(self) -> Mapping[Kind, float]:
        """The loss by kind of decision."""
        choices = [choice for turn in self.turns for choice in turn.choices]
        return {kind: fsum(choice.loss for choice in choices if choice.kind is kind) for kind in Kind}

    @property
    def value(self) -> float:
        """The expected final total now; the score of a finished game."""
        return self.start + self.luck - self.loss

    @cached_property
    def curve(self) -> tuple[Point, ...]:
        """The course of the expected final total over the game."""
        points = [Point(0, 0, self.start)]
        for turn in self.turns:
            for number, roll in enumerate(turn.rolls, start=1):
                points.append(Point(turn.round, number, roll.value))
            if turn.cell is not None:
                points.append(Point(turn.round, 0, turn.end))
        return tuple(points)


@dataclass(frozen=True)
class GameLedger:
    """One game; `number` counts from 1."""

    number: int
    seats: tuple[SeatLedger, ...]


@dataclass(frozen=True)
class PlayerLedger:
    """One player over all games of the match."""

    seat: int
    name: str
    games: tuple[SeatLedger, ...]

    @property
    def start(self) -> float:
        """The mean score of optimal play."""
        return fsum(game.start for game in self.games)

    @property
    def luck(self) -> float:
        """The luck of all games."""
        return fsum(game.luck for game in self.games)

    @property
    def loss(self) -> float:
        """The loss by decisions in all games."""
        return fsum(game.loss for game in self.games)

    @property
    def losses(self) -> Mapping[Kind, float]:
        """The loss by kind of decision."""
        return {kind: fsum(game.losses[kind] for game in self.games) for kind in Kind}

    @property
    def par(self) -> int | None:
        """The par of all games; None if the par of one game is unknown."""
        known = [game.par for game in self.games if game.par is not None]
        return sum(known) if len(known) == len(self.games) else None

    @property
    def value(self) -> float:
        """The expected total of the games begun; finished games count with their score."""
        return fsum(game.value for game in self.games)

    @property
    def score(self) -> int:
        """The sum of the current totals."""
        return sum(game.score for game in self.games)

    @property
    def finished(self) -> bool:
        """Whether every sheet is full, so that `score = start + luck - loss`."""
        return all(game.finished for game in self.games)

    @cached_property
    def lessons(self) -> tuple[Choice, ...]:
        """The costliest decisions, at most three, the worst first."""
        return costliest(choice for game in self.games for turn in game.turns for choice in turn.choices)


@dataclass(frozen=True)
class Ledger(Tabular):
    """The ledger of a match."""

    variant: Variant
    games: tuple[GameLedger, ...]

    def __repr__(self) -> str:
        players = ", ".join(f"{player.name} luck {player.luck:.1f} loss {player.loss:.1f}" for player in self.players)
        return f"<Ledger {self.variant.key}: {players}>"

    def __str__(self) -> str:
        return text_table([_sums(player) for player in self.players])

    def rows(self) -> list[Row]:
        """One row for each roll and its decision, ordered by game, seat and turn."""
        return [
            {"game": game.number, "seat": seat.seat, "name": seat.name, "round": turn.round, **_roll_row(roll)}
            for game in self.games
            for seat in game.seats
            for turn in seat.turns
            for roll in turn.rolls
        ]

    @cached_property
    def players(self) -> tuple[PlayerLedger, ...]:
        """Every player over all games."""
        sheets = zip(*(game.seats for game in self.games), strict=True)
        return tuple(PlayerLedger(games[0].seat, games[0].name, games) for games in sheets)


def _sums(player: PlayerLedger) -> Row:
    sums: Row = {name: getattr(player, name) for name in ("start", "luck", "loss", "value")}
    return {"name": player.name, **sums}


def _roll_row(roll: RollLuck) -> Row:
    done = roll.choice
    return {
        "dice": roll.dice.to_text(),
        "luck": roll.luck,
        "value": roll.value,
        "action": done.text if done else None,
        "best": done.best_text if done else None,
        "loss": done.loss if done else None,
    }


def costliest(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The costliest decisions, at most three, without those below `NOTICEABLE`."""
    return tuple(nlargest(LESSONS, (c for c in choices if c.loss > NOTICEABLE), key=lambda c: c.loss))
