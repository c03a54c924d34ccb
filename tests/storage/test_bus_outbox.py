"""The outbox to other processes: the highest number of each topic, in bounded memory."""

import asyncio

import pytest

from pasch.storage.bus import redis as redis_bus
from pasch.storage.bus.redis import Message, Outbox

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def box():
    return Outbox("me", capacity=3)


async def test_message_has_highest_numbers_and_time_of_oldest_entry(box):
    for at, (topic, seq) in enumerate((("a", 5), ("b", 1), ("a", 4), ("b", 2)), start=7):
        box.put(topic, seq, at)
    assert await box.taken() == Message("me", 7, {"a": 5, "b": 2})
    assert box.empty
    box.put("a", 1, 20.0)
    assert await box.taken() == Message("me", 20.0, {"a": 1})


async def test_unsent_message_merges_with_newer_entries(box):
    box.put("a", 5, 1.0)
    box.put("b", 5, 2.0)
    message = await box.taken()
    box.put("a", 6, 3.0)
    box.put_back(message)
    assert await box.taken() == Message("me", 1.0, {"a": 6, "b": 5})


async def test_overflow_sets_lost_flag_until_it_is_sent(box):
    for number in range(100):
        box.put(str(number), 1, 1.0)
        assert len(box._news) <= 3
    message = await box.taken()
    assert message.lost
    box.put_back(message)
    assert (await box.taken()).lost
    box.put("a", 1, 1.0)
    assert not (await box.taken()).lost


async def test_call_produces_a_message_from_empty_outbox(box):
    waiting = asyncio.ensure_future(box.taken())
    await asyncio.sleep(0)
    assert not waiting.done()
    box.call(4.0)
    assert await waiting == Message("me", 4.0, {})
    assert box.empty


async def test_large_outbox_is_split_into_batches(monkeypatch):
    monkeypatch.setattr(redis_bus, "BATCH", 2)
    box = Outbox("me", capacity=10)
    for topic in "abcde":
        box.put(topic, 1, 1.0)
    taken = []
    while not box.empty:
        taken.append(list((await box.taken()).news))
    assert taken == [["a", "b"], ["c", "d"], ["e"]]
