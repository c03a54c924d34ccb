"""Numba's cache of machine code, filled by one process at a time.

Processes that start together need the same kernels: a server and its solver, the workers of a simulation, tests. Each
compilation takes seconds of processor time. The first process that misses a kernel therefore locks the kernel's file.
The others wait and read the result.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache

if os.name == "posix":
    from fcntl import LOCK_EX, LOCK_NB, flock

LONGEST = 120.0
"""Seconds to wait for another process: a kernel takes at most ten, and several times that on a busy machine."""
PAUSE = 0.02


class SharedCache(FunctionCache):
    """The cache of one function. Without POSIX locks, every process compiles separately."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._file: int | None = None

    def load_overload(self, signature: object, context: object) -> object:
        """The code for a signature, or None. After None, this process holds the lock until `save_overload`."""
        found = super().load_overload(signature, context)  # type: ignore[no-untyped-call]
        if found is None and os.name == "posix":
            self._lock()
            found = super().load_overload(signature, context)  # type: ignore[no-untyped-call]
            if found is not None:
                self._unlock()
        return found

    def save_overload(self, signature: object, code: object) -> None:
        """Store the code for a signature and release the lock."""
        try:
            super().save_overload(signature, code)  # type: ignore[no-untyped-call]
        finally:
            self._unlock()

    def _lock(self) -> None:
        """Lock this function's file. The system releases the lock of a process that ends."""
        if self._file is not None:
            return
        with suppress(OSError):  # without the folder nothing is stored, and every process compiles separately
            path = Path(self.cache_path) / f"{self._impl.filename_base}.lock"
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            until = time.monotonic() + LONGEST
            while time.monotonic() < until:
                with suppress(BlockingIOError):
                    flock(self._file, LOCK_EX | LOCK_NB)
                    return
                time.sleep(PAUSE)

    def _unlock(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
