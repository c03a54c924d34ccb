"""The contract of the result store, for every kind of database."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from pasch.analysis.rating import Rating, after_game
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.ports import SeatRow, Split, TableStore
from pasch.service.requests import Access, Session, Status
from pasch.service.results.outcomes import Outcome, Player
from pasch.service.results.results import Played, Ranking, ResultStore
from pasch.storage.database import Database
from pasch.storage.people import SqlPeople
from pasch.storage.results import SqlResults
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, step

pytestmark = pytest.mark.anyio

BERND = SessionId("bernd")
KNIFFEL = Ranking("kniffel", "{}", Player.PERSON)


@pytest.fixture
def stores(database: Database) -> tuple[TableStore, ResultStore]:
    return SqlTables(database), SqlResults(database)


def outcome(table: str = "table", game: int = 1, seat: int = 1, *, at: datetime = AT, **changes: object) -> Outcome:
    plain = Outcome(
        table=TableId(table),
        game=game,
        seat=seat,
        ended_at=at,
        variant="kniffel",
        rules="{}",
        session=ANNA,
        name="Anna",
        player=Player.PERSON,
        bot=None,
        whole=True,
        public=True,
        by_hand=False,
        hints=False,
        score=200,
        rank=1,
        seats=2,
        faces=(1, 2, 3, 4, 5, 6),
    )
    return replace(plain, **changes)


async def keep(store: ResultStore, *outcomes: Outcome, lucky: tuple[int, ...] = ()) -> None:
    for each in outcomes:
        await store.keep(each.table, 9, [each], lucky)


async def test_table_is_due_from_game_end_until_results_are_stored(stores: tuple[TableStore, ResultStore]) -> None:
    tables, results = stores
    await tables.create(row(), step(0, "table_opened"))
    assert [*await results.due(9)] == []
    await tables.append(step(1, "scored", "game_finished"))
    assert [*await results.due(9)] == [(TABLE, 3)]
    await tables.append(step(3, "game_started"))
    await tables.append(step(4, "table_aborted", status=Status.ABORTED))
    await results.keep(TABLE, 3, [outcome()], [])
    assert [*await results.due(9)] == [(TABLE, 5)], "it was further when it was kept"
    await results.keep(TABLE, 5, [outcome()], [])
    assert [*await results.due(9)] == []


async def test_storing_a_result_twice_corrects_only_score_and_rank(
    stores: tuple[TableStore, ResultStore],
) -> None:
    _, results = stores
    first = outcome(bot="simple", by_hand=True, whole=False, hints=True, public=False, luck=None)
    await keep(results, first, replace(first, score=1, rank=2, hints=False, name="Nobody"), lucky=(1,))
    corrected = replace(first, score=1, rank=2)
    assert [*await results.of_session(ANNA, 9)] == [corrected]
    losses = {"keeps": 4.0, "endgame": 0.5}
    await results.put_luck(TABLE, 1, {1: Split(-3.5, losses), 2: Split(7.0, {})})
    await keep(results, corrected, lucky=(1,))
    assert [*await results.of_session(ANNA, 9)] == [replace(corrected, luck=-3.5, losses=losses)]
    assert [*await results.luck_due(9)] == []


async def test_best_results_are_sorted_by_score_then_age(stores: tuple[TableStore, ResultStore]) -> None:
    _, results = stores
    later = AT + timedelta(hours=1)
    best, older, newer = (
        outcome("a", score=300),
        outcome("c", score=250),
        outcome("b", score=250, at=later),
    )
    await keep(results, newer, older, best)
    assert [*await results.best(KNIFFEL, 9)] == [best, older, newer]
    assert [*await results.best(KNIFFEL, 2)] == [best, older]
    assert [*await results.best(replace(KNIFFEL, since=later), 9)] == [newer]


async def test_ranking_excludes_incomplete_manual_and_unrelated_games(
    stores: tuple[TableStore, ResultStore],
) -> None:
    _, results = stores
    rules = '{"joker":"none"}'
    await keep(
        results,
        outcome("a", whole=False),
        outcome("b", by_hand=True),
        outcome("c", player=Player.BOT),
        outcome("d", player=Player.MIXED),
        outcome("e", rules=rules),
        outcome("f", variant="yatzy"),
    )
    assert [*await results.best(KNIFFEL, 9)] == []
    assert [each.table for each in await results.best(replace(KNIFFEL, player=Player.BOT), 9)] == ["c"]
    assert [each.table for each in await results.best(replace(KNIFFEL, rules=rules), 9)] == ["e"]
    assert [*await results.played("kniffel", 9)] == [Played("{}", 3), Played(rules, 1)]


async def test_session_results_are_the_latest_in_chronological_order(stores: tuple[TableStore, ResultStore]) -> None:
    _, results = stores
    times = [AT + timedelta(hours=hour) for hour in (2, 0, 1)]
    await keep(results, *(outcome(f"t{n}", at=at) for n, at in enumerate(times)), outcome("other", session=BERND))
    assert [each.table for each in await results.of_session(ANNA, 9)] == ["t1", "t2", "t0"]
    assert [each.table for each in await results.of_session(ANNA, 2)] == ["t2", "t0"]


async def test_luck_is_due_once_newest_game_first(stores: tuple[TableStore, ResultStore]) -> None:
    _, results = stores
    await keep(results, outcome("a"), outcome("b", at=AT + timedelta(hours=1)), lucky=(1,))
    assert [*await results.luck_due(9)] == [("b", 1), ("a", 1)]
    await results.put_luck(TableId("b"), 1, {})
    assert [*await results.luck_due(9)] == [("a", 1)]


async def test_ratings_change_once_per_game_between_people(database: Database) -> None:
    people, results = SqlPeople(database), SqlResults(database)
    for person in (ANNA, BERND):
        await people.add_session(Session(person, person, AT, Handle(person), access=Access(person)), person.encode())

    async def play(table: str, *changes: dict[str, object]) -> None:
        seats = [outcome(table, seat=seat, **each) for seat, each in enumerate(changes, 1)]
        await results.keep(TableId(table), 9, seats, [])

    won, lost = {"session": ANNA, "rank": 1}, {"session": BERND, "rank": 2}
    await play("two", won, lost)
    await play("two", won, lost)  # the same game again
    await play("with bots", won, lost, {"session": None, "player": Player.BOT, "rank": 3})
    rated = await results.ratings(ANNA), await results.ratings(BERND)
    first = after_game([Rating(), Rating()], [1, 2])
    second = after_game(first, [1, 2])
    assert rated == ({("kniffel", "{}"): second[0]}, {("kniffel", "{}"): second[1]})

    await play("alone", won)
    await play("with hints", {**won, "hints": True}, {**lost, "hints": True})
    await play("typed", {**won, "by_hand": True}, lost)
    await play("bot took over", won, {**lost, "whole": False})
    await play("one device", won, {"session": ANNA, "rank": 2}, lost)
    await play("a stranger who is gone", won, {"session": SessionId("gone"), "rank": 2})
    assert (await results.ratings(ANNA), await results.ratings(BERND)) == rated

    await results.forget(ANNA)
    assert await results.ratings(ANNA) == {}


async def test_concurrent_stores_rate_a_game_once(database: Database) -> None:
    tables, people, results = SqlTables(database), SqlPeople(database), SqlResults(database)
    for person in (ANNA, BERND):
        await people.add_session(Session(person, person, AT, Handle(person), access=Access(person)), person.encode())
    seats = SeatRow(1, ANNA, "Anna"), SeatRow(2, BERND, "Bernd")
    await tables.create(replace(row(), seats=seats), step(0, "table_opened"))
    await tables.append(step(1, "scored", "game_finished"))
    game = [outcome(), outcome(seat=2, session=BERND, rank=2)]
    await asyncio.gather(*(results.keep(TABLE, 3, game, []) for _ in range(4)))
    [rating] = (await results.ratings(ANNA)).values()
    assert rating.games == 1


async def test_results_follow_rename_and_deletion_of_a_session(stores: tuple[TableStore, ResultStore]) -> None:
    _, results = stores
    await keep(results, outcome("a"), outcome("b", session=BERND, name="Bernd"))
    await results.rename(ANNA, "Anne")
    assert {each.name for each in await results.best(KNIFFEL, 9)} == {"Anne", "Bernd"}
    await results.forget(ANNA)
    assert [*await results.of_session(ANNA, 9)] == []
    assert [(each.name, each.session) for each in await results.best(KNIFFEL, 9)] == [
        ("", None),
        ("Bernd", BERND),
    ]


async def test_late_results_do_not_restore_deleted_session(stores: tuple[TableStore, ResultStore]) -> None:
    """The outcomes come from a row that still named the deleted person."""
    tables, results = stores
    anonymous = replace(row(), seats=(SeatRow(1, None), SeatRow(2, ANNA, "Anna")))
    await tables.create(anonymous, step(0, "table_opened"))
    computer = outcome(game=2, session=None, name="Robo", player=Player.BOT, bot="simple")
    await results.keep(TABLE, 3, [outcome(), outcome(seat=2, score=100), computer], [])
    kept = await results.best(KNIFFEL, 9)
    assert [(each.seat, each.session, each.name) for each in kept] == [(1, None, ""), (2, ANNA, "Anna")]
    assert [each.name for each in await results.best(replace(KNIFFEL, player=Player.BOT), 9)] == ["Robo"]
