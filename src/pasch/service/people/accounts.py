"""Accounts: an optional password protects a name, and admits further devices.

Known devices: after a number of wrong passwords by strangers, the account admits no new device for
a while. A device with a proof has a separate count, so that its owner still gets in. The proof is
derived from the stored form of the password: it needs no row, and ends with the password.

One thread computes all password hashes (Argon2id, RFC 9106), so guesses occupy at most one processor.
"""

import asyncio
import gzip
import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pasch.rules.errors import InvalidInput
from pasch.service.errors import HasAccount, NameProtected, NoAccount, WrongPassword
from pasch.service.people.names import clean_name, folded, unseen
from pasch.service.people.sessions import Sessions, can_be_protected, check_names
from pasch.service.people.store import Account, ByPassword, NameTaken, Passwords, PeopleStore
from pasch.service.ports import Clock, Entropy
from pasch.service.requests import NewSession, Scope, Session

LONGEST_PROOF = 200


def known_device(account: Account, proof: str) -> str | None:
    """The device that a proof names; None for a proof of another account or an earlier password."""
    device, _, mark = proof[:LONGEST_PROOF].partition(".")
    right = hmac.compare_digest(mark.encode(errors="replace"), _mark(account, device).encode())
    return device if right else None


def _mark(account: Account, device: str) -> str:
    return hmac.new(account.password.encode(), f"device {device}".encode(errors="replace"), hashlib.sha256).hexdigest()


DEVICE_BYTES = 16


class Accounts:
    """Creates accounts, and authenticates their owners by name and password."""

    def __init__(
        self, store: PeopleStore, sessions: Sessions, passwords: Passwords, clock: Clock, entropy: Entropy
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._passwords = passwords
        self._clock = clock
        self._entropy = entropy

    async def of(self, caller: Session) -> Account | None:
        """The caller's account."""
        return await self._store.account_of(caller.id)

    async def protect(self, caller: Session, name: str, password: str, *, computer: bool = False) -> Account:
        """Create an account; its name becomes the caller's. `computer`: a program plays with it.

        Raises `ScopeMissing`, `InvalidInput`, `HasAccount`, `NameProtected`.
        """
        caller.need(Scope.ACCOUNT)
        name, password = _protectable(name), check_password(password)
        await self._sessions.check(caller)  # an ended session must not claim the name for good
        if await self._store.account_of(caller.id):
            raise HasAccount
        await check_names(self._store, caller.id, [name])
        hashed = await self._passwords.protect(password)
        account = Account(caller.id, name, folded(name), hashed, computer, self._clock.now())
        try:
            await self._store.add_account(account)
        except NameTaken:
            raise NameProtected(name) from None
        self._sessions.drop(caller.id)
        return account

    async def log_in(self, name: str, password: str) -> tuple[Account, NewSession]:
        """The account, and a token for a caller who knows its password.

        Raises `WrongPassword`, with the same answer and delay for unknown names.
        """
        account = await self._store.account_named(login_name(name))
        right = await self._matches(account, password)
        by = ByPassword(account.person, account.password) if account and right else None
        new = None if by is None else await self._sessions.add_token(by)
        if account is None or new is None:
            raise WrongPassword
        return account, new

    def device_proof(self, account: Account) -> str:
        """A proof that makes a browser a known device of an account; different each time."""
        device = self._entropy.token(DEVICE_BYTES)
        return f"{device}.{_mark(account, device)}"

    async def known_device(self, name: str, proof: str) -> str | None:
        """The device that a proof for the account of this name belongs to; None for an invalid proof."""
        account = await self._store.account_named(login_name(name)) if proof else None
        return None if account is None else known_device(account, proof)

    async def change_password(self, caller: Session, old: str, new: str) -> Account:
        """Change the password. Every other device has to log in again, and link codes become invalid.

        Raises `ScopeMissing`, `NoAccount`, `InvalidInput`, `WrongPassword`.
        """
        caller.need(Scope.ACCOUNT)
        new = check_password(new)
        account = await self._store.account_of(caller.id)
        if account is None:
            raise NoAccount
        if not await self._matches(account, old):
            raise WrongPassword
        hashed = await self._passwords.protect(new)
        gone = await self._store.change_password(caller.id, hashed, caller.access.id)
        await self._sessions.announce_end(caller.id, gone)
        return replace(account, password=hashed)

    async def check_names(self, caller: Session, names: Iterable[str]) -> None:
        """Raise `NameProtected` when a name belongs to another person, `InvalidInput` when it is invalid."""
        await check_names(self._store, caller.id, [clean_name(name) for name in names])

    async def _matches(self, account: Account | None, password: str) -> bool:
        hashed = None if account is None else account.password
        return await self._passwords.matches(hashed, as_typed(password))


def login_name(name: str) -> str:
    """The name that finds an account, however it was typed; empty for text that cannot be a name."""
    try:
        return folded(clean_name(name))
    except InvalidInput:
        return ""


def _protectable(name: str) -> str:
    """A name that one person can own. Raises `InvalidInput`."""
    name = clean_name(name)
    if not name:
        raise InvalidInput("An account needs a name", field="name")
    if not can_be_protected(name):
        raise InvalidInput("The name “{name}” cannot be protected", field="name", name=name)
    return name


T = TypeVar("T")

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
COMMON = Path(__file__).parent / "common" / "passwords.txt.gz"
"""The 10,000 most common passwords that are long enough: one per line, in lower case."""


PASSES, MEMORY = 2, 19 * 1024
"""The cost of a check: passes over this many KiB of memory, one after another. OWASP's recommendation."""


class Argon2Passwords:
    """The service's `Passwords`. A check takes about 40 ms and 19 MiB."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(PASSES, MEMORY, parallelism=1)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pasch-passwords")
        self._decoy = ""

    async def protect(self, password: str) -> str:
        """The hash to store instead of a password."""
        return await self._aside(lambda: self._hasher.hash(_bytes(password)))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether the password matches the stored hash; None takes as long, and is false."""
        if hashed is None:
            self._decoy = self._decoy or await self.protect(secrets.token_hex())
        return await self._aside(lambda: self._matches(hashed or self._decoy, password)) and hashed is not None

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
