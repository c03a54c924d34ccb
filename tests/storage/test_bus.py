"""Buses without a broker: within one process, and by polling the store."""

import asyncio

import pytest

from pasch.service.bus import LOBBY, BusSettings, chat_topic, watchers_topic
from pasch.service.ids import TableId
from pasch.storage.bus import LocalBus, NoSuchBus, bus_of, default_bus
from pasch.storage.bus.local import PollingBus
from tests.service.harness import ManualClock
from tests.storage.bus_fixtures import TABLE, TopicNumbers, reading_log, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


# ------------------------------------------------------------------------------- within a process


async def test_uncounted_topics_notify_for_any_number():
    bus = LocalBus()
    for topic in (LOBBY, watchers_topic(TableId("t"))):
        with bus.subscribe(topic) as reader:
            heard = []
            for number in (5_000, 40, 40):  # a number from another process's clock, then a repeated one
                await bus.publish(topic, number)
                heard.append(await reader.news())
            assert heard == sorted(set(heard))


async def test_counted_topic_number_never_decreases():
    bus = LocalBus()
    with bus.subscribe(chat_topic(None)) as reader:
        for change in (7, 5, 9, 9, 2):
            await bus.publish(chat_topic(None), change)
        assert await reader.news() == 9
        silent = asyncio.ensure_future(reader.news())
        await bus.publish(chat_topic(None), 9)
        await asyncio.wait([silent], timeout=0)
        assert not silent.done()
        silent.cancel()


# ------------------------------------------------------------------------------- by polling


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def ledger():
    return TopicNumbers(table=4, other=1)


@pytest.fixture
async def bus(ledger, clock):
    bus = PollingBus(ledger, clock, BusSettings(poll=0.5))
    async with bus.running():
        await clock.wait_for_sleeper()
        yield bus


async def poll(clock, ledger):
    """Advance the clock by one poll interval and wait for the poll."""
    clock.advance(0.5)
    await clock.wait_for_sleeper()


async def test_bus_without_subscribers_does_not_poll(bus, clock, ledger):
    for _ in range(3):
        await poll(clock, ledger)
    with bus.subscribe(TABLE):
        pass
    await poll(clock, ledger)
    assert (ledger.queries, bus.figures.polls) == ([], 0)


async def test_one_poll_covers_all_subscribed_topics(bus, clock, ledger):
    with bus.subscribe(TABLE), bus.subscribe(TABLE), bus.subscribe("other"), bus.subscribe("gone"):
        await poll(clock, ledger)
        await poll(clock, ledger)
    assert ledger.queries == [["gone", "other", TABLE]] * 2
    assert bus.figures.polls == 2


async def test_poll_finds_events_of_other_processes(bus, clock, ledger):
    async with reading_log(bus, ledger) as reader:
        ledger.stored[TABLE] = 6
        await poll(clock, ledger)
        await reader.wait_for(6)
        await poll(clock, ledger)
    assert reader.seen == [4, 6]


async def test_own_events_arrive_without_polling(bus, ledger):
    async with reading_log(bus, ledger) as reader:
        ledger.stored[TABLE] = 5
        await bus.publish(TABLE, 5)
        await reader.wait_for(5)
    assert ledger.queries == []


async def test_lag_is_time_since_last_successful_poll(bus, clock, ledger):
    with bus.subscribe(TABLE):
        await poll(clock, ledger)
        assert bus.figures.lag == 0
        clock.advance(0.25)
        assert bus.figures.lag == 0.25
        clock.advance(0.25)
        await clock.wait_for_sleeper()
        assert bus.figures.lag == 0
        ledger.failing = True
        for _ in range(4):
            await poll(clock, ledger)
        assert bus.figures.lag == 2
        ledger.failing = False
        await poll(clock, ledger)
        assert bus.figures.lag == 0


async def test_failed_poll_is_retried(bus, clock, ledger):
    async with reading_log(bus, ledger) as reader:
        ledger.stored[TABLE], ledger.failing = 5, True
        await poll(clock, ledger)
        await poll(clock, ledger)
        assert (reader.seen, bus.figures.failed_polls) == ([4], 2)
        ledger.failing = False
        await poll(clock, ledger)
        await reader.wait_for(5)


async def test_lobby_notifies_only_when_its_mark_changes(bus, clock, ledger):
    ledger.stored[LOBBY] = 900
    with bus.subscribe(LOBBY) as reader:
        heard = []
        for mark in (900, 17, 17, 900):
            ledger.stored[LOBBY] = mark
            await poll(clock, ledger)
            waiting = asyncio.ensure_future(reader.news())
            await asyncio.wait([waiting], timeout=0)
            heard.append(waiting.done())
            waiting.cancel()
        assert heard == [True, True, False, True]


async def test_reader_recovers_from_too_high_number(bus, clock, ledger):
    async with reading_log(bus, ledger) as reader:
        await bus.publish(TABLE, 10**9)
        await poll(clock, ledger)
        for seq in (5, 6):
            ledger.stored[TABLE] = seq
            await poll(clock, ledger)
            await reader.wait_for(seq)
    assert reader.seen == [4, 5, 6]


async def test_bus_closes_while_a_poll_is_pending(clock):
    class Silent(TopicNumbers):
        async def progress(self, topics):
            await super().progress(topics)
            await asyncio.Event().wait()

    ledger = Silent(table=1)
    bus = PollingBus(ledger, clock)
    with bus.subscribe(TABLE):
        async with bus.running():
            await until(lambda: ledger.queries)


async def test_crashed_poll_task_is_reported(clock):
    class Broken(TopicNumbers):
        async def progress(self, topics):
            raise RuntimeError(f"a fault of ours, asked for {topics}")

    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context["message"]))
    bus = PollingBus(Broken(), clock)
    with bus.subscribe(TABLE):
        async with bus.running():
            await until(lambda: errors)
    assert errors == ["A background task has stopped"]


# ------------------------------------------------------------------------------- bus URLs


def test_default_bus_depends_on_the_database():
    assert [default_bus(url) for url in (None, "sqlite:////x", "postgresql://x/y")] == ["local", "local", "poll"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "Local",
        "locale",
        "poll:",
        "http://localhost",
        "redis:/localhost",
        "redis://localhost:none",
        "redis://localhost:70000000",
        "redis://localhost?fast=yes",
        "redis://localhost?prefix",
        "redis://localhost?prefix=",
        "redis://localhost?prefix=a*",
        "rediss://localhost?ssl_cert_reqs=perhaps",
        "unix://",
    ],
)
def test_invalid_bus_url_error_lists_valid_forms(url):
    with pytest.raises(
        NoSuchBus, match=r"write local \(for a single server\), poll, or a Redis address such as redis://host"
    ):
        bus_of(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://anna:secret@host:x",
        "redis://anna:secret?@host",
        "http://:secret@host",
        "redis://host:x?password=secret",
        "redis://host?passwort=my@secret",
        "anna:secret@host",
    ],
)
def test_bus_url_error_hides_the_password(url):
    with pytest.raises(NoSuchBus) as refused:
        bus_of(url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "local",
        "poll",
        "redis://localhost",
        "redis://anna:secret@host:6379/2?prefix=club.1&socket_timeout=1",
        "rediss://host?ssl_cert_reqs=none",
        "unix:///run/redis.sock?db=1",
    ],
)
def test_valid_bus_url_creates_a_bus_with_figures(url):
    bus = bus_of(url, BusSettings())(TopicNumbers(), ManualClock())
    assert bus.figures.connected == (url in {"local", "poll"})
    assert "secret" not in repr(vars(bus))
