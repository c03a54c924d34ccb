"""Interrupting a match, and continuing it on another device with a seat key.

Seat keys. A key has sixteen characters in groups of four: fifteen random ones and a check character
by ISO 7064, MOD 37-2. The modulus is prime and the weights are powers of two. So every changed
character and every swap of two neighbours is detected, the check character included; such a key is
never looked up. The standard counts `0` to `9` and `A` to `Z` from 0 to 35. Keys use only
characters that people do not confuse by eye (no 0 and O, no 1, I and L, no B, S, U and Z) or by
ear, in German and in English. If the check character would be another one, the next fifteen are
tried. That leaves 61.5 bits: 18 ** 15 * 18 / 37 keys.

A key is derived from the secret seed of its table and a random number, and stored as a hash. So its
owner can see it again, although it is stored nowhere. The seed becomes public when the match ends,
the number never.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

from pasch.rules.errors import IllegalAction
from pasch.service.errors import KeyOver, MistypedKey, NotSeated, UnknownKey
from pasch.service.ids import SessionId, TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Entropy, SeatRow, TableRow
from pasch.service.requests import Aside, Session, Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.writer import Writer
from pasch.service.table import substitutes
from pasch.service.table.seats import Change
from pasch.service.table.state import TableState

ALPHABET = "23456789FHJMQRVWXY"
LENGTH = 16
GROUP = 4
MODULUS, RADIX = 37, 2
BLANKS = " -\u2010\u2011\u2013\u00a0\t\n\r"
"""Separators that people put between groups."""
LONGEST_INPUT = 100
SALT_BYTES = 16

_VALUES = {character: value for value, character in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_TABLE_SALT = b"pasch-key-1 "


@dataclass(frozen=True)
class Key:
    """A key with a valid check character. `text` is its form for people."""

    characters: str = field(repr=False)

    @property
    def text(self) -> str:
        """The key in groups, as shown to people."""
        return "-".join(self.characters[start : start + GROUP] for start in range(0, LENGTH, GROUP))

    @property
    def proof(self) -> bytes:
        """The stored hash: with 61 random bits and a limit on guesses, one round is enough."""
        return hashlib.sha256(b"seat key " + self.characters.encode()).digest()


def key_of(server_seed: bytes, salt: str) -> Key:
    """The key derived from a table's secret and a number drawn for a seat, always the same."""
    for attempt in count():
        message = _TABLE_SALT + f"{salt} {attempt}".encode()
        drawn = int.from_bytes(hmac.digest(server_seed, message, "sha256"))
        body = "".join(ALPHABET[drawn // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH - 1))
        check = check_character(body)
        if check in ALPHABET:
            return Key(body + check)
    raise AssertionError("unreachable")


def key_from_text(text: str) -> Key:
    """The key that a person typed; blanks, dashes and lower-case letters are allowed.

    Raises `MistypedKey` for text that cannot be a key, without a lookup.
    """
    if len(text) > LONGEST_INPUT:
        raise MistypedKey("A key has {length} characters", length=LENGTH)
    typed = "".join(character for character in text.upper() if character not in BLANKS)
    for character in typed:
        if character not in ALPHABET:
            raise MistypedKey("No key contains “{character}”: check the key", character=character)
    if len(typed) != LENGTH:
        raise MistypedKey("A key has {length} characters, this one has {given}", length=LENGTH, given=len(typed))
    if _sum(typed) != 1:
        raise MistypedKey("This key is mistyped: one character is wrong, or two are swapped")
    return Key(typed)


def check_character(body: str) -> str:
    """The check character of a key body, by ISO 7064, MOD 37-2. `*` represents the value 36."""
    value = (1 - RADIX * _sum(body)) % MODULUS
    return next((character for character, each in _VALUES.items() if each == value), "*")


def _sum(characters: str) -> int:
    """The weighted sum of all characters; a valid key gives 1."""
    total = 0
    for character in characters:
        total = (total * RADIX + _VALUES[character]) % MODULUS
    return total


class KeyStore(Protocol):
    """Stores what verifies keys, but nothing that allows play.

    A key ends when its owner leaves the seat or ends a session.
    """

    async def salts(self, table: TableId) -> Mapping[int, str]:
        """The numbers from which the keys at a table are derived, by seat."""

    async def keep(self, table: TableId, seat: int, salt: str, proof: bytes) -> None:
        """Give a seat a key; an existing key remains. Does nothing for an empty seat."""

    async def find(self, proof: bytes) -> tuple[TableId, int] | None:
        """The seat that a key belongs to."""


class Continuing:
    """Hands out seat keys, and moves the owner's seats to the caller who presents one.

    Every method may raise `UnknownTable` and `ContinuedElsewhere` for a table that the caller may not see.
    """

    def __init__(self, store: KeyStore, writer: Writer, entropy: Entropy) -> None:
        self._store = store
        self._writer = writer
        self._entropy = entropy

    async def key(self, caller: Session, table: TableId) -> Key:
        """The caller's key, the same until the match or a session of the caller ends.

        Raises `NotSeated`, `IllegalAction` after the match.
        """
        live = await self._writer.visible(caller, table, fresh=True)
        mine = live.row.seats_of(caller.id)
        if live.state.status.ended:
            raise IllegalAction("The match is over")
        if not mine:
            raise NotSeated("You do not sit at this table")
        return await self._key(live, mine)

    async def interrupt(self, caller: Session, table: TableId) -> Key:
        """Interrupt the match; returns the key to continue with. Other players are asked for a pause.

        Raises `NotSeated`, `IllegalAction`.
        """
        key = await self.key(caller, table)
        live = await self._writer.visible(caller, table)
        await self._writer.change(live, lambda state, row: interrupted(state, row, caller), caller)
        return key

    async def continue_match(self, caller: Session, key: Key) -> TableId:
        """Take over the seats of a key's owner. Raises `UnknownKey`."""
        found = await self._store.find(key.proof)
        live = None if found is None else await self._writer.tables.find(found[0])
        if found is None or live is None:
            raise UnknownKey
        await self._writer.tables.refresh(live)
        owner = live.row.seats[found[1] - 1].session
        # Checked again: a key that still exists was its owner's all the time, so no other person sat down.
        if owner is None or await self._store.find(key.proof) != found:
            raise UnknownKey
        await self._writer.change(live, lambda state, row: moved(state, row, caller, owner), caller)
        await self._writer.timers.seen(live, caller)
        return live.id

    async def _key(self, live: LiveTable, mine: tuple[int, ...]) -> Key:
        salts = await self._store.salts(live.id)
        if not any(seat in salts for seat in mine):
            salt = self._entropy.token(SALT_BYTES)
            await self._store.keep(live.id, mine[0], salt, key_of(live.row.server_seed, salt).proof)
            salts = await self._store.salts(live.id)  # another process may have been faster
        for seat in mine:
            if seat in salts:
                return key_of(live.row.server_seed, salts[seat])
        raise NotSeated("You do not sit at this table")


# ------------------------------------------------------------------------------- what each causes; pure


def interrupted(state: TableState, row: TableRow, caller: Session) -> Change:
    """The caller stops playing for now. Without a running match, nothing happens."""
    mine = row.seats_of(caller.id)
    if state.status is not Status.RUNNING or any(seat in mine for seat in state.pause):
        return Change(())
    if substitutes.all_agree(state, row, mine):
        return Change((NewEvent("table_paused", mine[0], {}),))
    return Change(tuple(substitutes.said(state, row, mine, Aside.PAUSE)))


def moved(state: TableState, row: TableRow, caller: Session, owner: SessionId) -> Change:
    """Moves the seats of `owner` to the caller; a match that waits for no other player resumes at once.

    Raises `UnknownKey` when there is nothing to continue, `KeyOver` when the match has ended.
    """
    theirs = [seat for seat in row.seats if seat.session == owner]
    if state.status is Status.FINISHED:
        raise KeyOver("The match of this key has been played to its end")
    if state.status is Status.ABORTED:
        raise KeyOver("The match of this key was ended before its last round")
    if not theirs:
        raise UnknownKey
    alone = all(seat.session in {None, owner, caller.id} for seat in row.seats)
    resumed = state.status is Status.PAUSED and alone
    resumption = (NewEvent("table_resumed", theirs[0].seat, {}),) if resumed else ()
    if owner == caller.id:
        return Change(resumption)
    data = {"computer": True} if caller.computer else {}
    events = (*(NewEvent("seat_moved", seat.seat, data) for seat in theirs), *resumption)
    seats = tuple(SeatRow(seat.seat, caller.id, seat.name, seat.seed, moved_from=owner) for seat in theirs)
    return Change(events, seats, opener=caller.id if row.opener == owner else None)
