"""Pages embed the answers that their first requests would get."""

import json
import re

import pytest
from starlette.responses import JSONResponse

from pasch.server.routes.pages import carried

pytestmark = pytest.mark.anyio

BLOCK = re.compile(r'<script type="application/json" id="carried" data-language="(\w+)">(.*?)</script>', re.DOTALL)
OF_THE_MOMENT = {"now", "kept_until"}


async def page_for(person, path, language="en"):
    """The page as a person's browser gets it, and its embedded answers."""
    headers = {"Accept-Language": language, "Accept-Encoding": "gzip"}
    if person.token:
        headers["Cookie"] = f"pasch_session={person.token}"
    answer = await person.http.get(path, headers=headers)
    spoken, block = BLOCK.search(answer.text).groups()
    assert spoken == language
    assert f'<html lang="{language}">' in answer.text
    return answer, json.loads(block)


def lasting(snapshot):
    return {name: value for name, value in snapshot.items() if name not in OF_THE_MOMENT}


@pytest.fixture
async def anonymous(world):
    return await world.person(session=False)


@pytest.mark.parametrize("language", ["de", "en"])
async def test_start_page_embeds_games_and_bots(anonymous, language):
    answer, brought = await page_for(anonymous, "/", language)
    assert set(brought) == {"/session?optional=true", "/variants", "/bots"}
    assert brought["/session?optional=true"] is None
    for path in ("/variants", "/bots"):
        assert brought[path] == (await anonymous.ask("GET", f"{path}?lang={language}")).json()
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Encoding"] == "gzip"


async def test_start_page_embeds_own_tables_uncompressed_without_token(anna):
    table = (await anna.open("Anna", "human"))["id"]
    answer, brought = await page_for(anna, "/")
    assert [each["id"] for each in brought["/tables?mine=true"]["tables"]] == [table]
    assert "Content-Encoding" not in answer.headers
    assert anna.token not in answer.text


async def test_table_page_embeds_the_viewers_own_snapshot(world, anna, anonymous):
    bernd = await world.person()
    table = (await anna.open("Anna", "Clara", "human", visibility="private", variant="luegenkniffel"))["id"]
    assert (await bernd.ask("POST", f"/tables/{table}/seats", {"name": "Bernd"})).status_code == 201
    for person in (anna, bernd):
        _, brought = await page_for(person, f"/t/{table}")
        assert lasting(brought[f"/tables/{table}"]) == lasting(await person.table(table))
    _, brought = await page_for(anonymous, f"/t/{table}")
    assert set(brought) == {"/session?optional=true"}


def test_embedded_text_cannot_close_the_script_block():
    block = carried({"/variants": JSONResponse({"name": "</script><b>"})}, "en")
    assert block.count("<") == len(["<script", "</script"])
    assert json.loads(BLOCK.search(block)[2]) == {"/variants": {"name": "</script><b>"}}


async def test_invalid_cookie_embeds_only_an_empty_session(anonymous):
    anonymous.token = "false"
    _, brought = await page_for(anonymous, "/t/none/results")
    assert brought == {"/session?optional=true": None}


async def test_start_page_preloads_its_scripts_and_styles(anonymous):
    answer, _ = await page_for(anonymous, "/", "de")
    linked = re.findall(r'<link rel="(\w+)"[^>]* href="/assets/([a-z.-]+)-', answer.text)
    scripts = {("modulepreload", name) for name in ("start", "first.de", "start.de")}
    assert scripts | {("stylesheet", "start")} <= set(linked)
    assert (await anonymous.http.head("/")).status_code == 200
