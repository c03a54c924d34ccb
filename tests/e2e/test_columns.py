"""Sheets of several columns, by mouse and by touch: a whole 1-2-3 Spiffel, and a Yams with announcements."""

import re
from collections import defaultdict

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import FITS, PHONE, WIDE
from tests.support.server import Server
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

DEVICES = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")


@pytest.fixture(params=DEVICES)
def device(request):
    """The screen size and the touch support."""
    return DEVICES[request.param]


def assert_well(page):
    """axe reports no violations and the page fits the screen."""
    assert page.evaluate(FITS)
    found = violations(page)
    assert not found, "\n".join(found)


def naive_total(events):
    """The total from the log: its entries include their factor, and each column adds its bonus."""
    columns = defaultdict(dict)
    for event in events:
        if event["type"] == "scored":
            key, column = event["data"]["cell"].split("@")
            columns[int(column)][key] = event["data"]["points"] + event["data"]["extra"]
            if key in UPPER:
                columns[int(column)][f"upper {key}"] = event["data"]["points"]
    total = 0
    for factor, cells in columns.items():
        upper = sum(points for key, points in cells.items() if key.startswith("upper"))
        total += sum(points for key, points in cells.items() if not key.startswith("upper"))
        total += 35 * factor if upper >= 63 * factor else 0
    return total


def test_click_on_row_name_fills_its_first_open_column(new_profile, device):
    profile = new_profile(**device)
    table = profile.player.open("Anna", variant="spiffel-2s", rules={"rolls": 1})
    view = TableView(profile.visit(f"/t/{table}"))
    name = view.row("chance").get_by_role("rowheader")
    for column in (1, 2):
        view.roll_button.click()
        expect(view.cell(f"chance@{column}")).to_be_visible()
        height = view.roll_button.bounding_box()["height"]
        name.click()
        assert view.enter_button.bounding_box()["height"] == height
        assert_well(view.page)
        view.enter_button.click()
        expect(view.cell(f"chance@{column}")).to_have_count(0)
        assert f"chance@{column}" in profile.player.table(table)["seats"][0]["cells"]
    view.roll_button.click()
    expect(view.cell("ones@1")).to_be_visible()
    name.click()
    expect(view.enter_button).to_have_count(0)
    nothing = next(cell for cell, points in view.offers().items() if points == 0 and cell.endswith("@1"))
    view.row(nothing.split("@")[0]).get_by_role("rowheader").click()
    expect(view.enter_button).to_contain_text("streichen")


@pytest.mark.parametrize("device", [pytest.param("wide", marks=pytest.mark.long), "phone"], indirect=True)
def test_whole_123_spiffel_game_matches_naive_total(new_profile, device):
    profile = new_profile(**device)
    table = profile.player.open("Anna", variant="spiffel-123")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    heads = page.locator("thead th.column")
    expect(heads).to_have_count(3)
    expect(heads.nth(2)).to_contain_text("Alle Punkte zählen mal 3.")
    expect(view.written("bonus", 3)).to_have_text("ab 189")

    looked_at = 39 if device == DEVICES["wide"] else 6
    for turn in range(looked_at):
        expect(view.roll_button).to_have_attribute("aria-disabled", "false")
        view.roll(1)
        if turn in {0, 5}:
            assert_well(page)
        cell, points = max(view.offers().items(), key=lambda offer: offer[1])
        view.enter(cell, points)
        key, column = cell.split("@")
        expect(view.written(key, int(column))).to_contain_text(str(points) if points else "gestrichen")

    profile.player.play_turns(table, 39 - looked_at)
    total = naive_total(profile.player.events(table))
    expect(page.get_by_role("heading", name="Das Spiel ist zu Ende")).to_be_visible()
    in_words = f"{total:,}".replace(",", ".")  # lucky dice score more than a thousand points
    expect(page.get_by_text(f"Du hast {in_words} Punkte erreicht.")).to_be_visible()
    assert profile.player.table(table)["totals"] == [total]
    assert_well(page)


@pytest.fixture
def fixed(tmp_path):
    """A server with fixed dice: the third roll of the first turn does not make a Yams."""
    with Server(tmp_path, module=("tests.support.fixed_server",)) as running:
        yield running


