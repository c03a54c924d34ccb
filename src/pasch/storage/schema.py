"""Bringing a database file to the present schema, and knowing files that are none of ours.

The common case, a file that is up to date, costs one query; Alembic is imported only to change something.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from pasch.storage.errors import CannotStore

HEAD = "0001"
"""The revision of the newest migration; a test compares it with the migrations."""

APPLICATION_ID = 0x50617363  # “Pasc”, written into the head of the file


def bring_up_to_date(path: Path) -> None:
    """Create or migrate the file.

    Raises `CannotStore` for a file that is no database, another program's, damaged, from a newer version, or
    in a place that cannot be written.
    """
    try:
        revision = _revision(path)
    except (sqlite3.Error, OSError) as error:
        raise CannotStore("The database {path} cannot be opened: {reason}", path=str(path), reason=str(error)) from None
    if revision == HEAD:
        return
    if revision is not None and revision > HEAD:
        raise CannotStore(
            "The database {path} was written by a newer version (schema {revision}, this one knows {head})",
            path=str(path),
            revision=revision,
            head=HEAD,
        )
    _migrate(path)


def _revision(path: Path) -> str | None:
    """The revision of the file, None for an empty one."""
    with closing(sqlite3.connect(path, timeout=10)) as db:
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
        return str(revision)


def _migrate(path: Path) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", "pasch.storage:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
