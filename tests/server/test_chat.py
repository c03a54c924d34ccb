"""Chat and lobby over HTTP and WebSocket."""

import asyncio

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.service.bus import chat_topic
from pasch.service.views.schema.people import ChatLine, ChatLines, MutedPeople
from pasch.service.views.schema.socket import LobbyMessage, ServerMessage
from tests.server.world import valid, world_on
from tests.support.protocol import Socket, connect

pytestmark = pytest.mark.anyio


async def say(person, text, path="/chat", **more):
    answer = await person.ask("POST", path, {"text": text, **more})
    assert answer.status_code == 201, answer.text
    return valid(ChatLine, answer.json())


async def texts(person, path="/chat", **query):
    return [line["text"] for line in (await person.get(path, params=query))["lines"]]


async def refused(person, method, path, body=None, **options):
    answer = await person.ask(method, path, body, **options)
    return answer.status_code, answer.json()["code"]


async def pair(anna, bernd, **wish):
    table = (await anna.open("Anna", "human", **wish))["id"]
    assert (await bernd.ask("POST", f"/tables/{table}/seats", {"name": "Bernd"})).status_code == 201
    return table


async def test_all_callers_read_the_lobby_chat(world, anna):
    stranger = await world.person(session=False)
    line = await say(anna, " <b>Who</b> plays? ")
    assert (line["text"], line["room"], line["mine"]) == ("<b>Who</b> plays?", "lobby", True)
    talk = await stranger.get("/chat")
    valid(ChatLines, talk)
    assert [(each["text"], each["mine"]) for each in talk["lines"]] == [("<b>Who</b> plays?", False)]
    assert talk["rooms"] == [{"room": "lobby", "write": False}]
    assert await refused(stranger, "POST", "/chat", {"text": "hi"}) == (401, "unauthenticated")
    assert await texts(stranger, before=line["id"]) == []


@pytest.mark.parametrize("text", ["", " ", "x" * 201, "two\nlines", "abc\u202edcb", "a\x00b", 7, None, "x" * 60_000])
async def test_chat_accepts_only_one_line_of_plain_text(anna, text):
    assert await refused(anna, "POST", "/chat", {"text": text}) == (422, "invalid_input")
    assert await texts(anna) == []


async def test_chat_refuses_a_megabyte_as_too_large(anna):
    assert await refused(anna, "POST", "/chat", {"text": "x" * 1_000_000}) == (413, "too_large")


async def test_other_sites_cannot_send_chat_messages(world, anna):
    anna.http.cookies.set("pasch_session", anna.token)
    anna.token = None
    headers = {"Origin": "https://elsewhere.example"}
    assert await refused(anna, "POST", "/chat", {"text": "spam"}, headers=headers) == (403, "wrong_origin")


async def test_table_rooms_limit_readers_and_writers(world, anna):
    bernd, clara, stranger = [await world.person() for _ in "ab"] + [await world.person(session=False)]
    table = await pair(anna, bernd, visibility="public")
    path = f"/tables/{table}/chat"
    await say(anna, "Good luck", path)
    await say(clara, "Take the chance", path, room="watchers")
    assert await texts(bernd, path) == ["Good luck"]
    assert await texts(stranger, path) == ["Good luck", "Take the chance"]
    assert await texts(stranger, path, room="players") == ["Good luck"]
    assert await refused(clara, "POST", path, {"text": "psst"}) == (403, "not_seated")
    assert await refused(anna, "POST", path, {"text": "psst", "room": "watchers"}) == (403, "room_closed")
    assert await refused(anna, "GET", f"{path}?room=watchers") == (403, "room_closed")
    assert await refused(anna, "POST", path, {"text": "psst", "room": "lobby"}) == (422, "invalid_input")


async def test_private_table_chat_is_hidden_from_strangers(world, anna):
    bernd, clara, stranger = [await world.person() for _ in "ab"] + [await world.person(session=False)]
    path = f"/tables/{await pair(anna, bernd)}/chat"
    line = await say(anna, "secret", path)
    for method, body in (("GET", None), ("POST", {"text": "hi", "room": "watchers"})):
        assert await refused(clara, method, path, body) == (404, "unknown_table")
        assert await refused(clara, method, "/tables/nothing/chat", body) == (404, "unknown_table")
        assert await refused(stranger, method, path, body) == (401, "unauthenticated")
    assert await refused(clara, "POST", f"/chat/{line['id']}/report", {}) == (404, "unknown_line")


async def test_direct_message_reaches_only_its_recipient(world, anna):
    bernd, clara = [await world.person() for _ in "ab"]
    handle = (await say(bernd, "I am here"))["person"]
    line = await say(anna, "psst", to=handle)
    assert line["to"]["person"] == handle
    assert (await texts(bernd), await texts(clara)) == (["I am here", "psst"], ["I am here"])
    assert await refused(anna, "POST", "/chat", {"text": "psst", "to": "nobody"}) == (404, "unknown_person")


