"""What the service's ports promise, asked of every store there is."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pasch.service.ids import SessionId, TableId
from pasch.service.ports import CommandKey, CommandKnown, SeatRow, SeqTaken
from pasch.service.requests import Session, Status, Visibility
from pasch.storage.memory import MemoryStore
from pasch.storage.sqlite import SqliteStore
from tests.storage.logs import ANNA, AT, SEATS, TABLE, row, seqs, step

Store = SqliteStore | MemoryStore


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    with SqliteStore.opened(f"sqlite:///{tmp_path / 'pasch.sqlite3'}") as opened:
        yield opened


def test_a_taken_number_writes_nothing(store: Store) -> None:
    asyncio.run(store.create(row(), step(0, "table_opened")))
    for after in (0, 2, 7):
        with pytest.raises(SeqTaken):
            asyncio.run(store.append(step(after, "dice_rolled", seats=(SeatRow(2, ANNA, "X"),))))
    assert seqs(store) == [1]
    assert asyncio.run(store.find(TABLE)) == row()


def test_a_command_is_carried_out_once(store: Store) -> None:
    asyncio.run(store.create(row(), step(0, "table_opened")))
    asyncio.run(store.append(step(1, "dice_rolled", "scored", command="c")))
    with pytest.raises(CommandKnown) as known:
        asyncio.run(store.append(step(3, "dice_rolled", command="c")))
    assert known.value.seq == 3
    assert asyncio.run(store.answer(TABLE, CommandKey(ANNA, "c"))) == 3
    assert asyncio.run(store.answer(TABLE, CommandKey(SessionId("bernd"), "c"))) is None
    assert seqs(store) == [1, 2, 3]


def test_seats_are_written_with_the_events(store: Store) -> None:
    asyncio.run(store.create(row(), step(0, "table_opened", status=Status.WAITING)))
    taken = SeatRow(2, SessionId("bernd"), "Bernd", "ab")
    asyncio.run(store.append(step(1, "seat_taken", seats=(taken,))))
    found = asyncio.run(store.find(TABLE))
    assert found is not None
    assert found.seats == (SEATS[0], taken)


def test_lists_hold_what_they_promise(store: Store) -> None:
    async def fill() -> None:
        for name, status, visibility in (
            ("running", Status.RUNNING, Visibility.PUBLIC),
            ("waiting", Status.WAITING, Visibility.PUBLIC),
            ("secret", Status.RUNNING, Visibility.PRIVATE),
            ("over", Status.FINISHED, Visibility.PUBLIC),
            ("gone", Status.ABORTED, Visibility.PUBLIC),
        ):
            table = TableId(name)
            await store.create(row(table, visibility), step(0, "table_opened", table=table, status=status))

    asyncio.run(fill())
    assert set(asyncio.run(store.lobby(10))) == {"running", "waiting"}
    assert set(asyncio.run(store.running())) == {"running", "secret"}
    assert set(asyncio.run(store.of_session(ANNA, 10))) == {"running", "waiting", "secret"}
    assert len(asyncio.run(store.of_session(ANNA, 2))) == 2
    assert asyncio.run(store.of_session(SessionId("bernd"), 10)) == []


def test_a_session_is_found_by_its_hash(store: Store) -> None:
    session = Session(ANNA, "Anna", AT)
    asyncio.run(store.add_session(session, b"hash"))
    assert asyncio.run(store.find_session(b"hash")) == session
    assert asyncio.run(store.find_session(b"other")) is None


def test_what_was_appended_is_read_as_it_was(store: Store) -> None:
    first = replace(step(0, "table_opened"), at=AT + timedelta(microseconds=7))
    asyncio.run(store.create(row(), first))
    asyncio.run(store.append(step(1, "dice_rolled", "scored")))
    assert [*asyncio.run(store.read(TABLE, 0))] == [*first.as_log(), *step(1, "dice_rolled", "scored").as_log()]
    assert [*asyncio.run(store.read(TABLE, 2))] == [*step(1, "dice_rolled", "scored").as_log()][1:]


def test_a_table_that_is_not_there(store: Store) -> None:
    assert asyncio.run(store.find(TABLE)) is None
    assert [*asyncio.run(store.read(TABLE, 0))] == []
    assert asyncio.run(store.answer(TABLE, CommandKey(ANNA, "c"))) is None


def test_own_tables_come_latest_change_first(store: Store) -> None:
    async def fill() -> None:
        for name in ("a", "b", "c"):
            await store.create(row(TableId(name)), step(0, "table_opened", table=TableId(name)))
        later = replace(step(1, "dice_rolled", table=TableId("a")), at=AT + timedelta(seconds=1))
        await store.append(later)

    asyncio.run(fill())
    assert asyncio.run(store.of_session(ANNA, 3))[0] == "a"


def test_the_seed_stands_in_no_event_and_no_text(store: Store) -> None:
    asyncio.run(store.create(row(), step(0, "table_opened")))
    found = asyncio.run(store.find(TABLE))
    assert found is not None
    assert found.server_seed == b"s" * 32
    assert "ssss" not in repr(found)
