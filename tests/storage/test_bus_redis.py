"""The bus between processes over a real Redis: readers miss no event, even when messages are lost."""

import asyncio
import json
import logging
from datetime import timedelta
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from pasch.service.bus import LOBBY, BusSettings
from pasch.storage.bus import redis as redis_bus
from pasch.storage.bus.redis import Message, to_bytes
from tests.service.harness import ManualClock
from tests.storage.bus_fixtures import NO_POLLING, TABLE, TopicNumbers, reading_log, running_redis_bus, until
from tests.support.server import free_port

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def prefix():
    """A channel prefix unique to this test, in a shared Redis."""
    return uuid4().hex


@pytest.fixture
def ledger():
    return TopicNumbers(table=1, other=1)


@pytest.fixture
async def pair(redis_url, prefix, ledger):
    """Two connected buses, as in two processes. Their clocks are stopped, so notifications arrive only as messages."""
    async with (
        running_redis_bus(redis_url, ledger, prefix=prefix) as one,
        running_redis_bus(redis_url, ledger, prefix=prefix) as other,
    ):
        await until(lambda: one.figures.connected and other.figures.connected)
        yield one, other


@pytest.fixture
async def say(redis_url, prefix):
    """Another client publishes on a channel."""
    async with Redis.from_url(redis_url) as client:

        async def said(data, channel=f"{prefix}:bus"):
            await client.publish(channel, data if isinstance(data, bytes) else json.dumps(data))

        yield said


class RecordingClock(ManualClock):
    """Records the requested waiting times."""

    def __init__(self):
        super().__init__()
        self.waits = []

    async def sleep(self, seconds):
        self.waits.append(seconds)
        await super().sleep(seconds)


def message(news, sender="somebody", at=0.5, **more):
    return {"from": sender, "at": at, "news": news, "lost": False} | more


# ------------------------------------------------------------------------------- delivery


async def test_published_event_reaches_both_processes(pair, ledger):
    one, other = pair
    async with reading_log(one, ledger) as near, reading_log(other, ledger) as far:
        for seq, bus in ((2, one), (3, other), (4, one)):
            ledger.stored[TABLE] = seq
            await bus.publish(TABLE, seq)
            await near.wait_for(seq)
            await far.wait_for(seq)
    assert near.seen == far.seen == [1, 2, 3, 4]
    assert (one.figures.published, one.figures.received) == (2, 1)
    assert (other.figures.published, other.figures.received) == (1, 2)


async def test_lobby_notification_ignores_number_order(pair):
    one, other = pair
    with other.subscribe(LOBBY) as reader:
        for number in (5_000, 17):
            await one.publish(LOBBY, number)
            await asyncio.wait_for(reader.news(), 20)


async def test_many_publications_are_batched_into_few_messages(pair, ledger):
    one, other = pair
    heard = other.figures.received
    async with reading_log(other, ledger) as far:
        ledger.stored[TABLE] = 500
        for seq in range(2, 501):
            await one.publish(TABLE, seq)
        await far.wait_for(500)
    assert far.seen == [1, 500]
    assert other.figures.received - heard < 10


async def test_isolated_notification_is_sent_immediately_and_bursts_together(redis_url, prefix, ledger):
    clock = RecordingClock()
    waits = clock.waits
    gathering = BusSettings(silence=60, gather=0.01)
    async with (
        running_redis_bus(redis_url, ledger, gathering, prefix=prefix, clock=clock) as one,
        running_redis_bus(redis_url, ledger, prefix=prefix) as other,
    ):
        await until(lambda: other.figures.connected and 0.01 in waits)  # the bus has sent its first message
        for topic in ("first", "second", "third", "second"):
            await one.publish(topic, 1)
        await rest()
        assert one.figures.published == 0
        clock.advance(0.01)
        await until(lambda: other.figures.received == 3)
        await until(lambda: waits.count(0.01) == 2)
        clock.advance(0.01)
        await rest()
        await one.publish("fourth", 1)
        await until(lambda: other.figures.received == 4)


