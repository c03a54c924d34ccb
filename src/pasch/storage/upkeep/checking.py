"""Whether the log of every table is whole: numbered without gaps up to the latest answer, and replayed to its end."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from pasch.rules.errors import PaschError
from pasch.service.ids import TableId
from pasch.service.log import LogEvent
from pasch.service.ports import TableRow
from pasch.service.runtime.cache import LiveTable
from pasch.storage.database import Database
from pasch.storage.errors import CannotStore
from pasch.storage.tables import SqlTables

PAGE = 500


@dataclass(frozen=True)
class Broken:
    """A table whose log is not whole, and after which event."""

    table: TableId
    after: int
    why: str


@dataclass(frozen=True)
class Checked:
    """How many tables there are, how many events they have, what is wrong with which, and which are intact.

    `incomplete` names the kinds of rows of which some cannot be read.
    """

    tables: int
    events: int
    broken: Sequence[Broken]
    intact: Sequence[TableId]
    incomplete: Sequence[str] = ()


async def check(database: Database) -> Checked:
    """Read and replay every table, one after the other; some milliseconds each."""
    store, events = SqlTables(database), 0
    broken, intact = list[Broken](), list[TableId]()
    async for table in _every(database):
        row = await store.find(table)
        if row is None:
            continue  # deleted meanwhile
        try:
            answered = await _answered(database, table)  # before the log, which may grow meanwhile
            log = await store.read(table, 0)
            events += len(log)
            _whole(log, answered)
            _seated(row, LiveTable(row, log))
            intact.append(table)
        except _Gap as gap:
            if await store.find(table) is None:
                continue  # deleted meanwhile, and its log with it
            broken.append(Broken(table, gap.after, "gap"))
        except Exception as error:  # noqa: BLE001 - whatever replaying meets in a log that nobody could have written
            said = str(error) if isinstance(error, PaschError) else type(error).__name__
            broken.append(Broken(table, 0, said))
    return Checked(len(intact) + len(broken), events, broken, intact)


class _Gap(Exception):
    """An event is missing behind the number `after`."""

    def __init__(self, after: int) -> None:
        super().__init__(after)
        self.after = after


async def _answered(database: Database, table: TableId) -> int:
    """The latest event that a command was answered with."""
    found = await database.row("SELECT max(seq) FROM commands WHERE table_id = ?", (table,))
    return (found and found[0]) or 0


def _whole(log: Sequence[LogEvent], answered: int) -> None:
    for expected, event in enumerate(log, start=1):
        if event.seq != expected:
            raise _Gap(expected - 1)
    if not log or answered > len(log):
        raise _Gap(len(log))


def _seated(row: TableRow, live: LiveTable) -> None:
    if len(row.seats) != len(live.state.places):
        raise CannotStore("Rows of its seats are missing")


async def _every(database: Database) -> AsyncIterator[TableId]:
    last = ""
    while rows := await database.rows("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", (last, PAGE)):
        for (table,) in rows:
            yield TableId(table)
        last = rows[-1][0]
