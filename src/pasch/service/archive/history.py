"""A person's match history: queries, export and import, as list items and as rows of a results table."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import Protocol

from pasch.fairness.stream import commitment
from pasch.rules.errors import DamagedFile, DamagedRecord, InvalidInput, PaschError
from pasch.rules.notation.record import Ending, record_line, record_texts
from pasch.rules.variants import find_variant
from pasch.service.archive.records import CheckedRecord, checked_record, record_text, table_of
from pasch.service.ids import SessionId, TableId
from pasch.service.log import GAME_ENDS
from pasch.service.pace import Pace
from pasch.service.ports import Append, Clock, Entropy, TableRow, TableStore
from pasch.service.requests import Scope, Session, Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.presence import time_text
from pasch.service.views.parts import result_views, rules_view
from pasch.service.views.scene import imported_view, names
from pasch.service.views.schema import lists as wire
from pasch.service.views.schema.lists import (
    PastMatch,
)
from pasch.service.views.snapshot import seats_of
from pasch.words import variant_name


@dataclass(frozen=True)
class Past:
    """A past match of a person: its table, and its time as text that sorts chronologically.

    `when` is the time (ISO 8601) of the table's last change; for imported matches, the day in the record.
    """

    table: TableId
    when: str


@dataclass(frozen=True)
class PastRequest:
    """A query: by variant, by a name at the table, and older than the match at another table.

    Callers may write an alias of the variant; the store gets its key.
    """

    variant: str | None = None
    name: str | None = None
    before: TableId | None = None


@dataclass(frozen=True)
class PastCounts:
    """Numbers of matches: in total, by variant, and by the names at their tables, most frequent first."""

    matches: int
    variants: Mapping[str, int]
    names: Mapping[str, int]


class HistoryStore(Protocol):
    """Finds ended matches: finished ones, and those aborted after at least one complete game."""

    async def past(self, person: SessionId, request: PastRequest, limit: int) -> Sequence[Past]:
        """Matches at whose table a person sat, latest first. Empty when `before` is not among them."""

    async def counts(self, person: SessionId, most: int) -> PastCounts:
        """What the person can query by, with a maximum number of names."""

    async def imported(self, person: SessionId, fingerprints: Collection[str]) -> Mapping[str, TableId]:
        """The records of these that a person has imported before, by fingerprint."""

    async def take_in(self, tables: Sequence[tuple[TableRow, Append]]) -> None:
        """Store imported matches, all or none. They produce no results."""


PAGE = 20
"""Matches on one page of the list. Each is read from its whole log, which takes milliseconds per game."""

BATCH = 100
"""Matches read at once for a file."""

NAMES = 100
"""The maximum number of names offered."""

MOST_RECORDS = 1000
"""The maximum number of records in a file."""

SLICE = 20
"""Records checked or written at a time. No other caller writes into a file meanwhile."""

MOST_KEPT = 20_000
"""The maximum number of past matches that a person may collect through imports."""

TABLE_ID_BYTES = 16


@dataclass(frozen=True)
class _Taken:
    """A record in a file: its line, its content, and its table if there is one already."""

    line: int
    found: CheckedRecord
    known: TableId | None = None

    @property
    def mark(self) -> str:
        """A value that is equal for equal records."""
        return self.found.imported.fingerprint


@dataclass(frozen=True)
class Progress:
    """Import progress: lines in total, lines checked, and lines stored."""

    lines: int
    checked: int
    kept: int


class History:
    """Answers questions about a person's past matches. `lang` as in `Tables`."""

    def __init__(self, store: HistoryStore, tables: TableStore, clock: Clock, entropy: Entropy, pace: Pace) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._entropy = entropy
        self._pace = pace
        self._importing = asyncio.Lock()

    # --------------------------------------------------------------------------- queries

    async def page(self, caller: Session, request: PastRequest, lang: str) -> wire.History:
        """One page of the list. Raises `UnknownVariant`, and `InvalidInput` for a `before` without a next page."""
        found = await self._store.past(caller.id, _keyed(request), PAGE + 1)
        if request.before is not None and not found:
            raise InvalidInput("“{field}” is not the one of the previous part", field="before")
        counts = await self._store.counts(caller.id, NAMES)
        return {
            "matches": counts.matches,
            "variants": [
                {"variant": key, "variant_name": variant_name(find_variant(key), lang), "matches": often}
                for key, often in counts.variants.items()
            ],
            "names": [{"name": name, "matches": often} for name, often in counts.names.items()],
            "past": [view async for view in self._views(caller, found[:PAGE], lang)],
            "before": found[PAGE - 1].table if len(found) > PAGE else None,
        }

    async def _views(self, caller: Session, found: Sequence[Past], lang: str) -> AsyncIterator[wire.PastMatch]:
        for past in found:
            if (live := await self._read(past.table)) is not None:
                yield await self._pace.in_thread(past_view, caller, live, lang)

    async def export(self, caller: Session, request: PastRequest, lang: str) -> AsyncIterator[str]:
        """The records as lines of JSON, latest first, without a limit. Raises `UnknownVariant` at once."""
        return self._lines(caller, _keyed(request), lang)

    async def _lines(self, caller: Session, request: PastRequest, lang: str) -> AsyncIterator[str]:
        async for live in self._every(caller, request):
            now, seats = self._clock.now(), seats_of(caller, live)
            yield record_line(await self._pace.in_thread(record_text, live, seats, lang, now))

    async def results(self, caller: Session, request: PastRequest, lang: str) -> AsyncIterator[str]:
        """A results table for spreadsheets, one row per seat and game. Raises `UnknownVariant` at once."""
        return self._rows(caller, _keyed(request), lang)

    async def _rows(self, caller: Session, request: PastRequest, lang: str) -> AsyncIterator[str]:
        yield head()
        async for live in self._every(caller, request):
            yield await self._pace.in_thread(result_lines, live, lang)

    async def _every(self, caller: Session, request: PastRequest) -> AsyncIterator[LiveTable]:
        while found := await self._store.past(caller.id, request, BATCH):
            for past in found:
                if (live := await self._read(past.table)) is not None:
                    yield live
            request = replace(request, before=found[-1].table)

    async def _read(self, table: TableId) -> LiveTable | None:
        """An ended table. It cannot change any more, so this bypasses `Tables`."""
        log, row = await self._tables.read(table, 0), await self._tables.find(table)
        return None if row is None or not log else await self._pace.in_thread(LiveTable, row, log)

    # --------------------------------------------------------------------------- import

    async def take_in(self, caller: Session, data: bytes) -> AsyncGenerator[Progress | wire.Import]:
        """Store the matches of a file slice by slice; yield the progress, then the result.

        The whole file is checked before anything is stored. One file is processed at a time. Raises `DamagedFile`,
        `InvalidInput`, `ScopeMissing`.
        """
        caller.need(Scope.PLAY)
        async with self._importing:
            lines, records = max(1, data.count(b"\n")), list[_Taken]()
            async for part in self._checked(data):
                records += part
                yield Progress(lines, min(part[-1].line, lines), 0)
            records = await self._known(caller.id, records)
            await self._check_limit(caller, records)
            new, views = dict[str, TableId](), list[wire.ImportedRecord]()
            records.reverse()
            while records:
                part = [records.pop() for _ in range(min(SLICE, len(records)))]  # freeing them takes time as well
                new |= await self._stored(caller, {each.mark: each.found for each in part if _is_new(each, new)})
                views += [_view(each, new) for each in part]
                yield Progress(lines, lines, min(part[-1].line, lines))
        yield {"imported": len(new), "known": len(views) - len(new), "records": views}

    async def _check_limit(self, caller: Session, records: Sequence[_Taken]) -> None:
        new = len({each.mark for each in records if each.known is None})
        if new and (await self._store.counts(caller.id, 0)).matches + new > MOST_KEPT:
            raise InvalidInput("At most {most} past matches can be kept", most=MOST_KEPT)

    async def _stored(self, caller: Session, records: Mapping[str, CheckedRecord]) -> dict[str, TableId]:
        """Store new records and return their tables. A thread creates the tables."""
        if not records:
            return {}
        made = await asyncio.to_thread(lambda: [self._table(found, caller) for found in records.values()])
        await self._store.take_in(made)
        return {mark: row.id for mark, (row, _) in zip(records, made, strict=True)}

    async def _checked(self, data: bytes) -> AsyncIterator[list[_Taken]]:
        """The records of a file, one slice at a time. Reading and replaying run only in a thread."""
        today, texts, count = self._clock.now().date(), record_texts(data), 0
        while part := await asyncio.to_thread(lambda: [_taken(*each, today) for each in islice(texts, SLICE)]):
            count += len(part)
            if count > MOST_RECORDS:
                line = part[MOST_RECORDS - count].line
                raise DamagedFile(line, InvalidInput("A file has at most {most} records", most=MOST_RECORDS))
            yield part

    async def _known(self, person: SessionId, records: list[_Taken]) -> list[_Taken]:
        """The records, with the tables of those that were imported before or played here."""
        before = await self._store.imported(person, {each.mark for each in records})
        tables = [before.get(each.mark) or await self._played(person, each) for each in records]
        return [replace(each, known=table) for each, table in zip(records, tables, strict=True)]

    async def _played(self, person: SessionId, record: _Taken) -> TableId | None:
        """The table on this server where the match was played, if the person sat there."""
        origin = record.found.imported.origin
        row = await self._tables.find(TableId(origin.table)) if origin.table and origin.seed else None
        if row is None or not any(seat.session == person for seat in row.seats):
            return None
        return row.id if commitment(row.server_seed) == origin.commitment.lower() else None

    def _table(self, found: CheckedRecord, caller: Session) -> tuple[TableRow, Append]:
        table = TableId(self._entropy.token(TABLE_ID_BYTES))
        row, events = table_of(found, table, caller.id)
        status = Status.ABORTED if found.record.ending is Ending.ABORTED else Status.FINISHED
        return row, Append(table, 0, events, self._clock.now(), status)


