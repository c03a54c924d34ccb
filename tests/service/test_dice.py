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
from tests.service.harness import ANNA, BERND, PUBLIC
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio


def proof_of(record):
    origin = record.provenance
    seeds = tuple(seed for _, seed in origin.seeds)
    return Proof(origin.table, origin.commitment, server_seed(origin.seed), seeds)


DICE = ("kniffel", "kniffel-extreme", "kniffeliger", "luegenkniffel", "yatzy-duel")
"""Games with six faces, ten faces, action dice, hidden dice and dice that two players roll in turn."""


@pytest.mark.parametrize("variant", cases(DICE, default={"kniffel", "kniffeliger"}))
async def test_stranger_verifies_a_match_from_its_record(harness, variant):
    seats = ("Anna", "human", "bot")[: VARIANTS[variant].seats[1]]
    table = await harness.open(ANNA, *seats, variant=variant, games=2, visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable("Bernd", seed="C0FFEE"))
    async with harness.tables.playing_bots(), aclosing(harness.tables.follow(None, table, 0, "en")) as following:
        async for batch in following:
            snapshot = batch.snapshot
            if snapshot["status"] == "running":
                seat = snapshot["turn"]["seat"] if snapshot["turn"] else 1
                if seat in (1, 2):
                    await harness.play_on((ANNA, BERND)[seat - 1], table)
    end = await harness.snapshot(ANNA, table)
    record = read_record(await harness.tables.record(None, table, "en"))
    assert (record.ending, record.totals) == (Ending.FINISHED, end["totals"])
    assert record.grand_totals == end["grand_totals"]
    assert record.players == ("Anna", "Bernd", "Computer")[: len(seats)]
    verdict = verify(proof_of(record), logged_rolls(record.start, record.events))
    assert verdict.holds
    kinds = [event.type for event in await harness.log(table)]
    assert verdict.checked == kinds.count("dice_rolled") + kinds.count("action_die_rolled")


async def test_seed_stays_secret_until_the_end(harness, caplog):
    """The test searches all visible output for every form of the seed."""
    table = await harness.open(ANNA, "Anna", "bot", visibility=PUBLIC)
    secret = (await harness.store.find(table)).server_seed
    forms = [secret.hex(), secret.hex().upper(), repr(secret), str(list(secret))]
    seen = []
    async with harness.tables.playing_bots(), aclosing(harness.tables.follow(ANNA, table, 0, "en")) as following:
        async for batch in following:
            if batch.snapshot["status"] == "running":
                said = [
                    json.dumps([batch.events, batch.snapshot]),
                    json.dumps(await harness.snapshot(None, table, "de")),
                ]
                said += [
                    await harness.tables.record(None, table, "de"),
                    json.dumps(list(await harness.tables.lobby("en"))),
                ]
                said += [repr(event) for event in await harness.log(table)]
                said += [repr(await harness.store.find(table))]
                if (await harness.snapshot(ANNA, table))["status"] == "running":  # otherwise the bot has ended it
                    seen += said
                if batch.snapshot["legal_actions"]:
                    await harness.play_on(ANNA, table)
    assert len(seen) > 100
    seen.append(caplog.text)
    assert not any(form in text for text in seen for form in forms)
    end = await harness.snapshot(None, table)
    assert end["server_seed"] == secret.hex()
    assert (await harness.log(table))[-1].data["server_seed"] == secret.hex()


async def test_simultaneous_tables_have_independent_dice(harness):
    tables = [await harness.open(ANNA, "Anna") for _ in range(2)]
    rows = [await harness.store.find(table) for table in tables]
    assert rows[0].server_seed != rows[1].server_seed
    for table in tables:
        for _ in range(3):
            await harness.roll(ANNA, table)
    logs = [await harness.log(table) for table in tables]
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


async def test_record_of_a_running_match_omits_the_seed(harness):
    table = await harness.open(ANNA, "Anna", "Anna", variant="yatzy", rules={"rolls": 4}, games=2)
    for action in (RollDice(), Score("ones"), TakeBack(), Score("twos"), RollDice(), RollDice("k-")):
        await harness.do(ANNA, table, action)
    text = await harness.tables.record(ANNA, table, "en")
    assert "seed:" not in text
    record = read_record(text)
    assert record.ending is Ending.RUNNING
    assert record.players == ("Anna", "Anna 2")
    assert record.match.variant.switches == (("rolls", 4),)
    assert len(record.events) == 6


async def test_record_of_an_aborted_match_verifies(harness):
    table = await harness.open(ANNA, "Anna")
    await harness.roll(ANNA, table)
    await harness.do(ANNA, table, Abort())
    record = read_record(await harness.tables.record(ANNA, table, "en"))
    assert record.ending is Ending.ABORTED
    assert verify(proof_of(record), logged_rolls(record.start, record.events)).holds


async def test_waiting_table_has_no_record(harness):
    table = await harness.open(ANNA, "Anna", "human")
    with pytest.raises(IllegalAction):
        await harness.tables.record(ANNA, table, "en")
