"""Chat: which callers may read and write in each room."""

import asyncio
from contextlib import aclosing, contextmanager
from datetime import timedelta

import pytest

from pasch.rules.errors import InvalidInput
from pasch.service.bus import chat_topic
from pasch.service.chat.chat import Chat, ChatSettings, Say
from pasch.service.chat.store import Room, clean_line
from pasch.service.errors import NotSeated, RoomClosed, UnknownLine, UnknownPerson, UnknownTable
from pasch.service.ids import Handle
from pasch.service.requests import Abort, JoinTable
from pasch.storage.chat import SqlChat
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness, person, store_people

pytestmark = pytest.mark.anyio

GUEST = person("D123", shown="")
LOBBY, PLAYERS, WATCHERS = Room.LOBBY, Room.PLAYERS, Room.WATCHERS


class ChatHarness(Harness):
    """The harness with its chat."""

    def __init__(self):
        super().__init__()
        self.kept = SqlChat(self.store.database)
        self.chat = Chat(self.kept, self.tables, self.bus, self.clock, ChatSettings(page=3))

    async def say(self, caller, text, table=None, room=None, to=None):
        room = room or (LOBBY if table is None else PLAYERS)
        return await self.chat.say(caller, table, Say(room, text, to), "en")

    async def heard(self, caller, table=None, room=None, before=None):
        harness = await self.chat.lines(caller, table, "en", room=room, before=before)
        return [line["text"] for line in harness["lines"]]

    async def rooms(self, caller, table=None):
        harness = await self.chat.lines(caller, table, "en", before=None)
        return {room["room"]: room["write"] for room in harness["rooms"]}

    async def pair(self, **wish):
        """A table where Anna and Bernd play."""
        table = await self.open(ANNA, "Anna", "human", **wish)
        await self.tables.join(BERND, table, JoinTable("Bernd"))
        return table

    @contextmanager
    def refused(self, error):
        with pytest.raises(error):
            yield


@pytest.fixture
async def harness():
    harness = ChatHarness()
    await store_people(harness.store.database, ANNA, BERND, CLARA, GUEST)
    return harness


async def test_lobby_is_public_and_every_session_may_write(harness):
    line = await harness.say(ANNA, "Who plays?")
    assert line == {
        "id": 1,
        "room": "lobby",
        "at": "2026-11-21T18:00:00.000Z",
        "person": "anna",
        "name": "Anna",
        "seat": None,
        "mine": True,
        "to": None,
        "text": "Who plays?",
        "removed": False,
        "earlier": False,
    }
    assert await harness.heard(None) == await harness.heard(BERND) == ["Who plays?"]
    assert (await harness.rooms(None), await harness.rooms(ANNA)) == ({"lobby": False}, {"lobby": True})
    assert (await harness.say(GUEST, "Me"))["name"] == "Guest d123"


async def test_lines_are_split_into_pages(harness):
    for number in range(1, 6):
        await harness.say(ANNA, str(number))
    latest = await harness.chat.lines(None, None, "en", before=None)
    assert ([line["text"] for line in latest["lines"]], latest["more"]) == (["3", "4", "5"], True)
    older = await harness.chat.lines(None, None, "en", before=3)
    assert ([line["text"] for line in older["lines"]], older["more"]) == (["1", "2"], False)


async def test_public_table_separates_rooms_of_players_and_watchers(harness):
    table = await harness.pair(visibility=PUBLIC)
    await harness.say(ANNA, "Good luck", table)
    await harness.say(CLARA, "He should take the chance", table, WATCHERS)
    assert await harness.rooms(ANNA, table) == {"players": True}
    assert await harness.rooms(CLARA, table) == {"players": False, "watchers": True}
    assert await harness.rooms(None, table) == {"players": False, "watchers": False}
    assert await harness.heard(BERND, table) == ["Good luck"]
    assert (
        await harness.heard(CLARA, table)
        == await harness.heard(None, table)
        == ["Good luck", "He should take the chance"]
    )
    assert await harness.heard(CLARA, table, WATCHERS) == ["He should take the chance"]
    with harness.refused(NotSeated):
        await harness.say(CLARA, "Psst, Anna", table)
    with harness.refused(RoomClosed):
        await harness.say(ANNA, "Hello, watchers", table, WATCHERS)
    with harness.refused(RoomClosed):
        await harness.heard(ANNA, table, WATCHERS)
    with harness.refused(RoomClosed):
        await harness.say(ANNA, "lost", table, LOBBY)


async def test_private_table_chat_is_for_players_only(harness):
    table = await harness.pair()
    await harness.say(ANNA, "secret", table)
    with harness.refused(UnknownTable):
        await harness.heard(CLARA, table)
    with harness.refused(UnknownTable):
        await harness.say(CLARA, "hello", table, WATCHERS)


