"""A large import takes the event loop in small steps, and reports its progress."""

import json
from pathlib import Path

import pytest

from tests.server.world import Person, world_on
from tests.support.loop_watch import watched_loop

GAME = (Path(__file__).parents[1] / "golden" / "games" / "kniffel.txt").read_text("utf-8")
LONGEST = 0.02
"""The most seconds that the event loop may work for one caller without a pause."""
LINES = {"Content-Type": "application/x-ndjson"}

pytestmark = pytest.mark.anyio


def file_of(records: int, text: str = GAME) -> str:
    """This many records, all different."""
    return "".join(
        json.dumps({"record": text.replace("player 1: Anna", f"player 1: Anna {number}")}) + "\n"
        for number in range(records)
    )


async def send(person: Person, file: str, **headers: str):
    return await person.ask("POST", "/history/import", content=file.encode(), headers={**LINES, **headers})


@pytest.mark.slow
@pytest.mark.parametrize("records", [60, pytest.param(400, marks=pytest.mark.long)])
async def test_import_does_not_block_the_event_loop(tmp_path: Path, records: int) -> None:
    async with world_on(tmp_path / "pasch.sqlite3") as world:
        anna = await world.person()
        await send(anna, file_of(1, GAME.replace("Bernd", "Clara")))  # the first import loads parts of the program
        file = file_of(records)
        async with watched_loop() as watch:
            answer = await send(anna, file)
        assert (answer.status_code, answer.json()["imported"]) == (201, records), answer.text[:300]
        assert watch.longest < LONGEST


async def test_import_streams_its_progress(tmp_path: Path) -> None:
    async with world_on(tmp_path / "pasch.sqlite3") as world:
        anna = await world.person()
        answer = await send(anna, file_of(45), Accept="application/x-ndjson")
        *steps, last = map(json.loads, answer.text.splitlines())
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert {step["lines"] for step in steps} == {45}
        assert [step["checked"] for step in steps] == sorted(step["checked"] for step in steps)
        assert [(step["checked"], step["kept"]) for step in steps][-1] == (45, 45)
        assert len(steps) >= 6
        assert (last["imported"], last["known"], len(last["records"])) == (45, 0, 45)


async def test_damaged_line_ends_the_import_and_stores_nothing(tmp_path: Path) -> None:
    async with world_on(tmp_path / "pasch.sqlite3") as world:
        anna = await world.person()
        answer = await send(anna, file_of(30) + "{}\n", Accept="application/x-ndjson")
        last = json.loads(answer.text.splitlines()[-1])
        assert (last["status"], last["code"]) == (422, "damaged_file")
        assert "31" in last["detail"]
        assert (await anna.get("/history"))["matches"] == 0
        refused = await send(anna, file_of(30) + "{}\n")
        assert (refused.status_code, refused.json()["code"]) == (422, "damaged_file")
