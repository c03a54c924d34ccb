"""Chat: which callers may read and write in each room."""

import asyncio
from contextlib import aclosing, contextmanager
from datetime import timedelta

import pytest

from pasch.rules.errors import InvalidInput
from pasch.service.chat.chat import Chat, ChatSettings, Say
from pasch.service.chat.store import Room, clean_line
from pasch.service.errors import NotSeated, RoomClosed, UnknownLine, UnknownPerson, UnknownTable
from pasch.service.ids import Handle
from pasch.service.requests import Abort, JoinTable
from pasch.service.topics import chat_topic
from pasch.storage.chat import SqlChat
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness, person, store_people

pytestmark = pytest.mark.anyio

NOBODY = person("D123", shown="")
LOBBY, PLAYERS, WATCHERS = Room.LOBBY, Room.PLAYERS, Room.WATCHERS


class ChatHarness(Harness):
    """The hall with its chat."""

    def __init__(self):
        super().__init__()
        self.kept = SqlChat(self.store.database)
        self.chat = Chat(self.kept, self.tables, self.bus, self.clock, ChatSettings(page=3))

    async def say(self, caller, text, table=None, room=None, to=None):
        room = room or (LOBBY if table is None else PLAYERS)
        return await self.chat.say(caller, table, Say(room, text, to), "en")

    async def heard(self, caller, table=None, room=None, before=None):
        talk = await self.chat.lines(caller, table, "en", room=room, before=before)
        return [line["text"] for line in talk["lines"]]

    async def rooms(self, caller, table=None):
        talk = await self.chat.lines(caller, table, "en", before=None)
        return {room["room"]: room["write"] for room in talk["rooms"]}

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
async def talk():
    talk = ChatHarness()
    await store_people(talk.store.database, ANNA, BERND, CLARA, NOBODY)
    return talk


async def test_lobby_is_public_and_every_session_may_write(talk):
    line = await talk.say(ANNA, "Who plays?")
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
    assert await talk.heard(None) == await talk.heard(BERND) == ["Who plays?"]
    assert (await talk.rooms(None), await talk.rooms(ANNA)) == ({"lobby": False}, {"lobby": True})
    assert (await talk.say(NOBODY, "Me"))["name"] == "Guest d123"


async def test_lines_are_split_into_pages(talk):
    for number in range(1, 6):
        await talk.say(ANNA, str(number))
    latest = await talk.chat.lines(None, None, "en", before=None)
    assert ([line["text"] for line in latest["lines"]], latest["more"]) == (["3", "4", "5"], True)
    older = await talk.chat.lines(None, None, "en", before=3)
    assert ([line["text"] for line in older["lines"]], older["more"]) == (["1", "2"], False)


async def test_public_table_separates_rooms_of_players_and_watchers(talk):
    table = await talk.pair(visibility=PUBLIC)
    await talk.say(ANNA, "Good luck", table)
    await talk.say(CLARA, "He should take the chance", table, WATCHERS)
    assert await talk.rooms(ANNA, table) == {"players": True}
    assert await talk.rooms(CLARA, table) == {"players": False, "watchers": True}
    assert await talk.rooms(None, table) == {"players": False, "watchers": False}
    assert await talk.heard(BERND, table) == ["Good luck"]
    assert await talk.heard(CLARA, table) == await talk.heard(None, table) == ["Good luck", "He should take the chance"]
    assert await talk.heard(CLARA, table, WATCHERS) == ["He should take the chance"]
    with talk.refused(NotSeated):
        await talk.say(CLARA, "Psst, Anna", table)
    with talk.refused(RoomClosed):
        await talk.say(ANNA, "Hello, watchers", table, WATCHERS)
    with talk.refused(RoomClosed):
        await talk.heard(ANNA, table, WATCHERS)
    with talk.refused(RoomClosed):
        await talk.say(ANNA, "lost", table, LOBBY)


async def test_private_table_chat_is_for_players_only(talk):
    table = await talk.pair()
    await talk.say(ANNA, "secret", table)
    with talk.refused(UnknownTable):
        await talk.heard(CLARA, table)
    with talk.refused(UnknownTable):
        await talk.say(CLARA, "hello", table, WATCHERS)


