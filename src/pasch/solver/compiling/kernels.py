"""How kernels are compiled, and where the machine code is stored.

Numba stores its own cache next to the sources, which may be read-only. It detects a change of a kernel's file, but
not of a file that the kernel calls. The code is therefore stored in the cache folder, next to the tables. Its key
covers all sources that affect numbers and the versions of the compiler.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache

from pasch.rules.errors import InvalidInput
from pasch.solver import cache
from pasch.solver.cache import source_key

if os.name == "posix":
    from fcntl import LOCK_EX, LOCK_NB, flock

LOCK_TIMEOUT = 120.0
"""Seconds to wait for another process: a kernel takes at most ten, and several times that on a busy machine."""
LOCK_RETRY = 0.02
"""Seconds between two attempts: `flock` has no timeout."""


class SharedCache(FunctionCache):
    """The cache of one function, filled by one process at a time.

    Processes that start together need the same kernels: a server and its solver, the workers of a simulation, tests.
    Each compilation takes seconds of processor time. The first process that misses a kernel therefore locks the
    kernel's file. The others wait and read the result. Without POSIX locks, every process compiles separately.
    """

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
            until = time.monotonic() + LOCK_TIMEOUT
            while time.monotonic() < until:
                with suppress(BlockingIOError):
                    flock(self._file, LOCK_EX | LOCK_NB)
                    return
                time.sleep(LOCK_RETRY)

    def _unlock(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


_CACHE = "CACHE_DIR"
"""The folder setting of Numba, whose settings have no types because Numba creates them at run time."""

_THREADS = "NUMBA_NUM_THREADS"
"""The setting for the greatest number of threads."""

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")


_INSIDE = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For functions called only by kernels. The entry from Python unpacks a dozen arrays: a third of the compile time."""

_chosen = threading.local()
"""The wanted number of threads, per calling thread."""


def kernel(function: Function) -> Function:
    """Compile a function when a kernel first calls it, or load its cached code. The function must not create arrays.

    `_nrt` turned off stops Numba from counting references to a dozen arrays at every call that passes the tables on.
    The counting takes thirty times as long as looking an entry up. A call from Python would end the process: see
    `entrance`.

    LLVM compiles every such function once separately and once more within each caller, so it should be large.
    """
    return _compiled(function, _INSIDE)


def entrance(function: Function) -> Function:
    """Compile a function that Python calls. It releases the GIL, so other Python threads continue.

    `on_threads` can therefore call it on several threads. Numba's own parallel loops take twice as long to compile.
    """
    return _compiled(function, {"_nrt": False, "nogil": True, "no_cfunc_wrapper": True})


def inlined(function: Function) -> Function:
    """Compile a small function that LLVM inlines into its callers. Python must not call it either.

    Numba could inline before type inference, but would then infer types at every call: half as much work again.
    """
    return _compiled(function, {**_INSIDE, "forceinline": True})


def on_threads(
    function: Callable[..., Result], make_workspace: Callable[[], object] | None, *arguments: object
) -> list[Result]:
    """Call a function with these arguments on every wanted thread, and wait for all of them.

    The function also receives a workspace from `make_workspace`, the thread's number and the number of threads.
    """

    def work(thread: int) -> Result:
        own = () if make_workspace is None else (make_workspace(),)
        return function(*arguments, *own, thread, many)

    many = threads()
    others = [_pool(os.getpid(), many - 1).submit(work, thread) for thread in range(1, many)]
    return [work(0), *(other.result() for other in others)]


def threads() -> int:
    """The wanted number of threads: the maximum, unless `use_threads` set another number."""
    many: int = getattr(_chosen, "threads", 0) or most_threads()
    return many


def use_threads(threads: int | None) -> None:
    """Use this many threads from now on; None changes nothing. Raises `InvalidInput` above the maximum."""
    if threads is None:
        return
    most = most_threads()
    if not 1 <= threads <= most:
        raise InvalidInput(
            "{threads} threads are not possible here; the range is 1 to {most}", threads=threads, most=most
        )
    _chosen.threads = threads


@lru_cache(maxsize=4)
def _pool(process: int, threads: int) -> ThreadPoolExecutor:  # noqa: ARG001 - threads do not survive a fork
    return ThreadPoolExecutor(threads, "kernel")


def _compiled(function: Function, how: dict[str, Any]) -> Function:
    before: str = getattr(config, _CACHE)
    folder = code_folder(before)
    # Numba asks for the folder when a function is declared, so only our kernels get this one.
    setattr(config, _CACHE, str(folder))
    try:
        made = njit(error_model="numpy", **how)(function)
        if cache.takes_files(folder):  # otherwise every process compiles anew
            made._cache = SharedCache(function)  # noqa: SLF001 - as `cache=True` does
        return made  # type: ignore[no-any-return]  # untyped
    finally:
        setattr(config, _CACHE, before)


def code_folder(chosen: str = "") -> Path:
    """The folder of machine code: the one named by `NUMBA_CACHE_DIR`, else the cache folder."""
    base = Path(chosen) if chosen else cache.folder()
    return base / f"code-{source_key()[:16]}-{numba.__version__}-{llvmlite.__version__}"


def most_threads() -> int:
    """The greatest number of threads."""
    most: int = getattr(config, _THREADS)
    return most