async def test_topics_exceeding_one_message_all_arrive(pair, ledger, monkeypatch):
    monkeypatch.setattr(redis_bus, "BATCH", 10)
    one, other = pair
    topics = [f"table{number}" for number in range(25)]
    ledger.stored |= dict.fromkeys(topics, 7)
    for topic in topics:
        await one.publish(topic, 7)
    await until(lambda: other.figures.received == 25)
    assert one.figures.published == 25


async def test_slow_reader_gets_latest_number_in_constant_memory(pair, ledger):
    one, other = pair
    with other.subscribe(TABLE) as reader:
        room = [vars(reader).copy()]
        for seq in range(2, 300):
            await one.publish(TABLE, seq)
            await until(lambda: other.figures.received)
        await until(lambda: vars(reader)["_seq"] == 299)
        assert vars(reader).keys() == room[0].keys()
        assert await reader.news() == 299


async def test_lag_is_measured_from_own_messages(redis_url, prefix, ledger):
    clock = ManualClock()
    async with running_redis_bus(redis_url, ledger, prefix=prefix, clock=clock) as bus:
        await until(lambda: bus.figures.connected and bus._outbox.empty)
        await bus.publish(TABLE, 2)
        clock.advance(0.25)
        await until(lambda: bus.figures.lag)
        assert bus.figures.lag == pytest.approx(0.25)


async def test_lag_grows_while_own_messages_are_missing(redis_url, prefix, ledger):
    clock = ManualClock()
    async with running_redis_bus(redis_url, ledger, prefix=prefix, clock=clock) as bus:
        await until(lambda: bus.figures.connected and bus._outbox.empty)
        bus._receive(to_bytes(Message(bus._me, clock.now().timestamp(), {}, lost=False)))
        assert bus.figures.lag < 0.001
        clock.time += timedelta(seconds=NO_POLLING.recheck + 2)  # no subscriber wakes up, so none publishes
        assert bus.figures.lag == pytest.approx(2)


async def test_lag_without_redis_is_time_since_last_poll(ledger):
    clock = ManualClock()
    async with running_redis_bus(f"redis://127.0.0.1:{free_port()}", ledger, prefix="gone", clock=clock) as bus:
        await clock.wait_for_sleeper()
        assert not bus.figures.connected
        clock.time += timedelta(seconds=30)
        assert bus.figures.lag == pytest.approx(30)
        await bus._poller.poll()
        assert bus.figures.lag == 0


async def test_closing_bus_sends_pending_notifications(redis_url, prefix, ledger):
    async with running_redis_bus(redis_url, ledger, prefix=prefix) as other, reading_log(other, ledger) as far:
        await until(lambda: other.figures.connected)
        async with running_redis_bus(redis_url, ledger, prefix=prefix) as one:
            ledger.stored[TABLE] = 2
            await one.publish(TABLE, 2)
        await far.wait_for(2)


@pytest.mark.parametrize("options", ["", "&socket_timeout=5"])
async def test_bus_can_close_at_any_moment(redis_url, prefix, ledger, options):
    for moment in range(25):
        async with running_redis_bus(redis_url, ledger, prefix=prefix + options) as bus:
            await bus.publish(TABLE, moment)
            for _ in range(moment):
                await asyncio.sleep(0)
        assert bus._outbox.empty


# ------------------------------------------------------------------------------- foreign and unreadable messages


async def test_installations_with_different_prefixes_are_isolated(pair, redis_url, ledger):
    async with running_redis_bus(redis_url, ledger, prefix=uuid4().hex) as stranger:
        await until(lambda: stranger.figures.connected)
        for number in range(5):
            await pair[0].publish(TABLE, number)
        await until(lambda: pair[1].figures.received)
        await stranger.publish(TABLE, 1)
        await until(lambda: stranger.figures.published)
        assert stranger.figures.received == 0


GARBAGE = [
    b"",
    b"\xff\xfe\x00",
    b"table 5",
    b"[" * 100_000,
    b"9" * 5_000,
    b"x" * (2**20 + 1),
    None,
    [],
    {},
    {"from": "x", "at": 0.5, "news": {TABLE: 9}},
    message([TABLE, 9]),
    message({TABLE: 9}, at="now"),
    message({TABLE: 9}, sender=None),
    message({TABLE: 9}, lost=None),
    message({TABLE: "9"}),
    message({TABLE: True}),
    message({TABLE: 9.5}),
    message({TABLE: -9}),
    message({TABLE: 2**63}),
    message({TABLE: 9, "x" * 201: 9}),
    message({TABLE: None}),
]


