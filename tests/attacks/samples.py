"""Small samples of every attack over HTTP and sockets: a stranger's requests that try to slow the server down."""

import asyncio
import json
from pathlib import Path

from tests.attacks.long_data import send_in_parallel
from tests.server.world import new_id
from tests.support.protocol import at_table, in_lobby

GAMES = Path(__file__).parents[1] / "golden" / "games"
BALUT = (GAMES / "balut.txt").read_bytes()
TEXT = {"Content-Type": "text/plain"}
JSON = {"Content-Type": "application/json"}
PASSWORD = "four sixes and a five"


async def public_tables(_world, person):
    wish = {"variant": "kniffel", "seats": [{"kind": "human"}], "visibility": "public"}
    await send_in_parallel(12, lambda: person.ask("POST", "/tables", wish))
    await send_in_parallel(5, lambda: person.get("/tables"))


async def toggles(_world, person):
    table = (await person.open("Anna", "human", start=False))["id"]
    for number in range(20):
        await person.command(table, "ready", ready=number % 2 == 0)


async def seats_taken_and_left(world, person):
    table, other = (await person.open("Anna", "human", start=False))["id"], await world.person()
    for _ in range(10):
        await other.ask("POST", f"/tables/{table}/seats", {})
        await other.ask("POST", f"/tables/{table}/leave", {})


async def commands_for_other_seats(world, person):
    table, stranger = (await person.open(visibility="public"))["id"], await world.person()
    async with at_table(world, stranger, table) as connection:
        for _ in range(20):
            assert (await connection.ask("roll")).status == 403
            assert (await connection.ask_text("[" * 10_000)).status == 422


async def connections(world, person):
    table = (await person.open(visibility="public"))["id"]
    for _ in range(10):
        async with at_table(world, person, table), in_lobby(world, person):
            pass


async def files(_world, person):
    async def send(content):
        await person.ask("POST", "/history/import", content=content, headers=TEXT)

    await asyncio.gather(*map(send, [BALUT, BALUT * 3, b"x" * 100_000, b"pasch-record 1\n" + b"player 1: A\n" * 9000]))


async def passwords(_world, person):
    body = {"name": "Anna", "password": "wrong password"}
    await send_in_parallel(3, lambda: person.ask("POST", "/account/login", body))


async def codes_and_keys(_world, person):
    await send_in_parallel(10, lambda: person.ask("POST", "/session/claim", {"code": "x" * 150}))
    await send_in_parallel(10, lambda: person.ask("POST", "/continue", {"key": "92MH-VXV2-F4J5-X8VW"}))
    await send_in_parallel(10, lambda: person.ask("POST", "/session/link"))


async def tables_that_are_not_there(_world, person):
    await send_in_parallel(20, lambda: person.ask("GET", f"/tables/{new_id()}"))


async def names(_world, person):
    for name in ("\u0410dmin", "1isa", "x" * 40_000, "<b>", "\u202e" * 30, "\U0001d41a" * 30):
        await person.ask("POST", "/session", {"name": name})
        await person.ask("POST", "/account", {"name": name, "password": PASSWORD})


async def hosts(_world, person):
    await send_in_parallel(20, lambda: person.http.get("/", headers={"Host": "a" * 3000}))


async def bodies(_world, person):
    repeated = b"{" + b",".join(b'"a%d": 1' % number for number in range(4000)) + b', "a1": 2}'
    wide = json.dumps({"name": ["x"] * 9000}).encode()
    for body in (repeated, wide, b"[" * 30_000, b'{"a":' * 10_000, b"9" * 60_000):
        await person.ask("POST", "/session", content=body, headers=JSON)
        await person.ask("POST", "/tables", content=body, headers=JSON)


async def positions(_world, person):
    for position in (
        "kniffel; " + "ones=1 " * 500,
        "kniffel {" + "joker=none," * 300 + "}; ",
        " / ".join(["kniffel-extreme; ones=1"] * 100),
        "kniffel {columns=" + "|".join(["free"] * 60) + "}; ; 12345 2",
    ):
        await person.ask("GET", "/advice", params={"position": position})


async def questions_to_the_solver(_world, person):
    for number in range(10):
        position = f"yahtzee {{extra_points={number}}}; ; 12345 2"
        await person.ask("GET", "/advice", params={"position": position})


async def house_rules(_world, person):
    for number in range(2):
        rules = {"columns": "|".join(["free"] * 8), "extra_points": number}
        await person.ask("POST", "/variants/kniffel-extreme/rules", {"rules": rules})


async def chat(_world, person):
    await send_in_parallel(5, lambda: person.ask("POST", "/chat", {"text": "x" * 60_000}))
    await send_in_parallel(10, lambda: person.ask("POST", "/chat", {"text": "'; DROP TABLE chat; --"}))


async def pictures(_world, person):
    table = (await person.open(visibility="public"))["id"]
    await send_in_parallel(10, lambda: person.ask("GET", f"/tables/{table}/qr.svg"))
    await send_in_parallel(10, lambda: person.ask("POST", f"/tables/{table}/key"))


KINDS = [
    public_tables,
    toggles,
    seats_taken_and_left,
    commands_for_other_seats,
    connections,
    files,
    passwords,
    codes_and_keys,
    tables_that_are_not_there,
    names,
    hosts,
    bodies,
    positions,
    questions_to_the_solver,
    house_rules,
    chat,
    pictures,
]
"""Floods of long logs, records, real dice and sheets have separate tests, because they take longer to prepare."""
