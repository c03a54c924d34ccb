"""Somebody's past matches: found again, taken away as files, and brought along from elsewhere."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pasch.fairness.stream import commitment
from pasch.rules.errors import DamagedFile, DamagedRecord, InvalidInput, PaschError
from pasch.rules.notation.record import Ending
from pasch.rules.notation.record_lines import record_line, record_texts
from pasch.rules.variants import find_variant
from pasch.service.history_store import HistoryStore, Past, PastWish
from pasch.service.history_views import HistoryView, ImportView, PastView, head, past_view, result_lines
from pasch.service.ids import SessionId, TableId
from pasch.service.importing import Found, checked, table_of
from pasch.service.live import LiveTable
from pasch.service.ports import Append, Clock, Entropy, TableRow, TableStore
from pasch.service.present import seats_of
from pasch.service.records import record_text
from pasch.service.requests import Session, Status
from pasch.service.scopes import Scope
from pasch.words import variant_name

PAGE = 20
"""Matches in one part of the list: each is read from its whole log, some milliseconds a game."""

BATCH = 100
"""Matches that are looked up at once for a file."""

NAMES = 100
"""The most names that are offered."""

MOST_RECORDS = 1000
"""The most records of a file: so many are written in one go, and nobody else writes meanwhile."""

MOST_KEPT = 20_000
"""The most past matches that somebody may bring together by imports."""

TABLE_ID_BYTES = 16


@dataclass(frozen=True)
class AskHistory:
    """Which matches are asked for: of a variant by key or alias, with somebody by name."""

    variant: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class _Taken:
    """A record of a file: its line, what it holds, and the table that it is already."""

    line: int
    found: Found
    known: TableId | None = None

    @property
    def mark(self) -> str:
        """What makes it the same record again."""
        return self.found.imported.fingerprint


class History:
    """Answers questions about the matches at whose tables somebody sat. `lang` as in `Tables`."""

    def __init__(self, store: HistoryStore, tables: TableStore, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._entropy = entropy
        self._importing = asyncio.Lock()

    # --------------------------------------------------------------------------- looking

    async def page(self, caller: Session, ask: AskHistory, before: str | None, lang: str) -> HistoryView:
        """A part of the list, after the match at the table `before`. Raises `UnknownVariant`."""
        wish = _wish(ask, before)
        found = await self._store.past(caller.id, wish, PAGE + 1)
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

    async def _views(self, caller: Session, found: Sequence[Past], lang: str) -> AsyncIterator[PastView]:
        for past in found:
            if (live := await self._read(past.table)) is not None:
                yield past_view(caller, live, lang)

    async def export(self, caller: Session, ask: AskHistory, lang: str) -> AsyncIterator[str]:
        """The records as lines of JSON, the latest first, in any number. Raises `UnknownVariant` at once."""
        return self._lines(caller, _wish(ask), lang)

    async def _lines(self, caller: Session, wish: PastWish, lang: str) -> AsyncIterator[str]:
        async for live in self._every(caller, wish):
            yield record_line(await asyncio.to_thread(record_text, live, seats_of(caller, live), lang))

    async def results(self, caller: Session, ask: AskHistory, lang: str) -> AsyncIterator[str]:
        """A table of results for spreadsheets, one row for each seat of each game. Raises `UnknownVariant` at once."""
        return self._rows(caller, _wish(ask), lang)

    async def _rows(self, caller: Session, wish: PastWish, lang: str) -> AsyncIterator[str]:
        yield head()
        async for live in self._every(caller, wish):
            yield result_lines(live, lang)

    async def _every(self, caller: Session, wish: PastWish) -> AsyncIterator[LiveTable]:
        while found := await self._store.past(caller.id, wish, BATCH):
            for past in found:
                if (live := await self._read(past.table)) is not None:
                    yield live
            wish = replace(wish, before=found[-1].table)

    async def _read(self, table: TableId) -> LiveTable | None:
        """A table that has ended: nothing changes there any more, so it is no matter of `Tables`."""
        log, row = await self._tables.read(table, 0), await self._tables.find(table)
        return None if row is None or not log else await asyncio.to_thread(LiveTable, row, log)

    # --------------------------------------------------------------------------- bringing along

    async def take_in(self, caller: Session, data: bytes) -> ImportView:
        """Keep the matches of a file, all of them or none; those that are there already stay as they are.

        One file at a time is looked at. Raises `DamagedFile`, `InvalidInput`, `ScopeMissing`.
        """
        caller.need(Scope.PLAY)
        async with self._importing:
            records = await self._known(caller.id, await self._checked(data))
            new = {each.mark: self._table(each.found, caller) for each in records if each.known is None}
            if new and (await self._store.counts(caller.id, 0)).matches + len(new) > MOST_KEPT:
                raise InvalidInput("At most {most} past matches can be kept", most=MOST_KEPT)
            await self._store.take_in([*new.values()])
        return _answer(records, {mark: row.id for mark, (row, _) in new.items()})

    async def _checked(self, data: bytes) -> list[_Taken]:
        today, found = self._clock.now().date(), list[_Taken]()
        for line, text in record_texts(data):
            if len(found) == MOST_RECORDS:
                raise DamagedFile(line or 1, InvalidInput("A file has at most {most} records", most=MOST_RECORDS))
            try:
                found.append(_Taken(line or 1, await asyncio.to_thread(checked, text, today)))
            except PaschError as trouble:
                raise _located(line, trouble) from None
        return found

    async def _known(self, person: SessionId, records: list[_Taken]) -> list[_Taken]:
        """The records with the tables that they are already: imported before, or played here."""
        before = await self._store.imported(person, {each.mark for each in records})
        told = [before.get(each.mark) or await self._played(person, each) for each in records]
        return [replace(each, known=table) for each, table in zip(records, told, strict=True)]

    async def _played(self, person: SessionId, record: _Taken) -> TableId | None:
        """The table of this house at which it was played, if the person sat there."""
        origin = record.found.imported.origin
        row = await self._tables.find(TableId(origin.table)) if origin.table and origin.seed else None
        if row is None or not any(seat.session == person for seat in row.seats):
            return None
        return row.id if commitment(row.server_seed) == origin.commitment.lower() else None

    def _table(self, found: Found, caller: Session) -> tuple[TableRow, Append]:
        table = TableId(self._entropy.token(TABLE_ID_BYTES))
        row, events = table_of(found, table, caller.id)
        status = Status.ABORTED if found.record.ending is Ending.ABORTED else Status.FINISHED
        return row, Append(table, 0, events, self._clock.now(), status)


def _wish(ask: AskHistory, before: str | None = None) -> PastWish:
    key = None if ask.variant is None else find_variant(ask.variant).key
    return PastWish(key, ask.name, None if before is None else TableId(before))


def _located(line: int | None, trouble: PaschError) -> DamagedFile:
    """Where in the file it is."""
    match line, trouble:
        case None, DamagedRecord():
            return DamagedFile(trouble.line, trouble.cause)
        case int(), DamagedRecord():
            return DamagedFile(line, trouble.cause, trouble.line)
        case _:
            return DamagedFile(line or 1, trouble)


def _answer(records: Sequence[_Taken], new: Mapping[str, TableId]) -> ImportView:
    return {
        "imported": len(new),
        "known": len(records) - len(new),
        "records": [
            {"line": each.line, "table": each.known or new[each.mark], "known": each.known is not None}
            for each in records
        ],
    }
