"""Sheets over HTTP."""

import json
import struct

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from tests.server.test_tables import play_out
from tests.server.world import world_on
from tests.sheets.reading import count_pages, pages_of

pytestmark = pytest.mark.anyio

NO_CARD = '<meta property="og:image" content="/social.png" />'


@pytest.fixture
async def anonymous(world):
    return await world.person(session=False)


async def test_form_needs_no_session(anonymous):
    answer = await anonymous.ask(
        "GET", "/variants/kniffel/sheet.pdf", params={"lang": "de", "games": 2, "paper": "letter"}
    )
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == 'inline; filename="pasch-kniffel.pdf"'
    (page,) = pages_of(answer.content)
    assert (page.words[0], round(page.width)) == (["", "Spiel 1", "Spiel 2"], 216)


async def test_form_shows_house_rules(anonymous):
    rules = json.dumps({"upper_bonus": 50})
    answer = await anonymous.ask("GET", "/variants/kniffel/sheet.pdf", params={"rules": rules, "games": 1})
    (page,) = pages_of(answer.content)
    assert page.row("Bonus")[0] == "from 63: 50"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"games": 7}, "invalid_input"),
        ({"players": 0}, "invalid_input"),
        ({"paper": "a5"}, "invalid_input"),
        ({"rules": "joker"}, "invalid_input"),
        ({"rules": '{"joker": "often"}'}, "invalid_input"),
    ],
)
async def test_impossible_form_is_refused(anonymous, query, code):
    answer = await anonymous.ask("GET", "/variants/kniffel/sheet.pdf", params=query)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


async def test_too_many_players_for_a_variant_are_refused(anonymous):
    answer = await anonymous.ask("GET", "/variants/yatzy-duel/sheet.pdf", params={"players": 3})
    assert answer.json()["detail"] == "A sheet can hold 1 to 2 players, not 3"
    assert (await anonymous.ask("GET", "/variants/nothing/sheet.pdf")).json()["code"] == "unknown_variant"


@pytest.mark.slow
async def test_match_sheets_show_the_sums_of_the_snapshot(anna):
    table = await anna.open("Anna", "Bernd", games=2, variant="hartard")
    end = await play_out(anna, table["id"])
    answer = await anna.ask("GET", f"/tables/{table['id']}/sheet.pdf")
    first, *players = pages_of(answer.content)
    assert {row[1]: row[-1].replace(",", "") for row in first.words[1:]} == {
        seat["name"]: str(total) for seat, total in zip(end["seats"], end["grand_totals"], strict=True)
    }
    for page, total in zip(players, end["totals"], strict=True):
        assert page.row("All games")[-1].replace(",", "") == str(total)
    alone = await anna.ask("GET", f"/tables/{table['id']}/sheet.pdf", params={"seat": 2})
    assert count_pages(alone.content) == 1
    assert (await anna.ask("GET", f"/tables/{table['id']}/sheet.pdf", params={"seat": 3})).status_code == 422


async def test_running_game_sheets_show_the_current_entries(anna):
    table = (await anna.open("Anna", "Bernd"))["id"]
    await anna.do(table, "roll")
    await anna.do(table, "score", cell="chance")
    snapshot = await anna.table(table)
    (page,) = pages_of((await anna.ask("GET", f"/tables/{table}/sheet.pdf")).content)
    assert page.row("Chance")[-2:] == [str(snapshot["seats"][0]["cells"]["chance"]), ""]
    assert any("The match is still running." in text for text in page.beside)


async def test_private_table_sheet_is_refused_to_strangers(world, anna, anonymous):
    bernd = await world.person()
    table = (await anna.open("Anna", "Bernd", visibility="private"))["id"]
    assert (await bernd.ask("GET", f"/tables/{table}/sheet.pdf")).json()["code"] == "unknown_table"
    assert (await anonymous.ask("GET", f"/tables/{table}/sheet.pdf")).status_code in {401, 404}


async def test_sheet_is_refused_before_the_start(anna):
    table = (await anna.open("human"))["id"]
    answer = await anna.ask("GET", f"/tables/{table}/sheet.pdf")
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal_action")


async def test_sheets_are_rate_limited(database):
    async with world_on(database, ServerSettings(sheets=Rate(burst=2, per_second=0.01))) as world:
        anonymous = await world.person(session=False)
        answers = [await anonymous.ask("GET", "/variants/crag/sheet.pdf") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0


async def test_finished_public_table_link_previews_its_sheet(tmp_path, anna, anonymous):
    table = (await anna.open("Anna", "Bernd", visibility="public"))["id"]
    page = f"/t/{table}/results"
    assert NO_CARD in (await anonymous.http.get(page)).text
    end = await play_out(anna, table)
    card = (await anonymous.http.get(page, headers={"Accept-Language": "de"})).text
    image = f"/t/{table}/sheet.png?lang=de"
    assert f'<meta property="og:image" content="http://pasch.test{image}" />' in card
    assert f"Anna {end['totals'][0]}" in card
    assert NO_CARD not in card
    picture = await anonymous.http.get(image)
    assert (picture.status_code, picture.headers["Content-Type"]) == (200, "image/png")
    width, height = struct.unpack(">II", picture.content[16:24])
    assert (width, 900 < height < 1287) == (909, True)


async def test_private_table_link_has_no_preview(anna, anonymous):
    table = (await anna.open("Anna", visibility="private"))["id"]
    await play_out(anna, table)
    assert NO_CARD in (await anonymous.http.get(f"/t/{table}")).text
    assert (await anonymous.http.get(f"/t/{table}/sheet.png")).status_code in {401, 404}
    hers = {"Authorization": f"Bearer {anna.token}"}
    assert (await anna.http.get(f"/t/{table}/sheet.png", headers=hers)).status_code == 200
