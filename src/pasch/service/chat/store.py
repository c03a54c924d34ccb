"""Stored chat lines, and the port to their store."""

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
    """The text in normal form without surrounding blanks.

    Raises `InvalidInput` for text that is empty or too long, or contains invisible characters or characters that change
    its direction.
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
    """Whether the character looks like an emoji newer than this program's character tables."""
    return unicodedata.category(character) == "Cn" and ord(character) in _NEWER_EMOJI


def _too_long(length: int) -> InvalidInput:
    return InvalidInput(
        "A message has at most {most} characters, this one has {given}", most=LONGEST_LINE, given=length
    )


class Room(StrEnum):
    """Where a line is written. A table has two rooms, so that watchers can discuss what players must not know."""

    LOBBY = "lobby"
    PLAYERS = "players"
    WATCHERS = "watchers"


@dataclass(frozen=True)
class Person:
    """A person in chat. `name` may be empty."""

    id: SessionId
    handle: Handle
    name: str


@dataclass(frozen=True)
class NewMessage:
    """A new line: to the whole room, or `to` one person there. `table` None is the lobby."""

    table: TableId | None
    room: Room
    at: datetime
    author: SessionId
    text: str
    seat: int | None = None
    to: SessionId | None = None


@dataclass(frozen=True)
class ChatMessage:
    """A stored line. `change` counts over all lines and grows when a line is removed; its `text` is then gone."""

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
    """A reader of a place: receives lines to all or to `person`, except from people that `person` has muted."""

    person: SessionId | None
    table: TableId | None
    rooms: frozenset[Room]


@dataclass(frozen=True)
class Reported:
    """A reported line with its reports, latest last; an operator decides."""

    line: ChatMessage
    times: int
    reasons: tuple[str, ...]
    at: datetime


class ChatStore(Protocol):
    """Lines, mutes and reports. A write that has returned is on disk. Deleting a person deletes all of theirs."""

    async def say(self, line: NewMessage) -> ChatMessage:
        """Store a new line."""

    async def find(self, line: int) -> ChatMessage | None:
        """One line, regardless of who may read it."""

    async def lines(self, listener: Listener, before: int | None, limit: int) -> Sequence[ChatMessage]:
        """The latest lines for a reader, those with numbers below `before`; in order."""

    async def changed(self, listener: Listener, after: int, limit: int) -> Sequence[ChatMessage]:
        """The first lines for a reader that are newer than a change, in the order of their changes."""

    async def latest(self) -> int:
        """The number of the latest change anywhere."""

    async def changes(self, after: int) -> Mapping[TableId | None, int]:
        """The places with changes after `after`: the number of the latest change in each."""

    async def written_by(self, person: SessionId) -> Sequence[ChatMessage]:
        """All lines of a person, in order."""

    async def remove(self, line: int, at: datetime) -> ChatMessage | None:
        """Remove the text of a line and close its reports. None when there is no such line."""

    async def person(self, handle: Handle) -> Person | None:
        """The person with a handle."""

    async def mute(self, person: SessionId, muted: SessionId) -> None:
        """Hide the lines of `muted` from `person`."""

    async def unmute(self, person: SessionId, muted: SessionId) -> None:
        """Undo `mute`."""

    async def muted(self, person: SessionId) -> Sequence[Person]:
        """The people that a person has muted, by name."""

    async def report(self, line: int, person: SessionId, reason: str, at: datetime) -> None:
        """Report a line to the operator; replaces the same person's earlier report of it."""

    async def reports(self) -> Sequence[Reported]:
        """The lines with open reports, earliest reported first."""

    async def keep(self, line: int, at: datetime) -> bool:
        """Accept the line and close its reports. False when there were no reports."""