async def test_muted_person_is_silent_until_unmuted(world, anna):
    bernd = await world.person()
    handle = (await say(bernd, "noise"))["person"]
    assert (await anna.ask("PUT", f"/people/{handle}/mute")).status_code == 204
    assert await texts(anna) == []
    muted = await anna.get("/mutes")
    valid(MutedPeople, muted)
    assert [each["person"] for each in muted["people"]] == [handle]
    assert (await anna.ask("DELETE", f"/people/{handle}/mute")).status_code == 204
    assert await texts(anna) == ["noise"]
    assert await refused(anna, "PUT", "/people/nobody/mute") == (404, "unknown_person")
    assert await refused(bernd, "PUT", f"/people/{handle}/mute") == (422, "invalid_input")


async def test_repeated_report_is_stored_once(world, anna):
    line = await say(await world.person(), "bad")
    assert (await anna.ask("POST", f"/chat/{line['id']}/report", {"reason": "rude"})).status_code == 204
    assert (await anna.ask("POST", f"/chat/{line['id']}/report")).status_code == 204
    [reported] = await world.app.state.context.chat._store.reports()
    assert (reported.line.text, reported.times) == ("bad", 1)


async def test_chat_and_reports_are_rate_limited(database):
    settings = ServerSettings(chat=Rate(burst=2, per_second=0.01), reports=Rate(burst=1, per_second=0.01))
    async with world_on(database, settings) as world:
        anna = await world.person()
        for text in "ab":
            line = await say(anna, text)
        answer = await anna.ask("POST", "/chat", {"text": "c"})
        assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
        assert int(answer.headers["retry-after"]) > 50
        assert (await anna.ask("POST", f"/chat/{line['id']}/report", {})).status_code == 204
        assert await refused(anna, "POST", f"/chat/{line['id']}/report", {}) == (429, "rate_limited")


async def test_table_socket_sends_chat_of_the_readers_rooms(world, anna):
    bernd, clara = [await world.person() for _ in "ab"]
    table = await pair(anna, bernd, visibility="public")
    near, far = Socket(), Socket()
    lines = [connect(world, anna, table, near), connect(world, clara, table, far)]
    for socket in (near, far):
        await socket.until("snapshot", 1)
    await say(clara, "among watchers", f"/tables/{table}/chat", room="watchers")
    await say(bernd, "hello", f"/tables/{table}/chat")
    [heard] = await near.until("chat", 1)
    valid(ServerMessage, heard)
    assert (heard["line"]["text"], heard["line"]["name"]) == ("hello", "Bernd")
    assert [each["line"]["text"] for each in await far.until("chat", 2)] == ["among watchers", "hello"]
    for socket in (near, far):
        socket.disconnect()
    await asyncio.gather(*lines)


async def test_rematch_shows_earlier_chat_and_its_removals(world, anna):
    bernd, clara = [await world.person() for _ in "ab"]
    table = await pair(anna, bernd)
    bad = await say(bernd, "bad", f"/tables/{table}/chat")
    await anna.do(table, "abort")
    again = (await anna.ask("POST", f"/tables/{table}/rematch")).json()["id"]
    await say(anna, "again?", f"/tables/{again}/chat")
    talk = await anna.get(f"/tables/{again}/chat")
    valid(ChatLines, talk)
    assert [(line["text"], line["earlier"]) for line in talk["lines"]] == [("bad", True), ("again?", False)]
    near = Socket()
    line = connect(world, anna, again, near)
    await near.until("snapshot", 1)
    chat = world.app.state.context.chat
    removed = await chat._store.remove(bad["id"], chat._clock.now())
    await chat._bus.publish(chat_topic(table), removed.change)
    [heard] = await near.until("chat", 1)
    valid(ServerMessage, heard)
    assert (heard["line"]["id"], heard["line"]["removed"], heard["line"]["earlier"]) == (bad["id"], True, True)
    near.disconnect()
    await line
    await bernd.ask("POST", f"/tables/{again}/leave")
    await clara.ask("POST", f"/tables/{again}/seats", {"name": "Clara"})
    assert await texts(clara, f"/tables/{again}/chat") == ["again?"]


async def test_lobby_socket_sends_tables_and_chat(world, anna):
    far = Socket()
    line = connect(world, await world.person(session=False), "", far, path="/api/v1/lobby/ws")
    assert (await far.until("lobby", 1))[0]["tables"] == []
    table = (await anna.open("Anna", "human", visibility="public"))["id"]
    later = (await far.until("lobby", 2))[-1]
    valid(LobbyMessage, later)
    assert [each["id"] for each in later["tables"]] == [table]
    await say(anna, "Who plays?")
    [said] = await far.until("chat", 1)
    valid(LobbyMessage, said)
    assert said["line"]["text"] == "Who plays?"
    far.outgoing.put_nowait({"type": "websocket.receive", "text": "what ever"})
    far.disconnect()
    await line


async def test_lobby_socket_closes_at_server_shutdown(world):
    far = Socket()
    line = connect(world, await world.person(), "", far, path="/api/v1/lobby/ws")
    await far.until("lobby", 1)
    world.app.state.context.closing.begin()
    await line
    assert far.code == 1001


async def test_other_sites_cannot_open_the_lobby_socket(world, anna):
    far = Socket()
    await connect(world, anna, "", far, path="/api/v1/lobby/ws", origin="https://elsewhere.example")
    assert far.refused[0] == 403
