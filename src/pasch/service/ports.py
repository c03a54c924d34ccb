"""What the service needs from outside, as protocols.

A store keeps logs and the rows beside them, a bus carries "table X is at N" between those who
wait, clock and entropy are ports so that tests own time and chance.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pasch.analysis import Ledger
from pasch.bots.protocol import Bot
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.service.ids import SessionId, TableId
from pasch.service.log import Happening, LogEvent
from pasch.service.requests import Session, Status, Visibility
from pasch.words.advice import Option

# ------------------------------------------------------------------------------- rows


@dataclass(frozen=True)
class SeatRow:
    """Who sits on a seat: what may be deleted without touching the log.

    `session` None is an open seat or a bot. `name` is empty where the default is shown.
    `seed` is the seat's own part of the dice, in hexadecimal digits.
    """

    seat: int
    session: SessionId | None
    name: str = ""
    seed: str | None = None


@dataclass(frozen=True)
class TableRow:
    """What stands beside the log. `server_seed` is secret until the match has ended."""

    id: TableId
    opener: SessionId
    visibility: Visibility
    seats: tuple[SeatRow, ...]
    server_seed: bytes = field(repr=False)


@dataclass(frozen=True)
class CommandKey:
    """What makes a command the same one again."""

    session: SessionId
    id: str


@dataclass(frozen=True)
class Append:
    """One transaction: events after number `after`, and what changes with them.

    `status` is what the table is doing afterwards, `seats` are rows written anew, `command`
    is remembered together with the number of the last event.
    """

    table: TableId
    after: int
    events: tuple[Happening, ...]
    at: datetime
    status: Status
    seats: tuple[SeatRow, ...] = ()
    command: CommandKey | None = None

    def as_log(self) -> tuple[LogEvent, ...]:
        """The events as the store gives them back."""
        return tuple(
            LogEvent(seq, event.type, self.at, event.seat, event.data)
            for seq, event in enumerate(self.events, start=self.after + 1)
        )


class SeqTaken(Exception):
    """Somebody else has appended first: nothing was written."""


class CommandKnown(Exception):
    """The command was carried out before: nothing was written. `seq` is its first answer."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before, as event {seq}")
        self.seq = seq


# ------------------------------------------------------------------------------- ports


class TableStore(Protocol):
    """Logs of tables and the rows beside them. A write that returned is on the disk."""

    async def create(self, row: TableRow, append: Append) -> None:
        """Keep a new table with its first events; `append.after` is 0."""

    async def append(self, append: Append) -> None:
        """Add events. Raises `CommandKnown`, `SeqTaken`; then nothing was written."""

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The answer a command got when it was carried out."""

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened or sits at, those changed last first."""

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running, those opened last first."""

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""


class SessionStore(Protocol):
    """Sessions, found by the hash of their token."""

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Keep a new session."""

    async def find_session(self, token_hash: bytes) -> Session | None:
        """The session whose token has this hash."""


class Subscription(Protocol):
    """News of one table for one reader. However slow the reader, it takes the same room."""

    async def news(self) -> int:
        """Wait until the table is further than at the last call; the number it is at."""


class Bus(Protocol):
    """Carries "table X is at N". Messages may come twice, late, or out of order."""

    async def publish(self, table: TableId, seq: int) -> None:
        """Tell everybody."""

    def subscribe(self, table: TableId) -> AbstractContextManager[Subscription]:
        """Listen to a table while the context is open."""


class Advised(Option, Protocol):
    """An action, its text form, and the final total to expect after it."""

    @property
    def text(self) -> str:
        """The action as it is written down, such as `k33`."""

    @property
    def value(self) -> float:
        """The expected final total."""


@dataclass(frozen=True)
class WinPoint:
    """The chances of both seats to win, draw and lose when `seat` has finished its turn; `turn` 0 is the start.

    `exact` is false where they follow from how both would end by themselves.
    """

    turn: int
    round: int
    seat: int | None
    chances: tuple[tuple[float, float, float], tuple[float, float, float]]
    exact: bool


class Solver(Protocol):
    """Optimal play. What takes long is done elsewhere; while it is, these raise `NotReady` with the progress.

    `asker` is whom a solve that nobody has asked for before is counted against. All raise `InvalidInput` for
    variants that have no exact table here, `RateLimited` when the asker has had too many new ones solved.
    """

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The computer players. They never solve; `choose` may raise `NotReady` for a moment."""

    async def exact(self, variant: Variant) -> bool:
        """Whether there is an exact table, or can be one. Some milliseconds the first time."""

    def alone(self, variant: Variant) -> bool:
        """Whether its table is that of a sheet by itself: what players do to each other, or a win at once, is left out.

        Raises nothing; true or false also where there is no table.
        """

    async def advise(self, game: Game, asker: str) -> Sequence[Advised]:
        """Every action of the seat to move, best first."""

    async def analyse(self, record: Record, asker: str) -> Ledger:
        """The ledger of a record."""

    async def win_curves(self, record: Record, asker: str) -> Sequence[Sequence[WinPoint] | None]:
        """The chances to win over every game of a record; None for a game that is not one of two players."""


class Clock(Protocol):
    """Time as the service sees it."""

    def now(self) -> datetime:
        """The time in UTC."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Entropy(Protocol):
    """Chance that nobody can guess."""

    def token(self, size: int = 32) -> str:
        """So many random bytes as text that is safe in an address."""

    def seed(self) -> bytes:
        """32 random bytes."""
