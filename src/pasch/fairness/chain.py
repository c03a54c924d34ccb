"""A chain of seeds: each is the SHA-256 of the next, so every seed is the commitment to its successor.

The chain is computed from its last seed, the secret, and used from its first. A revealed seed gives all earlier ones
and none of the later ones.
"""

import hashlib
from functools import lru_cache

LENGTH = 3653
"""The number of seeds in a chain: ten years of days. The first costs a millisecond or two."""


@lru_cache(maxsize=64)
def chained(secret: bytes, number: int) -> bytes:
    """The seed with this number, from 0. The last one, `LENGTH - 1`, is the secret."""
    if not 0 <= number < LENGTH:
        raise ValueError(number)
    seed = secret
    for _ in range(LENGTH - 1 - number):
        seed = hashlib.sha256(seed).digest()
    return seed
