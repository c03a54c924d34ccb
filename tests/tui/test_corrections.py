"""Wrongly typed real dice, corrected on the full screen key by key."""

import pytest

from pasch.rules.actions import EnterPoints, NextGame
from pasch.tui.app import PaschApp
from pasch.tui.server.online import Server, table_request
from tests.service.harness import ANNA
from tests.support.screen import shown
from tests.support.server import Server as Process
from tests.tui.conftest import same_as

pytestmark = pytest.mark.anyio

BOTH = ("Anna", "Bernd")


async def entered(screen):
    """Two entries: Anna's Chance with dice, Bernd's Ones by the points alone. Then it is Anna's turn again."""
    await screen.press("w")
    await screen.until("Alle Würfel")
    await screen.press(*"13356", "enter")
    await screen.until("Anna tippt ein")
    await screen.press("end", "enter")
    await screen.until("Bernd ist dran")
    await screen.press("home", "enter")
    await screen.until("›5")
    await screen.press("down", "enter")
    await screen.until("Anna ist dran")


async def opened(screen, *ways):
    """Open the correction of an entry; `ways` are the keys that select the entry."""
    await screen.press("k")
    await screen.until("Was soll berichtigt werden?")
    await screen.press(*ways, "enter")
    return await screen.until("Berichtigen: ")


async def entries(harness, table):
    """The contents of the sheets: the cells, and how each entry was typed."""
    seats = (await harness.snapshot(ANNA, table))["seats"]
    return [(seat["cells"], [(one["dice"], one["corrected"]) for one in seat["typed"]]) for seat in seats]


async def test_correction_changes_dice_and_cell(open_table):
    async with open_table(*BOTH, real=BOTH) as (screen, harness, table):
        await entered(screen)
        await screen.press("k")
        same_as("corrections", await screen.until("Was soll berichtigt werden?"))
        await screen.press("down", "enter")
        same_as("correcting", await screen.until("Berichtigen: 1.1 Anna"))
        await screen.press(*"33366", "enter")
        same_as("corrected", await screen.until("berichtigt Runde 1"))
        assert (await entries(harness, table))[0] == ({"chance": 21}, [("33366", True)])
        await opened(screen, "down")
        await screen.press("shift+tab", "home", *["down"] * 8, "enter", "enter")
        await screen.until("25^")
        assert (await entries(harness, table))[0] == ({"full_house": 25}, [("33366", True)])
        await screen.press("k")
        assert "1.1 Anna · Full House: 25 (3, 3, 3, 6, 6) ^" in await screen.until("Was soll berichtigt werden?")


@pytest.mark.slow
async def test_correction_changes_points_or_adds_dice(open_table):
    async with open_table(*BOTH, real=BOTH) as (screen, harness, table):
        await entered(screen)
        assert "nur die Punkte sind bekannt" in await opened(screen)
        await screen.press("2", "enter")
        await screen.until("2~•")  # the latest entry is taken back and repeated
        assert (await entries(harness, table))[1] == ({"ones": 2}, [(None, False)])
        await opened(screen)
        await screen.press("backspace", "shift+tab", *"11135", "enter")
        await screen.until("3~•")
        assert (await entries(harness, table))[1] == ({"ones": 3}, [("11135", False)])


@pytest.mark.slow
async def test_correction_scratches_an_entry(open_table):
    async with open_table(*BOTH, real=BOTH) as (screen, harness, table):
        await entered(screen)
        await opened(screen, "down")
        await screen.press("tab", "tab", "enter")
        await screen.until("[x] Gestrichen")
        await screen.press("tab", "enter")
        await screen.until("–^")
        assert (await entries(harness, table))[0] == ({"chance": 0}, [("13356", True)])


@pytest.mark.slow
async def test_invalid_correction_is_refused_with_a_message(open_table):
    async with open_table(*BOTH, real=BOTH) as (screen, harness, table):
        await entered(screen)
        before = await entries(harness, table)
        await opened(screen)
        await screen.press("9", "enter")
        same_as("correction-refused", await screen.until("» "))
        await screen.press("shift+tab", *"11111", "enter")
        await screen.until("» Tipp die Würfel oder die Punkte")
        await screen.press("tab", "backspace", "shift+tab", *"1135", "enter")
        await screen.until("» Kniffel spielt man mit")
        await screen.press("escape", "r")
        await screen.until("» Das geht jetzt nicht.")
        assert await entries(harness, table) == before


