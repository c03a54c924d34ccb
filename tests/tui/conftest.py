"""Tables in memory, shown by the terminal client."""

import json
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pasch.server.sockets.commands import read_command
from pasch.service.coach import Coach
from pasch.service.requests import OpenSeat, OpenTable, SeatKind
from pasch.tui.app import PaschApp
from pasch.tui.server.local import LocalLink
from tests.service.harness import ANNA, Harness
from tests.support.screen import shown

SCREENS = Path(__file__).parent / "screens"


def same_as(name, text):
    """Compare with a stored picture in text; a missing one is written, and the test fails once."""
    file = SCREENS / f"{name}.txt"
    if not file.exists():
        file.write_text(f"{text}\n")
        pytest.fail(f"{file} is new: look at it")
    assert text.splitlines() == file.read_text().splitlines()


@pytest.fixture
def anyio_backend():
    return "asyncio"


def line_to(harness, caller, table, lang="de", solver=None):
    """A person's connection to a table of the harness."""
    coach = Coach(harness.tables, solver)
    return LocalLink(harness.tables, coach, caller, table, lang, lambda body: read_command(json.dumps(body)))


@asynccontextmanager
async def table_shown(*names, lang="de", size=(80, 24), solver=None, real=(), variant="kniffel", **wish):
    """A new table on the screen, with the harness's dice, equal in every run; `real`: the seats with real dice."""
    harness = Harness()
    seats = tuple(OpenSeat(SeatKind.LOCAL, name, real=name in real) for name in names)
    async with harness.tables.playing_bots():
        table = await harness.tables.open(ANNA, OpenTable(variant, seats, **wish))
        link = line_to(harness, ANNA, table, lang, solver)
        async with shown(PaschApp(link), size) as screen:
            await screen.until("Pasch ·")
            yield screen, harness, table


@pytest.fixture
def open_table():
    return table_shown
