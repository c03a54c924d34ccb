"""The dice of a table: committed, secret until the end, and publicly verifiable."""

import json
from contextlib import aclosing

import pytest

from pasch.fairness.stream import RollId, faces_of
from pasch.fairness.verify import Proof, logged_rolls, server_seed, verify
from pasch.rules.actions import RollDice, Score, TakeBack
from pasch.rules.errors import IllegalAction
from pasch.rules.notation.record import Ending
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variants import VARIANTS
from pasch.service.requests import Abort, JoinTable
from tests.service.hall import ANNA, BERND, PUBLIC
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio


def proof_of(record):
    origin = record.provenance
    seeds = tuple(seed for _, seed in origin.seeds)
    return Proof(origin.table, origin.commitment, server_seed(origin.seed), seeds)


DICE = ("kniffel", "kniffel-extreme", "kniffeliger", "luegenkniffel", "yatzy-duel")
"""Games with six faces, ten faces, action dice, hidden dice and dice that two players roll in turn."""


@pytest.mark.parametrize("variant", cases(DICE, default={"kniffel", "kniffeliger"}))
async def test_stranger_verifies_a_match_from_its_record(hall, variant):
    seats = ("Anna", "human", "bot")[: VARIANTS[variant].seats[1]]
    table = await hall.open(ANNA, *seats, variant=variant, games=2, visibility=PUBLIC)
    await hall.tables.join(BERND, table, JoinTable("Bernd", seed="C0FFEE"))
    async with hall.tables.playing_bots(), aclosing(hall.tables.follow(None, table, 0, "en")) as following:
        async for batch in following:
            snapshot = batch.snapshot
            if snapshot["status"] == "running":
                seat = snapshot["turn"]["seat"] if snapshot["turn"] else 1
                if seat in (1, 2):
                    await hall.play_on((ANNA, BERND)[seat - 1], table)
    end = await hall.look(ANNA, table)
    record = read_record(await hall.tables.record(None, table, "en"))
    assert (record.ending, record.totals) == (Ending.FINISHED, end["totals"])
    assert record.grand_totals == end["grand_totals"]
    assert record.players == ("Anna", "Bernd", "Computer")[: len(seats)]
    verdict = verify(proof_of(record), logged_rolls(record.start, record.events))
    assert verdict.holds
    kinds = [event.type for event in await hall.log(table)]
    assert verdict.checked == kinds.count("dice_rolled") + kinds.count("action_die_rolled")


async def test_seed_stays_secret_until_the_end(hall, caplog):
    """The test searches all visible output for every form of the seed."""
    table = await hall.open(ANNA, "Anna", "bot", visibility=PUBLIC)
    secret = (await hall.store.find(table)).server_seed
    forms = [secret.hex(), secret.hex().upper(), repr(secret), str(list(secret))]
    seen = []
    async with hall.tables.playing_bots(), aclosing(hall.tables.follow(ANNA, table, 0, "en")) as following:
        async for batch in following:
            if batch.snapshot["status"] == "running":
                said = [json.dumps([batch.events, batch.snapshot]), json.dumps(await hall.look(None, table, "de"))]
                said += [await hall.tables.record(None, table, "de"), json.dumps(list(await hall.tables.lobby("en")))]
                said += [repr(event) for event in await hall.log(table)]
                said += [repr(await hall.store.find(table))]
                if (await hall.look(ANNA, table))["status"] == "running":  # otherwise the bot has ended it
                    seen += said
                if batch.snapshot["legal_actions"]:
                    await hall.play_on(ANNA, table)
    assert len(seen) > 100
    seen.append(caplog.text)
    assert not any(form in text for text in seen for form in forms)
    end = await hall.look(None, table)
    assert end["server_seed"] == secret.hex()
    assert (await hall.log(table))[-1].data["server_seed"] == secret.hex()


async def test_simultaneous_tables_have_independent_dice(hall):
    tables = [await hall.open(ANNA, "Anna") for _ in range(2)]
    rows = [await hall.store.find(table) for table in tables]
    assert rows[0].server_seed != rows[1].server_seed
    for table in tables:
        for _ in range(3):
            await hall.roll(ANNA, table)
    logs = [await hall.log(table) for table in tables]
    assert logs[0][0].at == logs[1][0].at
    assert [event.data for event in logs[0]][2:] != [event.data for event in logs[1]][2:]
    # A hundred games of both, die by die: independent dice are equal one time in six.
    alike = dice = 0
    for turn in range(1, 1301):
        here, there = (
            faces_of(row.server_seed, RollId(table, (), 1, turn, 1), 5)[0]
            for row, table in zip(rows, tables, strict=True)
        )
        alike += sum(one == other for one, other in zip(here, there, strict=True))
        dice += len(here)
    assert abs(alike - dice / 6) < 4 * (dice * 5 / 36) ** 0.5


async def test_record_of_a_running_match_omits_the_seed(hall):
    table = await hall.open(ANNA, "Anna", "Anna", variant="yatzy", rules={"rolls": 4}, games=2)
    for action in (RollDice(), Score("ones"), TakeBack(), Score("twos"), RollDice(), RollDice("k-")):
        await hall.do(ANNA, table, action)
    text = await hall.tables.record(ANNA, table, "en")
    assert "seed:" not in text
    record = read_record(text)
    assert record.ending is Ending.RUNNING
    assert record.players == ("Anna", "Anna 2")
    assert record.match.variant.switches == (("rolls", 4),)
    assert len(record.events) == 6


async def test_record_of_an_aborted_match_verifies(hall):
    table = await hall.open(ANNA, "Anna")
    await hall.roll(ANNA, table)
    await hall.do(ANNA, table, Abort())
    record = read_record(await hall.tables.record(ANNA, table, "en"))
    assert record.ending is Ending.ABORTED
    assert verify(proof_of(record), logged_rolls(record.start, record.events)).holds


async def test_waiting_table_has_no_record(hall):
    table = await hall.open(ANNA, "Anna", "human")
    with pytest.raises(IllegalAction):
        await hall.tables.record(ANNA, table, "en")
