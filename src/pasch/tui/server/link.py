"""A connection to one table, local or remote: news and commands both use the wire format.

Two classes implement it: one for a table in this process (`pasch.tui.server.local`), one for a table on a server
(`pasch.tui.server.online`). The drawing code knows neither, and no rules: it shows snapshots and returns legal actions.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pasch.service.views.schema.coach import Advice
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.lists import SeatKey
from pasch.service.views.schema.people import ChatLine, ChatLines
from pasch.service.views.schema.table import Snapshot

Body = Mapping[str, object]
"""A command without its id."""


class LinkRefused(Exception):
    """A refused request; `sentence` gives the reason, in the language of the connection."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class Shown:
    """A snapshot of the table."""

    snapshot: Snapshot


@dataclass(frozen=True)
class Happened:
    """An event, once and in order. `fresh` is false for events before the opening of the connection."""

    event: Event
    fresh: bool = True


@dataclass(frozen=True)
class Said:
    """A line of chat; a removed one comes again without its text."""

    line: ChatLine


@dataclass(frozen=True)
class Broken:
    """The connection is lost, and the shown table may be old. `sentence` says so."""

    sentence: str


News = Shown | Happened | Said | Broken
"""The news over a connection."""


class Link(Protocol):
    """A connection to a table. Every method but `news` may raise `LinkRefused`."""

    @property
    def lang(self) -> str:
        """The language of all texts."""

    @property
    def address(self) -> str | None:
        """The table's address for others; None for a table in this process alone."""

    def news(self) -> AsyncIterator[News]:
        """The news, from the start: a snapshot first. Ends when the table is no longer accessible."""

    async def do(self, body: Body) -> None:
        """Execute a command. Its events have been sent as news before this returns."""

    async def advice(self) -> Advice:
        """The advice for the seat to move."""

    async def sit(self, name: str) -> None:
        """Take an open seat."""

    async def fill(self, seat: int) -> None:
        """Let a bot take an open seat."""

    async def start(self) -> None:
        """Begin the match."""

    async def leave(self, then: str | None) -> None:
        """Leave the seat for good; `then` is `bot` or `freeze` once the match has begun."""

    async def interrupt(self) -> SeatKey:
        """The key for continuing on another day or another device, after an interruption at any moment."""

    async def rematch(self) -> "Link":
        """The table for a rematch of the same people."""

    async def chat(self) -> ChatLines:
        """The chat of the table."""

    async def speak(self, room: str, text: str) -> None:
        """Send a line to a room of the table."""

    async def record(self) -> str:
        """The match so far, as a record."""