async def test_invited_person_without_seat_reads_no_player_lines(talk):
    table = await talk.open(ANNA, "human", "human", start=False)
    await talk.say(ANNA, "I wait", table)  # the opener, who has no seat yet
    assert await talk.rooms(BERND, table) == {"watchers": True}
    assert await talk.heard(BERND, table) == []


async def test_players_read_the_watchers_room_after_the_match(talk):
    table = await talk.pair(visibility=PUBLIC)
    await talk.say(CLARA, "I knew it", table, WATCHERS)
    await talk.tables.leave(BERND, table)
    await talk.tables.leave(ANNA, table)
    assert (await talk.snapshot(ANNA, table))["status"] == "aborted"
    assert await talk.heard(BERND, table) == ["I knew it"]


async def again(talk, **wish):
    """An aborted match in which Anna and Bernd wrote lines, and the table of Anna's rematch."""
    table = await talk.pair(**wish)
    await talk.say(ANNA, "good luck", table)
    await talk.do(ANNA, table, Abort())
    await talk.say(BERND, "well played", table)
    return table, await talk.tables.rematch(ANNA, table)


async def test_rematch_chat_continues_the_previous_chat(talk):
    table, new = await again(talk)
    await talk.say(ANNA, "again", new)
    talked = await talk.chat.lines(ANNA, new, "en", before=None)
    lines = [(line["name"], line["text"], line["earlier"]) for line in talked["lines"]]
    assert lines == [("Anna", "good luck", True), ("Bernd", "well played", True), ("Anna", "again", False)]
    there = await talk.chat.lines(BERND, table, "en", before=None)
    assert [line["earlier"] for line in there["lines"]] == [False, False]
    await talk.say(ANNA, "a fourth", new)
    latest = await talk.chat.lines(ANNA, new, "en", before=None)
    assert ([line["text"] for line in latest["lines"]], latest["more"]) == (["well played", "again", "a fourth"], True)
    assert await talk.heard(ANNA, new, before=latest["lines"][0]["id"]) == ["good luck"]


async def test_rematch_hides_the_previous_chat_from_new_player(talk):
    table, new = await again(talk)
    await talk.tables.leave(BERND, new)
    await talk.tables.join(CLARA, new, JoinTable("Clara"))
    await talk.say(ANNA, "welcome", new)
    assert (await talk.heard(CLARA, new), await talk.heard(ANNA, new, PLAYERS)) == (
        ["welcome"],
        ["good luck", "well played", "welcome"],
    )
    await talk.store.database.run("DELETE FROM tables WHERE id = ?", (table,))
    assert await talk.heard(ANNA, new) == ["welcome"]


async def test_rematch_watchers_read_the_previous_public_chat(talk):
    table, new = await again(talk, visibility=PUBLIC)
    await talk.say(CLARA, "what luck", table, WATCHERS)
    assert await talk.heard(CLARA, new) == ["good luck", "well played", "what luck"]
    assert await talk.heard(None, new, WATCHERS) == ["what luck"]


async def test_removed_line_disappears_from_the_rematch_chat(talk):
    table, new = await again(talk)
    [old] = [line for line in await talk.kept.said_by(BERND.id) if line.table == table]
    await talk.chat.report(ANNA, old.id, "rude")
    here, there = await talk.chat.follow_with_earlier(ANNA, new, "en")
    async with aclosing(here), aclosing(there):
        assert await anext(there) == []
        removed = await talk.kept.remove(old.id, talk.clock.now())
        await talk.bus.publish(chat_topic(table), removed.change)
        [line] = await asyncio.wait_for(anext(there), 20)
    assert (line["id"], line["removed"], line["text"], line["earlier"]) == (old.id, True, "", True)
    assert await talk.heard(ANNA, new) == ["good luck", ""]


async def test_table_chat_uses_seat_names(talk):
    table = await talk.open(ANNA, "Mum", "human", visibility=PUBLIC)
    await talk.tables.join(BERND, table, JoinTable("Uncle"))
    await talk.say(ANNA, "hello", table)
    line = await talk.say(BERND, "hi", table, to=Handle("anna"))
    assert (line["name"], line["seat"], line["to"]) == ("Uncle", 2, {"person": "anna", "name": "Mum"})
    assert (await talk.say(BERND, "in the lobby"))["name"] == "Bernd"
    await talk.tables.leave(BERND, table)
    talked = await talk.chat.lines(ANNA, table, "en", before=None)
    assert [line["name"] for line in talked["lines"]] == ["Mum", "Bernd"]


