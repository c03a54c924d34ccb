"""Stores of tables for tests."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pasch.storage.opening import SqliteFile
from pasch.storage.schema import bring_up_to_date
from pasch.storage.tables import SqlTables


@contextmanager
def sql_tables(url: str) -> Iterator[SqlTables]:
    """The tables of the database at a URL."""
    with SqliteFile.opened(url) as file:
        yield SqlTables(file)


def migrated(file: Path) -> Path:
    """A new database in this file, complete without side files, so it can be copied."""
    bring_up_to_date(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file
