"""Solved tables on disk: in the user's cache folder, named by the fingerprint of the rule data.

A file is a line of JSON that says what it holds, padded to a multiple of 64 bytes, and the numbers
as they lie in memory. What is truncated, foreign, of another version, made by other sources of the
solver or damaged counts as missing. Files appear under their name only when they are whole, so two
processes that solve at once do no harm. Reading maps the file; only its checksum is computed, about
1 GB a second.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from pasch.solver.sources import source_key

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

FORMAT = "pasch-table"
VERSION = 2
_HEAD = 512

Table = NDArray[Any]


def folder() -> Path:
    """Where tables lie: `PASCH_CACHE` if it is set, else the user's cache folder."""
    chosen = os.environ.get("PASCH_CACHE")
    return Path(chosen) if chosen else user_cache_path("pasch", appauthor=False)


def table_path(variant: Variant, kind: str) -> Path:
    """The file for a table of this kind, such as `mean32`."""
    return folder() / f"{variant.fingerprint[:32]}.{kind}.table"


def load(path: Path, variant: Variant) -> tuple[Table, Mapping[str, float]] | None:
    """The table and the facts stored with it, mapped into memory; None when there is no whole one."""
    try:
        with path.open("rb") as file:
            head = _read_head(file.read(_HEAD))
        if head is None or (head["fingerprint"], head["sources"]) != (variant.fingerprint, source_key()):
            return None
        table = np.memmap(path, np.dtype(head["numbers"]), "r", _HEAD, tuple(head["shape"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (table, head["facts"]) if crc32(table.data.cast("B")) == head["checksum"] else None


def _read_head(block: bytes) -> dict[str, Any] | None:
    try:
        head = json.loads(block)
    except (ValueError, RecursionError):
        return None
    known = isinstance(head, dict) and head.get("format") == FORMAT and head.get("version") == VERSION
    return head if known else None


def save(path: Path, variant: Variant, table: Table, facts: Mapping[str, float]) -> bool:
    """Store a table; False when the disk does not take it, which costs only time later."""
    whole = np.ascontiguousarray(table)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "variant": variant.key,
        "fingerprint": variant.fingerprint,
        "sources": source_key(),
        "numbers": whole.dtype.str,
        "shape": whole.shape,
        "checksum": crc32(whole.data.cast("B")),
        "facts": facts,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    except OSError:
        return False
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(head).encode().ljust(_HEAD))
            file.write(whole.data.cast("B"))
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        return False
    return True
