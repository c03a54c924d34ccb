"""Tables over HTTP: opening, playing, joining, leaving, rematch."""

import pytest

import pasch
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.lists import Tables
from pasch.service.views.schema.problems import Accepted
from pasch.service.views.schema.table import Snapshot
from tests.server.world import new_id, valid
from tests.support.turns import READY

pytestmark = pytest.mark.anyio


async def play_out(person, table):
    """Always play the last legal action, which is an entry once there are dice."""
    snapshot = await person.table(table)
    while snapshot["status"] == "running":
        action = snapshot["legal_actions"][-1]
        await person.do(table, **{**action, "id": new_id(), "expect_seq": snapshot["seq"]})
        snapshot = await person.table(table)
    return snapshot


async def test_opened_table_contains_everything_a_client_needs(anna):
    table = await anna.open("Anna", "Bernd", games=2)
    valid(Snapshot, await anna.get(f"/tables/{table['id']}"))
    assert (table["status"], table["game"], table["games"], table["round"], table["rounds"]) == ("running", 1, 2, 1, 13)
    assert table["turn"] == READY
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "Bernd"]
    assert all(seat["mine"] for seat in table["seats"])
    assert [action["type"] for action in table["legal_actions"]] == ["roll"]
    assert len(table["commitment"]) == 64
    assert table["server_seed"] is None
    assert await anna.table(table["id"]) == table


async def test_client_without_rules_plays_a_whole_match(anna):
    table = await anna.open("Anna", "Bernd", games=2)
    end = await play_out(anna, table["id"])
    valid(Snapshot, await anna.get(f"/tables/{table['id']}"))
    assert (end["status"], end["game"], end["legal_actions"], end["turn"]) == ("finished", 2, [], None)
    assert len(end["results"]) == 2
    assert all(len(seat["cells"]) == 13 for seat in end["seats"])
    assert end["totals"] == [sum(game["seats"][i]["total"] for game in end["results"]) for i in range(2)]
    assert len(end["server_seed"]) == 64

    events = await anna.events(table["id"])
    for event in events:
        valid(Event, event)
    assert [event["seq"] for event in events] == list(range(1, end["seq"] + 1))
    assert events[0]["type"] == "table_opened"
    assert events[-1]["type"] == "match_finished"
    assert all(event["text"] for event in events)


async def test_server_seed_becomes_public_at_the_end(anna):
    table = await anna.open("Anna")
    said = []
    while (snapshot := await anna.table(table["id"]))["status"] == "running":
        said.append(str(snapshot))
        await anna.do(table["id"], **snapshot["legal_actions"][-1])
    events = await anna.events(table["id"])
    said.append(str(events[:-1]))
    assert events[-1]["data"]["server_seed"] == snapshot["server_seed"]
    assert not any(snapshot["server_seed"] in text for text in said)


@pytest.mark.parametrize("variant", ["yahtzee", "yatzy-forced", "hartard", "spiffel"])
async def test_variants_are_playable_from_legal_actions_alone(anna, variant):
    table = await anna.open("Anna", variant=variant)
    end = await play_out(anna, table["id"])
    assert end["status"] == "finished"
    assert end["variant"] == variant


async def test_bots_play_their_turns_without_requests(world, anna):
    table = (await anna.open("Anna", "bot", variant="yatzy"))["id"]
    async for snapshot in world.snapshots(anna, table):
        if snapshot["legal_actions"]:
            await anna.do(table, **snapshot["legal_actions"][-1])
    assert snapshot["status"] == "finished"
    assert [len(seat["cells"]) for seat in snapshot["seats"]] == [15, 15]
    by_bot = [event for event in await anna.events(table) if event["seat"] == 2 and event["type"] == "scored"]
    assert len(by_bot) == 15


