"""What callers request, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pasch.rules.actions import Announce, EnterPoints, MechanicAction, NextGame, RollDice, Score, TakeBack
from pasch.rules.switches import SwitchValue
from pasch.service.errors import ScopeMissing
from pasch.service.ids import Handle, SessionId
from pasch.service.table.options import PLAIN, Absent, TableOptions


class Scope(StrEnum):
    """One permission of a token.

    `READ` sees what its owner may see, `PLAY` opens tables, sits down and plays, `CHAT` writes. `ACCOUNT` covers
    everything else: the name, the password, the other tokens. Only the token of a browser or a login has it.
    """

    READ = "read"
    PLAY = "play"
    CHAT = "chat"
    ACCOUNT = "account"


EVERYTHING = frozenset(Scope)


@dataclass(frozen=True)
class Access:
    """A token without its secret: `id` names it; with `ends_at` None it never expires."""

    id: str = ""
    scopes: frozenset[Scope] = EVERYTHING
    ends_at: datetime | None = None


FULL = Access()


class SeatKind(StrEnum):
    """Who plays a seat: the session that opened the table, a bot, or a person who joins."""

    LOCAL = "local"
    BOT = "bot"
    HUMAN = "human"


class Visibility(StrEnum):
    """Whether the lobby lists a table, or only people with its id can find it."""

    PUBLIC = "public"
    PRIVATE = "private"


class Status(StrEnum):
    """The status of a table. `PAUSED` is by consent; play is then impossible."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"

    @property
    def ended(self) -> bool:
        """Whether the table can never change again."""
        return self in {Status.FINISHED, Status.ABORTED}


@dataclass(frozen=True)
class Session:
    """The caller, and what their token allows.

    `name` may be empty; `computer`: a bot's account; `public`: everyone may see the profile.
    """

    id: SessionId
    name: str
    opened_at: datetime
    handle: Handle
    computer: bool = False
    public: bool = False
    access: Access = FULL

    def need(self, scope: Scope) -> None:
        """Raise `ScopeMissing` unless the token allows this."""
        if scope not in self.access.scopes:
            raise ScopeMissing(scope)


@dataclass(frozen=True)
class NewSession:
    """A new session and its token, which is readable only this once."""

    token: str = field(repr=False)
    session: Session


@dataclass(frozen=True)
class OpenSeat:
    """A requested seat. An empty `name` becomes a friendly one; `bot` names a policy.

    `real`: the player has real dice, and types in what they show. `shared`: the seat is played at the device of another
    seat, and the log says so. `mark`: the face of the die next to the name; None for the initials.
    """

    kind: SeatKind
    name: str = ""
    bot: str | None = None
    real: bool = False
    shared: bool = False
    mark: int | None = None


@dataclass(frozen=True)
class OpenTable:
    """A requested table.

    `rules` are the switches changed from the preset, `rules_name` is the house's name for them. With `start` the match
    begins as soon as every seat is taken; without it, the opener starts the match. `hints` None allows advice where no
    person plays remotely; `take_back` None allows it unless entries are final by custom.
    """

    variant: str
    seats: tuple[OpenSeat, ...]
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    games: int = 1
    visibility: Visibility = Visibility.PRIVATE
    start: bool = True
    rules_name: str = ""
    hints: bool | None = None
    take_back: bool | None = None
    options: TableOptions = PLAIN


@dataclass(frozen=True)
class JoinTable:
    """A request for an open seat: `seat` or else the first; `seed` in hexadecimal digits.

    `shared`: another person plays it at the caller's device, which already has a seat at the table. `mark`: the face of
    the die next to the name; None keeps the seat's.
    """

    name: str = ""
    seed: str | None = None
    seat: int | None = None
    shared: bool = False
    mark: int | None = None


class Afterwards(StrEnum):
    """What becomes of a seat whose owner leaves a match for good: a bot plays on, or the sheet stays as it is."""

    BOT = "bot"
    FREEZE = "freeze"


@dataclass(frozen=True)
class Abort:
    """End the match before its time."""


@dataclass(frozen=True)
class Ready:
    """Declare readiness for the start of the match, or revoke it."""

    ready: bool = True


class Aside(StrEnum):
    """What a seat says in addition to moves: about a pause, and that it plays for itself again."""

    PAUSE = "pause"
    AGREE = "agree"
    REFUSE = "refuse"
    RESUME = "resume"
    RETURN = "return"


@dataclass(frozen=True)
class DatedPause:
    """Request a pause that ends at a time, or agree to it."""

    until: datetime


@dataclass(frozen=True)
class AbsenceDecision:
    """Decide what happens in the turns of a seat whose owner has been away longer than the others wait."""

    target: int
    choice: Absent


@dataclass(frozen=True)
class EnterDice:
    """The roll of real dice. `keep` are the dice not rolled again; None is the minimum that the rules allow."""

    dice: str
    keep: str | None = None


@dataclass(frozen=True)
class Correction:
    """Correct a turn with real dice; None leaves a value unchanged.

    `points` without `dice`: only the points are known. Without both, the running turn loses its last roll. `game` None
    is the latest.
    """

    round: int
    game: int | None = None
    cell: str | None = None
    dice: str | None = None
    points: int | None = None
    extra: int = 0


GameAction = RollDice | Announce | Score | MechanicAction | NextGame | EnterDice | EnterPoints
"""The actions that advance the match."""

MatchAction = GameAction | TakeBack | Abort | Correction
"""The actions on the match."""

TableAction = MatchAction | Ready | Aside | DatedPause | AbsenceDecision
"""Every action at a table by command."""


@dataclass(frozen=True)
class Command:
    """An action with an id that makes sending it twice harmless.

    `expect_seq` is the last event that the caller saw; None accepts any. `seat` is the acting seat; None is the one to
    move.
    """

    id: str
    action: TableAction
    expect_seq: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Answer:
    """The command was carried out; `seq` is the last event it caused."""

    seq: int