def _keyed(request: PastRequest) -> PastRequest:
    """The query with the key of its variant."""
    return request if request.variant is None else replace(request, variant=find_variant(request.variant).key)


def _taken(line: int | None, text: str, today: date) -> _Taken:
    """A record of a file, replayed. Raises `DamagedFile`."""
    try:
        return _Taken(line or 1, checked_record(text, today))
    except PaschError as trouble:
        raise _located(line, trouble) from None


def _located(line: int | None, trouble: PaschError) -> DamagedFile:
    """The error, with its place in the file."""
    match line, trouble:
        case None, DamagedRecord():
            return DamagedFile(trouble.line, trouble.cause)
        case int(), DamagedRecord():
            return DamagedFile(line, trouble.cause, trouble.line)
        case _:
            return DamagedFile(line or 1, trouble)


def _is_new(record: _Taken, new: Mapping[str, TableId]) -> bool:
    return record.known is None and record.mark not in new


def _view(record: _Taken, new: Mapping[str, TableId]) -> wire.ImportedRecord:
    known = record.known is not None
    return {"line": record.line, "table": record.known or new[record.mark], "known": known}


def past_view(caller: Session, live: LiveTable, lang: str) -> PastMatch:
    """A match in the list. The match has begun."""
    state = live.state
    match = state.match or state.begun()
    sums = zip(live.row.seats, state.places, match.grand_totals, match.ranks, strict=True)
    called = names(live.row, state.places, lang)
    return {
        **rules_view(state.variant, lang),
        "id": live.id,
        "status": "aborted" if state.status is Status.ABORTED else "finished",
        "rules_name": state.rules_name,
        "at": ended_at(live),
        "games": len(match.games),
        "imported": imported_view(state),
        "seats": [
            {
                "seat": row.seat,
                "name": name,
                "kind": place.kind.value,
                "mine": row.session == caller.id,
                "total": total,
                "rank": rank,
            }
            for name, (row, place, total, rank) in zip(called, sums, strict=True)
        ],
    }