def test_yams_missed_announcement_forces_scratch(fixed, new_profile, device):
    profile = new_profile(home=fixed.url, **device)
    profile.prefer(handover=False)
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', 'Bernd', variant='yams')}"))
    page = view.page
    expect(page.locator("thead th.column").filter(has_text="was nach dem ersten Wurf angesagt")).not_to_have_count(0)

    view.roll(1)
    page.get_by_role("button", name="Ansagen …").click()
    dialog = page.get_by_role("dialog", name="Welches Feld ansagen?")
    expect(dialog).to_contain_text("muss dort eintragen")
    assert_well(page)
    dialog.get_by_role("button", name=re.compile("^Yams")).click()
    dialog = page.get_by_role("dialog", name="Yams, Spalte 4")
    expect(dialog.get_by_role("button", name="Ansagen und weiterwürfeln")).to_be_focused()
    assert_well(page)
    page.keyboard.press("Enter")
    expect(view.cell("kniffel@4")).to_have_count(1)
    expect(view.cell("kniffel@4")).to_contain_text("angesagt")
    expect(view.open_cells).to_have_count(1)
    expect(page.get_by_text("Angesagt: Yams, Spalte 4.")).to_be_visible()
    assert_well(page)

    view.roll(2)
    view.roll(3)
    expect(view.roll_button).to_have_text("Kein Wurf mehr")
    view.scratch("kniffel@4")
    assert profile.player.table(page.url.rsplit("/", 1)[1])["seats"][0]["cells"] == {"kniffel@4": 0}
    expect(view.heading).to_have_text("Bernd ist dran")


def test_click_on_cell_offers_entry_or_announcement(fixed, new_profile, device):
    profile = new_profile(home=fixed.url, **device)
    table = profile.player.open("Anna", variant="yams")
    view = TableView(profile.visit(f"/t/{table}"))
    view.roll(1)
    chance = view.cell("chance@4")
    expect(chance).to_have_attribute("aria-label", re.compile("eintragen oder ansagen$"))
    chance.click()
    dialog = view.page.get_by_role("dialog", name="Chance, Spalte 4")
    dialog.get_by_role("button", name="Gleich eintragen").click()
    expect(chance).to_have_count(0)
    assert list(profile.player.table(table)["seats"][0]["cells"]) == ["chance@4"]


def test_roll_button_asks_for_the_only_possible_announcement(fixed, new_profile, device):
    """If only the announced column is open, the large button asks for the announcement."""
    profile = new_profile(home=fixed.url, **device)
    table = profile.player.open("Anna", variant="yams")

    def elsewhere(entries):
        return max((entry for entry in entries if not entry["cell"].endswith("@4")), key=lambda entry: entry["points"])

    for _ in range(39):
        profile.player.play_turn(table, elsewhere)
    view = TableView(profile.visit(f"/t/{table}"))
    view.roll(1)
    expect(view.roll_button).to_have_text("Erst ansagen, dann würfeln (noch 2)")
    expect(view.roll_button).to_have_attribute("aria-disabled", "false")
    view.roll_button.click()
    dialog = view.page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("^Chance")).click()
    dialog.get_by_role("button", name="Ansagen und weiterwürfeln").click()
    expect(view.roll_button).to_have_text("Weiter würfeln (noch 2)")
    view.roll(2)


def test_table_shows_one_sheet_when_all_columns_do_not_fit(new_profile):
    profile = new_profile()
    table = profile.player.open("Anna", "Bernd", "Clara", "Dieter", variant="yams")
    profile.player.play_turns(table, 9)
    view = TableView(profile.visit(f"/t/{table}"))
    whose = view.page.get_by_role("group", name="Wessen Zettel")
    expect(whose.get_by_role("button")).to_have_count(4)
    expect(whose.get_by_role("button", name="Bernd")).to_have_attribute("aria-pressed", "true")
    expect(view.page.locator("thead th.column")).to_have_count(4)
    for seat in profile.player.table(table)["seats"]:
        expect(whose.get_by_role("button", name=seat["name"])).to_contain_text(str(seat["total"]))
        whose.get_by_role("button", name=seat["name"]).click()
        expect(view.row("grand").get_by_role("cell")).to_have_text(str(seat["total"]))
    assert_well(view.page)
