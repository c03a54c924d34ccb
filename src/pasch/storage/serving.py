"""Exclusive serving: one process for a file, and on PostgreSQL no server of an older version."""

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from pasch.storage.database import CannotStore, is_postgres, sqlite_path

if TYPE_CHECKING:
    from sqlalchemy import Connection

LEASE_SECONDS = 6.5
"""Servers of schema 0008 to 0010 advanced their heartbeat at shorter intervals than this."""
POLL_SECONDS = 0.5


@contextmanager
def served_alone(url: str) -> Iterator[None]:
    """Stop other processes from serving the SQLite file at a URL while the context is open; others may still use it.

    Raises `CannotStore` if another process serves it already.
    """
    if is_postgres(url):
        yield
        return
    path = sqlite_path(url)
    lock = path.with_name(f"{path.name}-server")
    with suppress(OSError):  # opening the database reports problems with its folder
        os.close(os.open(lock, os.O_CREAT | os.O_RDWR, 0o600))
    if not lock.exists():
        yield
        return
    with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as db:
        try:
            db.execute("BEGIN EXCLUSIVE")  # SQLite's own lock works on every system, and ends with the process
        except sqlite3.OperationalError:
            raise CannotStore(
                "Another server uses the database {path}; end it first. Several processes need PostgreSQL",
                path=str(path),
            ) from None
        yield


def refuse_older_servers(connection: "Connection") -> None:
    """Raise `CannotStore` while a server of an older version uses the database: its heartbeat advances.

    Takes `LEASE_SECONDS` if such a server has ended.
    """
    from sqlalchemy import inspect

    if not inspect(connection).has_table("processes"):
        return
    first = _beats(connection)
    for _ in range(round(LEASE_SECONDS / POLL_SECONDS) if first else 0):
        time.sleep(POLL_SECONDS)
        if not _beats(connection).items() <= first.items():
            raise CannotStore("A server of an older version uses this database: end all its processes first")


def _beats(connection: "Connection") -> Mapping[str, int]:
    rows = connection.exec_driver_sql("SELECT id, beat FROM processes").all()
    return {str(process): int(beat) for process, beat in rows}
