"""Floods of `bench.abuse` against growing work, the disk, the lobby and limits.

`prepare` writes the long tables into the database before the server starts, because playing them takes minutes.
`FLOODS` is the list: a new flood is a function of an `Attacker` and a line there.
"""

import asyncio
import json
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bench.server import Http
from pasch.cli.service import service_on
from pasch.rules.actions import NextGame, Score
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.events import event_to_data
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS, variant_with
from pasch.service.ids import TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Append
from pasch.service.requests import OpenSeat, OpenTable, SeatKind, Status, Visibility
from pasch.service.runtime.tables import Tables

Statuses = Counter[str]
EIGHT_COLUMNS = {"columns": "|".join(["free"] * 8)}
EVENTS = 5800
GAMES = 3
CHUNK = 1 << 18
IDLE_SECONDS = 5.0
GAME = Path(__file__).parents[1] / "tests" / "golden" / "games" / "kniffel.txt"


@dataclass(frozen=True)
class LongTables:
    """Public tables with a long history."""

    log: str
    match: str


@dataclass(frozen=True)
class Attacker:
    """A person with a session who sends many requests at once. The answers are read and discarded."""

    port: int
    token: str
    long: LongTables

    async def send(self, path: str, body: object = None) -> str:
        """Send one request over a new connection, and return the status of the answer."""
        return await self.ask(path, None if body is None else json.dumps(body).encode())

    async def ask(
        self, path: str, content: bytes | None = None, kind: str = "application/json", host: str | None = None
    ) -> str:
        """Send a request with a body of bytes, which makes it a POST, and return the status."""
        head = f"{'GET' if content is None else 'POST'} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{self.port}'}\r\n"
        head += f"Authorization: Bearer {self.token}\r\nConnection: close\r\n"
        head += f"Content-Type: {kind}\r\nContent-Length: {len(content or b'')}\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        first = b""
        with suppress(ConnectionResetError):  # the server has closed the connection
            writer.write(head.encode() + (content or b""))
            first = await reader.readline()
            while await reader.read(CHUNK):
                pass
        writer.close()
        return first.split()[1].decode() if first else "cut off"

    async def at_once(self, paths: Iterable[str]) -> Statuses:
        """Requests in parallel."""
        return Statuses(await asyncio.gather(*map(self.send, paths)))


async def long_logs(attacker: Attacker) -> Statuses:
    return await attacker.at_once([f"/api/v1/tables/{attacker.long.log}/events?follow=false"] * 150)


async def long_records(attacker: Attacker) -> Statuses:
    return await attacker.at_once([f"/api/v1/tables/{attacker.long.match}/record"] * 50)


async def real_dice(attacker: Attacker) -> Statuses:
    seat = {"kind": "local", "name": "Anna"}
    wish = {"variant": "kniffel-extreme", "rules": EIGHT_COLUMNS, "dice": "real", "seats": [seat], "start": True}
    return Statuses(await asyncio.gather(*(attacker.send("/api/v1/tables", wish) for _ in range(28))))


async def solver_questions(attacker: Attacker) -> Statuses:
    positions = (f"yahtzee {{extra_points={number}}}; ; 12345 2" for number in range(1, 41))
    return await attacker.at_once(f"/api/v1/advice?position={quote(position)}" for position in positions)


async def schema(attacker: Attacker) -> Statuses:
    return await attacker.at_once(["/openapi.json"] * 100)


async def sheets(attacker: Attacker) -> Statuses:
    return await attacker.at_once(f"/api/v1/variants/{key}/sheet.pdf" for key in list(VARIANTS)[:8])


async def public_tables(attacker: Attacker) -> Statuses:
    wish = {"variant": "kniffel", "seats": [{"kind": "human"}], "visibility": "public"}
    return Statuses([await attacker.send("/api/v1/tables", wish) for _ in range(1000)])


async def toggles(attacker: Attacker) -> Statuses:
    statuses, http = Statuses(), Http("127.0.0.1", attacker.port, attacker.token)
    await http.open()
    seats = [{"kind": "local", "name": "Anna"}, {"kind": "human"}]
    _, table = await http.call("POST", "/api/v1/tables", {"variant": "kniffel", "seats": seats})
    for number in range(1000):
        command = {"id": str(uuid.uuid4()), "type": "ready", "ready": number % 2 == 0}
        status, _ = await http.call("POST", f"/api/v1/tables/{table['id']}/commands", command)
        statuses[str(status)] += 1
    return statuses


