"""A revoked session cannot play, receive or change anything, however its connection was opened."""

import asyncio
from datetime import timedelta

import pytest

from pasch.service.bus import BusSettings
from pasch.service.errors import Unauthenticated
from pasch.service.people.sessions import Sessions
from pasch.service.people.store import ByToken
from pasch.service.requests import Access
from pasch.service.system import SystemEntropy
from pasch.storage.bus import LocalBus, bus_of
from pasch.storage.bus.local import PollingBus
from pasch.storage.opening import opened
from pasch.storage.people import SqlPeople
from pasch.storage.progress import SqlProgress
from tests.attacks.accounts import REVOCATIONS, at, delete_token, log_out
from tests.service.harness import ManualClock
from tests.service.test_processes_bus import SleeplessClock
from tests.support.memory import MemoryDatabase
from tests.support.protocol import at_table, in_lobby, kinds_of
from tests.support.server import free_port

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("revoke", REVOCATIONS)
async def test_revocation_closes_the_table_socket(world, anna, thief, revoke):
    table = (await anna.open())["id"]
    async with at_table(world, thief, table) as connection:
        assert (await revoke(anna, thief)).status_code == 204
        assert await connection.revoked(within=1)
    async with at_table(world, thief, table) as again:
        assert again.refused[0] == 401


@pytest.mark.parametrize("revoke", REVOCATIONS)
async def test_revocation_closes_the_lobby_socket(world, anna, thief, revoke):
    async with in_lobby(world, thief) as connection:
        assert (await revoke(anna, thief)).status_code == 204
        assert await connection.revoked(within=1)


@pytest.mark.parametrize("revoke", REVOCATIONS)
async def test_revocation_ends_the_event_stream(world, anna, thief, revoke):
    table = (await anna.open())["id"]
    stream = asyncio.create_task(thief.ask("GET", f"/tables/{table}/events"))
    while not world.app.state.context.metrics.streams._value.get():  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0)
    assert (await revoke(anna, thief)).status_code == 204
    answer = await asyncio.wait_for(stream, 1)
    assert answer.status_code == 200
    assert "table_started" in kinds_of(answer.text.splitlines())


async def test_revocation_keeps_the_owners_socket_open(world, anna, thief):
    table = (await anna.open())["id"]
    async with at_table(world, anna, table) as connection:
        assert (await delete_token(anna, thief)).status_code == 204
        assert (await connection.ask("roll")).status == 200


async def test_revocation_keeps_anonymous_sockets_open(world, anna, thief):
    table = (await anna.open(visibility="public"))["id"]
    async with at_table(world, await world.person(session=False), table) as connection:
        assert (await log_out(anna, thief)).status_code == 204
        seq = await anna.do(table, "roll")
        assert seq in await connection.until_event(seq)


# ------------------------------------------------------------------------------- revocation without a bus


async def test_commands_of_a_revoked_session_are_not_stored(anna, thief, elsewhere):
    """The session's connection and requests go to a process that has not yet heard of the revocation."""
    table = (await anna.open("Anna", "human", visibility="public", start=False))["id"]
    there = at(elsewhere, thief)
    await there.table(table)  # that process now knows the session
    async with at_table(elsewhere, there, table) as connection:
        assert (await log_out(anna, thief)).status_code == 204
        before = await anna.events(table)
        assert (await connection.ask("ready")).code == "unauthenticated"
        refused = [
            await there.command(table, "ready"),
            await there.ask("POST", f"/tables/{table}/leave"),
            await there.ask("POST", "/tables", {"variant": "kniffel", "seats": [{"kind": "local"}]}),
        ]
        assert [answer.json()["code"] for answer in refused] == ["unauthenticated"] * len(refused)
        assert await anna.events(table) == before


CHANGES = [
    ("POST", "/chat", {"text": "I am Anna"}),
    ("DELETE", "/account", None),
    ("DELETE", "/session", None),
]


@pytest.mark.parametrize("change", CHANGES)
async def test_revoked_session_cannot_change_chat_or_account(anna, thief, elsewhere, change):
    there = at(elsewhere, thief)
    assert (await there.ask("GET", "/session")).status_code == 200
    assert (await log_out(anna, thief)).status_code == 204
    answer = await there.ask(*change)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert (await anna.ask("GET", "/account")).json()["protected"]


async def test_refused_command_id_is_accepted_from_another_device(anna, thief, elsewhere):
    """The id of a command belongs to the person; a revoked token does not use it up."""
    table = (await anna.open())["id"]
    there = at(elsewhere, thief)
    await there.table(table)
    await log_out(anna, thief)
    name = "11111111-1111-4111-8111-111111111111"
    assert (await there.command(table, "roll", id=name)).status_code == 401
    assert (await at(elsewhere, anna).command(table, "roll", id=name)).status_code == 200


# ------------------------------------------------------------------------------- delay of revocations


@pytest.fixture
async def stored(database):
    async with opened(f"sqlite:///{database}") as made:
        yield made


def sessions_over(database, bus, clock):
    return Sessions(SqlPeople(database), bus, clock, SystemEntropy())


async def test_expired_token_ends_its_connections():
    clock, people = ManualClock(), SqlPeople(MemoryDatabase())
    sessions = Sessions(people, LocalBus(), clock, SystemEntropy())
    person = (await sessions.open()).session
    program = await sessions.add_token(
        ByToken(person.access.id), access=Access(ends_at=clock.now() + timedelta(days=1))
    )
    ended = asyncio.create_task(sessions.revoked(program.session))
    await clock.wait_for_sleeper()
    clock.advance(86_399)
    await asyncio.sleep(0)
    assert not ended.done()
    clock.advance(1)
    await asyncio.wait_for(ended, 1)


async def test_polling_process_reads_revocations_within_two_polls(stored):
    clock = ManualClock()
    bus, here = PollingBus(SqlProgress(stored), clock), sessions_over(stored, LocalBus(), clock)
    async with bus.running():
        new = await here.open()
        ended = asyncio.create_task(sessions_over(stored, bus, clock).revoked(new.session))
        await clock.wait_for_sleeper()
        await here.end(new.session.id, [new.session.access.id])
        for _ in range(2):
            clock.advance(BusSettings.poll)
            await clock.wait_for_sleeper()
        await asyncio.wait_for(ended, 1)


async def test_processes_read_revocations_during_a_bus_outage(stored):
    """Processes then read revocations every `bus_poll` seconds, like all other news; this clock shortens the pauses."""
    clock = SleeplessClock()
    bus = bus_of(f"redis://127.0.0.1:{free_port()}")(SqlProgress(stored), clock)
    here = sessions_over(stored, LocalBus(), clock)
    async with bus.running():
        new = await here.open()
        ended = asyncio.create_task(sessions_over(stored, bus, clock).revoked(new.session))
        await here.end(new.session.id, [new.session.access.id])
        await asyncio.wait_for(ended, 5)
        assert not bus.figures.connected


async def test_session_cache_expires_within_a_second(stored):
    clock = ManualClock()
    here, there = (sessions_over(stored, LocalBus(), clock) for _ in range(2))
    new = await here.open()
    assert await there.find(new.token) == new.session
    await here.end(new.session.id, [new.session.access.id])
    with pytest.raises(Unauthenticated):
        await here.find(new.token)
    clock.advance(1)
    with pytest.raises(Unauthenticated):
        await there.find(new.token)
