"""Passwords by Argon2id (RFC 9106), in one separate thread: any number of guesses occupies one processor."""

import asyncio
import gzip
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pasch.rules.errors import InvalidInput
from pasch.service.people.names import unseen

T = TypeVar("T")

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
COMMON = Path(__file__).parent / "common" / "passwords.txt.gz"
"""The 10,000 most common passwords that are long enough: one per line, in lower case."""


@dataclass(frozen=True)
class Work:
    """The cost of a check: passes over this many KiB of memory, one after another. OWASP's recommendation."""

    passes: int = 2
    memory: int = 19 * 1024


class Argon2Passwords:
    """The service's `Passwords`. A check takes about 40 ms and 19 MiB."""

    def __init__(self, work: Work | None = None) -> None:
        work = work or Work()
        self._hasher = PasswordHasher(work.passes, work.memory, parallelism=1)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pasch-passwords")
        self._nobody = ""

    async def protect(self, password: str) -> str:
        """The hash to store instead of a password."""
        return await self._aside(lambda: self._hasher.hash(_bytes(password)))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether the password matches the stored hash; None takes as long, and is false."""
        if hashed is None:
            self._nobody = self._nobody or await self.protect(secrets.token_hex())
        return await self._aside(lambda: self._matches(hashed or self._nobody, password)) and hashed is not None

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _aside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def check_password(password: str) -> str:
    """The password `as_typed`, if it is acceptable. Raises `InvalidInput`."""
    if len(password) > LONGEST_PASSWORD:
        raise InvalidInput("A password has at most {most} characters", most=LONGEST_PASSWORD)
    if len(password) < SHORTEST_PASSWORD:
        raise InvalidInput("A password has at least {least} characters", least=SHORTEST_PASSWORD)
    typed = as_typed(password)
    if all(character == " " or unseen(typed, place) for place, character in enumerate(typed)):
        raise InvalidInput("A password cannot be only spaces")
    if _is_common(typed):
        raise InvalidInput("This password is among the 10,000 most common ones; choose another")
    return typed


def _is_common(password: str) -> bool:
    """Whether the password is common. Takes a millisecond, and retains nothing in memory."""
    lines = gzip.decompress(COMMON.read_bytes())
    return f"\n{password.strip().casefold()}\n".encode(errors="replace") in b"\n" + lines


def as_typed(password: str) -> str:
    """One form for the output of different keyboards; text beyond the maximum length is cut."""
    return unicodedata.normalize("NFKC", password[:LONGEST_PASSWORD])


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
