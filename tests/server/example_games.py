"""Examples: tables, commands, games of every mechanic, results, the coach."""

import asyncio
import random

from pasch.service.people.continuing import key_of
from pasch.solver import store
from tests.server.example_people import LINES, new_person
from tests.server.recorder import Recorder, until

LIVELY = {"claim": 3, "use_action": 9, "announce": 3, "end_turn": 1, "score": 1, "roll": 2}
"""How readily a scene takes actions of each type."""
STEPS = 2000


async def tables(rec: Recorder, world) -> None:
    """From the opening of a table with open seats to the rematch."""
    anna, bernd = await new_person(rec, world, "Anna"), await new_person(rec, world, "Bernd")
    wish = {"variant": "kniffel", "seats": [{"kind": "human"}] * 3, "visibility": "public", "start": False}
    await rec.call(anna, "POST", "/tables", {**wish, "games": 0, "seats": [{"kind": "ghost"}]})
    at = {"table": (await rec.call(anna, "POST", "/tables", wish)).json()["id"]}
    here = "/tables/{table}"
    await rec.call(anna, "POST", f"{here}/seats", {"name": "Anna"}, at=at)
    await rec.call(bernd, "POST", f"{here}/seats", {"name": "Bernd", "seed": "c0ffee"}, at=at)
    await rec.call(anna, "POST", f"{here}/start", at=at)
    await rec.call(bernd, "POST", f"{here}/seats/{{seat}}/bot", {"bot": "simple"}, at={**at, "seat": 3})
    await rec.call(anna, "POST", f"{here}/seats/{{seat}}/bot", {"bot": "simple"}, at={**at, "seat": 3})
    await rec.call(bernd, "POST", f"{here}/seats/{{seat}}/open", at={**at, "seat": 3})
    await rec.call(anna, "POST", f"{here}/seats/{{seat}}/open", at={**at, "seat": 3})
    await rec.call(anna, "POST", f"{here}/interrupt", at={"table": "nowhere"})
    clara = await new_person(rec, world, "Clara")
    await rec.call(clara, "POST", f"{here}/seats", {"name": "Clara"}, at=at)
    await rec.call(clara, "POST", f"{here}/leave", {"seat": "bot"}, at=at)
    await rec.call(clara, "POST", f"{here}/leave", {"seat": "bot"}, at=at)
    await rec.call(clara, "POST", f"{here}/seats", {"name": "Clara"}, at=at)
    await rec.call(clara, "POST", f"{here}/seats", {"seat": 1}, at=at)
    await rec.command(anna, at["table"], "ready", ready=True)
    await rec.call(bernd, "POST", f"{here}/start", at=at)
    await rec.call(anna, "POST", f"{here}/start", at=at)
    await rec.call(anna, "GET", "/tables")
    await rec.call(anna, "GET", here, at=at)
    await rec.call(anna, "GET", here, at={"table": "nowhere"})
    await rec.call(anna, "GET", f"{here}/qr.svg", at=at)
    await rec.call(anna, "GET", f"{here}/qr.svg", at={"table": "nowhere"})
    await rec.call(clara, "POST", f"{here}/rematch", at=at)
    await rec.command(anna, at["table"], "abort")
    await rec.call(anna, "POST", f"{here}/rematch", at=at)
    await rec.log(anna, at["table"])


