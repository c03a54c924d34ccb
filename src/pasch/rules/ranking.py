"""Places."""

from collections.abc import Sequence


def places(results: Sequence[int]) -> list[int]:
    """The place of each result, the highest first; equal results share one: 1, 1, 3, 4."""
    return [1 + sum(other > result for other in results) for result in results]
