"""Migrates a database to the current schema, and recognises files of other programs.

The common case, a file that is up to date, costs one query; Alembic is imported only to change something.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pasch.storage.database import CannotStore, Damaged, reason_of
from pasch.storage.serving import refuse_older_servers

if TYPE_CHECKING:
    from sqlalchemy import Connection

HEAD = "0016"
"""The revision of the newest migration; a test compares it with the migrations."""

WAIT_SECONDS = 30
"""The longest wait for another process's migration of the file, in seconds."""

OLDEST_SQLITE = (3, 35)
"""Required for RETURNING."""

APPLICATION_ID = 0x50617363  # “Pasc”, in the header of the file


def bring_up_to_date(path: Path, revision: str | None = HEAD) -> None:
    """Create or migrate the file; with None it must exist and is not changed.

    Raises `CannotStore` for a file that is no database, another program's, damaged, or from a newer version. Raises it
    also for a place that is not writable, and for an SQLite that is too old.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise CannotStore("SQLite {version} is too old; 3.35 or newer is needed", version=sqlite3.sqlite_version)
    try:
        if revision is not None:
            _make(path)
        if revision is None:
            if not path.exists() or _revision(path) is None:
                raise nothing_at(str(path))
        elif _revision(path) != revision:
            _migrate(path, revision)
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:  # the last: damaged bytes in a message
        kind = Damaged if type(error) is sqlite3.DatabaseError else CannotStore
        raise kind("The database {path} cannot be opened: {reason}", path=str(path), reason=reason_of(error)) from None


def _make(path: Path) -> None:
    """Create the file, if missing, readable by its owner alone: it holds seeds of running matches and the chat.

    Its journal gets the same rights. Raises `CannotStore` when the file or its folder is not writable.
    """
    folder = path.parent
    if not folder.is_dir():
        raise CannotStore(
            "The folder {folder} does not exist; make it, or name another file as sqlite:////absolute/path",
            folder=str(folder),
        )
    _refuse_unwritable(folder, path)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    _refuse_unwritable(path, path)  # without opening the file, which would release SQLite's locks in this process


def _refuse_unwritable(place: Path, path: Path) -> None:
    if read_only(place):
        raise CannotStore("The database {path} cannot be opened: its file system is read-only", path=str(path))
    if not os.access(place, os.W_OK):
        raise CannotStore(
            "The database {path} cannot be opened: this user has no permission to write {place}",
            path=str(path),
            place=str(place),
        )


def read_only(path: Path) -> bool:
    """Whether a file or folder is on a file system that is mounted read-only."""
    try:
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _revision(path: Path) -> str | None:
    """The revision of the file, None for an empty one."""
    size, journal = _size(path), _size(path.with_name(f"{path.name}-wal"))
    with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        (pages,), (page,) = (db.execute(f"PRAGMA page_{name}").fetchone() for name in ("count", "size"))
        # SQLite reads missing parts of the last page as zeros, and a file shorter than a page as empty.
        if (size and not pages) or (size % page and not journal):
            raise Damaged("The database {path} is damaged: {reason}", path=str(path), reason=f"{size} B")
        if not tables:
            return None
        (application,) = db.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            raise CannotStore("The database {path} belongs to another program; name another file", path=str(path))
        (damage,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if damage != "ok":
            raise Damaged("The database {path} is damaged: {reason}", path=str(path), reason=reason_of(damage))
        revision = db.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision is None:
        raise Damaged("The database {path} is damaged: {reason}", path=str(path), reason="alembic_version")
    refuse_newer(str(path), revision[0])
    return str(revision[0])


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def nothing_at(path: str) -> CannotStore:
    """The refusal of a path without a database."""
    return CannotStore("There is no database of Pasch at {path}; name the one that the server uses", path=path)


def refuse_newer(path: str, revision: str | None) -> None:
    """Raise `CannotStore` for a database that a newer version wrote."""
    if revision is not None and revision > HEAD:
        raise CannotStore(
            "The database {path} was written by a newer version (schema {revision}, this one knows {head})",
            path=path,
            revision=revision,
            head=HEAD,
        )


def upgrade(connection: "Connection", revision: str = HEAD) -> None:
    """Run the missing migrations in the transaction of the connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "pasch.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _migrate(path: Path, revision: str) -> None:
    """Run the missing migrations under a lock; a process that waited for it finds none missing."""
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import NullPool

    engine = create_engine("sqlite://", creator=lambda: _unshared(path), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            refuse_older_servers(connection)
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            upgrade(connection, revision)
            connection.exec_driver_sql("COMMIT")
    except DBAPIError as error:
        raise sqlite3.OperationalError(str(error.orig)) from None


def _unshared(path: Path) -> sqlite3.Connection:
    # The journal mode is chosen once, at the creation of the file: it cannot change while others use the file.
    db = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    return db
