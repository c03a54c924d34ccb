"""Hidden dice stay hidden from every caller on every path: Lügenkniffel at several devices.

The strongest claim about a secret is that nothing depends on it. The test plays the same game twice with different
dice, and all messages to other players must be identical. Only the doubted turn has the same dice in both games,
because the doubt reveals them.
"""

import json
import re
from itertools import combinations
from shutil import copy

import pytest

from pasch.fairness.stream import RollId, rolled
from tests.server.players import open_table_for_people
from tests.server.world import new_id, world_on
from tests.service.harness import SequentialEntropy
from tests.support import protocol
from tests.support.protocol import Socket, connect

pytestmark = pytest.mark.anyio

DOUBTED = 6
"""The doubted turn; its dice are rolled once."""

ASKED_EVERY, TRIED_EVERY = 10, 30
"""Steps. Everyone receives every step over the socket; requested events begin after the last known ones."""

SECRET_COMMITMENT = re.compile(r"[0-9a-f]{64}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+Z)?")
PERSON = re.compile(r"\"person\": ?\"[^\"]*\"")


class SeededEntropy(SequentialEntropy):
    """Entropy with the same names in every world, and its own seed for the dice."""

    def __init__(self, seed):
        super().__init__()
        self._seed = seed

    def seed(self):
        return self._seed


def two_seeds(table):
    """Seeds with equal dice in the doubted turn."""
    throw = RollId(table, (), 1, DOUBTED, 1)
    dice = {}
    for number in range(200):
        seed = bytes([number]) * 32
        dice.setdefault(rolled(seed, throw, 5), []).append(seed)
    return next(seeds[:2] for seeds in dice.values() if len(seeds) > 1)


def test_compared_seeds_differ_outside_the_doubted_turn():
    """Equal dice elsewhere would make the comparison meaningless."""
    [first, second] = two_seeds(SequentialEntropy().token(16))
    rolls = [
        rolled(first, RollId("x", (), 1, turn, roll), 5) == rolled(second, RollId("x", (), 1, turn, roll), 5)
        for turn, roll in combinations(range(1, 40), 2)
    ]
    assert sum(rolls) < len(rolls) / 50


# ------------------------------------------------------------------------------- what each viewer receives


class Listener:
    """A person at a table who listens on every path and tries forbidden requests."""

    def __init__(self, person, seats):
        self.person = person
        self.seats = seats
        self.seen = 0
        self.received = []
        self.far = Socket()

    async def open(self, world, table):
        self.table = table
        self.line = connect(world, self.person, table, self.far)
        await self.far.until("snapshot", 1)

    async def listen(self, seq, steps):
        """Read the messages after a command; sometimes send all requests and forbidden commands."""
        await self.far.until_at(seq)
        if steps % ASKED_EVERY == 0:
            await self._ask(seq)
        if steps % TRIED_EVERY == 0:
            await self._listen_thoroughly()
            await self._try_what_is_not_allowed()

    async def _ask(self, seq):
        self._hear("snapshot", await self.person.get(f"/tables/{self.table}?lang=de"))
        path = f"/tables/{self.table}/events?follow=false&after={self.seen}&lang=de"
        for line in (await self.person.ask("GET", path)).text.splitlines():
            self._hear("event", json.loads(line))
        self.seen = seq

    async def _listen_thoroughly(self):
        sse = {"Accept": "text/event-stream"}
        answer = await self.person.ask("GET", f"/tables/{self.table}/events?follow=false", headers=sse)
        for line in answer.text.splitlines():
            if line.startswith("data: "):
                self._hear("event", json.loads(line.removeprefix("data: ")))
        record = (await self.person.ask("GET", f"/tables/{self.table}/record")).text
        own = f".{self.seats[0]} " if len(self.seats) == 1 else None
        self.received += [line for line in record.splitlines() if own is None or own not in line[:6]]
        self.received.append(json.dumps(await self.person.get("/tables")))

    async def _try_what_is_not_allowed(self):
        snapshot = await self.person.table(self.table)
        if snapshot["legal_actions"]:
            return
        for body in (
            {"type": "roll", "keep": "k1"},
            {"type": "score", "cell": "chance", "points": 12},
            {"type": "claim", "cell": "chance", "points": 12},
            {"type": "doubt"},
            {"type": "take_back"},
        ):
            name = new_id()
            answers = [await self.person.command(self.table, **body, id=name) for _ in range(2)]
            self.received += [answer.text for answer in answers]

    async def end(self):
        self.far.disconnect()
        await self.line
        parts, known = protocol.Listener(), True
        for message in self.far.raw_messages:
            news = parts.expand(message)
            for part in news:
                self._hear(part["kind"], part.get(part["kind"]))
            if message["kind"] not in {"hello", "batch"}:
                continue
            known, before = any(map(self._secret, news)), known
            if not known and not before:
                self.received.append(json.dumps(unhurried(message), sort_keys=True))

    def _hear(self, kind, body):
        """Store a message unless it shows the dice of this person's only seat."""
        if not isinstance(body, dict) or self._own(kind, body) or body.get("status") == "finished":
            return
        if kind == "event" and body["type"] == "match_finished":
            return
        self.received.append(json.dumps(body, sort_keys=True))

    def _secret(self, part):
        """Whether a part of a message may contain the listener's own dice, or all dice after the end."""
        kind, body = part["kind"], part.get(part["kind"])
        if kind not in {"event", "snapshot"}:
            return False
        over = body["type"] == "match_finished" if kind == "event" else body["status"] == "finished"
        return over or self._own(kind, body)

    def _own(self, kind, body):
        if kind == "event":
            return len(self.seats) == 1 and body["seat"] in self.seats and body["type"] in {"dice_rolled", "scored"}
        turn = body["turn"]
        owner = turn and (turn["claim"]["seat"] if turn["claim"] else turn["seat"])
        if len(self.seats) > 1 and turn and turn["claim"] and turn["seat"] in self.seats:
            return False  # on a shared screen, the cup stays closed for the player who may doubt
        return owner in self.seats


