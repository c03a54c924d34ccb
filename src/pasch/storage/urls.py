"""Where the database is, written as SQLAlchemy writes it."""

from pathlib import Path

from pasch.storage.errors import CannotStore

PREFIX = "sqlite:///"


def sqlite_path(url: str) -> Path:
    """The file that `sqlite:////absolute/path` (or `sqlite:///relative`) names.

    Raises `CannotStore` for any other URL.
    """
    path = url.removeprefix(PREFIX)
    if path == url or not path or "\0" in path:
        raise CannotStore("The database “{url}” is not possible; write sqlite:////absolute/path", url=url[:200])
    return Path(path)
