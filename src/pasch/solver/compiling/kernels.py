"""How kernels are compiled, and where the machine code is kept.

Numba's own cache lies beside the sources, which may be read-only, and knows only when the file of a
kernel itself changes, not one that it calls. So the code lies in the cache folder, where the tables
are, under the key of all sources that make numbers and the versions of the compiler.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
from numba import njit
from numba.core import config

from pasch.rules.errors import InvalidInput
from pasch.solver import cache
from pasch.solver.compiling.code_cache import SharedCache
from pasch.solver.sources import source_key

_CACHE = "CACHE_DIR"
"""Where Numba's settings say the folder; it makes them while running, so they have no types."""

_THREADS = "NUMBA_NUM_THREADS"
"""Where they say how many threads there can be."""

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")


_INSIDE = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For what only kernels call. The way in from Python unpacks a dozen arrays: a third of the compiler's work."""

_chosen = threading.local()
"""How many threads are wanted, by the thread that wants them."""


def kernel(function: Function) -> Function:
    """Compile a function when a kernel first calls it, or take what was compiled before. It must not make arrays.

    Without that, Numba counts references to a dozen arrays at every call that hands the tables on: thirty times the
    work of looking an entry up. A call from Python would end the process: see `entrance`.

    LLVM compiles every such function once by itself and once more within each that calls it, so it should be large.
    """
    return _compiled(function, _INSIDE)


def entrance(function: Function) -> Function:
    """The same for a function that Python calls. Other threads of Python go on meanwhile.

    So `on_threads` can call it on several. Numba's own loops on several threads take twice as long to compile.
    """
    return _compiled(function, {"_nrt": False, "nogil": True, "no_cfunc_wrapper": True})


def inlined(function: Function) -> Function:
    """The same for a small function, which LLVM makes part of those that call it; not to be called from Python, either.

    Numba could do that before it looks for types, but then looks for them at every call: half as much work again.
    """
    return _compiled(function, {**_INSIDE, "forceinline": True})


def on_threads(function: Callable[..., Result], room: Callable[[], object] | None, *arguments: object) -> list[Result]:
    """Call a function with these arguments on every thread that is wanted, and wait for all of them.

    After the arguments it is given what a thread works with, made by `room`, its number and how many there are.
    """

    def work(thread: int) -> Result:
        own = () if room is None else (room(),)
        return function(*arguments, *own, thread, many)

    many = threads()
    others = [_pool(os.getpid(), many - 1).submit(work, thread) for thread in range(1, many)]
    return [work(0), *(other.result() for other in others)]


def threads() -> int:
    """How many threads are wanted: as many as there can be, unless `use_threads` said another number."""
    many: int = getattr(_chosen, "threads", 0) or most_threads()
    return many


def use_threads(threads: int | None) -> None:
    """Work on so many threads from here on; None leaves it as it is. Raises `InvalidInput` for more than there are."""
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
    # Numba asks for the folder when a function is declared; what others compile is none of our business.
    setattr(config, _CACHE, str(folder))
    try:
        made = njit(error_model="numpy", **how)(function)
        if cache.takes_files(folder):  # else every process compiles anew
            made._cache = SharedCache(function)  # noqa: SLF001 - as `cache=True` does
        return made  # type: ignore[no-any-return]  # untyped
    finally:
        setattr(config, _CACHE, before)


def code_folder(chosen: str = "") -> Path:
    """Where machine code lies: in the folder that `NUMBA_CACHE_DIR` names, else in the cache folder."""
    base = Path(chosen) if chosen else cache.folder()
    return base / f"code-{source_key()[:16]}-{numba.__version__}-{llvmlite.__version__}"


def most_threads() -> int:
    """How many threads there can be."""
    most: int = getattr(config, _THREADS)
    return most
