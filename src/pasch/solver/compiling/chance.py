"""Pseudo-random numbers from a counter: game 7 is the same game for any number of games."""

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, inlined

GAMMA = np.uint64(0x9E3779B97F4A7C15)

DRAWS = 32
"""Numbers available to a turn, as a shift of the counter: rolls in the first half, choices in the second."""


@inlined
def mix(number: np.uint64) -> np.uint64:
    """A pseudo-random number between 0 and 2^64: SplitMix64 (Steele, Lea and Flood, 2014)."""
    z = number + GAMMA
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def mix_all(root: np.uint64, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`mix` for the multiples of a constant, added to a root."""
    mixed = np.empty_like(numbers)
    _mix_into(mixed, root, numbers)
    return mixed


@entrance
def _mix_into(mixed: NDArray[np.uint64], root: np.uint64, numbers: NDArray[np.uint64]) -> None:
    for i in range(numbers.shape[0]):
        mixed[i] = mix(root + numbers[i] * GAMMA)


@inlined
def drawn(key: np.uint64, turn: int, which: int) -> np.uint64:
    """The number of a game for a roll or a choice of a turn."""
    return mix(key + np.uint64(turn * DRAWS + which) * GAMMA)
