"""A key of all sources that affect the numbers of a table: a new key may mean new numbers."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from pasch.rules import category

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
    """64 hexadecimal digits. Reads some twenty small files once."""
    files = sorted(path for path in _SOLVER.rglob("*.py") if path.name not in _NO_NUMBERS)
    digest = sha256()
    for path in (*files, *(_RULES / f"{name}.py" for name in _POINTS)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
