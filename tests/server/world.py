"""A whole service in this process, and people who use it over HTTP."""

import itertools
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from pydantic import TypeAdapter

from pasch.cli.service import service_on
from pasch.server.app import create_app, interface
from pasch.server.configuration.settings import ServerSettings, Solving
from pasch.server.solver import ServerSolver
from pasch.service.ids import TableId
from pasch.service.ports import Clock, Entropy
from pasch.service.results.results import ResultSettings
from pasch.service.runtime.writer import TableSettings
from tests.service.harness import SequentialEntropy

API = "/api/v1"
HOST = "pasch.test"
HOME = f"http://{HOST}"
NO_LUCK = ResultSettings(luck_pause=None)
"""No process is started to compute the luck of games."""
_ROUTES = interface().router.routes
"""Of all apps: FastAPI prepares each at its first request, which takes longer than most tests."""
_CHANCE: defaultdict[str, SequentialEntropy] = defaultdict(SequentialEntropy)
"""By database."""


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document. It takes more than a second to make. Treat it as read-only."""
    return interface().openapi()


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def valid(shape: Any, answer: Any) -> Any:
    """An answer as its shape describes it, without undescribed fields. Raises `ValidationError`."""
    return _adapter(shape).validate_python(answer)


@dataclass
class Person:
    """A caller with a session, or without one."""

    http: httpx.AsyncClient
    token: str | None = None
    language: str = "en"

    async def ask(self, method: str, path: str, body: object = None, **options: Any) -> httpx.Response:
        """A request to an address of the interface; a body is sent as JSON."""
        headers = {"Accept-Language": self.language, **options.pop("headers", {})}
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None:
            options["json"] = body
        return await self.http.request(method, API + path, headers=headers, **options)

    async def get(self, path: str, **options: Any) -> Any:
        """The body of an answer that has to be 200."""
        answer = await self.ask("GET", path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def open(self, *seats: str, status: int = 201, **wish: Any) -> Any:
        """Open a table; a seat is a name, `bot` or `human`."""
        body = {"variant": "kniffel", "seats": [seat_wish(seat) for seat in seats or ("Anna", "Bernd")], **wish}
        answer = await self.ask("POST", "/tables", body)
        assert answer.status_code == status, answer.text
        return without_time(answer.json())

    async def table(self, table: str) -> Any:
        """The snapshot of a table, to be compared with another one."""
        return without_time(await self.get(f"/tables/{table}"))

    async def command(self, table: str, type: str, **body: Any) -> httpx.Response:
        """Send a command, with a new id unless one is given."""
        return await self.ask("POST", f"/tables/{table}/commands", {"id": new_id(), "type": type, **body})

    async def do(self, table: str, type: str, **body: Any) -> int:
        """A command that has to be accepted; the number of its last event."""
        answer = await self.command(table, type, **body)
        assert answer.status_code == 200, answer.text
        assert answer.json()["ok"] is True
        return int(answer.json()["seq"])

    async def events(self, table: str, after: int = 0) -> list[Any]:
        """The log after an event."""
        answer = await self.ask("GET", f"/tables/{table}/events", params={"after": after, "follow": "false"})
        assert answer.status_code == 200, answer.text
        return [httpx.Response(200, text=line).json() for line in answer.text.splitlines()]


def without_time(snapshot: Any) -> Any:
    """A snapshot without its time; anything else stays unchanged."""
    return {name: value for name, value in snapshot.items() if name != "now"}


def seat_wish(seat: str) -> dict[str, str]:
    """The request for a seat."""
    return {"kind": seat} if seat in ("bot", "human") else {"kind": "local", "name": seat}


def new_id() -> str:
    """An id for a command."""
    return str(uuid.uuid4())


@dataclass
class World:
    """The app, and any number of people."""

    app: FastAPI
    people: list[httpx.AsyncClient] = field(default_factory=list)
    count: Any = field(default_factory=lambda: itertools.count(2))

    async def person(self, *, session: bool = True, language: str = "en") -> Person:
        """A new person, at a separate address."""
        transport = httpx.ASGITransport(self.app, client=(f"10.0.0.{next(self.count)}", 1234))
        http = httpx.AsyncClient(transport=transport, base_url=HOME)
        self.people.append(http)
        person = Person(http, language=language)
        if session:
            answer = await person.ask("POST", "/session", {})
            assert answer.status_code == 201, answer.text
            person.token = answer.json()["token"]
            http.cookies.clear()
        return person

    async def snapshots(self, person: Person, table: str) -> AsyncIterator[Any]:
        """The table as a person sees it, whenever something has happened, until it ends."""
        session = await self.app.state.context.sessions.find(person.token)
        follow = self.app.state.context.tables.follow(session, TableId(table), 0, person.language)
        async with aclosing(follow):
            async for batch in follow:
                yield batch.snapshot


def with_test_host(settings: ServerSettings) -> ServerSettings:
    """The settings of a server that also answers for the host of these tests."""
    hosts = (HOST, *settings.operation.allowed_hosts)
    return replace(settings, operation=replace(settings.operation, allowed_hosts=hosts))


@asynccontextmanager
async def world_on(  # noqa: PLR0917 - each has a default
    place: Path | str,
    settings: ServerSettings | None = None,
    solver: ServerSolver | None = None,
    results: ResultSettings = NO_LUCK,
    entropy: Entropy | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[World]:
    """A running app over a file, or the database at a URL.

    Unless it has its own solver, it solves only on request. By default its random numbers are the same in every run. An
    app over the same database continues where the previous one ended.
    """
    solver = solver or ServerSolver(Solving(ahead=0))
    url = place if isinstance(place, str) and "://" in place else f"sqlite:///{place}"
    settings = settings or ServerSettings()
    tables = TableSettings(bot_pause=0, public_tables=settings.public_tables)
    async with service_on(url, tables, solver.bots, results, entropy or _CHANCE[url], clock=clock) as service:
        app = create_app(service, solver, with_test_host(settings))
        app.router.routes[:] = _ROUTES
        world = World(app)
        async with app.router.lifespan_context(app):
            yield world
        for person in world.people:
            await person.aclose()
