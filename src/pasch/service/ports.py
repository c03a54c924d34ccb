"""Ports: what the service needs from outside, as protocols.

A store holds logs and their rows. A bus carries "topic X is at N" to waiting readers. Clock and
entropy are ports, so that tests control time and chance.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from pasch.analysis import Ledger
from pasch.analysis.figures import WinPoint
from pasch.bots.play import Bot
from pasch.rules.game import Game
from pasch.rules.lazy import lazy
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.service.bus import BusFigures
from pasch.service.ids import SessionId, TableId
from pasch.service.log import LogEvent, NewEvent
from pasch.service.requests import Status, Visibility
from pasch.words.advice import Option

# ------------------------------------------------------------------------------- rows


@dataclass(frozen=True)
class SeatRow:
    """The occupant of a seat: data that can be deleted without touching the log.

    `session` None is an open seat or a bot. `name` is empty where the default is shown. `seed` is the seat's
    contribution to the dice, in hexadecimal digits. `kept_for`: only this session may take the open seat. `moved_from`
    played here before, and continued on another device with the seat key; on an empty seat, they have left for good.
    """

    seat: int
    session: SessionId | None
    name: str = ""
    seed: str | None = None
    kept_for: SessionId | None = None
    moved_from: SessionId | None = None


@dataclass(frozen=True)
class TableRow:
    """The row of a table, stored in addition to its log. `server_seed` is secret until the match has ended.

    `opener` may start the match: the person who opened the table, or a successor. `rematch` is the table of the
    rematch, and `earlier` the table of which this one is the rematch. `event_ends_at` is the end of the shared event
    whose dice the table has; None at all other tables.
    """

    id: TableId
    opener: SessionId
    visibility: Visibility
    seats: tuple[SeatRow, ...]
    server_seed: bytes = field(repr=False)
    rematch: TableId | None = None
    event_ends_at: datetime | None = None
    earlier: TableId | None = None

    def seats_of(self, person: SessionId) -> tuple[int, ...]:
        """The numbers of a person's seats."""
        return self._owned.get(person, ())

    @lazy
    def _owned(self) -> Mapping[SessionId, tuple[int, ...]]:
        owned: dict[SessionId, tuple[int, ...]] = {}
        for seat in self.seats:
            if seat.session is not None:
                owned[seat.session] = (*owned.get(seat.session, ()), seat.seat)
        return owned

    def owner_of(self, seat: int) -> SessionId | None:
        """The player on a seat; None for an empty seat or a bot of the table."""
        return self.seats[seat - 1].session

    def after(self, append: "Append") -> "TableRow":
        """The row after the events are appended."""
        if not (append.seats or append.opener or append.rematch):
            return self
        rewritten = {seat.seat: seat for seat in append.seats}
        return replace(
            self,
            seats=tuple(rewritten.get(seat.seat, seat) for seat in self.seats),
            opener=append.opener or self.opener,
            rematch=append.rematch or self.rematch,
        )


@dataclass(frozen=True)
class CommandKey:
    """The identity of a command."""

    session: SessionId
    id: str


@dataclass(frozen=True)
class Append:
    """One transaction: events after number `after`, and the changes that come with them.

    `status` is the status of the table afterwards. `seats` are rewritten rows; `opener` and `rematch` are rewritten too
    unless they are None. `command` is stored with the number of the last event. `token` is the id of the caller's
    token, which must still be valid; None for a bot or a clock.
    """

    table: TableId
    after: int
    events: tuple[NewEvent, ...]
    at: datetime
    status: Status
    seats: tuple[SeatRow, ...] = ()
    command: CommandKey | None = None
    opener: SessionId | None = None
    rematch: TableId | None = None
    token: str | None = None

    def as_log(self) -> tuple[LogEvent, ...]:
        """The events as the store returns them."""
        return tuple(
            LogEvent(seq, event.type, self.at, event.seat, event.data)
            for seq, event in enumerate(self.events, start=self.after + 1)
        )


class SeqTaken(Exception):
    """Another append came first: nothing was written."""


class CommandKnown(Exception):
    """The command was carried out before: nothing was written. `seq` is its first answer."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before, as event {seq}")
        self.seq = seq


# ------------------------------------------------------------------------------- ports


class TableStore(Protocol):
    """Logs of tables and their rows. A write that has returned is on disk."""

    async def create(
        self, row: TableRow, append: Append, elsewhere: Append | None = None, most_public: int | None = None
    ) -> None:
        """Store a new table with its first events; `append.after` is 0.

        The events at another table, `elsewhere`, are written in the same transaction. Raises `SeqTaken` for that table,
        `Unauthenticated`, and `TooManyTables` when the opener has `most_public` public tables that have not ended; then
        nothing was written.
        """

    async def append(self, append: Append) -> None:
        """Append events.

        Raises `Unauthenticated`, `CommandKnown`, `SeqTaken`, `UnknownTable`; then nothing was written.
        """

    async def writable(self) -> None:
        """Return if nothing prevents writing; after a failed write, this tries again.

        Raises `DatabaseUnwritable` while the disk is full or read-only.
        """

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""

    async def latest(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """The number of the latest event of each table; unknown tables are left out."""

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The stored answer to a command."""

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened, sits at or has a reserved seat at, latest changed first."""

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running: the newest of every opener, then the second newest of each, and so on."""

    async def unended(self, tables: Sequence[TableId]) -> Collection[TableId]:
        """Those of the tables whose match has not ended."""

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""

    async def paused(self, limit: int) -> Sequence[TableId]:
        """Tables with an interrupted match, latest changed first."""