async def test_unreadable_messages_are_skipped(pair, say, ledger):
    one, other = pair
    async with reading_log(other, ledger) as far:
        for data in GARBAGE:
            await say(data)
        ledger.stored[TABLE] = 2
        await one.publish(TABLE, 2)
        await far.wait_for(2)
    assert (other.figures.unreadable, far.seen) == (len(GARBAGE), [1, 2])
    assert other.figures.connected


async def test_duplicated_and_reordered_messages_deliver_each_number_once(pair, say, ledger):
    """The reader receives each number once, immediately, without querying the store."""
    _, other = pair
    async with reading_log(other, ledger) as far:
        await rest()
        polls = other.figures.polls
        for count, (truth, sent) in enumerate(REORDERED, start=1):
            ledger.stored[TABLE] = truth
            await say(message({TABLE: sent, "unknown": 5}))
            await until(lambda count=count: other.figures.received == 2 * count)
            await rest()
            highest = max(sent for _, sent in REORDERED[:count])
            assert (far.notified[-1], far.seen[-1]) == (highest, highest)
    assert [number for number in far.notified if number > 1] == [3, 4, 6]
    assert other.figures.polls == polls


REORDERED = ((3, 3), (4, 2), (4, 3), (4, 4), (4, 4), (6, 6), (6, 5), (6, 1), (6, 6))
"""Pairs: the last number in the log, and the number sent."""


# ------------------------------------------------------------------------------- lost connection


async def rest():
    """Let all tasks reach their next wait."""
    for _ in range(5):
        await asyncio.sleep(0)


async def connected(bus, clock):
    """Advance the clock until the connection is open."""
    while not bus.figures.connected:
        clock.advance(0.1)
        await asyncio.sleep(0)


async def test_events_written_during_redis_outage_arrive(own_redis, prefix, ledger, caplog):
    clock, elsewhere = ManualClock(), ManualClock()
    async with (
        running_redis_bus(own_redis.url, ledger, prefix=prefix, clock=clock) as one,
        running_redis_bus(own_redis.url, ledger, prefix=prefix, clock=elsewhere) as other,
        reading_log(one, ledger) as near,
        reading_log(other, ledger) as far,
    ):
        await until(lambda: one.figures.connected and other.figures.connected)
        await one.publish("other", 1)
        await until(lambda: other.figures.received == 1)
        own_redis.kill()
        await until(lambda: not (one.figures.connected or other.figures.connected))
        await rest()  # both have polled
        ledger.stored[TABLE] = 2
        await one.publish(TABLE, 2)
        await near.wait_for(2)
        await rest()  # the notification cannot be sent
        assert far.seen == [1]
        elsewhere.advance(NO_POLLING.poll)  # too early to reconnect, but time for a poll
        await far.wait_for(2)
        await one.publish("other", 1)
        own_redis.start()
        await connected(other, elsewhere)
        await connected(one, clock)
        await until(lambda: other.figures.received == 3)  # delivered late, although the poll has found the event
        ledger.stored[TABLE] = 3
        await other.publish(TABLE, 3)
        await near.wait_for(3)
    assert near.seen == far.seen == [1, 2, 3]
    assert one.figures.reconnects == other.figures.reconnects == 1
    messages = [record.message for record in caplog.records if record.name == "pasch.storage"]
    assert messages == ["bus_trouble"] * 2


async def test_store_is_polled_immediately_after_reconnection(own_redis, prefix, ledger):
    clock, never = ManualClock(), BusSettings(poll=1e6, recheck=1e6, silence=60, gather=0)
    async with (
        running_redis_bus(own_redis.url, ledger, never, prefix=prefix, clock=clock) as bus,
        reading_log(bus, ledger) as reader,
    ):
        await until(lambda: bus.figures.connected)
        own_redis.kill()
        await until(lambda: not bus.figures.connected)
        await rest()
        ledger.stored[TABLE] = 2  # and no message arrives
        own_redis.start()
        await connected(bus, clock)
        await reader.wait_for(2)


