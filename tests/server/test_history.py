"""Past matches over HTTP: lists, exports and imports."""

import json
from pathlib import Path

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from tests.server.world import world_on

GAMES = Path(__file__).parents[1] / "golden" / "games"
GOLDEN = [path.read_text(encoding="utf-8") for path in sorted(GAMES.glob("*.txt"))]
NDJSON = {"Content-Type": "application/x-ndjson"}

pytestmark = pytest.mark.anyio


def lines(*texts):
    return "".join(json.dumps({"record": text}) + "\n" for text in texts)


async def send(person, data, **headers):
    content = data if isinstance(data, bytes) else data.encode()
    return await person.ask("POST", "/history/import", content=content, headers={**NDJSON, **headers})


async def import_records(person, *texts):
    answer = await send(person, lines(*texts))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def play_match(person, *seats, **wish):
    table = await person.open(*seats, **wish)
    while table["status"] == "running":
        legal = table["legal_actions"]
        action = next((each for each in legal if each["type"] == "score"), legal[0])
        await person.do(table["id"], **{key: action[key] for key in ("type", "cell", "points") if key in action})
        table = await person.table(table["id"])
    return table


async def test_only_seated_players_have_the_match_in_their_history(world, anna):
    bernd = await world.person(language="de")
    table = await play_match(anna, "Anna", "Bernd", variant="yatzy")
    history = await anna.get("/history")
    [match] = history["past"]
    assert (match["id"], history["matches"], history["before"]) == (table["id"], 1, None)
    assert [seat["total"] for seat in match["seats"]] == table["grand_totals"]
    assert (await anna.get("/history", params={"with": "Bernd", "variant": "Yatzy"}))["past"] == history["past"]
    assert (await anna.get("/history", params={"with": "Clara"}))["past"] == []
    assert (await bernd.get("/history"))["past"] == []
    assert (await (await world.person(session=False)).ask("GET", "/history")).status_code == 401
    refused = await anna.ask("GET", "/history", params={"variant": "nonsense"})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_variant")
    record = await anna.ask("GET", f"/tables/{table['id']}/record")
    export = await anna.ask("GET", "/history/export")
    assert export.headers["content-type"] == "application/x-ndjson"
    assert json.loads(export.text) == {"record": record.text}
    sheet = await anna.ask("GET", "/history.csv")
    assert sheet.headers["content-disposition"] == 'attachment; filename="pasch.csv"'
    assert [row.split(",")[2] for row in sheet.text.splitlines()[1:]] == [table["id"]] * 2


@pytest.mark.slow
async def test_golden_records_export_unchanged_and_open_at_any_step(world, anna):
    imported = await import_records(anna, *GOLDEN)
    assert (imported["imported"], imported["known"]) == (len(GOLDEN), 0)
    out = (await anna.ask("GET", "/history/export")).text.splitlines()
    assert sorted(json.loads(line)["record"] for line in out) == sorted(GOLDEN)
    assert (await import_records(anna, *GOLDEN))["known"] == len(GOLDEN)
    for each, text in zip(imported["records"], GOLDEN, strict=True):
        assert (await anna.ask("GET", f"/tables/{each['table']}/record")).text == text
        table = await anna.table(each["table"])
        assert table["status"] == "finished"
        assert table["imported"] == {"date": "", "proved": False}
        assert table["server_seed"] is None
        assert (await anna.get(f"/tables/{each['table']}?at=3"))["results"] == []
        assert (await anna.events(each["table"]))[-1]["type"] == "match_finished"
    stranger = await world.person()
    assert (await stranger.ask("GET", f"/tables/{imported['records'][0]['table']}")).status_code == 404


async def test_damaged_import_error_names_the_line_in_the_callers_language(world):
    anna = await world.person(language="de")
    refused = await send(anna, lines(GOLDEN[0], GOLDEN[1].replace("result: ", "result: 9")))
    line = len(GOLDEN[1].splitlines())
    assert (refused.status_code, refused.json()["code"]) == (422, "damaged_file")
    assert refused.json()["detail"].startswith(f"Zeile 2 der Datei, Zeile {line} ihrer Aufzeichnung: ")
    assert (await anna.get("/history"))["matches"] == 0


async def test_import_refuses_large_and_non_text_files(database):
    async with world_on(database, ServerSettings(import_limit=5000)) as world:
        anna = await world.person()
        for size in (5001, 100_000_000):
            refused = await send(anna, b"x" * size)
            assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
        for headers in (
            {"Content-Type": "application/zip"},
            {"Content-Type": "application/json"},
            {"Content-Encoding": "gzip"},
        ):
            refused = await send(anna, lines(GOLDEN[0]), **headers)
            assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
        german = await send(anna, b"", **{"Content-Type": "text/csv", "Accept-Language": "de"})
        assert "application/x-ndjson oder text/plain" in german.json()["detail"]
        bomb = b"PK\x03\x04 bomb.zip \xff"
        assert (await send(anna, bomb)).json()["code"] == "damaged_file"
        assert (await anna.get("/history"))["matches"] == 0
        small = min(GOLDEN, key=len)
        assert (await send(anna, small, **{"Content-Type": "text/plain"})).status_code == 201


async def test_other_sites_cannot_import_records(world, anna):
    cookie = {"Cookie": f"pasch_session={anna.token}", "Origin": "https://evil.test"}
    stranger = await world.person(session=False)
    refused = await send(stranger, lines(GOLDEN[0]), **cookie)
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_origin")


async def test_imports_and_exports_are_rate_limited(database):
    async with world_on(database, ServerSettings(files=Rate(2, 0.001))) as world:
        anna = await world.person()
        await import_records(anna, GOLDEN[0])
        assert (await anna.ask("GET", "/history.csv")).status_code == 200
        refused = await anna.ask("GET", "/history/export")
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert int(refused.headers["retry-after"]) > 0


async def test_guest_exports_and_deletes_imported_matches(anna):
    [imported] = (await import_records(anna, GOLDEN[0]))["records"]
    exported = await anna.get("/account/export")
    assert [table["id"] for table in exported["tables"]["tables"]] == [imported["table"]]
    assert (await anna.ask("DELETE", "/session")).status_code == 204
