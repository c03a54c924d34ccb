"""A table in the terminal, key by key: its screen, and the effects at the table."""

from dataclasses import dataclass, field

import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.dice import Keep
from pasch.rules.errors import InvalidInput
from pasch.tui.server.link import Said
from pasch.tui.sheet import CURSOR
from tests.service.harness import ANNA
from tests.tui.conftest import same_as

pytestmark = pytest.mark.anyio


async def test_turn_is_played_by_keys(open_table):
    async with open_table("Anna", "Bernd") as (screen, harness, table):
        same_as("before", await screen.until("erster Wurf"))
        await screen.press("r")
        same_as("rolled", await screen.until("Wurf 1 von 3"))
        await screen.press("2", "4", "space")
        same_as("rolled-again", await screen.until("Wurf 2 von 3"))
        await screen.press("end", "up", "home", "down")
        assert f"{CURSOR}[" in await screen.until("Zweier eintragen")
        await screen.press("enter")
        same_as("written", await screen.until("Bernd ist dran"))
        seen = (await harness.snapshot(ANNA, table))["seats"][0]
        assert seen["cells"] == {"twos": seen["total"]}
        await screen.press("u")
        assert "Bernd ist dran" not in (await screen.until("Wurf 2 von 3")).splitlines()[1]


async def test_large_english_terminal_shows_table_and_dialogs(open_table):
    async with open_table("Anna", "Bernd", "Clara", lang="en", size=(120, 40)) as (screen, _, _):
        await screen.press("r")
        same_as("large", await screen.until("Roll 1 of 3"))
        await screen.press("question_mark")
        same_as("keys", await screen.until("cross out the cell"))
        await screen.press("escape", "t")
        same_as("games", await screen.until("All games"))
        await screen.press("escape", "l")
        await screen.until("Log")


async def test_log_marks_chat_lines(open_table):
    async with open_table("Anna", "Bernd") as (screen, _, _):
        line = {"name": "Anna", "text": "Hallo", "to": None, "removed": False, "earlier": False}
        screen.app.screen._take_in(Said(line))
        screen.app.screen._draw()
        log = await screen.until("> Anna: Hallo")
        assert "· Das Spiel beginnt. Anna ist dran." in log


async def test_impossible_keys_show_the_reason(open_table):
    async with open_table("Anna", "Bernd") as (screen, _, _):
        await screen.press("enter")
        await screen.until("» Zum Eintragen braucht es Würfel")
        await screen.press("1")
        await screen.until("» Noch liegen keine Würfel da.")
        await screen.press("z")
        await screen.until("» Hier lässt sich jetzt nichts")
        await screen.press("e")
        await screen.until("» Das geht jetzt nicht.")
        await screen.press("c")
        await screen.until("» Alle sitzen um dieses Terminal.")
        await screen.press("r", *"12345", "r")
        await screen.until("» Alle Würfel bleiben")


async def test_scratch_asks_for_confirmation(open_table):
    async with open_table("Anna", "Bernd", rules={"rolls": 1}) as (screen, harness, table):
        await screen.press("r")
        await screen.until("Wurf 1 von 1")
        await screen.press("end", "up", "enter")
        await screen.until("Kniffel mit 0 Punkten streichen?")
        await screen.press("escape")
        assert (await harness.snapshot(ANNA, table))["seats"][0]["cells"] == {}
        await screen.press("z", "enter")
        await screen.until("Bernd ist dran")
        assert (await harness.snapshot(ANNA, table))["seats"][0]["cells"] == {"kniffel": 0}


async def test_bonus_kniffel_allows_scratching_an_open_cell(open_table):
    async with open_table("Anna", variant="hartard", real=("Anna",)) as (screen, harness, table):
        for dice in ("66666", "22222"):
            await screen.press("w", *dice, "enter")
            await screen.until("Wurf 1 von 3")
            if dice == "66666":
                await screen.press("end", "up", "enter")
                await screen.until("Runde 2")
        assert "[+100]" in screen.text
        await screen.press("home", "down")
        assert "[10]+" in await screen.until("Z   Zweier streichen: +100 extra")
        await screen.press("z")
        await screen.until("Zweier für 100 Zusatzpunkte streichen?")
        await screen.press("enter")
        await screen.until("Runde 3")
        seat = (await harness.snapshot(ANNA, table))["seats"][0]
        assert (seat["cells"]["twos"], seat["extra"]) == (0, 100)


async def test_shift_key_keeps_all_dice_of_a_face(open_table):
    async with open_table("Anna", variant="maxi-yatzy") as (screen, harness, table):
        await screen.press("r")
        await screen.until("Wurf 1 von 3")
        dice = (await harness.snapshot(ANNA, table))["turn"]["dice"]
        twins = max(dice, key=dice.count)
        shifted = '!"§$%&'[dice.index(twins)]
        await screen.press(shifted)
        assert (await screen.until("▲")).count("▲") == dice.count(twins) > 1
        await screen.press(shifted)
        await screen.until(lambda text: "▲" not in text)


async def test_hartard_keys_mark_dice_to_roll_again(open_table):
    async with open_table("Anna", variant="hartard") as (screen, harness, table):
        await screen.press("r")
        await screen.until("1–6 nochmal würfeln")
        dice = (await harness.snapshot(ANNA, table))["turn"]["dice"]
        await screen.press("r")
        await screen.until("» Kein Würfel ist markiert")
        await screen.press("1", "2", "3", "2")
        assert (await screen.until("▼3")).count("▼") == 2
        await screen.press("r")
        seen = await screen.until("Wurf 2 von 3")
        assert "▼" not in seen
        assert (await harness.snapshot(ANNA, table))["turn"]["kept"] == f"k{dice[1]}{dice[3:]}"
        await screen.press("question_mark")
        await screen.until("Würfel zum Würfeln markieren")


