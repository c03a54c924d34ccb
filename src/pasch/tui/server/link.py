"""A line to one table, wherever it is played: news comes in the shapes of the wire, commands go out the same way.

Two things implement it: a table in this process (`pasch.tui.server.local`) and one on a server
(`pasch.tui.server.online`). What draws the table knows neither, and no rules: it shows snapshots and sends back legal
actions.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pasch.service.views.schema import EventView, LineView, Snapshot, TalkView

Body = Mapping[str, object]
"""A command, less its id."""


class LinkRefused(Exception):
    """Something that cannot be done; `sentence` says why, in the language of the line."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class Shown:
    """The table as it stands now."""

    snapshot: Snapshot


@dataclass(frozen=True)
class Happened:
    """An event, once and in order. `fresh` is false for what had happened before the line was open."""

    event: EventView
    fresh: bool = True


@dataclass(frozen=True)
class Said:
    """A line of chat; one that was removed comes again without its text."""

    line: LineView


@dataclass(frozen=True)
class Broken:
    """The line is lost; what was shown may be old. `sentence` says so."""

    sentence: str


News = Shown | Happened | Said | Broken
"""What comes over a line."""


@dataclass(frozen=True)
class Advice:
    """What to do now, in one sentence, and as the action it is about: `k33`, `chance`, `!full_house@4`."""

    text: str
    action: str


@dataclass(frozen=True)
class Kept:
    """A match that was interrupted: the key with which it goes on elsewhere, its address, and until when it is kept."""

    key: str
    address: str
    until: str


class Link(Protocol):
    """What somebody can do at a table. Every method but `news` may raise `LinkRefused`."""

    @property
    def lang(self) -> str:
        """The language in which everything is told."""

    @property
    def address(self) -> str | None:
        """Where others find the table; None when it is in this process alone."""

    def news(self) -> AsyncIterator[News]:
        """What happens, from the start: a snapshot first. Ends when the table cannot be seen any more."""

    async def do(self, body: Body) -> None:
        """Carry a command out. When this returns, its events have been told."""

    async def advice(self) -> Advice:
        """What the seat to move should do."""

    async def sit(self, name: str) -> None:
        """Take an open seat."""

    async def fill(self, seat: int) -> None:
        """Let a bot take an open seat."""

    async def start(self) -> None:
        """Begin the match."""

    async def leave(self, then: str | None) -> None:
        """Get up for good; `then` is `bot` or `freeze` once the match has begun."""

    async def interrupt(self) -> Kept:
        """Stop at any moment, to go on another day or on another device."""

    async def again(self) -> "Link":
        """The table where the same people play once more."""

    async def talk(self) -> TalkView:
        """What was said at the table."""

    async def speak(self, room: str, text: str) -> None:
        """Say something in a room of the table."""

    async def record(self) -> str:
        """The match so far, as a record."""
