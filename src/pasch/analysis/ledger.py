"""The ledger: every roll with its luck, every decision with its loss, and sums that add up.

All values are expected final totals of the player's own sheet under optimal play from there on. Luck is
what a roll changed in them, loss what a decision fell short of the best one. So for every sheet

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
from pasch.rules.variant import Variant
from pasch.tabular import Row, Tabular, text_table

LESSONS = 3
"""How many of the costliest decisions are worth another look."""

ENDGAME = 3
"""The last turns of a sheet that are its endgame."""

NOTICEABLE = 0.005
"""Points that a decision must have cost to count as a lesson."""


class Kind(StrEnum):
    """What a decision is about.

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
    """A decision: what was done, what would have been best, and what each was worth.

    `position` is the situation as a text, with this player's sheet alone.
    """

    kind: Kind

    action: Action
    text: str
    value: float
    best: Action
    best_text: str
    best_value: float
    position: str = field(repr=False)

    @property
    def loss(self) -> float:
        """What it fell short of the best."""
        return self.best_value - self.value


@dataclass(frozen=True)
class RollLuck:
    """The dice after a roll, what they changed (`luck`), what they are worth, and what was done with them.

    `choice` is None while a game is running and nothing has been done yet.
    """

    dice: Roll
    luck: float
    value: float
    choice: Choice | None


@dataclass(frozen=True)
class TurnLedger:
    """A turn; `cell` is the text of the cell entered, None while it is running.

    `start` and `end` are the values of the sheet before and after it. `known` is False where only the
    points were written down: then all that the turn changed counts as luck.
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
        """What chance changed in this turn."""
        return fsum(roll.luck for roll in self.rolls) if self.known else self.end - self.start

    @cached_property
    def loss(self) -> float:
        """What decisions cost in this turn."""
        return fsum(choice.loss for choice in self.choices)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The decisions of the turn."""
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
    """One sheet of one game. `score` is its total as it stands, final when `finished`.

    `par` is what the optimal policy scores with the same dice, None where they are not proved (`pasch.analysis.par`).
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
        """What chance changed in the game."""
        return fsum(turn.luck for turn in self.turns)

    @cached_property
    def loss(self) -> float:
        """What decisions cost in the game."""
        return fsum(turn.loss for turn in self.turns)

    @property
    def losses(self) -> Mapping[Kind, float]:
        """The loss by kind of decision."""
        choices = [choice for turn in self.turns for choice in turn.choices]
        return {kind: fsum(choice.loss for choice in choices if choice.kind is kind) for kind in Kind}

    @property
    def value(self) -> float:
        """The expected final total now; of a finished game the score."""
        return self.start + self.luck - self.loss

    @cached_property
    def curve(self) -> tuple[Point, ...]:
        """The expected final total over the game."""
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
        """What optimal play would bring on average."""
        return fsum(game.start for game in self.games)

    @property
    def luck(self) -> float:
        """What chance changed."""
        return fsum(game.luck for game in self.games)

    @property
    def loss(self) -> float:
        """What decisions cost."""
        return fsum(game.loss for game in self.games)

    @property
    def losses(self) -> Mapping[Kind, float]:
        """The loss by kind of decision."""
        return {kind: fsum(game.losses[kind] for game in self.games) for kind in Kind}

    @property
    def par(self) -> int | None:
        """The par of all games, None where that of one is unknown."""
        known = [game.par for game in self.games if game.par is not None]
        return sum(known) if len(known) == len(self.games) else None

    @property
    def value(self) -> float:
        """What is expected of the games begun; of finished ones the score."""
        return fsum(game.value for game in self.games)

    @property
    def score(self) -> int:
        """The totals as they stand."""
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
        """Every roll with what was done: one row for each, in the order of games, seats and turns."""
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
    """The decisions that cost most, at most three, those that cost nothing left out."""
    return tuple(nlargest(LESSONS, (c for c in choices if c.loss > NOTICEABLE), key=lambda c: c.loss))
