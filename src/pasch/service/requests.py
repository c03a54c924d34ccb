"""What callers ask for, and what they are told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pasch.rules.actions import Announce, NextGame, PhaseAction, RollDice, Score, TakeBack
from pasch.rules.switches import SwitchValue
from pasch.service.ids import SessionId


class SeatKind(StrEnum):
    """Who plays a seat: the session that opened the table, a bot, or a person who joins."""

    LOCAL = "local"
    BOT = "bot"
    HUMAN = "human"


class Visibility(StrEnum):
    """Whether a table stands in the lobby or is known only to those who were given its id."""

    PUBLIC = "public"
    PRIVATE = "private"


class Status(StrEnum):
    """What a table is doing. `PAUSED` is by consent; nothing can be played then."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"

    @property
    def ended(self) -> bool:
        """Whether nothing will ever happen at the table again."""
        return self in {Status.FINISHED, Status.ABORTED}


@dataclass(frozen=True)
class Session:
    """Who is calling. The token it showed is not kept; `name` may be empty."""

    id: SessionId
    name: str
    opened_at: datetime


@dataclass(frozen=True)
class NewSession:
    """A session just opened, and its token: the only time that it can be read."""

    token: str = field(repr=False)
    session: Session


@dataclass(frozen=True)
class OpenSeat:
    """A seat as it is asked for. An empty `name` becomes a friendly one; `bot` names a policy."""

    kind: SeatKind
    name: str = ""
    bot: str | None = None


@dataclass(frozen=True)
class OpenTable:
    """A table as it is asked for.

    `rules` are the switches changed from the preset, `rules_name` is what their house calls
    them. With `start` the match begins by itself
    as soon as every seat is taken; without, the opener starts it. `hints` None allows advice
    where nobody plays from afar.
    """

    variant: str
    seats: tuple[OpenSeat, ...]
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    games: int = 1
    visibility: Visibility = Visibility.PRIVATE
    start: bool = True
    rules_name: str = ""
    hints: bool | None = None


@dataclass(frozen=True)
class JoinTable:
    """Somebody takes an open seat: `seat` or else the first; `seed` in hexadecimal digits."""

    name: str = ""
    seed: str | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Abort:
    """End the match before its time."""


GameAction = RollDice | Announce | Score | PhaseAction | NextGame
"""What plays the match on."""

TableAction = GameAction | TakeBack | Abort
"""Everything that can be done at a table by command."""


@dataclass(frozen=True)
class Command:
    """An action with the id that makes sending it twice harmless.

    `expect_seq` is the event the caller saw last; None does not mind. `seat` is the acting
    seat; None is the one to move.
    """

    id: str
    action: TableAction
    expect_seq: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Answer:
    """The command was carried out; `seq` is the last event it caused."""

    seq: int