async def test_invited_person_without_seat_reads_no_player_lines(harness):
    table = await harness.open(ANNA, "human", "human", start=False)
    await harness.say(ANNA, "I wait", table)  # the opener, who has no seat yet
    assert await harness.rooms(BERND, table) == {"watchers": True}
    assert await harness.heard(BERND, table) == []


async def test_players_read_the_watchers_room_after_the_match(harness):
    table = await harness.pair(visibility=PUBLIC)
    await harness.say(CLARA, "I knew it", table, WATCHERS)
    await harness.tables.leave(BERND, table)
    await harness.tables.leave(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["status"] == "aborted"
    assert await harness.heard(BERND, table) == ["I knew it"]


async def again(harness, **wish):
    """An aborted match in which Anna and Bernd wrote lines, and the table of Anna's rematch."""
    table = await harness.pair(**wish)
    await harness.say(ANNA, "good luck", table)
    await harness.do(ANNA, table, Abort())
    await harness.say(BERND, "well played", table)
    return table, await harness.tables.rematch(ANNA, table)


async def test_rematch_chat_continues_the_previous_chat(harness):
    table, new = await again(harness)
    await harness.say(ANNA, "again", new)
    talked = await harness.chat.lines(ANNA, new, "en", before=None)
    lines = [(line["name"], line["text"], line["earlier"]) for line in talked["lines"]]
    assert lines == [("Anna", "good luck", True), ("Bernd", "well played", True), ("Anna", "again", False)]
    there = await harness.chat.lines(BERND, table, "en", before=None)
    assert [line["earlier"] for line in there["lines"]] == [False, False]
    await harness.say(ANNA, "a fourth", new)
    latest = await harness.chat.lines(ANNA, new, "en", before=None)
    assert ([line["text"] for line in latest["lines"]], latest["more"]) == (["well played", "again", "a fourth"], True)
    assert await harness.heard(ANNA, new, before=latest["lines"][0]["id"]) == ["good luck"]


async def test_rematch_hides_the_previous_chat_from_new_player(harness):
    table, new = await again(harness)
    await harness.tables.leave(BERND, new)
    await harness.tables.join(CLARA, new, JoinTable("Clara"))
    await harness.say(ANNA, "welcome", new)
    assert (await harness.heard(CLARA, new), await harness.heard(ANNA, new, PLAYERS)) == (
        ["welcome"],
        ["good luck", "well played", "welcome"],
    )
    await harness.store.database.run("DELETE FROM tables WHERE id = ?", (table,))
    assert await harness.heard(ANNA, new) == ["welcome"]


async def test_rematch_watchers_read_the_previous_public_chat(harness):
    table, new = await again(harness, visibility=PUBLIC)
    await harness.say(CLARA, "what luck", table, WATCHERS)
    assert await harness.heard(CLARA, new) == ["good luck", "well played", "what luck"]
    assert await harness.heard(None, new, WATCHERS) == ["what luck"]


async def test_removed_line_disappears_from_the_rematch_chat(harness):
    table, new = await again(harness)
    [old] = [line for line in await harness.kept.written_by(BERND.id) if line.table == table]
    await harness.chat.report(ANNA, old.id, "rude")
    here, there = await harness.chat.follow_with_earlier(ANNA, new, "en")
    async with aclosing(here), aclosing(there):
        assert await anext(there) == []
        removed = await harness.kept.remove(old.id, harness.clock.now())
        await harness.bus.publish(chat_topic(table), removed.change)
        [line] = await asyncio.wait_for(anext(there), 20)
    assert (line["id"], line["removed"], line["text"], line["earlier"]) == (old.id, True, "", True)
    assert await harness.heard(ANNA, new) == ["good luck", ""]


async def test_table_chat_uses_seat_names(harness):
    table = await harness.open(ANNA, "Mum", "human", visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable("Uncle"))
    await harness.say(ANNA, "hello", table)
    line = await harness.say(BERND, "hi", table, to=Handle("anna"))
    assert (line["name"], line["seat"], line["to"]) == ("Uncle", 2, {"person": "anna", "name": "Mum"})
    assert (await harness.say(BERND, "in the lobby"))["name"] == "Bernd"
    await harness.tables.leave(BERND, table)
    talked = await harness.chat.lines(ANNA, table, "en", before=None)
    assert [line["name"] for line in talked["lines"]] == ["Mum", "Bernd"]


async def test_whisper_reaches_only_sender_and_recipient(harness):
    await harness.say(ANNA, "psst", to=Handle("bernd"))
    assert await harness.heard(ANNA) == await harness.heard(BERND) == ["psst"]
    assert await harness.heard(CLARA) == await harness.heard(None) == []
    with harness.refused(UnknownPerson):
        await harness.say(ANNA, "psst", to=Handle("nobody"))
    with harness.refused(InvalidInput):
        await harness.say(ANNA, "psst", to=Handle("anna"))
    table = await harness.pair()
    with harness.refused(UnknownPerson):
        await harness.say(ANNA, "psst", table, to=Handle("clara"))


async def test_muting_hides_the_lines_of_a_person(harness):
    await harness.say(BERND, "noise")
    await harness.chat.mute(ANNA, Handle("bernd"))
    assert await harness.heard(ANNA) == []
    assert await harness.chat.muted(ANNA, "en") == [{"person": "bernd", "name": "Bernd"}]
    with harness.refused(InvalidInput):
        await harness.chat.mute(ANNA, Handle("anna"))
    with harness.refused(UnknownPerson):
        await harness.chat.mute(ANNA, Handle("nobody"))
    await harness.chat.unmute(ANNA, Handle("bernd"))
    assert await harness.heard(ANNA) == ["noise"]


async def test_only_readable_lines_can_be_reported(harness):
    bad = await harness.say(BERND, "bad")
    await harness.chat.report(CLARA, bad["id"], " rude ")
    [reported] = await harness.kept.reports()
    assert reported.reasons == ("rude",)
    secret = await harness.say(ANNA, "secret", await harness.pair())
    whispered = await harness.say(ANNA, "psst", to=Handle("bernd"))
    for number in (secret["id"], whispered["id"], 99):
        with harness.refused(UnknownLine):
            await harness.chat.report(CLARA, number, "")
    await harness.kept.remove(bad["id"], harness.clock.now())
    with harness.refused(UnknownLine):
        await harness.chat.report(CLARA, bad["id"], "")


async def following(harness, caller, table=None):
    """A subscription that already listens, and its next batch."""
    follow = harness.chat.follow(caller, table, "en")
    assert await anext(follow) == []
    return follow, asyncio.ensure_future(anext(follow))


async def test_subscriber_receives_only_visible_lines(harness):
    await harness.say(ANNA, "before")
    await harness.chat.mute(CLARA, Handle("bernd"))
    follow, coming = await following(harness, CLARA)
    async with aclosing(follow):
        await harness.say(BERND, "noise")
        await harness.say(ANNA, "psst", to=Handle("bernd"))
        await harness.say(ANNA, "hello")
        assert [line["text"] for line in await asyncio.wait_for(coming, 20)] == ["hello"]


async def test_subscriber_receives_removal_by_another_process(harness):
    line = await harness.say(BERND, "bad")
    async with harness.chat.listening():
        follow, coming = await following(harness, ANNA)
        async with aclosing(follow):
            await harness.kept.remove(line["id"], harness.clock.now())
            await harness.clock.wait_for_sleeper()
            harness.clock.advance(3)
            [removed] = await asyncio.wait_for(coming, 20)
            assert (removed["id"], removed["removed"], removed["text"]) == (line["id"], True, "")


async def test_leaving_a_private_table_ends_the_subscription(harness):
    table = await harness.pair()
    follow, coming = await following(harness, BERND, table)
    await harness.tables.leave(BERND, table)
    await harness.say(ANNA, "among us", table)
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(coming, 20)
    await follow.aclose()


async def test_export_contains_own_lines_and_mutes(harness):
    await harness.say(ANNA, "mine")
    harness.clock.time += timedelta(seconds=1)
    await harness.say(BERND, "yours")
    await harness.chat.mute(ANNA, Handle("bernd"))
    exported = await harness.chat.export(ANNA.id)
    assert ([line["text"] for line in exported["lines"]], exported["muted"]) == (["mine"], ["bernd"])


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (" hi ", "hi"),
        ('<b>1 < 2</b> & "x"', '<b>1 < 2</b> & "x"'),
        ("e\u0301", "\u00e9"),
        ("non\u00a0breaking", "non breaking"),
        ("x" * 200, "x" * 200),
        ("👩\u200d🚒 \U0001fae8", "👩\u200d🚒 \U0001fae8"),
        ("مرحبا", "مرحبا"),
    ],
)
def test_line_cleaning_preserves_visible_text(text, clean):
    assert clean_line(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "x" * 201, "x" * 1_000_000, "two\nlines", "\x00", "\x1b[31m", "abc\u202edcb", "\u2066x"),
        *("\u200b", "a\u200db", "\ufeff", "\u3164", "\ud800", "\ue000", "\u2028"),
    ],
)
def test_empty_long_or_deceptive_text_is_refused(text):
    with pytest.raises(InvalidInput):
        clean_line(text)