def ended_at(live: LiveTable) -> str:
    """When the last game of a table ended. Later events concern another match."""
    return time_text(next(logged.event.at for logged in reversed(live.log) if logged.event.type in GAME_ENDS))


# ------------------------------------------------------------------------------- results table

COLUMNS = (
    *("ended_at", "played_on", "table", "variant", "rules", "game", "games", "seat", "name", "upper", "bonus"),
    *("lower", "extra", "total", "rank", "imported"),
)
"""The column headings. Each row is one seat of one game."""

FORMULA = tuple("=+-@\t\r")
"""Spreadsheets evaluate cells that begin with these characters; a leading apostrophe makes them text."""


def head() -> str:
    """The first line. Its leading mark identifies the file as UTF-8 to spreadsheets."""
    return "\ufeff" + _lines([COLUMNS])


def result_lines(live: LiveTable, lang: str) -> str:
    """The rows of all games that were played to the end."""
    state, imported = live.state, live.state.imported
    match = state.match or state.begun()
    called = names(live.row, state.places, lang)
    at = ended_at(live)
    day = at[:10] if imported is None else imported.origin.date
    rules = json.dumps(dict(state.variant.switches), sort_keys=True) if state.variant.switches else ""
    about = ("" if imported else at, day, live.id, state.variant.key, rules)
    return _lines(
        (
            *about,
            *(game["game"], len(match.games), seat["seat"], _text(called[seat["seat"] - 1])),
            *(seat["upper"], seat["bonus"], seat["lower"], seat["extra"], seat["score"], seat["rank"]),
            "yes" if imported else "no",
        )
        for game in result_views(match)
        for seat in game["seats"]
    )


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _lines(rows: Iterable[Sequence[str | int]]) -> str:
    made = io.StringIO()
    csv.writer(made).writerows(rows)
    return made.getvalue()
