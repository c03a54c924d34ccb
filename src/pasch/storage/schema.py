"""Bringing a database file to the present schema, and knowing files that are none of ours.

The common case, a file that is up to date, costs one query; Alembic is imported only to change something.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from pasch.storage.errors import CannotStore

HEAD = "0001"
"""The revision of the newest migration; a test compares it with the migrations."""

WAIT_SECONDS = 30
"""How long a process waits for another one that is migrating the file."""

APPLICATION_ID = 0x50617363  # “Pasc”, written into the head of the file


def bring_up_to_date(path: Path) -> None:
    """Create or migrate the file.

    Raises `CannotStore` for a file that is no database, another program's, damaged, from a newer version, or
    in a place that cannot be written.
    """
    try:
        if _revision(path) != HEAD:
            _migrate(path)
    except (sqlite3.Error, OSError) as error:
        raise CannotStore("The database {path} cannot be opened: {reason}", path=str(path), reason=str(error)) from None


def _revision(path: Path) -> str | None:
    """The revision of the file, None for an empty one."""
    with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        (application,) = db.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            raise CannotStore("The database {path} belongs to another program; name another file", path=str(path))
        (damage,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if damage != "ok":
            raise CannotStore("The database {path} is damaged: {reason}", path=str(path), reason=str(damage)[:200])
        (revision,) = db.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision > HEAD:
        raise CannotStore(
            "The database {path} was written by a newer version (schema {revision}, this one knows {head})",
            path=str(path),
            revision=str(revision),
            head=HEAD,
        )
    return str(revision)


def _migrate(path: Path) -> None:
    """Run the missing migrations while nobody else does; whoever waited finds nothing left to do."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import NullPool

    engine = create_engine("sqlite://", creator=lambda: _unshared(path), poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", "pasch.storage:migrations")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.exec_driver_sql("COMMIT")
    except DBAPIError as error:
        raise sqlite3.OperationalError(str(error.orig)) from None


def _unshared(path: Path) -> sqlite3.Connection:
    # The journal is chosen here, once for the life of the file: it cannot be changed while others use it.
    db = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    return db
