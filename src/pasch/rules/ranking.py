"""Places."""

from collections.abc import Sequence
from typing import TypeVar

Result = TypeVar("Result", int, tuple[int, ...])
"""A result, or several of which the first that differs decides."""


def places(results: Sequence[Result]) -> list[int]:
    """The place of each result, the highest first; equal results share one: 1, 1, 3, 4."""
    return [1 + sum(other > result for other in results) for result in results]
