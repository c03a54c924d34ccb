"""Accepted commands that could write without end: toggles, corrections, seats taken and left, imports."""

from pathlib import Path

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.server.guards.limits import Limiter
from pasch.service.errors import RateLimited
from tests.server.world import world_on

RECORD = (Path(__file__).parents[1] / "golden" / "games" / "balut.txt").read_bytes()
pytestmark = pytest.mark.anyio
LITTLE = ServerSettings(asides=Rate(4, 0.001))


def code(answer):
    return answer.json()["code"] if answer.status_code >= 400 else answer.status_code


async def test_ready_toggles_are_rate_limited(database):
    async with world_on(database, LITTLE) as world:
        anna = await world.person()
        table = (await anna.open("Anna", "human", start=False))["id"]
        for _ in range(2):
            await anna.do(table, "ready", ready=True)
            await anna.do(table, "ready", ready=False)
        before = await anna.events(table)
        assert code(await anna.command(table, "ready", ready=True)) == "rate_limited"
        assert await anna.events(table) == before


async def test_repeated_ready_command_writes_nothing(world, anna):
    table = (await anna.open("Anna", "human", start=False))["id"]
    seq = await anna.do(table, "ready", ready=True)
    assert await anna.do(table, "ready", ready=True) == seq
    assert len(await anna.events(table)) == seq


async def test_correction_without_a_change_is_refused(world, anna):
    table = (await anna.open("Anna", dice="real", start=True))["id"]
    await anna.do(table, "enter_dice", dice="13356")
    await anna.do(table, "score", cell="chance")
    seq = await anna.do(table, "correct", round=1, seat=1, dice="13366")
    assert code(await anna.command(table, "correct", round=1, seat=1, dice="13366")) == "illegal_action"
    assert len(await anna.events(table)) == seq


async def test_strangers_cannot_spend_a_tables_budget(database):
    async with world_on(database, LITTLE) as world:
        anna, clara = await world.person(), await world.person()
        table = (await anna.open("Anna", "human", start=False))["id"]
        for _ in range(10):
            await clara.command(table, "ready")
        await anna.do(table, "ready")


async def test_ordinary_play_spends_no_budget(database):
    async with world_on(database, ServerSettings(asides=Rate(1, 0.001))) as world:
        anna = await world.person()
        table = (await anna.open("Anna", start=True))["id"]
        for cell in ("ones", "twos", "threes"):
            await anna.do(table, "roll")
            await anna.do(table, "roll")
            await anna.do(table, "score", cell=cell)
        await anna.do(table, "take_back")
        await anna.do(table, "score", cell="fours")
        assert code(await anna.command(table, "take_back")) == "rate_limited"
        await anna.do(table, "roll")


async def test_taking_and_leaving_seats_is_rate_limited(database):
    async with world_on(database, LITTLE) as world:
        anna, bernd = await world.person(), await world.person()
        table = (await anna.open("Anna", "human", start=False))["id"]
        for _ in range(2):
            assert (await bernd.ask("POST", f"/tables/{table}/seats", {})).status_code == 201
            assert (await bernd.ask("POST", f"/tables/{table}/leave", {})).status_code == 204
        assert code(await bernd.ask("POST", f"/tables/{table}/seats", {})) == "rate_limited"
        assert code(await anna.command(table, "ready")) == "rate_limited"  # the table's own budget is spent, too


async def test_bot_only_tables_per_person_are_limited(database):
    async with world_on(database, ServerSettings(bot_tables=Rate(2, 0.001))) as world:
        anna = await world.person()
        for _ in range(2):
            await anna.open("bot", "bot")
        await anna.open("bot", "bot", status=429)
        await anna.open("Anna", "bot")


async def test_imports_count_against_a_byte_quota(database):
    size = len(RECORD)
    async with world_on(database, ServerSettings(imported=Rate(2 * size, 0.001))) as world:
        anna, bernd = await world.person(), await world.person()
        assert code(await bring(anna, b"no record")) == "damaged_file"
        assert [code(await bring(anna, RECORD)) for _ in range(3)] == [201, 201, "rate_limited"]
        assert code(await bring(bernd, RECORD)) == 201


async def bring(person, data):
    return await person.ask("POST", "/history/import", content=data, headers={"Content-Type": "text/plain"})


def test_limiter_counts_amounts():
    limiter = Limiter(Rate(10, 2), 5, clock=lambda: 0.0)
    limiter.count("anna", 8)
    limiter.check("anna", 2)
    with pytest.raises(RateLimited) as refused:
        limiter.check("anna", 5)
    assert refused.value.retry_after == 2
    with pytest.raises(RateLimited) as refused:
        limiter.check("bernd", 11)
    assert refused.value.retry_after == 1
