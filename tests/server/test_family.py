"""Every game of the family over HTTP, by clients that know no rules."""

import json
from random import Random

import pytest

import pasch
from pasch.rules.variants import VARIANTS
from pasch.server.sockets.commands import read_command
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.lists import Tables
from pasch.service.views.schema.table import Snapshot
from tests.server.players import play_on, play_out
from tests.server.world import new_id, valid
from tests.support.sizes import REPRESENTATIVE, cases, every_variant

pytestmark = pytest.mark.anyio


ID = new_id()
LANGUAGES = ("de", "en")


def names(variant):
    """The names of the fewest players of a variant."""
    return ("Anna", "Bernd", "Clara")[: VARIANTS[variant].seats[0]]


def documented(model, sent):
    """Return the schema's fields of a message; every field must be present."""
    return valid(model, sent)


@pytest.mark.parametrize("variant", cases(sorted(REPRESENTATIVE), default={"kniffel", "kniffeliger", "luegenkniffel"}))
async def test_game_is_playable_by_listed_legal_actions_alone(anna, variant):
    table = (await anna.open(*names(variant), variant=variant))["id"]
    seen = await play_out([anna], table, Random(variant))
    for snapshot in seen[:: len(seen) // 10 + 1]:
        dated = {**snapshot, "now": "then"}
        assert documented(Snapshot, dated) == dated
    end = seen[-1]
    assert documented(Snapshot, {**end, "now": "then"}) == {**end, "now": "then"}
    assert (end["status"], end["variant"], end["legal_actions"], end["turn"]) == ("finished", variant, [], None)
    assert 1 <= end["round"] <= end["rounds"]
    assert [seat["total"] for seat in end["seats"]] == end["totals"] == _results(end)

    events = await anna.events(table)
    for event in events:
        assert documented(Event, event) == event
    assert [event["seq"] for event in events] == list(range(1, end["seq"] + 1))
    assert events[-1]["data"]["totals"] == end["totals"]

    for lang in LANGUAGES:
        log = await anna.ask("GET", f"/tables/{table}/events?follow=false&lang={lang}")
        assert '"text":""' not in log.text

    record = pasch.read_record((await anna.ask("GET", f"/tables/{table}/record")).text)
    assert list(record.totals) == end["totals"]
    assert list(record.grand_totals) == end["grand_totals"]


async def takes_back(anna, variant, moves, **wish):
    """Send every legal action of some positions back unchanged, and one of them for real; returns its fields."""
    table = (await anna.open(*names(variant), variant=variant, **wish))["id"]
    rng, fields = Random(variant), set()
    for _ in range(moves):
        seen = await anna.table(table)
        for action in seen["legal_actions"]:
            read_command(json.dumps({**action, "id": ID}))
            fields |= action.keys()
        assert await play_on([anna], table, rng)
    return fields


@pytest.mark.parametrize("variant", every_variant())
async def test_every_listed_action_is_a_valid_command(anna, variant):
    assert await takes_back(anna, variant, 12) >= {"type", "cell"}


async def test_listed_actions_with_real_dice_are_valid_commands(anna):
    assert await takes_back(anna, "kniffel", 4, dice="real") >= {"type", "cell", "points", "after", "strong", "dice"}


def _results(end):
    [game] = end["results"]
    return [seat["total"] for seat in game["seats"]]


async def test_lobby_totals_match_the_snapshot(world, anna):
    """Yatzy-Duel counts cells won, Dice Duel chips with their bonuses."""
    for variant in ("yatzy-duel", "dice-duel"):
        table = (await anna.open("Anna", "Bernd", variant=variant, visibility="public"))["id"]
        for _ in range(40):
            await _entry_or_roll(anna, table)
        snapshot = await anna.table(table)
        lobby = await (await world.person()).get("/tables")
        valid(Tables, lobby)
        [item] = [item for item in lobby["tables"] if item["id"] == table]
        assert [seat["total"] for seat in item["seats"]] == [seat["total"] for seat in snapshot["seats"]]
        assert (item["round"], item["rounds"]) == (snapshot["round"], snapshot["rounds"])


async def _entry_or_roll(person, table):
    legal = (await person.table(table))["legal_actions"]
    wanted = next((action for action in legal if action["type"] in {"score", "take_nothing"}), legal[0])
    await person.do(table, **wanted)


@pytest.mark.slow
async def test_announced_totals_match_the_totals_after_entry(anna):
    for variant in ("yatzy-duel", "dice-duel", "balut", "kismet"):
        table = (await anna.open("Anna", "Bernd", variant=variant))["id"]
        for _ in range(60):
            before = await anna.table(table)
            entries = [action for action in before["legal_actions"] if "after" in action]
            await _entry_or_roll(anna, table)
            if entries:
                seat = (await anna.table(table))["seats"][before["turn"]["seat"] - 1]
                assert {key: seat[key] for key in entries[0]["after"]} == entries[0]["after"], variant
                _assert_column(entries[0], seat)


def _assert_column(action, seat):
    """With several columns, the action lists the result for each column."""
    assert ("after_column" in action) == (len(seat["columns"]) > 1)
    if "after_column" in action:
        column = seat["columns"][int(action["cell"].split("@")[1]) - 1]
        assert {key: column[key] for key in action["after_column"]} == action["after_column"]


async def test_player_doubles_an_entry_before_the_first_roll(anna):
    table = (await anna.open("Anna", "Bernd", rules={"doubles": 1}))["id"]
    before = await anna.table(table)
    assert [action["type"] for action in before["legal_actions"]] == ["roll", "double"]
    assert [seat["doubles"] for seat in before["seats"]] == [1, 1]
    await anna.do(table, "double")
    await anna.do(table, "roll")
    rolled = await anna.table(table)
    assert rolled["turn"]["doubled"]
    chance = next(action for action in rolled["legal_actions"] if action.get("cell") == "chance")
    assert chance["points"] == 2 * sum(map(int, rolled["turn"]["dice"]))
    again = await anna.command(table, "double")
    assert (again.status_code, again.json()["code"]) == (409, "illegal_action")
    await anna.do(table, "score", cell="chance")
    assert [seat["doubles"] for seat in (await anna.table(table))["seats"]] == [0, 1]


async def test_snapshot_counts_chips_left_and_removed(anna):
    table = await anna.open("Anna", "Bernd", variant="dice-duel")
    rows = [row["key"] for row in table["sheet"]["categories"]]
    assert table["pool"] == {"left": dict.fromkeys(rows, 4), "removed": dict.fromkeys(rows, 0)}
    while not any((await anna.table(table["id"]))["pool"]["removed"].values()):
        await _entry_or_roll(anna, table["id"])
    pool = (await anna.table(table["id"]))["pool"]
    gone = [e["data"]["cell"] for e in await anna.events(table["id"]) if e["type"] == "chip_removed"]
    taken = [e["data"]["cell"].partition("@")[0] for e in await anna.events(table["id"]) if e["type"] == "scored"]
    assert pool["removed"] == {row: gone.count(row) for row in rows}
    assert pool["left"] == {row: 4 - gone.count(row) - taken.count(row) for row in rows}


async def test_snapshot_shows_saved_and_bought_rolls(anna):
    maxi = (await anna.open("Anna", "Bernd", variant="maxi-yatzy"))["id"]
    await anna.do(maxi, "roll")
    await _entry_or_roll(anna, maxi)
    snapshot = await anna.table(maxi)
    assert snapshot["sheet"]["banks_rolls"]
    assert [seat["bank"] for seat in snapshot["seats"]] == [2, 0]

    extreme = (await anna.open("Anna", variant="kniffel-extreme"))["id"]
    for _ in range(3):
        await anna.do(extreme, "roll")
    bought = await anna.table(extreme)
    assert (bought["turn"]["rolls_left"], bought["turn"]["chip"]) == (0, True)
    await anna.do(extreme, "roll")
    paid = await anna.table(extreme)
    assert paid["seats"][0]["chips"] == bought["seats"][0]["chips"] - 1 == bought["sheet"]["chips"] - 1
    assert paid["turn"]["stage"] == "entry_due"


async def test_table_refusals_use_the_variants_cell_names(anna):
    said = {}
    for variant in ("kniffel", "hartard"):
        table = (await anna.open("Anna", variant=variant))["id"]
        german = await anna.get(f"/tables/{table}?lang=de")
        name = {row["key"]: row["name"] for row in german["sheet"]["categories"]}["four_of_a_kind"]
        for _ in range(2):
            await anna.do(table, "roll")
            body = {"type": "score", "id": new_id(), "cell": "four_of_a_kind", "points": 0}
            answer = await anna.ask("POST", f"/tables/{table}/commands?lang=de", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "cell_filled")
        assert name in answer.json()["detail"]
        said[variant] = answer.json()["detail"]
    assert said["kniffel"] != said["hartard"]