async def moves(rec: Recorder, world) -> None:
    """A turn over HTTP with refusals; the coach; the match continues on another device."""
    anna, bernd = await new_person(rec, world, "Anna"), await new_person(rec, world, "Bernd")
    await asyncio.to_thread(store.solve, "kniffel-plain")
    opened = await anna.open("Anna", "Bernd", variant="kniffel-plain")
    at, here = {"table": opened["id"]}, "/tables/{table}"
    commands = f"{here}/commands"
    await rec.call(anna, "POST", commands, {"id": rec.new_id(), "type": "score", "cell": "chance"}, at=at)
    await rec.call(anna, "GET", f"{here}/advice", at={"table": "nowhere"})
    roll = {"id": rec.new_id(), "type": "roll", "expect_seq": opened["seq"]}
    await rec.call(anna, "POST", commands, roll, at=at)
    await rec.call(anna, "POST", commands, {**roll, "id": rec.new_id()}, at=at)
    await rec.ready(anna, "GET", f"{here}/advice", at=at)
    legal = (await anna.table(at["table"]))["legal_actions"]
    entry = max((action for action in legal if action["type"] == "score"), key=lambda each: each["points"])
    await rec.call(anna, "POST", commands, {"id": rec.new_id(), **entry}, at=at, name="score")
    await rec.call(anna, "POST", commands, {"id": rec.new_id(), **entry}, at=at)
    await rec.command(anna, at["table"], "take_back")
    await rec.command(anna, at["table"], **{name: entry[name] for name in ("type", "cell", "points")})
    await rec.command(anna, at["table"], "roll")
    await rec.command(anna, at["table"], "roll", keep="k-")
    for options in ({}, {"headers": {"Accept": "text/event-stream"}}):
        await rec.call(anna, "GET", f"{here}/events", at=at, params={"after": 6, "follow": "false"}, **options)
    await rec.call(anna, "GET", f"{here}/events", at=at, params={"after": 99, "follow": "false"})
    await rec.ready(anna, "POST", "/analysis", {"table": at["table"]})
    await rec.call(bernd, "POST", "/analysis", {"table": at["table"]})
    await rec.call(anna, "GET", "/advice", params={"position": "kniffel-plain; ones=3; 12344 2"})
    await rec.call(anna, "GET", "/advice", params={"position": "kniffel-plain; ones=3; 1234 2"})
    await rec.call(anna, "POST", f"{here}/key", at=at)
    await rec.call(bernd, "POST", f"{here}/key", at=at)
    key = (await rec.call(anna, "POST", f"{here}/interrupt", at=at)).json()["key"]
    await rec.call(anna, "GET", "/interrupted")
    await rec.call(bernd, "POST", "/continue", {"key": key})
    await rec.call(bernd, "POST", "/continue", {"key": key_of(b"no table", "no salt").text})
    rec.refusal(await anna.ask("GET", here.format(**at)))
    await rec.call(bernd, "POST", "/continue", {"key": "92MH-VXV2-F4J5-X8VX"})
    await rec.log(bernd, at["table"])
    clara = await new_person(rec, world, "Clara")
    at = {"table": (await clara.open("Clara", variant="kniffel-plain", hints=False))["id"]}
    await rec.call(clara, "GET", f"{here}/advice", at=at)
    await rec.call(clara, "GET", "/advice", params={"position": "kniffel-plain; ones=3; 12344 2"})


