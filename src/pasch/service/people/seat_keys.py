"""Keys of seats: a text that is read aloud, typed on another device, and recognised when it was mistyped. Pure.

Theory of operation. Sixteen characters in groups of four: fifteen that nobody can guess and a check character by
ISO 7064, MOD 37-2. Its modulus is prime and its weights are powers of two, so every changed character and every two
neighbours that were swapped show, the check character included; such a key is never looked up. The standard counts
`0` to `9` and `A` to `Z` from 0 to 35; of these only characters are used that nobody confuses by eye (no 0 and O, no 1,
I and L, no B, S, U and Z) or by ear, in German and in English. Where the check character would be another one, the
next fifteen are tried, so 61.5 bits are left: 18 ** 15 * 18 / 37 keys.

A key is worked out from the secret seed of its table and a number of its own, and kept as a hash. So its owner can be
shown it again, and it stands nowhere. The seed becomes known when the match ends, the number never.
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from itertools import count

from pasch.service.errors import MistypedKey

ALPHABET = "23456789FHJMQRVWXY"
LENGTH = 16
GROUP = 4
MODULUS, RADIX = 37, 2
BLANKS = " -\u2010\u2011\u2013\u00a0\t\n\r"
"""What people put between groups."""
LONGEST_INPUT = 100
SALT_BYTES = 16

_VALUES = {character: value for value, character in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_TABLE_SALT = b"pasch-key-1 "


@dataclass(frozen=True)
class Key:
    """A key with its check character right. `text` is how it is written for people."""

    characters: str = field(repr=False)

    @property
    def text(self) -> str:
        """The key in groups, as it is shown."""
        return "-".join(self.characters[start : start + GROUP] for start in range(0, LENGTH, GROUP))

    @property
    def proof(self) -> bytes:
        """What is kept of it: with 61 random bits and a limit for guesses one round is enough."""
        return hashlib.sha256(b"seat key " + self.characters.encode()).digest()


def key_of(server_seed: bytes, salt: str) -> Key:
    """The key that belongs to a table's secret and a number drawn for a seat, always the same."""
    for attempt in count():
        message = _TABLE_SALT + f"{salt} {attempt}".encode()
        drawn = int.from_bytes(hmac.digest(server_seed, message, "sha256"))
        body = "".join(ALPHABET[drawn // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH - 1))
        check = check_character(body)
        if check in ALPHABET:
            return Key(body + check)
    raise AssertionError("unreachable")


def key_from_text(text: str) -> Key:
    """The key that somebody typed; blanks, dashes and small letters are all right.

    Raises `MistypedKey` for one that cannot be a key: nothing needs to be looked up to know.
    """
    if len(text) > LONGEST_INPUT:
        raise MistypedKey("A key has {length} characters", length=LENGTH)
    typed = "".join(character for character in text.upper() if character not in BLANKS)
    for character in typed:
        if character not in ALPHABET:
            raise MistypedKey("“{character}” occurs in no key: look at it again", character=character)
    if len(typed) != LENGTH:
        raise MistypedKey("A key has {length} characters, this one has {given}", length=LENGTH, given=len(typed))
    if _sum(typed) != 1:
        raise MistypedKey("This key is mistyped: a character is another one, or two are swapped")
    return Key(typed)


def check_character(body: str) -> str:
    """The character that makes a key whole, by ISO 7064, MOD 37-2. `*` stands for the value 36."""
    value = (1 - RADIX * _sum(body)) % MODULUS
    return next((character for character, each in _VALUES.items() if each == value), "*")


def _sum(characters: str) -> int:
    """Every character by its weight; a whole key comes to 1."""
    total = 0
    for character in characters:
        total = (total * RADIX + _VALUES[character]) % MODULUS
    return total
