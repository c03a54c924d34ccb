"""No player at a table without hints gets advice by its rules; other people's games do not matter."""

import pytest

from pasch.rules.variants import find_variant
from pasch.service.errors import HintsForbidden
from pasch.service.requests import Abort, JoinTable
from tests.attacks.long_things import EIGHT_COLUMNS, long_record
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, Hall

pytestmark = pytest.mark.anyio

KNIFFEL = find_variant("kniffel")


@pytest.fixture
def hall():
    return Hall(listed_tables=3)


async def together(hall, **wish):
    """A running table of Anna and Bernd, who are far from each other, without hints."""
    table = await hall.open(ANNA, "Anna", "human", visibility=PUBLIC, **{"hints": False, **wish})
    await hall.tables.join(BERND, table, JoinTable())
    return table


async def test_nobody_at_the_table_gets_advice_until_the_match_has_ended(hall):
    table = await together(hall)
    for player in (ANNA, BERND):
        with pytest.raises(HintsForbidden, match="has ended"):
            await hall.tables.check_question(player, KNIFFEL)
    await hall.do(ANNA, table, Abort())
    for player in (ANNA, BERND):
        await hall.tables.check_question(player, KNIFFEL)


async def test_other_rules_and_other_people_are_no_matter(hall):
    await together(hall)
    await hall.tables.check_question(ANNA, find_variant("yahtzee"))
    await hall.tables.check_question(CLARA, KNIFFEL)
    await hall.tables.check_question(None, KNIFFEL)


async def test_a_table_that_waits_or_allows_hints_forbids_nothing(hall):
    await hall.open(ANNA, "Anna", "human", hints=False)
    await hall.open(ANNA, "Anna", "Bernd", hints=True)
    await hall.tables.check_question(ANNA, KNIFFEL)


async def test_who_only_opened_a_table_asks_as_they_like(hall):
    await hall.open(ANNA, "bot", "bot", hints=False)
    await hall.tables.check_question(ANNA, KNIFFEL)


async def test_a_table_is_not_hidden_among_many(hall):
    await together(hall)
    for _ in range(3):
        await hall.open(ANNA, "Anna", "human", hints=True)
    with pytest.raises(HintsForbidden, match="unfinished"):
        await hall.tables.check_question(ANNA, KNIFFEL)


async def test_no_record_asks_instead(world, anna):
    """The record of a finished match can contain any position."""
    record = long_record(1)
    await anna.open("Anna", variant="kniffel", rules={"columns": EIGHT_COLUMNS}, hints=False)
    answer = await anna.ask("POST", "/analysis", {"record": record})
    assert (answer.status_code, answer.json()["code"]) == (403, "hints_forbidden")
    imported = await anna.ask(
        "POST", "/history/import", content=record.encode(), headers={"Content-Type": "text/plain"}
    )
    answer = await anna.ask("POST", "/analysis", {"table": imported.json()["records"][0]["table"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "hints_forbidden")