def unhurried(message):
    """A batch without its times: two commands may have the same millisecond."""
    changes = {name: change for name, change in message.get("set", {}).items() if name not in {"now", "kept_until"}}
    events = [[kind, *said] for kind, _, *said in message.get("events", ())]
    return {**message, "events": events, "set": changes}


def plain(received):
    """Texts without the parts that differ between any two matches: times, commitments, owners of seats."""
    return [PERSON.sub("somebody", MOMENT.sub("then", SECRET_COMMITMENT.sub("seal", text))) for text in received]


# ------------------------------------------------------------------------------- the game


def deed(seen, number):
    """The action in turn `number`; it never depends on the dice."""
    legal, turn = seen["legal_actions"], seen["turn"]
    if turn["stage"] == "claimed":
        return {"type": "doubt"} if number == DOUBTED and turn["claim"]["doubts"] == [] else {"type": "believe"}
    if turn["stage"] == "ready":
        return {"type": "roll"}
    if turn["rolls_used"] <= number % 3 and number != DOUBTED:
        kept = 2 * turn["rolls_used"]
        return {"type": "roll", "keep": "k" + "".join(_held(turn, kept))}
    claims = [action for action in legal if action["type"] == "claim"]
    if number % 4 == 0 or not claims:
        return next(action for action in legal if action["type"] == "score")
    claims.sort(key=lambda action: (action["cell"], action["points"]))
    return claims[7 * number % len(claims)]


def _held(turn, count):
    """This many dice, including those that must stay."""
    locked = list(turn["locked"].removeprefix("k").replace("-", ""))
    free = list(turn["dice"])
    for face in locked:
        free.remove(face)
    return sorted(locked + free[: count - len(locked)])


async def play(world, people, table, listeners):
    """Play the whole game; all listeners read after each command."""
    number, steps, seq = 0, 0, 0
    snapshot = await people[0].table(table)
    while snapshot["status"] == "running":
        person = people[snapshot["turn"]["seat"] - 1]
        seen = await person.table(table)
        number += seen["turn"]["stage"] == "ready"
        seq = await person.do(table, **{**deed(seen, number), "id": new_id()})
        steps += 1
        snapshot = await people[0].table(table)
        if snapshot["status"] == "running":
            for listener in listeners:
                await listener.listen(seq, steps)
    for listener in listeners:  # the last command reveals all dice
        await listener.far.until_at(seq)
        await listener.end()
    return number


async def received_by(world, seed, *, how):
    """All messages to each listener in a game with this seed."""
    world.app.state.context.tables._entropy = SeededEntropy(seed)
    anna, bernd, clara, dora = [await world.person() for _ in range(4)]
    anonymous = await world.person(session=False)
    if how == "one screen":
        table = (await anna.open("Anna", "Bernd", "human", variant="luegenkniffel", visibility="public"))["id"]
        await clara.ask("POST", f"/tables/{table}/seats", {"name": "Clara"})
        people, seated = [anna, anna, clara], [(anna, (1, 2)), (clara, (3,))]
    else:
        people = [anna, bernd, clara]
        table = await open_table_for_people(world, *people, variant="luegenkniffel", visibility="public")
        seated = [(bernd, (2,)), (clara, (3,))]
    watching = [(dora, ()), (anonymous, ())]
    if how == "in a crowd":  # all use one language, so texts made for one caller serve all
        listeners = [Listener(*each) for each in (watching[0], (anna, (1,)), *seated, watching[1])]
    else:
        listeners = [Listener(*each) for each in (*seated, *watching)]
    for listener in listeners:
        await listener.open(world, table)
    turns = await play(world, people, table, listeners)
    assert turns > DOUBTED * 4
    return [plain(listener.received) for listener in listeners]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["apart", "one screen", "in a crowd"])
async def test_messages_to_others_do_not_depend_on_hidden_dice(tmp_path, empty_database, how):
    heard = []
    for number, seed in enumerate(two_seeds(SequentialEntropy().token(16))):
        file = copy(empty_database, tmp_path / f"{number}.sqlite3")
        async with world_on(file) as world:
            heard.append(await received_by(world, seed, how=how))
    for first, second in zip(*heard, strict=True):
        assert len(first) > 300
        assert first == second
