"""Tables: the public face of the service."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from pasch.service.ids import TableId
from pasch.service.ports import Bus, Clock, Entropy, TableStore
from pasch.service.requests import Answer, Command, JoinTable, OpenTable, Session
from pasch.service.views import Batch, EventView, Snapshot, TableItem


@dataclass(frozen=True)
class TableSettings:
    """How the service runs.

    `bot_pause` is the seconds a bot takes before each step. `cached_tables` and
    `remembered_refusals` bound what stays in memory, `listed_tables` what a list shows.
    """

    bot_pause: float = 0.9
    cached_tables: int = 2000
    remembered_refusals: int = 10_000
    listed_tables: int = 100


class Tables:
    """Everything that can be done with tables.

    A caller is a `Session`; None is somebody without one, who may look at what is public.
    `lang` is one of `pasch.i18n.LANGUAGES`. Every method may raise `UnknownTable` for a table
    the caller may not see, answered like one that does not exist.
    """

    def __init__(
        self, store: TableStore, bus: Bus, clock: Clock, entropy: Entropy, settings: TableSettings | None = None
    ) -> None: ...

    def playing_bots(self) -> AbstractAsyncContextManager[None]:
        """While the context is open, bots make their turns at all tables that are running."""
        raise NotImplementedError

    async def open(self, caller: Session, request: OpenTable) -> TableId:
        """Open a table; it starts at once when nobody is waited for and `start` is set.

        Raises `UnknownVariant`, `InvalidVariant`, `InvalidInput`.
        """
        raise NotImplementedError

    async def snapshot(self, caller: Session | None, table: TableId, lang: str) -> Snapshot:
        """The table as it is now, with what the caller may do."""
        raise NotImplementedError

    async def act(self, caller: Session, table: TableId, command: Command) -> Answer:
        """Carry a command out, once however often it is sent.

        Refusals, in this order: `UnknownTable`, `Stale`, `NotSeated`, `NotYourTurn`, then the
        errors of the rules. What is refused has changed nothing.
        """
        raise NotImplementedError

    async def join(self, caller: Session, table: TableId, request: JoinTable) -> int:
        """Take an open seat; the number of it. Whoever sits already keeps the seat.

        Raises `NoOpenSeat`, `InvalidInput`.
        """
        raise NotImplementedError

    async def start(self, caller: Session, table: TableId) -> None:
        """Begin the match. Raises `NotSeated` for all but the opener, `IllegalAction`."""
        raise NotImplementedError

    async def leave(self, caller: Session, table: TableId) -> None:
        """Get up from every seat the caller has. Raises `NotSeated`.

        Before the start the seats are open again; later a bot plays on for them, and when no
        person is left the match is aborted.
        """
        raise NotImplementedError

    async def rematch(self, caller: Session, table: TableId) -> TableId:
        """Open the same table once more when the match has ended. Raises `NotSeated`, `IllegalAction`."""
        raise NotImplementedError

    async def mine(self, caller: Session, lang: str) -> Sequence[TableItem]:
        """The caller's unfinished tables, those changed last first."""
        raise NotImplementedError

    async def lobby(self, lang: str) -> Sequence[TableItem]:
        """Public tables waiting or running, those opened last first."""
        raise NotImplementedError

    async def events(self, caller: Session | None, table: TableId, after: int, lang: str) -> Sequence[EventView]:
        """What has happened after an event."""
        raise NotImplementedError

    def follow(self, caller: Session | None, table: TableId, after: int, lang: str) -> AsyncIterator[Batch]:
        """What has happened after an event, and what will: ends with the table's last event.

        The first batch comes at once, without events when there are none yet. A slow reader
        gets fewer, larger batches and takes no room while it is slow.
        """
        raise NotImplementedError

    async def record(self, caller: Session | None, table: TableId, lang: str) -> str:
        """The match so far as a record, with the seeds once it has ended. Raises `IllegalAction` before the start."""
        raise NotImplementedError