async def test_failed_poll_is_retried_after_poll_interval(redis_url, prefix, ledger):
    clock = ManualClock()
    ledger.failing = True
    async with (
        running_redis_bus(redis_url, ledger, prefix=prefix, clock=clock) as bus,
        reading_log(bus, ledger) as reader,
    ):
        await until(lambda: bus.figures.connected)
        await rest()
        ledger.stored[TABLE], ledger.failing = 2, False
        clock.advance(NO_POLLING.poll)
        await reader.wait_for(2)


async def test_reconnection_pauses_grow_up_to_a_limit(own_redis, prefix, ledger):
    clock = RecordingClock()
    own_redis.kill()
    waits = clock.waits
    settings = BusSettings(poll=1000, recheck=2000, gather=0, first_pause=0.5, longest_pause=3)
    async with running_redis_bus(own_redis.url, ledger, settings, prefix=prefix, clock=clock) as bus:
        for tries in range(1, 7):
            await until(lambda tries=tries: len(pauses(waits)) == tries)
            clock.advance(pauses(waits)[-1])
        own_redis.start()
        while not bus.figures.connected:
            await until(lambda: clock.sleepers)
            clock.advance(3)
        own_redis.kill()
        await until(lambda: not bus.figures.connected)
        await until(lambda: pauses(waits)[-1] == 0.5)
    assert pauses(waits)[:6] == [0.5, 1.0, 2.0, 3.0, 3.0, 3.0]


def pauses(waits):
    return [seconds for seconds in waits if seconds < 1000]


async def test_regular_recheck_finds_unannounced_event(redis_url, prefix, ledger):
    clock = ManualClock()
    async with (
        running_redis_bus(redis_url, ledger, prefix=prefix, clock=clock) as bus,
        reading_log(bus, ledger) as reader,
    ):
        await until(lambda: bus.figures.connected and TABLE in str(ledger.queries[-1:]))
        await asyncio.sleep(0)
        ledger.stored[TABLE] = 2
        clock.advance(NO_POLLING.recheck)
        await reader.wait_for(2)


async def test_lost_flag_makes_receivers_poll(pair, say, ledger):
    _, other = pair
    async with reading_log(other, ledger) as far:
        await say(message({"other": 1}))
        await until(lambda: other.figures.received)
        await asyncio.sleep(0)
        ledger.stored[TABLE] = 2
        await say(message({}, lost=True))
        await far.wait_for(2)


async def test_notification_dropped_by_full_outbox_still_arrives(own_redis, prefix, ledger):
    small = BusSettings(silence=60, gather=0, backlog=3)
    async with (
        running_redis_bus(own_redis.url, ledger, small, prefix=prefix) as one,
        running_redis_bus(own_redis.url, ledger, prefix=prefix) as other,
        reading_log(other, ledger) as far,
    ):
        await until(lambda: one.figures.connected and other.figures.connected)
        await one.publish("other", 1)
        await until(lambda: other.figures.received)
        ledger.stored[TABLE] = 2
        await one.publish(TABLE, 2)
        for number in range(10):
            await one.publish(f"table{number}", 1)
        await far.wait_for(2)


async def test_silent_connection_is_replaced(own_redis, prefix, ledger):
    clock = ManualClock()
    async with running_redis_bus(
        own_redis.url, ledger, BusSettings(silence=0.2, gather=0), prefix=prefix, clock=clock
    ) as bus:
        await until(lambda: bus.figures.connected)
        own_redis.pause()
        await until(lambda: not bus.figures.connected)
        own_redis.resume()
        await connected(bus, clock)
        assert bus.figures.reconnects == 1


async def test_missing_redis_only_delays_notifications(own_redis, prefix, ledger, caplog):
    own_redis.kill()
    clock = ManualClock()
    with caplog.at_level(logging.WARNING):
        async with (
            running_redis_bus(own_redis.url, ledger, prefix=prefix, clock=clock) as bus,
            reading_log(bus, ledger) as reader,
        ):
            ledger.stored[TABLE] = 2
            while reader.seen[-1] < 2:
                clock.advance(NO_POLLING.poll)
                await asyncio.sleep(0)
            await bus.publish(TABLE, 2)
    assert not bus.figures.connected
    assert len([record for record in caplog.records if record.name == "pasch.storage"]) == 1