async def test_repeated_command_is_applied_once(anna):
    table = await anna.open()
    name = new_id()
    first = await anna.command(table["id"], "roll", id=name, expect_seq=table["seq"])
    snapshot = await anna.table(table["id"])
    again = await anna.command(table["id"], "roll", id=name, expect_seq=table["seq"])
    assert first.status_code == again.status_code == 200
    valid(Accepted, first.json())
    assert first.json() == again.json()
    assert await anna.table(table["id"]) == snapshot


async def test_repeated_refused_command_gets_the_same_refusal(anna):
    table = await anna.open()
    name = new_id()
    first = await anna.command(table["id"], "score", id=name, cell="chance")
    await anna.do(table["id"], "roll")
    again = await anna.command(table["id"], "score", id=name, cell="chance")
    assert first.status_code == again.status_code == 409
    assert first.json()["code"] == again.json()["code"] == "not_rolled"


async def test_command_ids_are_separate_per_caller(world, anna):
    bernd = await world.person()
    table = await anna.open("Anna", "human", visibility="public")
    await bernd.ask("POST", f"/tables/{table['id']}/seats", {"name": "Bernd"})
    name = new_id()
    assert (await anna.command(table["id"], "roll", id=name)).status_code == 200
    answer = await bernd.command(table["id"], "roll", id=name)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")


async def test_entry_can_be_taken_back(anna):
    table = (await anna.open())["id"]
    await anna.do(table, "roll")
    rolled = await anna.table(table)
    await anna.do(table, "score", cell="ones", points=0)
    assert (await anna.table(table))["can_take_back"]
    await anna.do(table, "take_back")
    back = await anna.table(table)
    assert back["turn"] == rolled["turn"]
    assert back["seats"] == rolled["seats"]
    assert (await anna.events(table))[-1]["type"] == "entry_taken_back"


async def test_player_joins_from_another_device(world, anna):
    bernd, clara = await world.person(), await world.person()
    table = await anna.open("Anna", "human")
    assert table["status"] == "waiting"
    assert table["legal_actions"] == []
    joined = await bernd.ask("POST", f"/tables/{table['id']}/seats", {"name": "Bernd"})
    assert joined.status_code == 201
    valid(Snapshot, joined.json())
    assert [seat["mine"] for seat in joined.json()["seats"]] == [False, True]
    assert joined.json()["status"] == "running"
    assert joined.json()["legal_actions"] == []
    late = await clara.ask("POST", f"/tables/{table['id']}/seats", {"name": "Clara"})
    assert late.status_code == 404, late.text
    refused = await bernd.command(table["id"], "roll")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")


async def test_only_opener_starts_a_table_without_automatic_start(world, anna):
    bernd = await world.person()
    table = (await anna.open("Anna", "human", start=False))["id"]
    early = await anna.ask("POST", f"/tables/{table}/start")
    assert early.status_code == 409
    await bernd.ask("POST", f"/tables/{table}/seats", {})
    assert (await anna.table(table))["status"] == "waiting"
    assert (await anna.table(table))["can_start"]
    stolen = await bernd.ask("POST", f"/tables/{table}/start")
    assert (stolen.status_code, stolen.json()["code"]) == (403, "not_seated")
    started = await anna.ask("POST", f"/tables/{table}/start")
    assert (started.status_code, started.json()["status"]) == (200, "running")


async def test_public_table_is_visible_to_strangers_until_its_end(world, anna):
    table = await anna.open("Anna", "human", visibility="public", start=False)
    for watcher in (await world.person(), await world.person(session=False)):
        seen = await watcher.table(table["id"])
        assert seen["legal_actions"] == []
        assert not any(seat["mine"] for seat in seen["seats"])
        lobby = await watcher.get("/tables")
        valid(Tables, lobby)
        assert [item["id"] for item in lobby["tables"]] == [table["id"]]
        assert lobby["tables"][0]["open_seats"] == 1
    await anna.do(table["id"], "abort")
    assert await anna.get("/tables") == {"tables": []}


async def test_watchers_command_is_refused(world, anna):
    table = await anna.open(visibility="public")
    watcher = await world.person()
    answer = await watcher.command(table["id"], "roll")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


