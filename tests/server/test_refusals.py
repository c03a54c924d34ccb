"""Invalid input: the server answers each kind with its own code and a clear sentence, and changes nothing."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.server.world import new_id

pytestmark = pytest.mark.anyio


@dataclass
class Case:
    """A refused request. `body` may be a function of the snapshot; `before` lists the preceding commands."""

    name: str
    status: int
    code: str
    says: str
    body: dict[str, Any] | Callable[[Any], dict[str, Any]] = field(default_factory=dict)
    before: tuple[dict[str, Any], ...] = ()
    caller: str = "opener"


ROLL = {"type": "roll"}
CHANCE = {"type": "score", "cell": "chance"}
ROUND = (ROLL, CHANCE, ROLL, CHANCE)  # both seats fill the same cell


def missing_die(snapshot):
    """Keeps a die that the roll does not have."""
    face = next(face for face in "123456" if face not in snapshot["turn"]["dice"])
    return {"type": "roll", "keep": f"k{face}"}


def one_die_too_often(snapshot):
    """Keeps a die more often than the roll has it."""
    dice = snapshot["turn"]["dice"]
    return {"type": "roll", "keep": "k" + dice[0] * (dice.count(dice[0]) + 1)}


CASES = [
    Case("scoring before rolling", 409, "not_rolled", "roll first", CHANCE),
    Case("striking before rolling", 409, "not_rolled", "roll first", {**CHANCE, "points": 0}),
    Case("keeping before rolling", 409, "", "", {**ROLL, "keep": "k33"}),
    Case("a fourth roll", 409, "no_rolls_left", "", ROLL, (ROLL, ROLL, ROLL)),
    Case("a filled cell", 409, "cell_filled", "already has an entry", CHANCE, (*ROUND, ROLL)),
    Case("a filled cell crossed out", 409, "cell_filled", "", {**CHANCE, "points": 0}, (*ROUND, ROLL)),
    Case("a die one does not have", 409, "dice_not_held", "", missing_die, (ROLL,)),
    Case("a die too often", 409, "dice_not_held", "", one_die_too_often, (ROLL,)),
    Case("six dice kept", 409, "dice_not_held", "", {**ROLL, "keep": "k111111"}, (ROLL,)),
    Case("a die with a 7", 422, "invalid_input", "", {**ROLL, "keep": "k7"}, (ROLL,)),
    Case("a negative die", 422, "invalid_input", "", {**ROLL, "keep": "k-3"}, (ROLL,)),
    Case("a keep without its letter", 422, "invalid_input", "", {**ROLL, "keep": "33"}, (ROLL,)),
    Case("a keep of words", 422, "invalid_input", "", {**ROLL, "keep": "all of them"}, (ROLL,)),
    Case("all dice kept", 409, "illegal_action", "", lambda s: {**ROLL, "keep": "k" + s["turn"]["dice"]}, (ROLL,)),
    Case("an unknown cell", 422, "unknown_category", "", {"type": "score", "cell": "royal_flush"}, (ROLL,)),
    Case("an unknown column", 422, "unknown_category", "", {"type": "score", "cell": "chance@2"}, (ROLL,)),
    Case("an empty cell", 422, "", "", {"type": "score", "cell": ""}, (ROLL,)),
    Case("another cell's points", 409, "illegal_action", "", {**CHANCE, "points": 99}, (ROLL,)),
    Case("negative points", 409, "illegal_action", "", {**CHANCE, "points": -5}, (ROLL,)),
    Case("points beyond all bounds", 409, "illegal_action", "", {**CHANCE, "points": 10**40}, (ROLL,)),
    Case(
        "an announcement where there are none", 409, "illegal_action", "", {"type": "announce", "cell": "ones"}, (ROLL,)
    ),
    Case("an action die where there are none", 409, "illegal_action", "", {"type": "use_action", "action": "steal"}),
    Case("the end of a turn that needs an entry", 409, "illegal_action", "", {"type": "end_turn"}, (ROLL,)),
    Case("the next game while this one runs", 409, "illegal_action", "", {"type": "next_game"}),
    Case("taking back when nothing was entered", 409, "illegal_action", "", {"type": "take_back"}),
    Case("another's turn", 409, "not_your_turn", "", {**ROLL, "seat": 2}),
    Case("a seat that is not there", 403, "not_seated", "There is no seat 9", {**ROLL, "seat": 9}),
    Case("a stale number", 409, "stale", "Another move came first", {**ROLL, "expect_seq": 1}),
    Case("a number of the future", 409, "stale", "", {**ROLL, "expect_seq": 4000}),
    Case("a stranger", 404, "unknown_table", "table does not exist", ROLL, caller="stranger"),
    Case("nobody", 401, "unauthenticated", "session", ROLL, caller="nobody"),
    Case("no command", 422, "invalid_input", "“type” is missing", {}),
    Case("an unknown command", 422, "invalid_input", "“type” must be one of", {"type": "win"}),
    Case("no id", 422, "invalid_input", "“id” is missing", {**ROLL, "id": None}),
    Case("an id that is none", 422, "invalid_input", "“id” must look like 6f1f6c1e-", {**ROLL, "id": "1"}),
    Case(
        "points that are no number", 422, "invalid_input", "“points” must be a whole number", {**CHANCE, "points": "3"}
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_invalid_command_is_refused_and_changes_nothing(world, anna, case):
    table = await anna.open()
    for command in case.before:
        await anna.do(table["id"], **command)
    before = await anna.table(table["id"])
    body = {"id": new_id(), **(case.body(before) if callable(case.body) else case.body)}
    body = {name: value for name, value in body.items() if value is not None}
    caller = anna if case.caller == "opener" else await world.person(session=case.caller == "stranger")

    answer = await caller.ask("POST", f"/tables/{table['id']}/commands", body)

    problem = answer.json()
    assert answer.status_code == case.status, problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert case.code in ("", problem["code"]), problem
    assert case.says in problem["detail"]
    assert len(problem["detail"].split()) > 2  # a sentence
    assert await anna.table(table["id"]) == before


async def test_old_number_is_stale_on_an_ended_table(anna):
    table = await anna.open()
    await anna.do(table["id"], "abort")
    answer = await anna.command(table["id"], "roll", expect_seq=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


OPENINGS = [
    ("unknown variant", {"variant": "poker"}, 422, "unknown_variant", "poker"),
    ("no variant", {"variant": ""}, 422, "unknown_variant", ""),
    ("unknown house rule", {"rules": {"cheating": True}}, 422, "invalid_input", "cheating"),
    ("impossible house rule", {"rules": {"joker": "always"}}, 422, "invalid_input", "joker"),
    ("house rule of another type", {"rules": {"rolls": "three"}}, 422, "invalid_input", "rolls"),
    ("no games", {"games": 0}, 422, "invalid_input", "“games”"),
    ("too many games", {"games": 500}, 422, "invalid_input", ""),
    ("games as text", {"games": "2"}, 422, "invalid_input", "“games” must be a whole number"),
    ("no seats", {"seats": []}, 422, "invalid_input", "“seats”"),
    ("nine seats", {"seats": [{"kind": "local"}] * 9}, 422, "invalid_input", ""),
    ("an unknown bot", {"seats": [{"kind": "local"}, {"kind": "bot", "bot": "hal"}]}, 422, "invalid_input", ""),
    ("an unknown seat", {"seats": [{"kind": "ghost"}]}, 422, "invalid_input", "“seats.0.kind” must be one of"),
    ("a name of 10,000 characters", {"seats": [{"kind": "local", "name": "x" * 10_000}]}, 422, "invalid_input", ""),
    ("a name of 60,000 characters", {"seats": [{"kind": "local", "name": "x" * 60_000}]}, 422, "invalid_input", "name"),
    ("a name with a line break", {"seats": [{"kind": "local", "name": "An\nna"}]}, 422, "invalid_input", ""),
    ("a name that turns the text around", {"seats": [{"kind": "local", "name": "a\u202eb"}]}, 422, "invalid_input", ""),
    ("a name with markup", {"seats": [{"kind": "local", "name": "<b>Anna</b>"}]}, 422, "invalid_input", ""),
    ("a name with half a character", {"seats": [{"kind": "local", "name": "\ud800"}]}, 422, "invalid_input", ""),
    ("a list instead of an object", [], 422, "invalid_input", "“body” must be an object"),
]


@pytest.mark.parametrize(
    ("wish", "status", "code", "says"), [case[1:] for case in OPENINGS], ids=[c[0] for c in OPENINGS]
)
async def test_invalid_opening_is_refused_and_opens_no_table(anna, wish, status, code, says):
    whole = {"variant": "kniffel", "seats": [{"kind": "local", "name": "Anna"}]}
    body = json.dumps({**whole, **wish} if isinstance(wish, dict) else wish)
    answer = await anna.ask("POST", "/tables", content=body, headers={"Content-Type": "application/json"})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert says in problem["detail"]
    assert (await anna.get("/tables", params={"mine": "true"})) == {"tables": []}


JSON = {"Content-Type": "application/json"}
BODIES = [
    ("broken JSON", b'{"variant": "kniffel"', JSON, 422, "invalid_input"),
    ("no JSON at all", b"variant=kniffel", JSON, 422, "invalid_input"),
    ("bytes that are no text", b"\xff\xfe\x00", JSON, 422, "invalid_input"),
    ("a tower of brackets", b"[" * 60_000, JSON, 422, "invalid_input"),
    ("a number of 60,000 digits", b"1" * 60_000, JSON, 422, "invalid_input"),
    ("nothing", b"", JSON, 422, "invalid_input"),
    ("null", b"null", JSON, 422, "invalid_input"),
    (
        "a form",
        b"variant=kniffel",
        {"Content-Type": "application/x-www-form-urlencoded"},
        415,
        "unsupported_media_type",
    ),
    ("text", b"{}", {"Content-Type": "text/plain"}, 415, "unsupported_media_type"),
    ("no type", b"{}", {}, 415, "unsupported_media_type"),
    ("a type that is none", b"{}", {"Content-Type": ";;;"}, 415, "unsupported_media_type"),
    ("1 MB", b'"' + b"x" * 1_000_000 + b'"', JSON, 413, "too_large"),
]


OPTIONAL = (b"", b"null")
"""Bodies that are allowed for requests without a required body."""
REQUESTS = [
    pytest.param(path, *case[1:], id=f"{path}: {case[0]}")
    for path in ("/tables", "/tables/{id}/commands", "/tables/{id}/seats", "/session")
    for case in BODIES
    if path in ("/tables", "/tables/{id}/commands") or case[1] not in OPTIONAL
]


@pytest.mark.parametrize(("path", "content", "headers", "status", "code"), REQUESTS)
async def test_unreadable_body_is_refused(anna, path, content, headers, status, code):  # noqa: PLR0917 - a table
    table = await anna.open()
    answer = await anna.ask("POST", path.format(id=table["id"]), content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert await anna.table(table["id"]) == table


async def test_chunked_body_has_the_same_size_limit(anna):
    async def pieces():
        for _ in range(100):
            yield b"x" * 1000

    answer = await anna.ask("POST", "/tables", content=pieces(), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


ADDRESSES = [
    ("GET", "/tables/none", 404, "unknown_table"),
    ("GET", "/tables/none/events?follow=false", 404, "unknown_table"),
    ("GET", "/tables/none/events", 404, "unknown_table"),
    ("GET", "/tables/none/record", 404, "unknown_table"),
    ("GET", "/tables/none/qr.svg", 404, "unknown_table"),
    ("POST", "/tables/none/seats", 404, "unknown_table"),
    ("POST", "/tables/none/start", 404, "unknown_table"),
    ("POST", "/tables/none/leave", 404, "unknown_table"),
    ("POST", "/tables/none/rematch", 404, "unknown_table"),
    ("GET", "/tables/" + "x" * 3000, 404, "unknown_table"),
    ("GET", "/tables/%00", 404, "unknown_table"),
    ("GET", "/tables/none/events?after=-1", 422, "invalid_input"),
    ("GET", "/tables/none/events?after=two", 422, "invalid_input"),
    ("GET", "/tables/none/events?follow=perhaps", 422, "invalid_input"),
    ("GET", "/variants/poker", 422, "unknown_variant"),
    ("GET", "/nothing", 404, "not_found"),
    ("POST", "/nothing", 404, "not_found"),
    ("DELETE", "/tables", 405, "method_not_allowed"),
    ("PUT", "/session", 405, "method_not_allowed"),
]


@pytest.mark.parametrize(("method", "path", "status", "code"), ADDRESSES)
async def test_invalid_address_is_refused(anna, method, path, status, code):
    answer = await anna.ask(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["", "/start", "/leave", "/rematch", "/commands", "/record", "/qr.svg", "/events"])
async def test_strangers_cannot_distinguish_private_from_unknown_tables(world, anna, method, path):
    table = await anna.open()
    stranger = await world.person()
    body = {"id": new_id(), "type": "roll"} if path == "/commands" else None
    private = await stranger.ask(method, f"/tables/{table['id']}{path}", body)
    unknown = await stranger.ask(method, f"/tables/{'0' * len(table['id'])}{path}", body)
    assert (private.status_code, private.json()) == (unknown.status_code, unknown.json())
    assert private.status_code in (404, 405)


async def test_refusals_use_the_callers_language(world):
    german = await world.person(language="de-AT, en;q=0.5")
    answer = await german.ask("GET", "/tables/none")
    assert answer.headers["content-language"] == "de"
    english = await german.ask("GET", "/tables/none?lang=en")
    assert english.json()["detail"] == "This table does not exist, or only its players may see it"
    assert answer.json()["detail"] != english.json()["detail"]
