"""Solutions that several tests use."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from pasch.solver.solve import Solution, solve


@pytest.fixture(scope="session")
def exact() -> Callable[[str], Solution]:
    """The float64 solution of a variant, by its key; solved once."""
    return cache(lambda key: solve(key, exact=True))


@pytest.fixture(scope="module", autouse=True)
def solutions_freed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Free the solutions of a module: few objects hold much memory, so garbage collection would run late."""
    yield
    for cached in vars(request.module).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    gc.collect()
