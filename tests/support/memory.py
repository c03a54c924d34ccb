"""A database in memory, for tests of the layers above storage: the same queries as over a file, and no threads."""

import functools
import sqlite3
import tempfile
import weakref
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from pasch.storage.database import CannotStore, Conflict, Job, Row, Unwritable, Values, reason_of
from pasch.storage.schema import bring_up_to_date
from pasch.storage.writer import finished

T = TypeVar("T")


@functools.cache
def _empty() -> bytes:
    """A database with the current schema and no rows."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        bring_up_to_date(path)
        with closing(sqlite3.connect(path)) as file, closing(sqlite3.connect(":memory:")) as copy:
            file.execute("PRAGMA journal_mode = DELETE")  # memory has no write-ahead log
            file.backup(copy)
            return copy.serialize()


class MemoryDatabase:
    """The `Database` of one test. No request suspends the caller."""

    after_copy: Sequence[str] = ()
    groups = True

    def __init__(self) -> None:
        self.unwritable: Unwritable | None = None
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._db.deserialize(_empty())
        self._db.execute("PRAGMA foreign_keys = ON")

    async def write(self, job: Job[T], *, erase: bool = False) -> T:  # noqa: ARG002 - there is no file
        """The result of a job; an exception rolls it back."""
        try:
            self._db.execute("BEGIN")
            result = finished(job, self._db)
            self._db.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            raise Conflict("The database rejected the write: {reason}", reason=reason_of(error)) from error
        except sqlite3.Error as error:
            raise CannotStore("The database is not available: {reason}", reason=reason_of(error)) from error
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        return result

    read = write

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows of a query."""
        return await self.write(lambda db: db.rows(query, values))

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row of a query."""
        return await self.write(lambda db: db.row(query, values))

    async def run(self, query: str, values: Values = ()) -> int:
        """Run a change; returns the number of changed rows."""
        return await self.write(lambda db: db.run(query, values))

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Run a change with each of the values, or with none of them."""
        await self.write(lambda db: db.run_many(query, values))

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows of a query, run with each of the values."""
        return await self.write(lambda db: db.rows_many(query, values))
