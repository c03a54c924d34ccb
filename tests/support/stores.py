"""Stores of tables for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from pasch.storage.file import SqliteFile
from pasch.storage.tables import SqlTables


@contextmanager
def sql_tables(url: str) -> Iterator[SqlTables]:
    """The tables of the database at a URL."""
    with SqliteFile.opened(url) as file:
        yield SqlTables(file)
