"""The contracts of the service's ports, for every kind of database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pasch.analysis.rating import Glicko
from pasch.service.attempts import Attempt
from pasch.service.daily import Chain
from pasch.service.errors import TooManyTables
from pasch.service.ids import SessionId, TableId, handle_of
from pasch.service.ports import CommandKey, CommandKnown, SeatRow, SeqTaken
from pasch.service.puzzles import PuzzleAttempt, Standing
from pasch.service.requests import Access, Session, Status, Visibility
from pasch.service.retention import Overdue, Why
from pasch.service.shared_events import SharedEvent
from pasch.storage.database import Database
from pasch.storage.people import SqlPeople
from pasch.storage.puzzles import SqlPuzzles
from pasch.storage.results import SqlResults
from pasch.storage.retention import SqlRetention
from pasch.storage.shared_events import SqlAttempts, SqlDaily, SqlSharedEvents
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, SEATS, TABLE, row, seqs, step

pytestmark = pytest.mark.anyio
BERND = SessionId("bernd")


@pytest.fixture
def store(database: Database) -> SqlTables:
    return SqlTables(database)


async def test_append_after_wrong_number_writes_nothing(store: SqlTables) -> None:
    await store.create(row(), step(0, "table_opened"))
    for after in (0, 2, 7):
        with pytest.raises(SeqTaken):
            await store.append(step(after, "dice_rolled", seats=(SeatRow(2, ANNA, "X"),)))
    assert await seqs(store) == [1]
    assert await store.find(TABLE) == row()


async def test_repeated_command_is_executed_once(store: SqlTables) -> None:
    await store.create(row(), step(0, "table_opened"))
    await store.append(step(1, "dice_rolled", "scored", command="c"))
    with pytest.raises(CommandKnown) as known:
        await store.append(step(3, "dice_rolled", command="c"))
    assert known.value.seq == 3
    assert await store.answer(TABLE, CommandKey(ANNA, "c")) == 3
    assert await store.answer(TABLE, CommandKey(SessionId("bernd"), "c")) is None
    assert await seqs(store) == [1, 2, 3]


async def test_seats_are_written_with_the_events(store: SqlTables) -> None:
    await store.create(row(), step(0, "table_opened", status=Status.WAITING))
    taken = SeatRow(2, SessionId("bernd"), "Bernd", "ab")
    await store.append(step(1, "seat_taken", seats=(taken,)))
    found = await store.find(TABLE)
    assert found is not None
    assert found.seats == (SEATS[0], taken)


async def test_table_lists_filter_by_status_and_visibility(store: SqlTables) -> None:
    for name, status, visibility in (
        ("running", Status.RUNNING, Visibility.PUBLIC),
        ("waiting", Status.WAITING, Visibility.PUBLIC),
        ("secret", Status.RUNNING, Visibility.PRIVATE),
        ("over", Status.FINISHED, Visibility.PUBLIC),
        ("gone", Status.ABORTED, Visibility.PUBLIC),
    ):
        table = TableId(name)
        await store.create(row(table, visibility), step(0, "table_opened", table=table, status=status))
    assert set(await store.lobby(10)) == {"running", "waiting"}
    assert set(await store.running()) == {"running", "secret"}
    assert set(await store.of_session(ANNA, 10)) == {"running", "waiting", "secret"}
    assert len(await store.of_session(ANNA, 2)) == 2
    assert await store.of_session(SessionId("bernd"), 10) == []


async def test_lobby_lists_newest_table_of_each_opener_first(store: SqlTables) -> None:
    for minute, (name, opener) in enumerate((("old", "bernd"), ("one", "anna"), ("two", "anna"), ("three", "anna"))):
        table = TableId(name)
        opened = replace(step(0, "table_opened", table=table), at=AT + timedelta(minutes=minute))
        await store.create(replace(row(table, Visibility.PUBLIC), opener=SessionId(opener)), opened)
    assert await store.lobby(10) == ["three", "old", "two", "one"]
    assert await store.lobby(2) == ["three", "old"]


async def test_open_public_tables_per_session_are_limited(store: SqlTables) -> None:
    tables = [TableId(name) for name in ("one", "two", "three")]
    for table in tables[:2]:
        await store.create(row(table, Visibility.PUBLIC), step(0, "table_opened", table=table), None, 2)
    with pytest.raises(TooManyTables):
        await store.create(row(tables[2], Visibility.PUBLIC), step(0, "table_opened", table=tables[2]), None, 2)
    assert await store.find(tables[2]) is None
    await store.append(step(1, "table_aborted", table=tables[0], status=Status.ABORTED))
    assert set(await store.unended(tables)) == {"two"}
    await store.create(row(tables[2], Visibility.PUBLIC), step(0, "table_opened", table=tables[2]), None, 2)


async def test_paused_tables_are_listed_latest_change_first(store: SqlTables) -> None:
    for minute, name in enumerate(("one", "two", "three")):
        opened = replace(step(0, "table_opened", table=TableId(name)), at=AT + timedelta(minutes=minute))
        await store.create(row(TableId(name)), opened)
    for minute, name in enumerate(("two", "one"), 5):
        paused = step(1, "table_paused", table=TableId(name), status=Status.PAUSED)
        await store.append(replace(paused, at=AT + timedelta(minutes=minute)))
    assert await store.paused(10) == ["one", "two"]
    assert await store.paused(1) == ["one"]


async def test_appended_events_are_read_back_unchanged(store: SqlTables) -> None:
    first = replace(step(0, "table_opened"), at=AT + timedelta(microseconds=7))
    await store.create(row(), first)
    await store.append(step(1, "dice_rolled", "scored"))
    assert [*await store.read(TABLE, 0)] == [*first.as_log(), *step(1, "dice_rolled", "scored").as_log()]
    assert [*await store.read(TABLE, 2)] == [*step(1, "dice_rolled", "scored").as_log()][1:]


async def test_latest_event_numbers_are_read_for_many_tables(store: SqlTables) -> None:
    other = TableId("other")
    await store.create(row(), step(0, "table_opened"))
    await store.create(row(other), step(0, "table_opened", table=other))
    await store.append(step(1, "dice_rolled", "scored"))
    assert await store.latest([TABLE, other, TableId("gone")]) == {TABLE: 3, other: 1}
    assert await store.latest([]) == {}


async def test_unknown_table_has_no_row_events_or_answers(store: SqlTables) -> None:
    assert await store.find(TABLE) is None
    assert [*await store.read(TABLE, 0)] == []
    assert await store.answer(TABLE, CommandKey(ANNA, "c")) is None


async def test_session_tables_are_listed_latest_change_first(store: SqlTables) -> None:
    for name in ("a", "b", "c"):
        await store.create(row(TableId(name)), step(0, "table_opened", table=TableId(name)))
    later = replace(step(1, "dice_rolled", table=TableId("a")), at=AT + timedelta(seconds=1))
    await store.append(later)
    assert (await store.of_session(ANNA, 3))[0] == "a"


async def test_server_seed_is_stored_but_hidden_from_repr(store: SqlTables) -> None:
    await store.create(row(), step(0, "table_opened"))
    found = await store.find(TABLE)
    assert found is not None
    assert found.server_seed == b"s" * 32
    assert "ssss" not in repr(found)


async def test_event_stores_one_attempt_per_session_and_its_scores(database: Database, store: SqlTables) -> None:
    attempts, results = SqlAttempts(database), SqlResults(database)
    await store.create(row(), step(0, "table_opened"))
    for person in (ANNA, BERND):
        session = Session(person, "", AT, handle_of(person), access=Access(person))
        await SqlPeople(database).add_session(session, person.encode())
    for table in (TABLE, TableId("other")):
        await attempts.reserve(Attempt("event", ANNA, table, "Anna"))
    assert await attempts.attempt(ANNA, "event") == Attempt("event", ANNA, TABLE, "Anna")
    assert (await attempts.attempt(BERND, "event"), await attempts.attempt(ANNA, "daily")) == (None, None)
    await results.keep_attempt(TABLE, 9, [120, 130], None)
    await results.put_loss(TABLE, 2, 7.5)
    await attempts.reserve(Attempt("event", BERND, TableId("third")))
    done = Attempt("event", ANNA, TABLE, "Anna", 250, (120, 130), 7.5)
    assert await attempts.attempts(ANNA, "ev", 9) == await attempts.finished("event") == [done]
    assert (await attempts.scores("event"), await attempts.count("event")) == ({250: 1}, 2)
    assert await attempts.attempts(ANNA, "daily", 9) == []
    await attempts.rename(ANNA, "A")
    assert await attempts.finished("event") == [replace(done, name="A")]
    assert await SqlRetention(database).delete(Overdue(TABLE, Why.FINISHED, AT, AT), AT)
    assert await attempts.finished("event") == [replace(done, name="A", deleted=True)]
    await attempts.forget(ANNA)
    assert (await attempts.scores("event"), await attempts.count("event")) == ({}, 1)


async def test_shared_event_closes_and_loses_owner_on_deletion(database: Database, store: SqlTables) -> None:
    session = Session(ANNA, "", AT, handle_of(ANNA), access=Access(ANNA))
    await SqlPeople(database).add_session(session, ANNA.encode())
    events, day = SqlSharedEvents(database), timedelta(days=1)
    first = SharedEvent("event-A", ANNA, "Cup", "crag", {"doubles": 1}, 3, b"s" * 32, AT, AT + 9 * day)
    second = replace(first, id="event-B", opened_at=AT + 2 * day)
    assert await events.add(first, 1, day)
    assert not await events.add(second, 1, day)
    await store.create(row(), step(0, "table_opened"))
    await SqlAttempts(database).reserve(Attempt("event-A", ANNA, TABLE))
    found = await store.find(TABLE)
    assert found is not None
    assert found.event_ends_at == first.ends_at
    await events.close("event-A", AT + day)
    assert await events.add(second, 1, day)
    await events.close("event-A", AT + 2 * day)
    first = replace(first, ends_at=AT + day)
    assert await events.of_person(ANNA, 9) == [second, first]
    await events.forget(ANNA, AT + 3 * day)
    assert await events.find("event-A") == replace(first, owner=None, name="")
    assert await events.find("event-B") == replace(second, owner=None, name="", ends_at=AT + 3 * day)
    assert (await events.find("event-C"), await events.of_person(BERND, 9)) == (None, [])


async def test_puzzle_is_rated_once_per_session(database: Database) -> None:
    puzzles, first = SqlPuzzles(database), Glicko(1400.25, 100.0)
    for person in (ANNA, BERND):
        session = Session(person, "", AT, handle_of(person), access=Access(person))
        await SqlPeople(database).add_session(session, person.encode())

    def change(person: Glicko, puzzle: Glicko) -> tuple[Glicko, Glicko]:
        return replace(person, rating=person.rating + 1), replace(puzzle, rating=puzzle.rating - 1)

    right, wrong = PuzzleAttempt("p", "k44", True, AT), PuzzleAttempt("p", "k4", False, AT)
    assert await puzzles.rate(ANNA, right, first, change)
    assert not await puzzles.rate(ANNA, wrong, first, change)
    assert await puzzles.rate(BERND, wrong, first, change)
    assert await puzzles.standing(ANNA) == Standing(Glicko(1501.0), 1, 1)
    assert await puzzles.standing(BERND) == Standing(Glicko(1501.0), 1, 0)
    assert await puzzles.rating("p") == Glicko(1398.25, 100.0)
    assert (await puzzles.tried(ANNA), await puzzles.attempts(ANNA)) == (["p"], [right])
    await puzzles.forget(ANNA)
    assert (await puzzles.standing(ANNA), await puzzles.attempts(ANNA)) == (Standing(), [])
    assert await puzzles.rating("p") == Glicko(1398.25, 100.0)


async def test_daily_chain_is_stored_once_per_day(database: Database) -> None:
    daily, first = SqlDaily(database), Chain(AT.date(), b"first")
    for chain in (Chain(AT.date() + timedelta(days=1), b"next"), first, Chain(AT.date(), b"second")):
        await daily.add_chain(chain)
    assert [chain.secret for chain in await daily.chains()] == [b"first", b"next"]
