"""The crowd knows which clients get no more messages, and which are not affected."""

import asyncio

import pytest

from tests.support import history_crowd
from tests.support.history_crowd import Crowd, Habit, Person, Player

pytestmark = pytest.mark.anyio


@pytest.fixture
def crowd():
    """Two people at a table where only one received event 5."""
    crowd = Crowd([])
    crowd.habits["t"] = Habit(seq=5)
    players = (("Anna", 5), ("Bernd", 4))
    crowd.players["t"] = [Player(Person(crowd, "", name), "t", name, last) for name, last in players]
    return crowd


async def test_timeout_error_names_player_without_latest_event(crowd, monkeypatch):
    monkeypatch.setattr(history_crowd, "DELIVERY_TIMEOUT", 0)
    with pytest.raises(TimeoutError, match=r"^Bernd at t was told 4 of 5$"):
        await crowd.until_received()


async def test_crowd_waits_for_missing_events(crowd):
    waiting = asyncio.ensure_future(crowd.until_received())
    await asyncio.sleep(0)
    crowd.note_event("t", {"seq": 6, "type": "bot_step", "seat": 1})  # later events are not awaited
    assert not waiting.done()
    crowd.players["t"][1].last = 5
    crowd.note_event("t", {"seq": 5, "type": "bot_step", "seat": 1})
    await waiting


async def test_crowd_does_not_wait_for_departed_player(crowd):
    crowd.players["t"][1].gone = True
    await crowd.until_received()
