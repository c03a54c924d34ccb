"""What storage is written against: one code for an SQLite file and for PostgreSQL.

What is to happen in a transaction is a *job*, a coroutine function that is handed the connection. Over a file it runs
in a thread, where nothing it waits for ever suspends it; over a server it runs in the event loop. A job may be run
again from its start when the database asks for that, so it changes nothing but the database and what it returns.

The text of a query is SQL that both understand. Values stand where it says `?` or `:name`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from pasch.storage.errors import CannotStore, Unwritable

Value = str | int | float | bytes | None
Values = Sequence[Value] | Mapping[str, Value]
Row = tuple[Any, ...]
T = TypeVar("T")


class Conflict(CannotStore):
    """What was to be written is there already, or what it belongs to is not: nothing was written."""


class Connection(Protocol):
    """Carries out queries, one after the other."""

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""

    async def run(self, query: str, values: Values = ()) -> int:
        """Change something; how many rows were changed."""

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Change something with each of the values; nothing where there are none."""

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values, in one trip."""


class Transaction(Connection, Protocol):
    """The connection of a job."""

    def each(self, table: str) -> AsyncIterator[Mapping[str, Value]]:
        """All rows of a table by the names of their columns, a few at a time."""


Job = Callable[[Transaction], Awaitable[T]]


class Database(Connection, Protocol):
    """Where jobs are handed over. What is asked of it directly is a transaction of its own.

    All calls raise `Conflict`, and `CannotStore` for every other trouble; then nothing was written. `after_copy` are
    queries that are due when rows have been written whose numbers the database itself would have given. `unwritable`
    is the last write that failed for lack of space or because nothing may be written; the caller clears it.
    """

    after_copy: Sequence[str]
    unwritable: Unwritable | None

    async def write(self, job: Job[T], *, erase: bool = False) -> T:
        """What a job returns. It is on the disk when this returns; what the job raises undoes it.

        With `erase` the content that the job deletes also leaves the files of the database, as soon as it can: in a
        file within seconds, on a server after its own vacuum.
        """

    async def read(self, query: Job[T]) -> T:
        """What a job that writes nothing returns. All its queries see the same moment."""
