"""Chat in memory, gone with the process."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.requests import Session
from pasch.service.talk import Ear, Line, NewLine, Person, Reported


class MemoryChat:
    """The service's `ChatStore` without a file. `people` are all that there are."""

    def __init__(self, people: Callable[[], Iterable[Session]]) -> None:
        self._people = people
        self._lines: dict[int, Line] = {}
        self._change = 0
        self._mutes: set[tuple[SessionId, SessionId]] = set()
        self._reports: dict[tuple[int, SessionId], tuple[datetime, str]] = {}

    async def say(self, line: NewLine) -> Line:
        """Keep a new line."""
        self._change += 1
        number = len(self._lines) + 1
        author, to = self._known(line.author), None if line.to is None else self._known(line.to)
        kept = Line(
            number, self._change, line.table, line.room, line.at, author, line.text, line.seat, to, removed=False
        )
        self._lines[number] = kept
        return kept

    async def find(self, line: int) -> Line | None:
        """One line, whoever may hear it."""
        return self._lines.get(line)

    async def lines(self, ear: Ear, before: int | None, limit: int) -> Sequence[Line]:
        """The latest lines that an ear hears, those with numbers below `before`; in order."""
        heard = [line for line in self._lines.values() if self._hears(ear, line)]
        return [line for line in heard if before is None or line.id < before][-limit:]

    async def changed(self, ear: Ear, after: int, limit: int) -> Sequence[Line]:
        """The first lines that an ear hears and that are newer than a change, in the order of their changes."""
        heard = [line for line in self._lines.values() if line.change > after and self._hears(ear, line)]
        return sorted(heard, key=lambda line: line.change)[:limit]

    async def latest(self) -> int:
        """The number of the latest change anywhere."""
        return self._change

    async def changes(self, after: int) -> Mapping[TableId | None, int]:
        """Where anything is newer than a change: the number of the latest one there."""
        newer = sorted((line for line in self._lines.values() if line.change > after), key=lambda line: line.change)
        return {line.table: line.change for line in newer}

    async def said_by(self, person: SessionId) -> Sequence[Line]:
        """Everything that somebody has said, in order."""
        return [line for line in self._lines.values() if line.author.id == person]

    async def remove(self, line: int, at: datetime) -> Line | None:
        """Take the text of a line away; its reports are done. None when there is no such line."""
        found = self._lines.get(line)
        await self.keep(line, at)
        if found is None or found.removed:
            return found
        self._change += 1
        self._lines[line] = replace(found, change=self._change, text="", removed=True)
        return self._lines[line]

    async def person(self, handle: Handle) -> Person | None:
        """Who is known by a handle."""
        return next((_person(session) for session in self._people() if session.handle == handle), None)

    async def mute(self, person: SessionId, muted: SessionId) -> None:
        """Let `person` not hear `muted` any more."""
        self._mutes.add((person, muted))

    async def unmute(self, person: SessionId, muted: SessionId) -> None:
        """Take that back."""
        self._mutes.discard((person, muted))

    async def muted(self, person: SessionId) -> Sequence[Person]:
        """Whom somebody does not hear, by name."""
        return sorted(
            (self._known(muted) for who, muted in self._mutes if who == person), key=lambda p: (p.name, p.handle)
        )

    async def report(self, line: int, person: SessionId, reason: str, at: datetime) -> None:
        """Tell the operator about a line; what the same person said about it before is replaced."""
        self._reports[line, person] = at, reason

    async def reports(self) -> Sequence[Reported]:
        """The lines with reports that are not done, those reported first in front."""
        told: dict[int, list[tuple[datetime, str]]] = {}
        for (number, _), report in sorted(self._reports.items(), key=lambda item: item[1][0]):
            told.setdefault(number, []).append(report)
        return [
            Reported(self._lines[number], len(reports), tuple(why for _, why in reports if why), reports[-1][0])
            for number, reports in told.items()
        ]

    async def keep(self, line: int, at: datetime) -> bool:  # noqa: ARG002 - what is done is not kept here
        """The line is all right: its reports are done. False when there were none."""
        done = [key for key in self._reports if key[0] == line]
        for key in done:
            del self._reports[key]
        return bool(done)

    def _hears(self, ear: Ear, line: Line) -> bool:
        if line.table != ear.table or line.room not in ear.rooms:
            return False
        if line.to is not None and ear.person not in {line.to.id, line.author.id}:
            return False
        return ear.person is None or (ear.person, line.author.id) not in self._mutes

    def _known(self, person: SessionId) -> Person:
        return next(_person(session) for session in self._people() if session.id == person)


def _person(session: Session) -> Person:
    return Person(session.id, session.handle, session.name)
