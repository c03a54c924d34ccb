"""Where the database is, written as SQLAlchemy writes it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from pasch.service.addresses import without_password
from pasch.storage.errors import CannotStore

PREFIX = "sqlite:///"
POSTGRES = re.compile(r"postgres(ql)?(\+asyncpg)?://")


def sqlite_path(url: str) -> Path:
    """The file that `sqlite:////absolute/path` (or `sqlite:///relative`) names, as an absolute path.

    Raises `CannotStore` for any other URL.
    """
    path = url.removeprefix(PREFIX)
    if path == url or not path or "\0" in path:
        raise CannotStore(
            "The database “{url}” is not possible; write sqlite:////absolute/path or postgresql://user@host/name",
            url=without_password(url)[:200],
        )
    return Path(path).absolute()


@dataclass(frozen=True)
class Address:
    """A database on a server: how to reach it, which holds the password, and how it is shown."""

    dsn: str = field(repr=False)
    shown: str


def is_postgres(url: str) -> bool:
    """Whether a URL names a database on a PostgreSQL server."""
    return POSTGRES.match(url) is not None


def postgres_url(url: str) -> Address:
    """The database that `postgresql://user:password@host:port/name` names. Raises `CannotStore`."""
    dsn = POSTGRES.sub("postgresql://", url, count=1)
    try:
        parts = urlsplit(dsn)
        usable = "\0" not in dsn and parts.port != 0 and bool(parts.path.strip("/"))
    except ValueError:
        usable = False
    if not usable:
        # Not shown: where a URL is wrong, nobody can say which part of it is the password.
        raise CannotStore(
            "The address of the database is not possible; write postgresql://user:password@host:5432/name, with"
            " %40 for an @ and %2F for a / in the password"
        )
    return Address(dsn, without_password(dsn))