async def results(rec: Recorder, world) -> None:
    """A whole match, and its stored results."""
    anna = await new_person(rec, world, "Anna")
    table = (await anna.open("Anna", variant="crag", rules={"doubles": 1}, games=2, visibility="public"))["id"]
    at, here = {"table": table}, "/tables/{table}"
    while (seen := await anna.table(table))["status"] == "running":
        entries = [action for action in seen["legal_actions"] if action["type"] in ("score", "next_game")]
        action = max(entries, key=lambda entry: entry.get("points", 0)) if entries else seen["legal_actions"][0]
        await rec.command(anna, table, **{name: action[name] for name in ("type", "cell", "points") if name in action})
    await rec.log(anna, table)
    await rec.call(anna, "GET", f"{here}/record", at=at)
    await rec.call(anna, "GET", f"{here}/record", at={"table": "nowhere"})
    await rec.call(anna, "GET", f"{here}/sheet.pdf", at=at)
    await rec.call(anna, "GET", f"{here}/sheet.pdf", at={"table": "nowhere"})

    # Doubled entries have no exact table, so the statistics do not depend on the solved tables.
    asked = {"variant": "crag", "rules": '{"doubles": 1}'}

    async def kept() -> bool:
        return len((await anna.get("/high-scores", params=asked))["scores"]) == 2

    await until(kept)
    await rec.call(anna, "GET", "/high-scores", params=asked)
    await rec.call(anna, "GET", "/high-scores", params={"variant": "grog"})
    await rec.call(anna, "GET", "/statistics")
    anonymous, handle = await world.person(session=False), (await anna.get("/account"))["person"]
    await rec.call(anonymous, "GET", "/people/{handle}", at={"handle": handle})
    await rec.call(anna, "PUT", "/account/profile", {"public": True})
    await rec.call(anonymous, "GET", "/people/{handle}", at={"handle": handle})
    await rec.call(anonymous, "GET", f"{here}/skill", at=at)
    await rec.call(anna, "GET", f"{here}/skill", at={"table": "nowhere"})
    await rec.call(anna, "GET", "/history")
    await rec.call(anna, "GET", "/history", params={"variant": "grog"})
    export = await rec.call(anna, "GET", "/history/export")
    await rec.call(anna, "GET", "/history.csv")
    bernd = await new_person(rec, world, "Bernd")
    await rec.call(bernd, "POST", "/history/import", content=export.text, headers=LINES)
    damaged = export.text.replace(" > ", " < ", 1)
    await rec.call(bernd, "POST", "/history/import", content=damaged, headers=LINES)
    text = {"Content-Type": "text/plain"}
    await rec.call(bernd, "POST", "/history/import", content=export.text, headers=text, name="known already")
    for path in ("/statistics", "/history/export", "/history.csv"):
        await rec.call(await world.person(session=False), "GET", path)


async def daily(rec: Recorder, world) -> None:
    """The daily game, which on Saturdays is Crag; on the next day it is in the archive."""
    anna, bernd = await new_person(rec, world, "Anna"), await new_person(rec, world, "Bernd")
    await asyncio.to_thread(store.solve, "crag")
    await rec.call(anna, "GET", "/daily")
    await rec.call(anna, "GET", "/daily", params={"day": "2999-01-01"})
    await rec.call(anna, "GET", "/daily/result", params={"day": "2999-01-01"})
    await rec.call(anna, "GET", "/daily/result")
    today = {"day": (await anna.get("/daily"))["day"]}
    for person in (anna, bernd):
        table = (await rec.call(person, "POST", "/daily", today)).json()["id"]
        while (seen := await person.table(table))["status"] == "running":
            entries = [action for action in seen["legal_actions"] if action["type"] == "score"]
            action = max(entries, key=lambda entry: entry["points"]) if entries else {"type": "roll"}
            await person.do(table, **action)
    await rec.call(anna, "POST", "/daily", today)
    await rec.call(anna, "POST", "/daily", {"day": "tomorrow"})

    async def known() -> bool:
        result = await anna.get("/daily/result")
        return result["others"] == 1 and not result["working"]

    await until(known, pause=0.5)
    await rec.call(anna, "GET", "/daily/result")
    rec.clock.advance(86_400)
    await rec.call(anna, "GET", "/daily/archive")
    await rec.call(anna, "GET", "/daily/archive", params={"before": "tomorrow"})
    rec.clock.advance(-86_400)


async def events(rec: Recorder, world) -> None:
    """A shared event: two people play the same dice, then its owner closes it."""
    anna, bernd = await new_person(rec, world, "Anna"), await new_person(rec, world, "Bernd")
    await asyncio.to_thread(store.solve, "crag")
    wish = {"name": "Autumn cup", "variant": "crag", "last_day": "2026-12-24"}
    at = {"code": (await rec.call(anna, "POST", "/events", wish)).json()["code"]}
    await rec.call(anna, "POST", "/events", {**wish, "last_day": "2026-01-01"})
    for method, path in (("GET", ""), ("POST", "/play"), ("GET", "/result"), ("POST", "/close")):
        await rec.call(bernd, method, f"/events/{{code}}{path}", at={"code": "unknown"})
    await rec.call(bernd, "GET", "/events/{code}/result", at=at)
    for person in (anna, bernd):
        table = (await rec.call(person, "POST", "/events/{code}/play", {}, at=at)).json()["id"]
        while (seen := await person.table(table))["status"] == "running":
            entries = [action for action in seen["legal_actions"] if action["type"] == "score"]
            action = max(entries, key=lambda entry: entry["points"]) if entries else {"type": "roll"}
            await person.do(table, **action)
    await rec.call(bernd, "POST", "/events/{code}/play", {}, at=at)

    async def known() -> bool:
        return (await anna.ask("GET", f"/events/{at['code']}/result")).status_code == 200

    await until(known, pause=0.5)
    await rec.call(anna, "GET", "/events/{code}/result", at=at)
    await rec.call(anna, "GET", "/events")
    await rec.call(anna, "GET", "/events/{code}", at=at)
    await rec.call(bernd, "POST", "/events/{code}/close", at=at)
    await rec.call(anna, "POST", "/events/{code}/close", at=at)
    while (await anna.ask("POST", "/events", wish)).status_code == 201:
        pass
    await rec.call(anna, "POST", "/events", wish)


