"""People who play full games over WebSockets during server failures, and note every message they receive.

Theory of operation. A `Player` knows no rules: it takes one of the legal actions, gives it an id and sends it. After
a broken connection it reconnects, to the same server or another, with `after` the last event it received. It then
resends the unanswered command under the same id. Sometimes it sends a command twice at once, or repeats one that was
acknowledged long ago. A `Crowd` plays at several tables and opens a new one after every match.

With `programs` the tables cycle through four habits: people alone; people with a bot; people with one second per
turn, after which the server makes an entry; and both, where a bot plays on. There people sometimes think until their
time is over. All players continue automatically, so a test waits for bots and clocks as for any other event. A match
has the habit of the one before it: some people always have a pending command, even when bots and clocks fail.

No code sleeps for a guaranteed time: `until` waits for answers. A player that finds no server waits for `up`, which
the test sets when it stops and starts the servers.
"""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from pasch.rules.variants import find_variant
from pasch.service.views.schema.socket import PROTOCOL
from tests.support.history import History, Json
from tests.support.protocol import Listener

API = "/api/v1"
DELIVERY_TIMEOUT = 60
"""Seconds in which every player receives every event, through any server, unless delivery has failed."""
PROGRESS_TIMEOUT = 200
"""Seconds after which progress is no longer expected; the test's own timeout would later end it without a message."""
RETRY_DELAY = 0.02
"""Seconds before the next request to a running server that did not answer."""
RETRYABLE = frozenset({HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS})
Goal = tuple[Callable[[], int], int, "asyncio.Future[None]"]
"""A counter, its target, and the future of the waiting caller."""
ENDED = frozenset({"finished", "aborted"})
BOT_STEP, TIME_UP = "bot_step", "time_up"
"""The actions of programs, by the key of their counters."""
HOUR_PER_TURN = {"turn": 3600, "bank": 0}
SLOW_TURN_CHANCE = 0.2
"""The chance that a person with little time thinks too long."""
VARIANTS = ("kniffel-plain", "kniffel", "yatzy", "luegenkniffel", "kniffeliger")


@dataclass
class Habit:
    """The habit of a table: the bots' seats, the turns in which people were slow, and its known progress.

    `done` counts the actions of programs there. With `idle_players` no person ever moves.
    """

    bots: frozenset[int] = frozenset()
    short_turns: bool = False
    idle_players: bool = False
    seq: int = 0
    slow_turns: dict[tuple[str, int], bool] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)

    @property
    def program(self) -> str | None:
        """The program action that must recur, however people play."""
        return BOT_STEP if self.bots else TIME_UP if self.short_turns else None


