"""The size of a socket's messages, uncompressed: whole games of three, with three rolls in every turn."""

import json
from dataclasses import dataclass

import pytest

from tests.server.players import open_table_for_people
from tests.support.protocol import Connection, at_table

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@dataclass(frozen=True)
class Bounds:
    """Bytes of a whole game, to a player and to a watcher, and of the largest batch."""

    player: int
    watcher: int
    batch: int


BOUNDS = {"kniffel": Bounds(60_000, 45_000, 2_048), "yams": Bounds(230_000, 180_000, 4_096)}


@pytest.mark.parametrize("variant", BOUNDS)
async def test_whole_game_stays_within_byte_bounds(world, variant):
    people = [await world.person(language="de") for _ in range(3)]
    anonymous = await world.person(session=False, language="de")
    table, bounds = await open_table_for_people(world, *people, variant=variant, visibility="public"), BOUNDS[variant]
    async with at_table(world, people[0], table) as player, at_table(world, anonymous, table) as watcher:
        seq = await play(people, table)
        for line, most in ((player, bounds.player), (watcher, bounds.watcher)):
            await line.until_at(seq)
            hello, *batches = sizes(line)
            assert hello < 7_000
            assert sum(batches) + hello <= most
            assert max(batches) <= bounds.batch


@pytest.mark.parametrize(("variant", "most"), [("kniffel", 4_096), ("yams", 4_096)])
async def test_typed_dice_stay_within_byte_bounds(world, variant, most):
    anna = await world.person(language="de")
    table = (await anna.open("Anna", "Bernd", variant=variant, dice="real"))["id"]
    async with at_table(world, anna, table) as line:
        for _ in range(4):
            await anna.do(table, "enter_dice", dice="13356")
            seen = await anna.table(table)
            seq = await anna.do(table, **next(each for each in seen["legal_actions"] if each["type"] == "score"))
        await line.until_at(seq)
        assert max(sizes(line)[1:]) <= most


def sizes(line: Connection) -> list[int]:
    """The bytes of hello and of each batch."""
    messages = [message for message in line.raw_messages if message["kind"] in {"hello", "batch"}]
    return [len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()) for message in messages]


async def play(people, table):
    """Play a whole game; returns the number of its last event."""
    while (seen := await people[0].table(table))["status"] == "running":
        person = people[seen["turn"]["seat"] - 1]
        legal = (await person.table(table))["legal_actions"]
        await person.do(table, **next(filter(None, (first(legal, kind) for kind in ("roll", "score", "announce")))))
    return seen["seq"]


def first(legal, kind):
    """An action of a kind: a roll that keeps two dice if possible."""
    fitting = [action for action in legal if action["type"] == kind]
    return next((each for each in fitting if len(each.get("keep", "")) == 3), fitting[0] if fitting else None)
