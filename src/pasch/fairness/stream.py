"""The dice of a table as a function of its seeds, so that anyone can recompute them.

The server publishes the SHA-256 of 32 random bytes before the first roll, and these bytes after the match. Every roll
has a separate stream of bytes: HMAC-SHA-256 with the server seed as the key and the compact JSON of

    ["pasch-dice-1", table, [seeds of the seats], game, turn, roll, counter]

as the message, `counter` 0, 1, 2 … as more bytes are needed. The list has the seeds that seats provided, in seat
order. The remainder of a byte gives a face; the highest bytes, which would favour some faces, are skipped.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput

SEED_BYTES = 32
MOST_SEAT_SEED = 64
ACTION_DIE = 0
"""The roll number of an action die; rolls of a turn count from 1."""

_BYTE = 256
_SIX, _TEN = 6, 10


@dataclass(frozen=True)
class RollId:
    """The identity of a roll: all inputs of its dice except the server seed.

    `game` and `turn` count from 1, `turn` over all turns of the game; `roll` counts from 1
    within the turn, 0 is an action die. `seeds` are in hexadecimal digits.
    """

    table: str
    seeds: tuple[str, ...]
    game: int
    turn: int
    roll: int

    def message(self, counter: int) -> bytes:
        """The HMAC message for block `counter` of the stream."""
        return f"{_beginning(self.table, self.seeds)},{self.game},{self.turn},{self.roll},{counter}]".encode()


@lru_cache(maxsize=1024)
def _beginning(table: str, seeds: tuple[str, ...]) -> str:
    """The common beginning of all messages of a match."""
    parts = ["pasch-dice-1", table, list(seeds)]
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=False)[:-1]


def commitment(server_seed: bytes) -> str:
    """The commitment published before the first roll: the SHA-256 of the seed in hexadecimal digits."""
    return hashlib.sha256(server_seed).hexdigest()


def seat_seed(text: str) -> str:
    """A seat's seed in its normal form. Raises `InvalidInput`."""
    digits = text.strip().lower()
    known = set(digits) <= set("0123456789abcdef")
    if not digits or not known or len(digits) % 2 or len(digits) > 2 * MOST_SEAT_SEED:
        raise InvalidInput(
            "A seed is an even number of hexadecimal digits, at most {most}: 0 to 9 and a to f",
            most=2 * MOST_SEAT_SEED,
        )
    return digits


def rolled(server_seed: bytes, roll_id: RollId, six_sided: int, ten_sided: int = 0) -> Roll:
    """The faces of dice rolled together, six-sided dice first.

    The first dice do not depend on how many are rolled. Most rolls cost one HMAC.
    """
    return Roll(*faces_of(server_seed, roll_id, six_sided, ten_sided))


def faces_of(
    server_seed: bytes, roll_id: RollId, six_sided: int, ten_sided: int = 0
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces of the six-sided and ten-sided dice, in rolling order."""
    stream = _stream(server_seed, roll_id)
    sixes, tens = _remainders(stream, _SIX, six_sided), _remainders(stream, _TEN, ten_sided)
    return tuple([rest + 1 for rest in sixes]), tuple(tens)


def _stream(server_seed: bytes, roll_id: RollId) -> Iterator[int]:
    for counter in count():
        yield from hmac.digest(server_seed, roll_id.message(counter), "sha256")


def _remainders(stream: Iterator[int], sides: int, dice: int) -> list[int]:
    """The remainders of the next usable bytes, which favour no face."""
    limit = _BYTE - _BYTE % sides
    found: list[int] = []
    while len(found) < dice:
        byte = next(stream)
        if byte < limit:
            found.append(byte % sides)
    return found


# ------------------------------------------------------------------------------- a chain of seeds
# Each seed is the SHA-256 of the next, so every seed is the commitment to its successor. The chain is computed from its
# last seed, the secret, and used from its first. A revealed seed gives all earlier ones and none of the later ones.

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