async def puzzles(rec: Recorder, world) -> None:
    """A puzzle: the first answer is rated, the second is not."""
    anna = await new_person(rec, world, "Anna")
    task = (await rec.call(anna, "GET", "/puzzles/next")).json()
    at = {"puzzle": task["id"]}
    await rec.call(anna, "GET", "/puzzles/{puzzle}", at=at)
    await rec.call(anna, "GET", "/puzzles/{puzzle}", at={"puzzle": "unknown"})
    await rec.call(anna, "POST", "/puzzles/{puzzle}/answer", {"action": task["actions"][0]["action"]}, at=at)
    await rec.call(anna, "POST", "/puzzles/{puzzle}/answer", {"action": "everything"}, at=at)
    await rec.call(anna, "POST", "/puzzles/{puzzle}/answer", {"action": "roll"}, at={"puzzle": "unknown"})
    await rec.call(await world.person(session=False), "GET", "/puzzles/next")


async def real_dice(rec: Recorder, world) -> None:
    """Dice that are typed in, in the game whose rolls cost others a cell."""
    anna = await new_person(rec, world, "Anna")
    table = (await anna.open("Anna", "Bernd", variant="kismet", dice="real"))["id"]
    await rec.command(anna, table, "enter_dice", dice="13355")
    await rec.command(anna, table, "score", cell="threes")
    await rec.command(anna, table, "enter_points", cell="sixes", points=18)
    await rec.command(anna, table, "correct", seat=1, round=1, dice="13335")
    await rec.command(anna, table, "enter_dice", dice="66666")
    await rec.command(anna, table, "score", cell="kismet")
    await rec.command(anna, table, "enter_points", cell="fives", points=15)
    await rec.command(anna, table, "enter_dice", dice="44444")
    await rec.command(anna, table, "score", cell="fours")
    await rec.log(anna, table)


async def mechanics(rec: Recorder, world) -> None:
    """Games of every mechanic, until each of their events has happened."""
    anna = await new_person(rec, world, "Anna")
    seats = ("Anna", "Bernd", "Clara")
    for variant, rules, wanted in (
        ("kniffel", {"doubles": 1}, {"doubled"}),
        ("yams", {}, {"announced"}),
        ("luegenkniffel", {}, {"claimed", "claim_answered", "claim_settled"}),
        ("dice-duel", {}, {"nothing_taken", "chip_removed"}),
        ("kniffeliger", {}, {"action_die_rolled", "action_used", "turn_ended"}),
    ):
        await _lively(rec, anna, (await anna.open(*seats, variant=variant, rules=rules))["id"], wanted)


async def _lively(rec: Recorder, anna, table: str, wanted: set[str]) -> None:
    choice = random.Random(1)
    for _ in range(STEPS):
        seen = await anna.table(table)
        legal = seen["legal_actions"]
        action = choice.choices(legal, [LIVELY.get(each["type"], 1) for each in legal])[0]
        await rec.command(anna, table, **action)
        if not (wanted := wanted - {each["type"] for each in await anna.events(table, seen["seq"])}):
            break
    assert not wanted, (table, wanted)
    await rec.log(anna, table)