async def idle_connections(attacker: Attacker) -> Statuses:
    opened = [await asyncio.open_connection("127.0.0.1", attacker.port) for _ in range(430)]
    await asyncio.sleep(IDLE_SECONDS)
    closed = sum(reader.at_eof() for reader, _ in opened)
    for _, writer in opened:
        writer.close()
    return Statuses({"closed": closed, "open": len(opened) - closed})


async def imports(attacker: Attacker) -> Statuses:
    record = GAME.read_text("utf-8")
    lines = (json.dumps({"record": record.replace("player 1: Anna", f"player 1: Anna {n}")}) for n in range(1000))
    return Statuses([await attacker.ask("/api/v1/history/import", "\n".join(lines).encode(), "application/x-ndjson")])


async def passwords(attacker: Attacker) -> Statuses:
    body = {"name": "Anna", "password": "wrong password"}
    return Statuses(await asyncio.gather(*(attacker.send("/api/v1/account/login", body) for _ in range(100))))


async def codes(attacker: Attacker) -> Statuses:
    return Statuses(await asyncio.gather(*(attacker.send("/api/v1/session/link", {}) for _ in range(100))))


async def names(attacker: Attacker) -> Statuses:
    body = {"name": "\u0410nn\u0430 " + "\u0456" * 20}
    return Statuses(await asyncio.gather(*(attacker.send("/api/v1/session", body) for _ in range(100))))


async def hosts(attacker: Attacker) -> Statuses:
    requests = (attacker.ask(f"/api/v1/tables/{attacker.long.log}/qr.svg", host="a" * 3000) for _ in range(100))
    return Statuses(await asyncio.gather(*requests))


async def pictures(attacker: Attacker) -> Statuses:
    return await attacker.at_once([f"/api/v1/tables/{attacker.long.log}/qr.svg"] * 100)


async def repeated_keys(attacker: Attacker) -> Statuses:
    body = b"{" + b",".join(b'"a%d": 1' % number for number in range(4000)) + b', "a1": 2}'
    requests = (attacker.ask("/api/v1/session", body) for _ in range(100))
    return Statuses(await asyncio.gather(*requests))


FLOODS: Sequence[tuple[str, Callable[[Attacker], Awaitable[Statuses]]]] = (
    ("150 logs of 5,800 events", long_logs),
    ("50 records of a long match", long_records),
    ("28 tables with real dice", real_dice),
    ("40 questions to the solver", solver_questions),
    ("100 schemas", schema),
    ("8 printed sheets", sheets),
    ("1,000 public tables", public_tables),
    ("1,000 toggles of ready", toggles),
    ("430 idle connections", idle_connections),
    ("an import of 1,000 records", imports),
    ("100 wrong passwords", passwords),
    ("100 codes for devices", codes),
    ("100 names that look alike", names),
    ("100 foreign hosts", hosts),
    ("100 QR codes", pictures),
    ("100 bodies with repeated keys", repeated_keys),
)
"""Each flood with the name of its row."""


# ------------------------------------------------------------------------------- long tables


async def prepare(url: str) -> LongTables:
    """Write the long tables into the database at a URL, which no server serves yet."""
    async with service_on(url) as service:
        opener = (await service.sessions.open("")).session
        seats = (OpenSeat(SeatKind.LOCAL, "Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"))
        wish = OpenTable("kniffel", seats, visibility=Visibility.PUBLIC, start=False)
        log = await service.tables.open(opener, wish)
        ready = (NewEvent("seat_ready", 1, {"ready": number % 2 == 0}) for number in range(EVENTS))
        await _append(service.tables, log, ready, Status.WAITING)
        wish = OpenTable("kniffel", seats, EIGHT_COLUMNS, GAMES, Visibility.PUBLIC)
        match = await service.tables.open(opener, wish)
        await _append(service.tables, match, _played(), Status.RUNNING)
        return LongTables(log, match)


async def _append(tables: Tables, table: TableId, events: Iterable[NewEvent], status: Status) -> None:
    writer = tables.writer
    live = await tables.find(None, table)
    await writer.store.append(Append(table, live.state.seq, tuple(events), writer.clock.now(), status))


def _played() -> Iterable[NewEvent]:
    match = Match.begin(variant_with("kniffel", EIGHT_COLUMNS), ["Anna", "Bernd"], GAMES)
    while not match.over:
        before = match.game
        match, happened = match.apply(_step(match))
        for event in happened:
            kind, data = event_to_data(event, before)
            yield NewEvent(kind, getattr(event, "seat", None), data)


def _step(match: Match) -> NextGame | DiceRolled | Score:
    if match.between_games:
        return NextGame()
    if match.game.stage is Stage.READY:
        return DiceRolled(match.variant.roll("11125"))
    return Score(next(iter(match.game.legal_actions.entries)))