async def test_own_tables_list_only_unfinished_tables_of_the_caller(world, anna):
    first = await anna.open("Anna", "Bernd")
    second = await anna.open("Anna", variant="yatzy")
    await anna.do(first["id"], "roll")
    mine = await anna.get("/tables?mine=true&lang=de")
    valid(Tables, mine)
    assert [item["id"] for item in mine["tables"]] == [first["id"], second["id"]]
    assert (await (await world.person()).get("/tables?mine=true")) == {"tables": []}
    await anna.do(first["id"], "abort")
    assert [item["id"] for item in (await anna.get("/tables?mine=true"))["tables"]] == [second["id"]]


async def test_rematch_keeps_players_and_settings(anna):
    table = await anna.open("Anna", "Bernd", variant="yatzy", games=2)
    early = await anna.ask("POST", f"/tables/{table['id']}/rematch")
    assert (early.status_code, early.json()["code"]) == (409, "illegal_action")
    await play_out(anna, table["id"])
    again = await anna.ask("POST", f"/tables/{table['id']}/rematch")
    assert again.status_code == 201
    valid(Snapshot, again.json())
    assert again.json()["id"] != table["id"]
    assert again.json()["commitment"] != table["commitment"]
    assert (again.json()["status"], again.json()["games"]) == ("running", 2)
    assert sorted(seat["name"] for seat in again.json()["seats"]) == ["Anna", "Bernd"]


async def test_last_player_leaving_ends_the_table(anna):
    table = (await anna.open())["id"]
    assert (await anna.ask("POST", f"/tables/{table}/leave")).status_code == 204
    assert await anna.get("/tables?mine=true") == {"tables": []}


async def test_table_record_replays_to_the_same_totals(anna):
    table = await anna.open("Anna", "Bernd")
    end = await play_out(anna, table["id"])
    answer = await anna.ask("GET", f"/tables/{table['id']}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = pasch.read_record(answer.text)
    assert list(record.totals) == end["totals"]
    assert end["server_seed"] in answer.text


async def test_qr_code_links_to_the_table(anna):
    table = (await anna.open("Anna", "human"))["id"]
    answer = await anna.ask("GET", f"/tables/{table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-location"] == f"http://pasch.test/t/{table}"
    assert answer.text.startswith("<svg")


async def test_missing_and_duplicate_names_are_completed(anna):
    table = await anna.open("Anna", "anna", "", "Zoë Ünal-Šimić 李")
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "anna 2", "Player 3", "Zoë Ünal-Šimić 李"]
    german = await anna.get(f"/tables/{table['id']}?lang=de")
    assert german["seats"][2]["name"] == "Spieler 3"


async def test_events_after_a_number_come_as_lines_or_event_stream(anna):
    table = (await anna.open())["id"]
    await anna.do(table, "roll")
    everything = await anna.events(table)
    assert [event["seq"] for event in await anna.events(table, after=2)] == [
        e["seq"] for e in everything if e["seq"] > 2
    ]
    assert await anna.events(table, after=everything[-1]["seq"]) == []
    answer = await anna.ask(
        "GET", f"/tables/{table}/events?follow=false", headers={"Accept": "text/event-stream", "Last-Event-ID": "1"}
    )
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.text.startswith("id: 2\ndata: {")
    assert answer.text.count("\n\n") == len(everything) - 1


@pytest.mark.parametrize("options", [{"params": {"after": 9}}, {"headers": {"Last-Event-ID": "9"}}])
@pytest.mark.parametrize("follow", ["true", "false"])
async def test_event_number_beyond_the_end_is_stale(anna, options, follow):
    table = await anna.open()
    answer = await anna.ask("GET", f"/tables/{table['id']}/events?follow={follow}", **options)
    assert (answer.status_code, answer.json()["code"], answer.json()["seq"]) == (409, "stale", table["seq"])
    assert answer.json()["detail"] == f"There is no event 9 yet: the last one is {table['seq']}"