async def test_mouse_clicks_keep_dice_and_enter_cells(open_table):
    async with open_table("Anna", "Bernd") as (screen, harness, table):
        await screen.press("r")
        await screen.until("Wurf 1 von 3")
        lines = screen.text.splitlines()
        await screen.pilot.click(offset=(2, next(n for n, line in enumerate(lines) if line.startswith("└")) - 1))
        await screen.until("▲1")
        chance = next(n for n, line in enumerate(lines) if "Chance" in line)
        column = lines[chance].index("[")
        await screen.pilot.click(offset=(column, chance))
        await screen.until("Chance eintragen")
        await screen.pilot.click(offset=(column, chance))
        await screen.until("Bernd ist dran")
        assert list((await harness.snapshot(ANNA, table))["seats"][0]["cells"]) == ["chance"]


async def test_hidden_dice_appear_only_to_their_player(open_table):
    async with open_table("Anna", "Bernd", "Clara", variant="luegenkniffel") as (screen, _, _):
        assert "┌───┐" not in await screen.until("Anna schaut allein")
        await screen.press("enter", "r")
        assert "●" in await screen.until("Wurf 1 von 3")
        await screen.press("end", "enter")
        assert "wahr" in await screen.until("gelogen")
        await screen.press("enter")
        asked = await screen.until("Bernd glaubt es oder zweifelt")
        assert "●" not in asked
        await screen.press("b")
        await screen.until("Clara glaubt es oder zweifelt")
        await screen.press("d")
        await screen.until("Bernd schaut allein")


async def test_cell_of_a_column_is_announced(open_table):
    async with open_table("Anna", "Bernd", variant="jamb") as (screen, harness, table):
        await screen.press("r", "right", "right", "right")
        await screen.until("Einser in Spalte 4 eintragen")
        await screen.press("enter")
        await screen.until("Einser in Spalte 4 ansagen")
        await screen.press("enter")
        await screen.until("hat Einser")
        assert (await harness.snapshot(ANNA, table))["turn"]["announced"] == "ones@4"
        await screen.press("tab")
        await screen.until(lambda text: "Bernd" in text.splitlines()[1])


@dataclass(frozen=True)
class FixedAdvice:
    """The only advice."""

    action: object
    text: str
    value: float = 200.0
    regret: float = 0.0
    chances: dict = field(default_factory=dict)


class FixedSolver:
    """A solver with a constant answer."""

    def __init__(self, best):
        self.best = best

    def alone(self, _variant):
        return False

    async def advise(self, _game, _asker):
        if self.best is None:
            raise InvalidInput("There is no exact table for this variant here")
        return [self.best]


async def test_real_dice_are_typed_in(open_table):
    async with open_table("Anna", "Bernd", real=("Anna", "Bernd")) as (screen, harness, table):
        await screen.press("w")
        await screen.until("Alle Würfel, wie sie jetzt liegen")
        await screen.press(*"66554", "enter")
        await screen.until("Anna tippt ein: 4, 5, 5, 6, 6.")
        await screen.press("4", "5", "w", *"66643", "enter")
        await screen.until("Anna tippt ein: 3, 4, 6, 6, 6.")
        await screen.press("w", *"17", "enter")
        await screen.until("»")
        await screen.press("end", "enter")
        assert "25~•" in await screen.until("Bernd ist dran")
        await screen.press("home", "enter")
        await screen.until("›5")
        await screen.press("enter")
        await screen.until("Anna ist dran")
        sheets = (await harness.snapshot(ANNA, table))["seats"]
        assert [(seat["cells"], seat["typed"][0]["dice"]) for seat in sheets] == [
            ({"chance": 25}, "34666"),
            ({"ones": 5}, None),
        ]


async def test_a_hint_marks_the_dice_or_the_cell(open_table):
    keep = FixedAdvice(RollDice(Keep.from_text("k56")), "k56")
    async with open_table("Anna", solver=FixedSolver(keep)) as (screen, _, _):
        await screen.press("r", "h")
        await screen.until("» ")
        assert "▲4    ▲5" in screen.text
    entry = FixedAdvice(Score("chance", 17), "chance")
    async with open_table("Anna", solver=FixedSolver(entry)) as (screen, _, _):
        await screen.press("r", "h")
        await screen.until("Chance eintragen")


async def test_missing_hint_shows_the_reason(open_table):
    async with open_table("Anna", lang="en", solver=FixedSolver(None)) as (screen, _, _):
        await screen.press("r", "h")
        await screen.until("» There is no exact table")


async def test_quitting_ends_local_match(open_table):
    async with open_table("Anna") as (screen, harness, table):
        await screen.press("q")
        await screen.until("Aufhören: Die Partie endet hier")
        await screen.press("enter")
        await screen.pilot.pause()
        assert not screen.app.is_running
        assert (await harness.snapshot(ANNA, table))["status"] == "aborted"


async def test_rematch_starts_after_last_game(open_table):
    async with open_table("Anna", "Bernd", variant="dice-duel") as (screen, harness, table):
        await harness.play_to_end(ANNA, table)
        await screen.until("Noch einmal spielen")
        await screen.press("n")
        await screen.until("erster Wurf")
        assert screen.app.link is not None