class Subscription(Protocol):
    """News of one topic for one reader. Its size is constant, however slow the reader.

    A `late` reader is notified after the others, many of them a moment later.
    """

    late: bool

    async def news(self) -> int:
        """Wait until the topic may have advanced since the last call; returns its reported number. It never falls."""


class Bus(Protocol):
    """Carries "topic X is at N". Messages may come twice, late, out of order or never: the store has the truth.

    The id of a table is the topic of its log; `pasch.service.bus` defines the others.
    """

    @property
    def figures(self) -> BusFigures:
        """The current figures of the bus."""

    async def publish(self, topic: str, seq: int) -> None:
        """Notify all readers: those in this process at once, others as soon as possible. Never fails, never waits."""

    def subscribe(self, topic: str) -> AbstractContextManager[Subscription]:
        """Subscribe to a topic while the context is open."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """While the context is open, news travels to and from other processes."""


class Progress(Protocol):
    """The source that a bus polls when it receives no messages."""

    async def progress(self, topics: Collection[str]) -> Mapping[str, int]:
        """The numbers of topics; unknown topics are left out. Raises `PaschError` when the source does not answer.

        The number of a topic that is not `counted` has no meaning, but changes with every piece of news.
        """


class Advised(Option, Protocol):
    """An action, its text form, and the expected final total after it."""

    @property
    def text(self) -> str:
        """The action in notation, such as `k33`."""

    @property
    def value(self) -> float:
        """The expected final total."""


@dataclass(frozen=True)
class Split:
    """A score without the start: what the dice were worth in points, and what each kind of decision cost."""

    luck: float
    losses: Mapping[str, float]


Splits = Sequence[Sequence[Split | None]]
"""The splits of each game and seat; None for an incomplete sheet."""


@dataclass(frozen=True)
class Perfect:
    """Scores of perfect play: the mean, the standard deviation, and the chance of every score from 0.

    `chances` is empty where the computation would take too long.
    """

    mean: float
    deviation: float
    chances: tuple[float, ...] = ()


@dataclass(frozen=True)
class Figures:
    """The chance of each category: with one roll, and with the `rolls` of a turn that aims at it alone."""

    rolls: int
    chances: Mapping[str, tuple[float, float]]


class Solver(Protocol):
    """Optimal play. Long work runs elsewhere; until it is done, these raise `NotReady` with the progress.

    A solve that is new counts against `asker`. All methods raise `InvalidInput` for variants without an exact table
    here, `RateLimited` when the asker has caused too many new solves.
    """

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The computer players. They never solve; `choose` may briefly raise `NotReady`."""

    async def exact(self, variant: Variant) -> bool:
        """Whether an exact table exists or can be computed. Takes some milliseconds the first time."""

    def alone(self, variant: Variant) -> bool:
        """Whether the table covers one sheet alone, without interaction between players and instant wins.

        Raises nothing, and returns true or false even without a table.
        """

    async def advise(self, game: Game, asker: str) -> Sequence[Advised]:
        """Every action of the seat to move, best first."""

    async def analyse(self, record: Record, asker: str) -> Ledger:
        """The ledger of a record."""

    async def win_curves(self, record: Record, asker: str) -> Sequence[Sequence[WinPoint] | None]:
        """The winning chances over every game of a record; None for a game without exactly two players."""

    async def luck(self, record: Record, asker: str, game: int | None = None) -> Splits:
        """The luck and losses of a record, or of one of its games. Computed when the solver has no other work."""

    async def perfect(self, variant: Variant, asker: str) -> Perfect:
        """The scores of perfect play of a variant."""

    async def figures(self, variant: Variant, asker: str) -> Figures:
        """The chances of each category. Available for every variant, even without a table."""


class Clock(Protocol):
    """Time as the service sees it."""

    def now(self) -> datetime:
        """The time in UTC."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Entropy(Protocol):
    """Unpredictable randomness."""

    def token(self, size: int = 32) -> str:
        """This many random bytes as URL-safe text."""

    def seed(self) -> bytes:
        """32 random bytes."""
