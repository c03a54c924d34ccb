"""Whether a path still names the SQLite file that was opened there.

A file that is moved, replaced or cut while a server uses it keeps taking commits, and loses them. Opening the file a
second time to look inside would release SQLite's locks on it, so only its directory entry and its size are compared.
"""

from pathlib import Path

from pasch.service.errors import DatabaseReplaced
from pasch.storage.errors import CannotStore

Entry = tuple[int, int]
"""What identifies a file on this machine: its device and its number there."""


class FileReplaced(CannotStore, DatabaseReplaced):
    """The file at the path is another one, or shorter than it was: nothing more is read or written."""

    def __init__(self) -> None:
        super().__init__(
            "The database file was replaced or cut while it was in use: the server stops, and confirms nothing that it"
            " cannot keep. Run pasch admin check before the next start"
        )


class FileIdentity:
    """Remembers the file at a path, and its write-ahead log. Once either has changed, every check raises."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log_path = path.with_name(f"{path.name}-wal")
        self._file, self._size = _entry(path)
        self._log: Entry | None = None
        self.lost = False

    def note_log(self) -> None:
        """Remember the log that the connection for writing has just opened, and keeps open."""
        self._log, _ = _entry(self._log_path)

    def forget_log(self) -> None:
        """Expect any log: the connection for writing may close, and SQLite then deletes the log."""
        self._log = None

    def check(self, most: int | None = None) -> None:
        """Compare the files with the remembered ones; `most` is the greatest size that SQLite gives the file.

        SQLite shortens a file only in a VACUUM, which nobody may run under a server. Raises `FileReplaced`.
        """
        known, log = self._size, self._log  # first: another thread may change the files meanwhile, and remember that
        file, size = _entry(self._path)
        same = file == self._file and known <= size and (log is None or log == _entry(self._log_path)[0])
        if not same or (most is not None and size > max(most, known)):
            self.lost = True
        if self.lost:
            raise FileReplaced
        self._size = max(size, self._size)


def _entry(path: Path) -> tuple[Entry | None, int]:
    """Which file a path names, and its size; no file has the size 0."""
    try:
        found = path.stat()
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size
