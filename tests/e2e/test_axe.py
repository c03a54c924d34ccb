"""axe finds nothing on any page in any state, on a wide light screen and on a dark phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.player import best_except_kniffel
from tests.support.profile import PHONE, WIDE, Profile
from tests.support.sizes import cases
from tests.support.tableview import TableView

LOOKS = {
    "wide": {"viewport": WIDE},
    "dark phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
}


@pytest.fixture(params=cases(LOOKS, default=[*LOOKS][:1]))
def person(request, new_profile) -> Profile:
    """A person whose device uses one of the display modes."""
    found = new_profile(**LOOKS[request.param])
    found.watch.allow("404")
    return found


def assert_clean(page: Page) -> None:
    """axe reports no violations once the page has loaded."""
    expect(page.locator("h1")).to_be_attached()
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\S"))).to_have_count(0)
    found = violations(page)
    assert not found, "\n".join([page.url, *found])


def test_axe_finds_nothing_on_start_page_and_its_dialogs(person):
    person.player.open("Anna", "Bernd")
    person.player.open("Anna", "human", visibility="public")
    page = person.visit("/")
    expect(page.get_by_role("link", name="Weiterspielen", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_role("button", name="Mitspieler").click()
    assert_clean(page)
    page.get_by_role("button", name="Regeln", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("heading").nth(1)).to_be_visible()
    assert_clean(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    assert_clean(page)


@pytest.mark.slow
def test_axe_finds_nothing_on_text_pages(person):
    page = person.context.new_page()
    for path in ("/rules", "/rules/kniffel", "/help", "/about", "/nowhere", "/t/nowhere"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert_clean(page)


@pytest.mark.slow
def test_axe_finds_nothing_on_waiting_table_and_join_dialog(person, new_profile):
    page = person.visit(f"/t/{person.player.open('Anna', 'human', 'bot', visibility='public')}")
    expect(page.get_by_role("img", name="QR-Code")).to_be_visible()
    assert_clean(page)
    guest = new_profile(color_scheme="dark").visit(page.url)
    guest.get_by_role("button", name="Mitspielen").click()
    expect(guest.get_by_role("dialog", name="Mitspielen")).to_be_visible()
    assert_clean(guest)


STATES: dict[str, Callable[[TableView], None]] = {
    "Feld streichen …": lambda view: expect(view.page.get_by_role("dialog")).to_be_visible(),
    "Regeln": lambda view: expect(view.page.get_by_role("dialog").get_by_role("heading").nth(1)).to_be_visible(),
    "Tasten": lambda view: expect(view.page.get_by_role("dialog", name="Tasten")).to_be_visible(),
    "Einstellungen": lambda view: expect(view.page.get_by_role("dialog", name="Einstellungen")).to_be_visible(),
    "Unterbrechen …": lambda view: expect(view.page.get_by_role("img", name="QR-Code")).to_be_visible(),
    "Partie beenden …": lambda view: expect(view.page.get_by_role("dialog")).to_be_visible(),
}


@pytest.mark.slow
def test_axe_finds_nothing_at_any_step_of_a_turn(person):
    person.prefer(handover="always")
    table = person.player.open("Anna", "Bernd", games=2)
    for _ in range(11):
        person.player.play_turn(table, best_except_kniffel)
    view = TableView(person.visit(f"/t/{table}"))
    expect(view.count).to_contain_text("Noch nicht gewürfelt")
    assert_clean(view.page)
    view.roll(1)
    view.keep(1, 2)
    assert_clean(view.page)
    view.open_cells.last.focus()
    assert_clean(view.page)
    nothing = next(cell for cell, points in view.offers().items() if points == 0)
    view.cell(nothing).click()
    expect(view.enter_button).to_be_visible()
    assert_clean(view.page)
    view.enter_button.click()
    expect(view.handover).to_be_visible()
    assert_clean(view.page)


@pytest.mark.slow
def test_axe_finds_nothing_in_table_menu_and_dialogs(person):
    table = person.player.open("Anna")
    person.player.roll(table)
    view = TableView(person.visit(f"/t/{table}"))
    page = view.page
    view.wait_for_roll(1)
    for item, wait in STATES.items():
        page.get_by_role("button", name="Menü").click()
        expect(page.get_by_role("button", name=item, exact=True)).to_be_visible()
        if item == "Regeln":
            assert_clean(page)
        page.get_by_role("button", name=item, exact=True).click()
        wait(view)
        assert_clean(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_axe_finds_nothing_on_game_end_and_results(person):
    table = person.player.open("Anna", "Bernd", variant="hartard", games=2)
    person.player.play_turns(table, 26)
    page = person.visit(f"/t/{table}")
    expect(page.get_by_role("heading", name="Spiel 1 ist zu Ende")).to_be_visible()
    assert_clean(page)
    page.goto(f"/t/{table}/results")
    expect(page.get_by_role("table").first).to_be_visible()
    page.get_by_text("Waren die Würfel ehrlich?").click()
    assert_clean(page)
    page.get_by_role("button", name="Anna, Spiel 1").click()
    expect(page.get_by_role("dialog").get_by_role("table").first).to_be_visible()
    assert_clean(page)


@pytest.mark.slow
def test_axe_finds_nothing_at_table_of_eight_players(person):
    table = person.player.open("Anna", "Bernd", "Clara", "Dieter", "Emma", "Fritz", "Greta", "Heinz")
    person.player.play_turns(table, 12)
    person.player.roll(table)
    view = TableView(person.visit(f"/t/{table}"))
    view.wait_for_roll(1)
    assert_clean(view.page)


@pytest.mark.slow
def test_cell_names_include_kniffel_bonus_points(person):
    """The bonus mark next to a cell's points belongs to its accessible name."""
    table = person.player.open("Anna", variant="yahtzee-free", dice="real")
    person.player.act(table, {"type": "enter_dice", "dice": "55555"})
    person.player.act(table, {"type": "score", "cell": "kniffel"})
    person.player.act(table, {"type": "enter_dice", "dice": "55555"})
    view = TableView(person.visit(f"/t/{table}"))
    expect(view.cell("fives")).to_have_accessible_name("Fünfer: 25 +100 Punkte eintragen")
    expect(view.cell("ones")).to_have_accessible_name("Einser streichen, +100 Punkte")
    assert_clean(view.page)
