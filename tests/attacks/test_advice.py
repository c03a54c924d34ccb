"""Players at a table without hints get no advice by its rules; other people's games do not matter."""

import pytest

from pasch.rules.variants import find_variant
from pasch.service.errors import HintsForbidden
from pasch.service.requests import Abort, JoinTable
from tests.attacks.long_data import EIGHT_COLUMNS, long_record
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness

pytestmark = pytest.mark.anyio

KNIFFEL = find_variant("kniffel")


@pytest.fixture
def harness():
    return Harness(listed_tables=3)


async def together(harness, **wish):
    """A running table of Anna and Bernd, who are far from each other, without hints."""
    table = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC, **{"hints": False, **wish})
    await harness.tables.join(BERND, table, JoinTable())
    return table


async def test_players_get_no_advice_until_the_match_ends(harness):
    table = await together(harness)
    for player in (ANNA, BERND):
        with pytest.raises(HintsForbidden, match="has ended"):
            await harness.tables.check_question(player, KNIFFEL)
    await harness.do(ANNA, table, Abort())
    for player in (ANNA, BERND):
        await harness.tables.check_question(player, KNIFFEL)


async def test_other_variants_and_other_people_still_get_advice(harness):
    await together(harness)
    await harness.tables.check_question(ANNA, find_variant("yahtzee"))
    await harness.tables.check_question(CLARA, KNIFFEL)
    await harness.tables.check_question(None, KNIFFEL)


async def test_waiting_tables_and_tables_with_hints_do_not_block_advice(harness):
    await harness.open(ANNA, "Anna", "human", hints=False)
    await harness.open(ANNA, "Anna", "Bernd", hints=True)
    await harness.tables.check_question(ANNA, KNIFFEL)


async def test_opener_without_a_seat_gets_advice(harness):
    await harness.open(ANNA, "bot", "bot", hints=False)
    await harness.tables.check_question(ANNA, KNIFFEL)


async def test_many_tables_do_not_hide_a_table_without_hints(harness):
    await together(harness)
    for _ in range(3):
        await harness.open(ANNA, "Anna", "human", hints=True)
    with pytest.raises(HintsForbidden, match="unfinished"):
        await harness.tables.check_question(ANNA, KNIFFEL)


async def test_records_do_not_bypass_forbidden_hints(world, anna):
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
