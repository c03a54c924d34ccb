"""Solutions that several tests look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from pasch.solver.solve import Solution, solve


@pytest.fixture(scope="session")
def exact() -> Callable[[str], Solution]:
    """The solution of a variant in float64, by its key; solved once."""
    return cache(lambda key: solve(key, exact=True))