async def test_whisper_reaches_only_sender_and_recipient(talk):
    await talk.say(ANNA, "psst", to=Handle("bernd"))
    assert await talk.heard(ANNA) == await talk.heard(BERND) == ["psst"]
    assert await talk.heard(CLARA) == await talk.heard(None) == []
    with talk.refused(UnknownPerson):
        await talk.say(ANNA, "psst", to=Handle("nobody"))
    with talk.refused(InvalidInput):
        await talk.say(ANNA, "psst", to=Handle("anna"))
    table = await talk.pair()
    with talk.refused(UnknownPerson):
        await talk.say(ANNA, "psst", table, to=Handle("clara"))


async def test_muting_hides_the_lines_of_a_person(talk):
    await talk.say(BERND, "noise")
    await talk.chat.mute(ANNA, Handle("bernd"))
    assert await talk.heard(ANNA) == []
    assert await talk.chat.muted(ANNA, "en") == [{"person": "bernd", "name": "Bernd"}]
    with talk.refused(InvalidInput):
        await talk.chat.mute(ANNA, Handle("anna"))
    with talk.refused(UnknownPerson):
        await talk.chat.mute(ANNA, Handle("nobody"))
    await talk.chat.unmute(ANNA, Handle("bernd"))
    assert await talk.heard(ANNA) == ["noise"]


async def test_only_readable_lines_can_be_reported(talk):
    bad = await talk.say(BERND, "bad")
    await talk.chat.report(CLARA, bad["id"], " rude ")
    [reported] = await talk.kept.reports()
    assert reported.reasons == ("rude",)
    secret = await talk.say(ANNA, "secret", await talk.pair())
    whispered = await talk.say(ANNA, "psst", to=Handle("bernd"))
    for number in (secret["id"], whispered["id"], 99):
        with talk.refused(UnknownLine):
            await talk.chat.report(CLARA, number, "")
    await talk.kept.remove(bad["id"], talk.clock.now())
    with talk.refused(UnknownLine):
        await talk.chat.report(CLARA, bad["id"], "")


async def following(talk, caller, table=None):
    """A subscription that already listens, and its next batch."""
    follow = talk.chat.follow(caller, table, "en")
    assert await anext(follow) == []
    return follow, asyncio.ensure_future(anext(follow))


async def test_subscriber_receives_only_visible_lines(talk):
    await talk.say(ANNA, "before")
    await talk.chat.mute(CLARA, Handle("bernd"))
    follow, coming = await following(talk, CLARA)
    async with aclosing(follow):
        await talk.say(BERND, "noise")
        await talk.say(ANNA, "psst", to=Handle("bernd"))
        await talk.say(ANNA, "hello")
        assert [line["text"] for line in await asyncio.wait_for(coming, 20)] == ["hello"]


async def test_subscriber_receives_removal_by_another_process(talk):
    line = await talk.say(BERND, "bad")
    async with talk.chat.listening():
        follow, coming = await following(talk, ANNA)
        async with aclosing(follow):
            await talk.kept.remove(line["id"], talk.clock.now())
            await talk.clock.wait_for_sleeper()
            talk.clock.advance(3)
            [removed] = await asyncio.wait_for(coming, 20)
            assert (removed["id"], removed["removed"], removed["text"]) == (line["id"], True, "")


async def test_leaving_a_private_table_ends_the_subscription(talk):
    table = await talk.pair()
    follow, coming = await following(talk, BERND, table)
    await talk.tables.leave(BERND, table)
    await talk.say(ANNA, "among us", table)
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(coming, 20)
    await follow.aclose()


async def test_export_contains_own_lines_and_mutes(talk):
    await talk.say(ANNA, "mine")
    talk.clock.time += timedelta(seconds=1)
    await talk.say(BERND, "yours")
    await talk.chat.mute(ANNA, Handle("bernd"))
    exported = await talk.chat.export(ANNA.id)
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
