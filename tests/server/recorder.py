"""Records the requests and answers of a server in this process, as the examples of the OpenAPI document."""

import asyncio
import hashlib
import itertools
import json
import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType

from pasch.analysis.worker import perfect
from pasch.server.configuration.settings import ServerSettings, Solving
from pasch.server.solver import ServerSolver
from pasch.solver.worker import JOBS
from tests.server.world import API, Person, World, world_on
from tests.service.harness import ManualClock
from tests.support.protocol import Socket, connect

LONGEST = 1500
"""Characters of a text, such as a record; a longer one is cut."""
LONGEST_PICTURE = 80
DIGITS = 6
"""Decimal places of a number: the last ones differ between processors."""
MOST: Mapping[str, int] = {
    "chapters": 1,
    "terms": 2,
    "tips": 1,
    "variants": 2,
    "tutorial": 2,
    "switches": 4,
    "rules": 2,
    "actions": 3,
    "alternatives": 3,
}
"""How many items an example shows of a list with this name."""
NOT_NOW = (429, 503)
PATIENCE = 250
"""Seconds for which a scene waits for anything; an empty cache takes long."""
QUICK = 1.0
"""Seconds: a shorter sleep of the service is over at once."""


class ExampleEntropy:
    """Tokens and ids that anyone recognises as examples, and the same seeds in every run."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def token(self, size: int = 32) -> str:
        """A text as long as this many random bytes in base64."""
        length = -(-size * 4 // 3)
        return "example" + str(next(self._numbers)).zfill(length - len("example"))

    def seed(self) -> bytes:
        """32 bytes."""
        return hashlib.sha256(b"example %d" % next(self._numbers)).digest()


class SceneClock(ManualClock):
    """A clock that a scene moves; short pauses of the service take no time."""

    async def sleep(self, seconds: float) -> None:
        """Wait until the scene has moved the clock so far."""
        if seconds <= QUICK:
            await asyncio.sleep(0.001)
            return
        await super().sleep(seconds)


class InProcessWorker:
    """Does the work of the solving process in this process."""

    def ask(self, request, progress):
        """The answer."""
        return {**JOBS, "perfect": perfect}[request["do"]](request, progress)

    def end(self) -> None:
        """Nothing has to end."""


class Recorder:
    """The requests and answers so far, by operation; messages and commands, by kind."""

    def __init__(self) -> None:
        self.clock = SceneClock()
        self.entropy = ExampleEntropy()
        self.operations: dict = {}
        self.problems: dict = {}
        self.messages: dict = {name: {} for name in ("Command", "Event", "LobbyMessage", "ServerMessage")}
        self._ids = itertools.count(1)

    @asynccontextmanager
    async def world(self, database, *, heartbeat=15.0, household=True):
        """A server over a database that runs by the clock of the recorder."""
        solver = ServerSolver(Solving(ahead=0), InProcessWorker)
        settings = ServerSettings(heartbeat=heartbeat, household=household)
        async with world_on(database, settings, solver, entropy=self.entropy, clock=self.clock) as world:
            yield world

    async def call(self, person: Person, method: str, path: str, body=None, *, at=None, name="", **options):
        """Ask, and write the question and the answer down. `at` fills the parameters of the path."""
        answer = await person.ask(method, path.format(**(at or {})), body, **options)
        person.http.cookies.clear()
        self._keep(f"{method} {API}{path}", answer, body, name, options)
        return answer

    async def ready(self, person: Person, method: str, path: str, body=None, *, at=None, **options) -> None:
        """Repeat a request after its result has been computed."""

        async def known() -> bool:
            answer = await person.ask(method, path.format(**(at or {})), body, **options)
            return answer.status_code not in NOT_NOW

        await until(known, pause=0.5)
        await self.call(person, method, path, body, at=at, **options)

    async def root(self, person: Person, path: str) -> None:
        """Ask an address outside the interface, and write the answer down."""
        self._keep(f"GET {path}", await person.http.get(path))

    def _keep(self, operation: str, answer, body=None, name="", options: Mapping = MappingProxyType({})) -> None:
        known = self.operations.setdefault(operation, {})
        ok = answer.status_code < 400
        if ok and (body is not None or "content" in options):
            kind = options.get("headers", {}).get("Content-Type", "application/json")
            sent = options["content"] if body is None else body
            known.setdefault("request", {}).setdefault(kind, {})[name or "request"] = self._short(sent)
        if answer.content:
            kind = answer.headers["content-type"].partition(";")[0]
            said = _read(answer, kind)
            label = name or ("answer" if ok else said["code"])
            status = known.setdefault("responses", {}).setdefault(str(answer.status_code), {})
            status.setdefault(kind, {})[label] = self._short(said)

    def refusal(self, answer) -> None:
        """Write down a refusal that reads the same at every address."""
        problem = answer.json()
        self.problems[problem["code"]] = problem

    async def command(self, person: Person, table: str, type: str, **body):
        """Send a command that has to be accepted, and write it down."""
        sent = {"id": self.new_id(), "type": type, **body}
        answer = await person.ask("POST", f"/tables/{table}/commands", sent)
        assert answer.status_code == 200, (sent, answer.text)
        self._keep_fullest("Command", type, sent)
        return answer.json()

    def new_id(self) -> str:
        """The id of a command: always the same ones."""
        return str(uuid.UUID(int=0x6F1F6C1E2A864F4E9F43000000000000 + next(self._ids)))

    async def log(self, person: Person, table: str) -> None:
        """Record the events of a table, for each type the one with the most fields."""
        for event in await person.events(table):
            self._keep_fullest("Event", event["type"], event)

    async def wait_for_event(self, person: Person, table: str, type: str):
        """Wait until the log ends with an event of a type."""

        async def found() -> bool:
            return (await person.events(table))[-1]["type"] == type

        await until(found)

    async def advance(self, seconds: float) -> None:
        """Let time pass, once the waiting task sleeps."""
        await asyncio.sleep(0.05)
        self.clock.advance(seconds)

    @asynccontextmanager
    async def socket(self, world: World, person: Person, table: str = "", *, messages="ServerMessage"):
        """A connection to a table or the lobby, whose messages are recorded at its end."""
        far = Socket()
        task = connect(world, person, table, far, path=None if table else f"{API}/lobby/ws")
        await far.opened()
        yield far
        far.disconnect()
        await task
        for message in far.raw_messages:
            self.messages[messages].setdefault(_kind(message), self._short(message))

    def _keep_fullest(self, message: str, kind: str, example) -> None:
        known = self.messages[message].get(kind)
        if known is None or _fullness(example) > _fullness(known):
            self.messages[message][kind] = example

    def written(self) -> str:
        """All recordings as the file of examples, one per line."""
        messages = {name: dict(sorted(kinds.items())) for name, kinds in sorted(self.messages.items())}
        problems = dict(sorted(self.problems.items(), key=lambda each: each[1]["status"]))
        whole = {"operations": dict(sorted(self.operations.items())), "messages": messages, "problems": problems}
        return _lines(whole, depth=2) + "\n"

    def _short(self, value, name=""):
        match value:
            case dict():
                return {key: self._short(each, key) for key, each in value.items()}
            case list():
                return [self._short(each) for each in value[: MOST.get(name)]]
            case float():
                return round(value, DIGITS)
            case str():
                most = LONGEST_PICTURE if value.startswith(("<?xml", "<svg")) else LONGEST
                return value if len(value) <= most else value[:most] + "…"
            case _:
                return value


async def until(holds: Callable[[], Awaitable[bool]], pause: float = 0.01) -> None:
    """Poll until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await holds():
                return
            await asyncio.sleep(pause)


def _read(answer, kind: str):
    match kind:
        case "application/json" | "application/problem+json":
            return answer.json()
        case "application/x-ndjson":
            lines = answer.text.splitlines()
            return json.loads(lines[-1]) if "seq" in json.loads(lines[0]) else answer.text
        case "application/pdf":
            return answer.content[:8].decode()
        case _:
            return answer.text


def _fullness(value) -> int:
    """The number of values in an example that are neither null nor zero nor empty."""
    match value:
        case dict():
            return sum(map(_fullness, value.values()))
        case list():
            return sum(map(_fullness, value))
        case _:
            return bool(value)


def _lines(value, depth: int) -> str:
    """JSON whose outer objects have a line for each of their values, so that changes are seen one by one."""
    if depth == 0 or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    inner = ",\n".join(f"{json.dumps(key)}:{_lines(each, depth - 1)}" for key, each in value.items())
    return f"{{\n{inner}\n}}"


def _kind(message) -> str:
    if message["kind"] == "answer" and message["status"] >= 400:
        return "refusal"
    return message["kind"]
