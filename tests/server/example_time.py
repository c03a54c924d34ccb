"""Examples: sockets, absence, pauses, clocks, a restarted server."""

from tests.server.example_people import new_person
from tests.server.recorder import Recorder

BLINK, SHORT = 6, 31
"""Seconds: until a player counts as away, and until the others have waited long enough."""


async def open_table_for_two(rec: Recorder, world, **wish):
    """Anna and Bernd at a table."""
    anna, bernd = await new_person(rec, world, "Anna"), await new_person(rec, world, "Bernd")
    table = (await anna.open("human", "human", **wish))["id"]
    for person, name in ((anna, "Anna"), (bernd, "Bernd")):
        answer = await person.ask("POST", f"/tables/{table}/seats", {"name": name})
        assert answer.status_code == 201, answer.text
    return anna, bernd, table


async def sockets(rec: Recorder, world) -> None:
    """The messages of a socket: to a command, to a refused one, about watchers, after a silence."""
    anna, bernd, table = await open_table_for_two(rec, world, visibility="public")
    clara = await world.person(session=False)
    async with rec.socket(world, anna, table) as socket, rec.socket(world, anna, messages="LobbyMessage") as lobby:
        socket.command(id=rec.new_id(), type="roll")
        await socket.until("answer", 1)
        socket.command(id=rec.new_id(), type="roll", keep="k77")
        await socket.until("answer", 2)
        async with rec.socket(world, clara, table):
            await socket.until("watchers", 1)
        await socket.until("alive", 1)
        await lobby.until("alive", 1)
    await rec.log(bernd, table)


async def pauses(rec: Recorder, world) -> None:
    """A pause: requested, refused, agreed to, and over."""
    anna, bernd, table = await open_table_for_two(rec, world)
    async with rec.socket(world, anna, table), rec.socket(world, bernd, table):
        await rec.command(anna, table, "roll")
        await rec.command(anna, table, "pause")
        await rec.command(bernd, table, "refuse")
        await rec.command(anna, table, "pause", until="2026-11-22T18:00:00Z")
        await rec.command(bernd, table, "agree")
        await rec.command(bernd, table, "resume")
    await rec.log(anna, table)


async def absence(rec: Recorder, world) -> None:
    """A player leaves for a while, a bot plays, the others decide, the player returns; and leaves for good."""
    anna, bernd, table = await open_table_for_two(rec, world)
    async with rec.socket(world, bernd, table):
        async with rec.socket(world, anna, table):
            pass
        await rec.advance(BLINK)
        await rec.wait_for_event(bernd, table, "seat_away")
        await rec.advance(SHORT)
        await rec.wait_for_event(bernd, table, "scored")
        await rec.command(bernd, table, "absent", target=1, choice="entry")
        await rec.command(bernd, table, "absent", target=1, choice="bot")
        await rec.wait_for_event(bernd, table, "seat_held")
        async with rec.socket(world, anna, table):
            await rec.wait_for_event(bernd, table, "seat_returned")
            await rec.log(bernd, table)
        answer = await anna.ask("POST", f"/tables/{table}/leave", {"seat": "freeze"})
        assert answer.status_code == 204, answer.text
    await rec.log(bernd, table)


async def clocks(rec: Recorder, world) -> str:
    """A turn takes too long, and its player takes the seat back from the bot; the table, which is left running."""
    anna, bernd, table = await open_table_for_two(rec, world, time={"turn": 60, "bank": 0})
    async with rec.socket(world, bernd, table), rec.socket(world, anna, table):
        await rec.advance(61)
        await rec.wait_for_event(bernd, table, "scored")
        await rec.command(anna, table, "return")
        await rec.log(bernd, table)
    return bernd, table


async def restart(rec: Recorder, world, bernd, table) -> None:
    """The server is back at the table that was left running."""
    person = await world.person(session=False)
    person.token = bernd.token
    async with rec.socket(world, person, table):
        await rec.wait_for_event(person, table, "clock_restarted")
    await rec.log(person, table)
