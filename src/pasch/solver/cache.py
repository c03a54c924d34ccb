"""Solved tables on disk: in the user's cache folder, named by the fingerprint of the rule data.

A file starts with one line of JSON that describes the content, padded to a multiple of 64 bytes. The numbers follow
in their memory layout. A file counts as missing if it is truncated, foreign, damaged, of another version, or made by
other solver sources. A file gets its name only when it is complete, so two processes may solve concurrently. Reading
maps the file and computes only its checksum, about 1 GB a second. A table too large for memory is written directly to
its file.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from pasch.rules import category

if TYPE_CHECKING:
    from pasch.rules.variant import Variant


_SOLVER = Path(__file__).parent
_RULES = Path(category.__file__).parent

_NO_NUMBERS = frozenset(
    f"{name}.py"
    for name in (
        "advice",
        "cache",
        "facts",
        "results",
        "store",
        "watching",
        "worker",
    )
)
"""Sources that affect no number and no machine code."""

_POINTS = ("bonus", "category", "columns", "facts", "sheet", "legal")


@lru_cache(maxsize=1)
def source_key() -> str:
    """64 hexadecimal digits. Reads some sixty small files once."""
    files = sorted(path for path in _SOLVER.rglob("*.py") if path.name not in _NO_NUMBERS)
    digest = sha256()
    for path in (*files, *(_RULES / f"{name}.py" for name in _POINTS)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


log = logging.getLogger("pasch.solver")
log.addHandler(logging.NullHandler())  # libraries log nothing unless the user configures the log

FORMAT = "pasch-table"
VERSION = 2
_HEAD = 512
_WHOLE = 1 << 30

Table = NDArray[Any]


def folder() -> Path:
    """The folder of the tables: `PASCH_CACHE` if set, else the user's cache folder."""
    chosen = os.environ.get("PASCH_CACHE")
    return Path(chosen) if chosen else user_cache_path("pasch", appauthor=False)


@lru_cache(maxsize=8)
def takes_files(path: Path) -> bool:
    """Whether a folder is writable; creates a missing folder. Checked once per folder."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError as error:
        _report(error.strerror)
        return False


@lru_cache(maxsize=1)
def _report(reason: str | None) -> None:
    """Log once that nothing can be stored, so each process compiles and solves anew."""
    log.warning("cache_unusable", extra={"what": "nothing that is solved or compiled can be kept", "reason": reason})


def table_path(variant: Variant, kind: str) -> Path:
    """The file for a table of this kind, such as `mean32`."""
    return folder() / f"{variant.fingerprint[:32]}.{kind}.table"


def load(path: Path, variant: Variant) -> tuple[Table, Mapping[str, float]] | None:
    """The table and the facts stored with it, mapped into memory; None without a valid file."""
    try:
        with path.open("rb") as file:
            head = _read_head(file.read(_HEAD))
        if head is None or (head["fingerprint"], head["sources"]) != (variant.fingerprint, source_key()):
            return None
        table = np.memmap(path, np.dtype(head["numbers"]), "r", _HEAD, tuple(head["shape"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (table, head["facts"]) if _checksum(table) == head["checksum"] else None


def _read_head(block: bytes) -> dict[str, Any] | None:
    try:
        head = json.loads(block)
    except (ValueError, RecursionError):
        return None
    known = isinstance(head, dict) and head.get("format") == FORMAT and head.get("version") == VERSION
    return head if known else None


def _checksum(table: Table) -> int:
    """The checksum of all bytes; above 1,000,000,000 bytes, of one page in every megabyte."""
    whole = table.reshape(-1).view(np.uint8)
    if whole.size <= _WHOLE:
        return crc32(whole.data)
    checksum = 0
    for start in range(0, whole.size, 1 << 20):
        checksum = crc32(whole[start : start + 4096].data, checksum)
    return checksum


def _head(variant: Variant, table: Table, facts: Mapping[str, float]) -> bytes:
    head = {
        "format": FORMAT,
        "version": VERSION,
        "variant": variant.key,
        "fingerprint": variant.fingerprint,
        "sources": source_key(),
        "numbers": table.dtype.str,
        "shape": table.shape,
        "checksum": _checksum(table),
        "facts": facts,
    }
    return json.dumps(head).encode().ljust(_HEAD)


def save(path: Path, variant: Variant, table: Table, facts: Mapping[str, float]) -> bool:
    """Store a table; False when the disk refuses it, which costs only time later."""
    whole = np.ascontiguousarray(table)
    name = _new_file(path)
    if name is None:
        return False
    try:
        with name.open("wb") as file:
            file.write(_head(variant, whole, facts))
            file.write(whole.data.cast("B"))
        name.replace(path)
    except OSError as error:
        _remove(name)
        _report(error.strerror)
        return False
    return True


@contextmanager
def growing(path: Path, variant: Variant, shape: tuple[int, ...], numbers: type[np.generic]) -> Iterator[Growing]:
    """A table written in its file, which gets its name when `done` is called. Raises `OSError`."""
    name = _new_file(path)
    if name is None:
        raise OSError(f"{path.parent} takes no files")
    try:
        with name.open("r+b") as file:
            file.truncate(_HEAD + int(np.prod(shape)) * np.dtype(numbers).itemsize)  # unwritten parts take no space
        yield Growing(name, path, variant, np.memmap(name, numbers, "r+", _HEAD, shape))
    finally:
        _remove(name)


@dataclass(frozen=True)
class Growing:
    """A table in a new file that no other process uses yet."""

    name: Path
    path: Path
    variant: Variant
    table: np.memmap[Any, Any]

    def done(self, facts: Mapping[str, float]) -> None:
        """Give the file its final name."""
        self.table.flush()
        with self.name.open("r+b") as file:
            file.write(_head(self.variant, self.table, facts))
        self.name.replace(self.path)


def _new_file(path: Path) -> Path | None:
    """An empty file next to a path, None where none can be created."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    except OSError as error:
        _report(error.strerror)
        return None
    os.close(descriptor)
    return Path(name)


def _remove(name: Path) -> None:
    with suppress(OSError):
        name.unlink()
