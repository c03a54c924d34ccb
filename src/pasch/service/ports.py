"""What the service needs from outside, as protocols.

A store keeps logs and the rows beside them, a bus carries "topic X is at N" between those who
wait, clock and entropy are ports so that tests own time and chance.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from pasch.analysis import Ledger
from pasch.bots.play import Bot
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.service.ids import SessionId, TableId
from pasch.service.log import LogEvent, NewEvent
from pasch.service.requests import Status, Visibility
from pasch.service.runtime.bus_settings import BusFigures
from pasch.words.advice import Option

# ------------------------------------------------------------------------------- rows


@dataclass(frozen=True)
class SeatRow:
    """Who sits on a seat: what may be deleted without touching the log.

    `session` None is an open seat or a bot. `name` is empty where the default is shown.
    `seed` is the seat's own part of the dice, in hexadecimal digits. `kept_for`: only this
    session may take the open seat. `moved_from` played here before, and went on with the seat's
    key on another device; where nobody sits now, they have left for good.
    """

    seat: int
    session: SessionId | None
    name: str = ""
    seed: str | None = None
    kept_for: SessionId | None = None
    moved_from: SessionId | None = None


@dataclass(frozen=True)
class TableRow:
    """What stands beside the log. `server_seed` is secret until the match has ended.

    `opener` may start the match: who opened the table, or whom that moved on to. `rematch` is
    the table where its people play again.
    """

    id: TableId
    opener: SessionId
    visibility: Visibility
    seats: tuple[SeatRow, ...]
    server_seed: bytes = field(repr=False)
    rematch: TableId | None = None

    def seats_of(self, person: SessionId) -> tuple[int, ...]:
        """The numbers of the seats that somebody plays."""
        return tuple(seat.seat for seat in self.seats if seat.session == person)

    def owner_of(self, seat: int) -> SessionId | None:
        """Who plays a seat; None where nobody sits, or a bot of the table."""
        return self.seats[seat - 1].session

    def after(self, append: "Append") -> "TableRow":
        """The row when the events were appended."""
        rewritten = {seat.seat: seat for seat in append.seats}
        return replace(
            self,
            seats=tuple(rewritten.get(seat.seat, seat) for seat in self.seats),
            opener=append.opener or self.opener,
            rematch=append.rematch or self.rematch,
        )


@dataclass(frozen=True)
class CommandKey:
    """What makes a command the same one again."""

    session: SessionId
    id: str


@dataclass(frozen=True)
class Append:
    """One transaction: events after number `after`, and what changes with them.

    `status` is what the table is doing afterwards, `seats` are rows written anew, `opener` and
    `rematch` too unless they are None; `command` is remembered together with the number of the
    last event. `token` is the id of the caller's token, which must still be valid; None where a bot
    or a clock acts.
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

    async def create(
        self, row: TableRow, append: Append, elsewhere: Append | None = None, most_public: int | None = None
    ) -> None:
        """Keep a new table with its first events; `append.after` is 0.

        What is to happen `elsewhere` because of it happens in the same transaction. Raises
        `SeqTaken` for that one, `Unauthenticated`, and `TooManyTables` when the opener has `most_public` public tables
        that have not ended; then nothing was written.
        """

    async def append(self, append: Append) -> None:
        """Add events.

        Raises `Unauthenticated`, `CommandKnown`, `SeqTaken`, `UnknownTable`; then nothing was written.
        """

    async def writable(self) -> None:
        """Return if nothing speaks against writing; after a failed write try again.

        Raises `DatabaseUnwritable` while the disk is full or read-only.
        """

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""

    async def earlier(self, table: TableId) -> TableId | None:
        """The table whose people play again at this one."""

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""

    async def latest(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """The number of the latest event of each of the tables; those that are not there are left out."""

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The answer a command got when it was carried out."""

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened, sits at or has a seat kept at, those changed last first."""

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running: the newest of every opener, then the second newest of each, and so on."""

    async def unended(self, tables: Sequence[TableId]) -> Collection[TableId]:
        """Those of the tables whose match has not ended."""

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""

    async def paused(self, limit: int) -> Sequence[TableId]:
        """Tables whose match is interrupted, those changed last first."""


class Subscription(Protocol):
    """News of one topic for one reader. However slow the reader, it takes the same room."""

    async def news(self) -> int:
        """Wait until the topic may be further than at the last call; the number it is said to be at. It never falls."""


class Bus(Protocol):
    """Carries "topic X is at N". Messages may come twice, late, out of order, or never: the truth is in the store.

    The id of a table is the topic of its log; the others stand in `pasch.service.topics`.
    """

    @property
    def figures(self) -> BusFigures:
        """How it does just now."""

    async def publish(self, topic: str, seq: int) -> None:
        """Tell everybody: readers in this process at once, others as soon as may be. Never fails, never waits."""

    def subscribe(self, topic: str) -> AbstractContextManager[Subscription]:
        """Listen to a topic while the context is open."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """While the context is open, news goes to other processes and comes from them."""


class Progress(Protocol):
    """What a bus asks the store where nobody has told it anything."""

    async def progress(self, topics: Collection[str]) -> Mapping[str, int]:
        """How far topics are; those that are not there are left out. Raises `PaschError` when nobody answers.

        Of a topic that is not `counted` the number means nothing, but is another one whenever there is news.
        """


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


Luck = Sequence[Sequence[float | None]]
"""For every game and seat what the dice were worth in points against the average; None where a sheet is not full."""


@dataclass(frozen=True)
class Perfect:
    """What perfect play scores: on average, the standard deviation, and the chance of every score from 0.

    `chances` is empty where working them out would take too long.
    """

    mean: float
    deviation: float
    chances: tuple[float, ...] = ()


@dataclass(frozen=True)
class Figures:
    """How likely each category scores: with one roll, and with the `rolls` of a turn when they aim at it alone."""

    rolls: int
    chances: Mapping[str, tuple[float, float]]


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

    async def luck(self, record: Record, asker: str) -> Luck:
        """What the dice of a record were worth. Worked out when nothing else is to be done."""

    async def perfect(self, variant: Variant, asker: str) -> Perfect:
        """What perfect play of a variant scores."""

    async def figures(self, variant: Variant, asker: str) -> Figures:
        """The chance of each figure. Known for every variant, also without a table."""


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
