"""What callers ask for, and what they are told."""

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
    """One thing that a token may allow.

    `READ` sees what its owner may see, `PLAY` opens tables, sits down and plays, `CHAT` writes.
    `ACCOUNT` is everything else: the name, the password, the other tokens. Only what a browser
    or a log-in got has it.
    """

    READ = "read"
    PLAY = "play"
    CHAT = "chat"
    ACCOUNT = "account"


EVERYTHING = frozenset(Scope)


@dataclass(frozen=True)
class Access:
    """A token without its secret: `id` names it, `ends_at` None means that it does not end by itself."""

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
    """Who is calling, and what the token that was shown allows. `name` may be empty; `computer`: a bot's account."""

    id: SessionId
    name: str
    opened_at: datetime
    handle: Handle
    computer: bool = False
    access: Access = FULL

    def need(self, scope: Scope) -> None:
        """Raise `ScopeMissing` unless the token allows this."""
        if scope not in self.access.scopes:
            raise ScopeMissing(scope)


@dataclass(frozen=True)
class NewSession:
    """A session just opened, and its token: the only time that it can be read."""

    token: str = field(repr=False)
    session: Session


@dataclass(frozen=True)
class OpenSeat:
    """A seat as it is asked for. An empty `name` becomes a friendly one; `bot` names a policy.

    `real`: whoever sits there has real dice, and types in what they show. `shared`: the seat is played at the
    device of another seat, and the log says so.
    """

    kind: SeatKind
    name: str = ""
    bot: str | None = None
    real: bool = False
    shared: bool = False


@dataclass(frozen=True)
class OpenTable:
    """A table as it is asked for.

    `rules` are the switches changed from the preset, `rules_name` is what their house calls
    them. With `start` the match begins by itself
    as soon as every seat is taken; without, the opener starts it. `hints` None allows advice
    where nobody plays from afar; `take_back` None allows it unless entries are final by custom.
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
    """Somebody takes an open seat: `seat` or else the first; `seed` in hexadecimal digits.

    `shared`: another person plays it at the caller's device, which has a seat at the table already.
    """

    name: str = ""
    seed: str | None = None
    seat: int | None = None
    shared: bool = False


class Afterwards(StrEnum):
    """What becomes of a seat whose owner leaves a match for good: a bot plays on, or the sheet stays as it is."""

    BOT = "bot"
    FREEZE = "freeze"


@dataclass(frozen=True)
class Abort:
    """End the match before its time."""


@dataclass(frozen=True)
class Ready:
    """Say that there is nothing more to wait for before the match begins, or take it back."""

    ready: bool = True


class Aside(StrEnum):
    """What a seat says beside the game: about a pause, and that it plays for itself again."""

    PAUSE = "pause"
    AGREE = "agree"
    REFUSE = "refuse"
    RESUME = "resume"
    RETURN = "return"


@dataclass(frozen=True)
class DatedPause:
    """Ask for a pause that ends at a time, or agree to it."""

    until: datetime


@dataclass(frozen=True)
class AbsenceDecision:
    """Say what happens in the turns of a seat whose owner has been away longer than the others wait."""

    target: int
    choice: Absent


@dataclass(frozen=True)
class EnterDice:
    """Real dice lie on the table. `keep` are those not rolled again; None is the least that the rules allow."""

    dice: str
    keep: str | None = None


@dataclass(frozen=True)
class Correction:
    """Tell a turn with real dice anew; what is None stays as it was.

    `points` without `dice`: only the points are known. Neither of them at the turn that is running takes its last
    throw away. `game` None is the latest.
    """

    round: int
    game: int | None = None
    cell: str | None = None
    dice: str | None = None
    points: int | None = None
    extra: int = 0


GameAction = RollDice | Announce | Score | MechanicAction | NextGame | EnterDice | EnterPoints
"""What plays the match on."""

MatchAction = GameAction | TakeBack | Abort | Correction
"""What concerns the match."""

TableAction = MatchAction | Ready | Aside | DatedPause | AbsenceDecision
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