@dataclass
class Crowd:
    """All players. `urls` are interchangeable servers. Each person has `devices` devices, all of which act.

    `programs`: bots play too, and time limits expire.
    """

    urls: Sequence[str]
    seed: int = 0
    variants: Sequence[str] = VARIANTS
    devices: int = 1
    programs: bool = False
    history: History = field(default_factory=History)
    up: asyncio.Event = field(default_factory=asyncio.Event)
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    program_actions: Counter[str] = field(default_factory=Counter)
    players: dict[str, list[Player]] = field(default_factory=dict)
    habits: dict[str, Habit] = field(default_factory=dict)
    _goals: list[Goal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.up.set()

    @asynccontextmanager
    async def playing(self, tables: int, seats: int = 2) -> AsyncIterator[None]:
        """Play at this many tables while the context is open. Raises players' errors.

        On exit it waits until all players know their table's progress up to then. This finds players who receive
        nothing more although others play on.
        """
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._play_matches(seats, number)) for number in range(tables)]
            try:
                yield
                await self.until_received()
            finally:
                for task in tasks:
                    task.cancel()

    async def until(self, more: int) -> None:
        """Wait for this many more acknowledged commands."""
        await self._reached(lambda: self.acknowledged, more)

    async def until_refused(self, code: str, more: int) -> None:
        """Wait for this many more commands refused with a code."""
        await self._reached(lambda: self.refused[code], more)

    async def until_program_acted(self, action: str, more: int) -> None:
        """Wait until programs have done something this many more times."""
        await self._reached(lambda: self.program_actions[action], more)

    async def until_true(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; each received message triggers a check."""
        await self._reached(lambda: int(condition()), 1 - int(condition()))

    async def until_programs_acted(self) -> None:
        """Wait until programs have acted at each table where they must, or its match is over."""
        targets = {
            table: (habit, habit.program, habit.done[habit.program])
            for table, habit in self.habits.items()
            if habit.program is not None and not self._over(table)
        }

        def moved() -> int:
            return sum(
                self._over(table) or habit.done[action] > before for table, (habit, action, before) in targets.items()
            )

        await self._reached(moved, len(targets))

    async def until_received(self) -> None:
        """Wait until all players at each table received what any of them had received by now. Raises `TimeoutError`."""
        latest_seqs = {table: habit.seq for table, habit in self.habits.items()}

        def lagging() -> list[str]:
            targets = {table: (self.players.get(table, ()), seq) for table, seq in latest_seqs.items()}
            return [
                f"{player.name} at {table} was told {player.last} of {seq}"
                for table, (players, seq) in targets.items()
                for player in players
                if player.last < seq and not player.gone
            ]

        try:
            async with asyncio.timeout(DELIVERY_TIMEOUT):
                await self.until_true(lambda: not lagging())
        except TimeoutError:
            raise TimeoutError("; ".join(lagging())) from None

    def _over(self, table: str) -> bool:
        return any(player.over for player in self.players.get(table, ()))

    async def _reached(self, counter: Callable[[], int], more: int) -> None:
        reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._goals.append((counter, counter() + more, reached))
        self._check_goals()
        try:
            async with asyncio.timeout(PROGRESS_TIMEOUT):
                await reached
        except TimeoutError:
            raise TimeoutError(f"{dict(self.refused)}; " + "; ".join(self._progress())) from None

    def _progress(self) -> list[str]:
        """The progress of all players, for the diagnosis of a stalled test."""
        return [
            f"{player.name} at {table} (bots {sorted(habit.bots)}, hurried {habit.short_turns}, {dict(habit.done)}): "
            f"told {player.last} of {habit.seq}, status {player.seen and player.seen['status']}, "
            f"legal {player.seen and len(player.seen['legal_actions'])}, command {player.command}, gone {player.gone}"
            for table, habit in self.habits.items()
            for player in self.players.get(table, ())
            if not player.over
        ]

    def count(self, status: int, body: Json) -> None:
        """Count an answer to a command, or a refused connection."""
        if status == HTTPStatus.OK:
            self.acknowledged += 1
        else:
            self.refused[body["code"]] += 1
        self._check_goals()

    def note_event(self, table: str, event: Json) -> None:
        """Record an event that a player received, possibly after others."""
        habit = self.habits[table]
        if event["seq"] > habit.seq:
            habit.seq = event["seq"]
            action = TIME_UP if event["type"] == TIME_UP else BOT_STEP if event["seat"] in habit.bots else None
            if action is not None:
                habit.done[action] += 1
                self.program_actions[action] += 1
        self._check_goals()

    def is_slow(self, table: str, person: str, seq: int) -> bool:
        """Whether a person thinks too long from an event on, on all devices."""
        habit = self.habits[table]
        if not habit.short_turns:
            return habit.idle_players
        return habit.slow_turns.setdefault((person, seq), self.chance.random() < SLOW_TURN_CHANCE)

    def _check_goals(self) -> None:
        for goal in [goal for goal in self._goals if goal[0]() >= goal[1]]:
            self._goals.remove(goal)
            if not goal[2].done():
                goal[2].set_result(None)

    async def wait_before_retry(self) -> None:
        """Pause before a retry."""
        await asyncio.sleep(RETRY_DELAY)
        await self.up.wait()

    async def _play_matches(self, seats: int, number: int) -> None:
        while True:
            await self.match(seats, number)

    async def match(self, seats: int, number: int = 0, *, idle_players: bool = False) -> None:
        """Open a table, take this many seats or as many as the game needs, and play to the end.

        The `number` determines the habit. With `idle_players` the match never ends: no person moves, and a turn
        has an hour.
        """
        variant = self.chance.choice(self.variants)
        people = [await self.person() for _ in range(max(seats, find_variant(variant).seats[0]))]
        kinds = [{"kind": "local"}, *[{"kind": "human"}] * (len(people) - 1)]
        habit, more = (
            (Habit(idle_players=True), {"time": HOUR_PER_TURN}) if idle_players else self._habit(number, len(people))
        )
        kinds += [{"kind": "bot", "bot": "simple"}] * len(habit.bots)
        request = {"variant": variant, "seats": kinds, "visibility": "public", "start": True, **more}
        table = (await people[0].call("POST", "/tables", request))["id"]
        for person in people[1:]:
            await person.call("POST", f"/tables/{table}/seats", {})
        await self.play(table, people, habit)

    def _habit(self, number: int, people: int) -> tuple[Habit, Json]:
        """The habit of a table, and the options for opening it."""
        number = number % 4 if self.programs else 0
        bots = frozenset({people + 1} if number in {1, 3} else ())
        if number < 2:
            return Habit(bots), {"time": self.chance.choice((None, {"turn": 60, "bank": 600}))}
        return Habit(bots, short_turns=True), {"time": {"turn": 1, "bank": 0}, "absent": "bot" if bots else "entry"}

    async def play(self, table: str, people: Sequence[Person], habit: Habit | None = None) -> None:
        """Play at an existing table."""
        self.habits[table] = habit or Habit()
        devices = [person for person in people for _ in range(self.devices)]
        players = self.players[table] = [Player(person, table, f"client {n}") for n, person in enumerate(devices, 1)]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())

    async def person(self) -> Person:
        """A new person."""
        anonymous = Person(self, "", "")
        token = (await anonymous.call("POST", "/session", {}))["token"]
        handle = (await Person(self, token, "").call("GET", "/session"))["person"]
        return Person(self, token, handle)

    async def reread_everything(self) -> None:
        """All players read every table again, and its log from the first event on."""
        for table, players in self.players.items():
            for player in players:
                self.history.record_snapshot(table, await player.person.call("GET", f"/tables/{table}"))
                await player.reread_log()

    def finished(self) -> tuple[str, ...]:
        """The tables at which all players have finished."""
        return tuple(table for table, players in self.players.items() if all(each.gone for each in players))

    def forget(self, table: str) -> None:
        """Drop the history of a table."""
        self.history.tables.pop(table, None)
        self.players.pop(table, None)
        self.habits.pop(table, None)


@dataclass(frozen=True)
class Person:
    """A session, known to others by a handle."""

    crowd: Crowd
    token: str
    handle: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the session."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def call(self, method: str, path: str, body: object = None) -> Json:
        """The body of an answer; retries until there is one. Raises `AssertionError` for a refusal."""
        answer = await self.ask(method, path, body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        found: Json = answer.json()
        return found

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """The answer; retries until there is one. A final refusal is an answer."""
        while True:
            url = self.crowd.chance.choice(self.crowd.urls)
            try:
                async with httpx.AsyncClient(trust_env=False, verify=False) as http:
                    answer = await http.request(method, url + API + path, headers=self.headers, json=body)
            except httpx.TransportError:
                await self.crowd.wait_before_retry()
                continue
            if answer.status_code not in RETRYABLE:
                return answer
            await self.crowd.wait_before_retry()

    async def once(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Any answer. Raises `httpx.TransportError` when there is none."""
        url = self.crowd.chance.choice(self.crowd.urls)
        async with httpx.AsyncClient(trust_env=False, verify=False) as http:
            return await http.request(method, url + API + path, headers=self.headers, json=body)


@dataclass
class Player:
    """A person at a table. `command` is unanswered, `done` was acknowledged last; `gone`: the person has left.

    Players leave only after the match, unless the test removes them.
    """

    person: Person
    table: str
    name: str
    last: int = 0
    seen: Json | None = None
    command: Json | None = None
    done: Json | None = None
    gone: bool = False

    def __post_init__(self) -> None:
        self._crowd, self._history, self._chance = (
            self.person.crowd,
            self.person.crowd.history,
            self.person.crowd.chance,
        )
        self._history.subscribe(self.table, self.name, self.last)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.seen is not None and self.seen["status"] in ENDED

    async def play(self) -> None:
        """Play until the match is over."""
        try:
            while not (self.over and self.command is None):
                try:
                    async with self._connection() as connection:
                        await self._handle_messages(connection)
                except InvalidStatus as refusal:
                    self._crowd.count(refusal.response.status_code, json.loads(refusal.response.body))
                    await self._crowd.wait_before_retry()
                except (OSError, WebSocketException, TimeoutError):
                    await self._crowd.wait_before_retry()
        finally:
            self.gone = True

    def _connection(self) -> connect:
        url = self._chance.choice(self._crowd.urls).replace("http", "ws", 1)
        address = f"{url}{API}/tables/{self.table}/ws?after={self.last}&version={PROTOCOL}"
        return connect(address, additional_headers=self.person.headers, compression=None, close_timeout=1, proxy=None)

    async def _handle_messages(self, connection: ClientConnection) -> None:
        resumed = False
        async for message in _read_parts(connection, Listener()):
            match message["kind"]:
                case "event":
                    self.last = message["event"]["seq"]
                    self._history.record_event(self.table, self.name, message["event"])
                    self._crowd.note_event(self.table, message["event"])
                case "snapshot":
                    self.seen = message["snapshot"]
                    self._history.record_snapshot(self.table, self.seen)
                case "answer":
                    await self._answered(connection, message)
                case _:
                    pass
            if not resumed:
                resumed = True
                await self._resume(connection)
            elif self.command is None and message["kind"] in {"snapshot", "answer"}:
                await self._act(connection)
            if self.over and self.command is None:
                return

    async def _resume(self, connection: ClientConnection) -> None:
        """On a new connection, resend the unanswered command, and sometimes an answered one."""
        if self.done is not None and self._chance.random() < 0.5:
            await self._send(connection, self.done)
        if self.command is not None:
            await self._send(connection, self.command)
        else:
            await self._act(connection)

    async def _act(self, connection: ClientConnection) -> None:
        assert self.seen is not None
        legal = self.seen["legal_actions"]
        if not legal or self._crowd.is_slow(self.table, self.person.handle, self.seen["seq"]):
            return
        self.command = {**random_action(legal, self._chance), "id": str(uuid.uuid4()), "expect_seq": self.seen["seq"]}
        for _ in range(1 + (self._chance.random() < 0.1)):
            await self._send(connection, self.command)

    async def _send(self, connection: ClientConnection, command: Json) -> None:
        self._history.record_command(self.table, self.person.handle, command)
        await connection.send(json.dumps(command))

    async def _answered(self, connection: ClientConnection, message: Json) -> None:
        status, body = message["status"], message["body"]
        self._history.record_answer(self.table, self.person.handle, message["id"], status, body)
        self._crowd.count(status, body)
        if self.command is None or message["id"] != self.command["id"]:
            return
        if status in RETRYABLE:
            await self._crowd.wait_before_retry()
            await self._send(connection, self.command)
            return
        if status == HTTPStatus.OK:
            self.done = self.command
        elif self.seen is not None and self.seen["seq"] <= self.command["expect_seq"]:
            self.seen = {**self.seen, "legal_actions": []}  # it was out of date, and the next snapshot is on its way
        self.command = None

    async def reread_log(self) -> None:
        """Read the log from the first event on, as the history of another client."""
        client = f"{self.name}, reading again"
        answer = await self.person.ask("GET", f"/tables/{self.table}/events?after=0&follow=false")
        self._history.tables[self.table].streams.pop(client, None)
        self._history.subscribe(self.table, client, 0)
        for text in answer.text.splitlines():
            self._history.record_event(self.table, client, json.loads(text))


async def _read_parts(connection: ClientConnection, listener: Listener) -> AsyncIterator[Json]:
    async for text in connection:
        for part in listener.expand(json.loads(text)):
            yield part


def random_action(legal: Sequence[Json], chance: random.Random) -> Json:
    """Any legal action; all kinds are equally likely, regardless of their number of actions."""
    kind = chance.choice(sorted({action["type"] for action in legal}))
    return chance.choice([action for action in legal if action["type"] == kind])