@pytest.mark.slow
async def test_typed_dice_of_running_turn_are_replaced_or_removed(open_table):
    async with open_table(*BOTH, real=BOTH) as (screen, harness, table):
        await screen.press("k")
        await screen.until("» Das geht jetzt nicht.")
        await screen.press("w", *"13356", "enter")
        await screen.until("Anna tippt ein")
        await screen.press("k")
        await screen.until("1.1 Anna · 1, 3, 3, 5, 6, noch nicht eingetragen")
        await screen.press("enter")
        await screen.until("ohne Eingabe werden")
        await screen.press(*"13366", "enter")
        await screen.until("Anna berichtigt Runde 1: 1, 3, 3,")
        await screen.press("k", "enter", *"1336", "enter")
        await screen.until("» Kniffel spielt man mit")
        await screen.press("k", "enter", "enter")
        await screen.until("keine Würfel. Vorher: 1, 3, 3, 6, 6.")
        assert (await harness.snapshot(ANNA, table))["turn"]["dice"] is None


@pytest.mark.slow
async def test_click_on_entry_opens_its_correction(open_table):
    async with open_table(*BOTH, real=BOTH) as (screen, _, _):
        await entered(screen)
        lines = screen.text.splitlines()
        chance = next(n for n, line in enumerate(lines) if "Chance" in line)
        await screen.pilot.click(offset=(lines[chance].index("18~"), chance))
        await screen.until("Berichtigen: 1.1 Anna · Chance: 18")


@pytest.mark.slow
async def test_entry_with_server_dice_cannot_be_corrected(open_table):
    async with open_table(*BOTH, real=("Bernd",)) as (screen, _, _):
        await screen.press("r", "end", "enter")
        assert "K   " not in await screen.until("Bernd würfelt: Tipp die Würfel ein")
        await screen.press("w", *"13356", "enter")
        await screen.until("Bernd tippt ein")
        await screen.press("end", "up", "enter")
        await screen.until("mit 0 Punkten streichen?")
        await screen.press("enter")
        await screen.until("Anna ist dran")
        await screen.press("k")
        assert "1.1 Anna" not in await screen.until("›1.2 Bernd · Kniffel: 0")
        await screen.press("enter")
        await screen.until("[x] Gestrichen: 0 Punkte")


async def played_out(harness, table):
    """Every cell scratched by its points alone, game after game."""
    while legal := (await harness.snapshot(ANNA, table))["legal_actions"]:
        scratched = next((one for one in legal if one["type"] == "enter_points" and not one["points"]), None)
        await harness.do(ANNA, table, NextGame() if scratched is None else EnterPoints(scratched["cell"], 0))


@pytest.mark.slow
async def test_finished_match_can_be_corrected(open_table):
    async with open_table("Anna", real=("Anna",), variant="crag", games=2) as (screen, harness, table):
        await played_out(harness, table)
        await screen.until("Noch einmal spielen")
        assert "2.13.1 Anna" in await opened(screen)
        await screen.press("escape")
        await opened(screen, "end")
        await screen.press("backspace", "1", "enter")
        await screen.until("berichtigt Spiel 1, Runde 1")
        assert [result["seats"][0]["total"] for result in (await harness.snapshot(ANNA, table))["results"]] == [1, 0]


@pytest.mark.slow
async def test_correction_works_on_a_server(tmp_path):
    with Process(tmp_path) as running:
        known = await Server(running.url, "de").guest("Anna")
        link = await known.open(table_request("kniffel", ["Anna", "Bernd"], real_dice=True))
        async with shown(PaschApp(link, known)) as screen:
            await screen.until("Anna würfelt")
            await entered(screen)
            await opened(screen, "down")
            await screen.press(*"66666", "enter")
            assert "30^" in await screen.until("Anna berichtigt Runde 1")
