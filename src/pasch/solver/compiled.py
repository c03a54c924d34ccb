"""How kernels are compiled, and where the machine code is kept.

Numba's own cache lies beside the sources, which may be read-only, and knows only when the file of a
kernel itself changes, not one that it calls. So the code lies in the cache folder, where the tables
are, under the key of all sources that make numbers and the versions of the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
from numba import njit, set_num_threads
from numba.core import config

from pasch.rules.errors import InvalidInput
from pasch.solver import cache
from pasch.solver.code_cache import SharedCache
from pasch.solver.sources import source_key

_CACHE = "CACHE_DIR"
"""Where Numba's settings say the folder; it makes them while running, so they have no types."""

_THREADS = "NUMBA_NUM_THREADS"
"""Where they say how many threads there can be."""

Function = TypeVar("Function", bound=Callable[..., Any])


_INSIDE = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For what only kernels call. The way in from Python unpacks a dozen arrays: a third of the compiler's work."""


def kernel(function: Function) -> Function:
    """Compile a function when a kernel first calls it, or take what was compiled before. It must not make arrays.

    Without that, Numba counts references to a dozen arrays at every call that hands the tables on: thirty times the
    work of looking an entry up. A call from Python would end the process: see `entrance`.
    """
    return _compiled(function, _INSIDE)


def entrance(function: Function) -> Function:
    """The same for a function that Python calls."""
    return _compiled(function, {"_nrt": False})


def inlined(function: Function) -> Function:
    """The same for a function that becomes part of those that call it."""
    return _compiled(function, {"forceinline": True, "_nrt": False})


def parallel_kernel(function: Function) -> Function:
    """The same for a function whose outer loop runs on several threads."""
    return _compiled(function, {"parallel": True, "no_cfunc_wrapper": True})


def use_threads(threads: int | None) -> None:
    """Work on so many threads from here on; None leaves it as it is. Raises `InvalidInput` for more than there are."""
    if threads is None:
        return
    most = most_threads()
    if not 1 <= threads <= most:
        raise InvalidInput("{threads} threads are not possible here; there are 1 to {most}", threads=threads, most=most)
    set_num_threads(threads)


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
