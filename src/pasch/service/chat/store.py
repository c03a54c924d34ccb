"""What is kept of what people say, and the port behind it."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from pasch.rules.errors import InvalidInput
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.people.names import unseen

LONGEST_LINE = 200
_LONGEST_INPUT = 2000
_NEWER_EMOJI = range(0x1F000, 0x1FB00)


def clean_line(text: str) -> str:
    """The text in normal form without blanks around it.

    Raises `InvalidInput` for one that is empty or too long, or has characters that cannot be seen or change the
    direction of the text.
    """
    if len(text) > _LONGEST_INPUT:
        raise _too_long(len(text))
    line = "".join(" " if unicodedata.category(c) == "Zs" else c for c in unicodedata.normalize("NFC", text)).strip(" ")
    if not line:
        raise InvalidInput("A message needs at least one character")
    if len(line) > LONGEST_LINE:
        raise _too_long(len(line))
    for place, character in enumerate(line):
        if unseen(line, place) and not _is_newer_emoji(character):
            code = f"U+{ord(character):04X}"
            raise InvalidInput("A message cannot contain the invisible character {character}", character=code)
    return line


def _is_newer_emoji(character: str) -> bool:
    """Whether this looks like an emoji that is younger than this program's tables of characters."""
    return unicodedata.category(character) == "Cn" and ord(character) in _NEWER_EMOJI


def _too_long(length: int) -> InvalidInput:
    return InvalidInput(
        "A message has at most {most} characters, this one has {given}", most=LONGEST_LINE, given=length
    )


class Room(StrEnum):
    """Where something is said. A table has two rooms, so that watchers can talk about what players must not hear."""

    LOBBY = "lobby"
    PLAYERS = "players"
    WATCHERS = "watchers"


@dataclass(frozen=True)
class Person:
    """Somebody who says or hears something. `name` may be empty."""

    id: SessionId
    handle: Handle
    name: str


@dataclass(frozen=True)
class NewMessage:
    """A line as it is said: to everybody in the room, or `to` one person there. `table` None is the lobby."""

    table: TableId | None
    room: Room
    at: datetime
    author: SessionId
    text: str
    seat: int | None = None
    to: SessionId | None = None


@dataclass(frozen=True)
class ChatMessage:
    """A line as it is kept. `change` counts over all lines and grows when one is removed; its `text` is gone then."""

    id: int
    change: int
    table: TableId | None
    room: Room
    at: datetime
    author: Person
    text: str
    seat: int | None
    to: Person | None
    removed: bool


@dataclass(frozen=True)
class Listener:
    """Who listens where: hears what is said to all or to `person`, and nobody whom `person` has muted."""

    person: SessionId | None
    table: TableId | None
    rooms: frozenset[Room]


@dataclass(frozen=True)
class Reported:
    """A line that people have reported, the latest report last; an operator decides."""

    line: ChatMessage
    times: int
    reasons: tuple[str, ...]
    at: datetime


class ChatStore(Protocol):
    """Lines, mutes and reports. A write that returned is on the disk; who is deleted takes all of it along."""

    async def say(self, line: NewMessage) -> ChatMessage:
        """Keep a new line."""

    async def find(self, line: int) -> ChatMessage | None:
        """One line, whoever may hear it."""

    async def lines(self, ear: Listener, before: int | None, limit: int) -> Sequence[ChatMessage]:
        """The latest lines that an ear hears, those with numbers below `before`; in order."""

    async def changed(self, ear: Listener, after: int, limit: int) -> Sequence[ChatMessage]:
        """The first lines that an ear hears and that are newer than a change, in the order of their changes."""

    async def latest(self) -> int:
        """The number of the latest change anywhere."""

    async def changes(self, after: int) -> Mapping[TableId | None, int]:
        """Where anything is newer than a change: the number of the latest one there."""

    async def said_by(self, person: SessionId) -> Sequence[ChatMessage]:
        """Everything that somebody has said, in order."""

    async def remove(self, line: int, at: datetime) -> ChatMessage | None:
        """Take the text of a line away; its reports are done. None when there is no such line."""

    async def person(self, handle: Handle) -> Person | None:
        """Who is known by a handle."""

    async def mute(self, person: SessionId, muted: SessionId) -> None:
        """Let `person` not hear `muted` any more."""

    async def unmute(self, person: SessionId, muted: SessionId) -> None:
        """Take that back."""

    async def muted(self, person: SessionId) -> Sequence[Person]:
        """Whom somebody does not hear, by name."""

    async def report(self, line: int, person: SessionId, reason: str, at: datetime) -> None:
        """Tell the operator about a line; what the same person said about it before is replaced."""

    async def reports(self) -> Sequence[Reported]:
        """The lines with reports that are not done, those reported first in front."""

    async def keep(self, line: int, at: datetime) -> bool:
        """The line is all right: its reports are done. False when there were none."""
