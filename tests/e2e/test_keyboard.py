"""A whole game without a mouse: every move has a key, and the focus is always visible."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.focus import assert_focus_visible, focused, tab_to
from tests.support.player import best_except_kniffel
from tests.support.tableview import TableView

CELLS = 13
DIGITS = "12345"


def test_keyboard_alone_opens_table_and_plays_turns(profile):
    profile.prefer(handover="always")
    page = profile.visit("/")
    open_table(page)
    view = TableView(page)
    expect(view.heading).to_have_text("Anna ist dran")
    names = ["Anna", "Bernd"]
    for turn in range(3):
        if turn:
            take_over(view, names[turn % 2])
        play_turn(view, turn)


def take_over(view, name):
    """Hand over the device."""
    page = view.page
    expect(view.handover.get_by_role("heading", name=f"{name} ist dran")).to_be_visible()
    assert focused(page) == "Weitergeben"
    assert_focus_visible(page)
    page.keyboard.press("Enter")
    expect(view.handover).to_have_count(0)
    assert focused(page) == "roll"


@pytest.mark.slow
def test_keyboard_alone_plays_last_entries_and_opens_results(profile):
    """The Kniffel comes last, so it is scratched unless the dice are very lucky."""
    profile.prefer(handover="always")
    table = profile.player.open("Anna", "Bernd")
    for _ in range(2 * (CELLS - 1)):
        profile.player.play_turn(table, best_except_kniffel)
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    expect(view.heading).to_have_text("Anna ist dran")
    play_turn(view, 0)
    take_over(view, "Bernd")
    play_turn(view, 2)
    expect(page.get_by_role("heading", name="Das Spiel ist zu Ende")).to_be_visible()
    assert focused(page) == "Ergebnisse"
    assert_focus_visible(page)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/results$"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert profile.player.table(table)["status"] == "finished"


def open_table(page):
    """Fill in the start form from the top of the page and start a game for two."""
    expect(page.get_by_role("button", name="Los")).to_be_visible()
    page.keyboard.press("Tab")
    assert focused(page) == "Zum Inhalt springen"
    assert_focus_visible(page)
    tab_to(page, "Gegen den Computer")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Name für Platz 2")).to_be_visible()
    assert focused(page) == "An diesem Gerät"
    tab_to(page, "Name für Platz 1")
    page.keyboard.type("Anna")
    tab_to(page, "Name für Platz 2")
    page.keyboard.type("Bernd")
    tab_to(page, "Los")
    assert_focus_visible(page)
    page.keyboard.press("Enter")


def play_turn(view, turn):
    """Roll with one of the keys, sometimes keep dice, go to a cell, and enter or scratch it."""
    page = view.page
    if turn == 0:
        tab_to(page, "roll")
    assert_focus_visible(page)
    page.keyboard.press(["r", "Space", "Enter"][turn % 3])
    view.wait_for_roll(1)
    assert focused(page) == "roll"
    if turn % 4 == 0:
        keep_and_roll_on(view)
    offers = view.offers()
    wanted = max(offers, key=lambda cell: offers[cell])
    go_to(page, wanted, list(offers))
    if offers[wanted] or turn % 2:
        enter_twice(view, wanted)
    else:
        scratch(page)
    expect(view.cell(wanted)).to_have_count(0)
    assert focused(page) != "nowhere"


def keep_and_roll_on(view):
    page = view.page
    page.keyboard.press(DIGITS[1])
    expect(view.dice.nth(1)).to_have_attribute("aria-pressed", "true")
    assert focused(page) == "roll"
    face = view.faces()[4]
    same = [place for place, shown in enumerate(view.faces(), start=1) if shown == face]
    page.keyboard.press("Shift+Digit5")
    expect(view.dice.nth(4)).to_have_attribute("aria-pressed", "true")
    assert view.kept() == sorted({2, *same})
    if len(view.kept()) == len(DIGITS):
        page.keyboard.press(DIGITS[1])
        expect(view.dice.nth(1)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("r")
    view.wait_for_roll(2)
    assert focused(page) == "roll"
    assert face in view.faces()


def go_to(page, wanted, cells):
    """Move the focus to a cell with the arrow keys and check each step."""
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    assert focused(page) == f"cell {cells[0]}"
    for cell in cells[1 : cells.index(wanted) + 1]:
        page.keyboard.press("ArrowDown")
        assert focused(page) == f"cell {cell}"
    assert_focus_visible(page)


def enter_twice(view, cell):
    """Pencil in, cancel, pencil in again and enter; the focus stays in the cell. A screen reader announces it."""
    page = view.page
    said = page.get_by_role("log")
    page.keyboard.press("Enter")
    expect(view.enter_button).to_be_visible()
    expect(said.filter(has_text=view.enter_button.inner_text())).to_be_attached()
    assert focused(page) == f"cell {cell}"
    page.keyboard.press("Escape")
    expect(view.enter_button).to_have_count(0)
    assert focused(page) == f"cell {cell}"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def scratch(page):
    """Ask, cancel, ask again, scratch."""
    cell = focused(page)
    dialog = page.get_by_role("dialog")
    page.keyboard.press("z")
    expect(dialog).to_be_visible()
    assert focused(page) == "Streichen"
    assert_focus_visible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert focused(page) == cell
    page.keyboard.press("z")
    expect(dialog).to_be_visible()
    page.keyboard.press("Enter")


@pytest.fixture
def rolled(profile):
    """A table for two at one device after a roll."""
    table = profile.player.open("Anna", "Bernd")
    view = TableView(profile.visit(f"/t/{table}"))
    view.roll_button.focus()
    view.page.keyboard.press("r")
    view.wait_for_roll(1)
    return view


@pytest.mark.slow
def test_escape_closes_menu_and_keeps_the_pencilled_entry(rolled):
    page = rolled.page
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(rolled.enter_button).to_be_visible()
    menu = page.locator("[popover]:popover-open")
    page.get_by_role("button", name="Menü").click()
    expect(menu).to_have_count(1)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(rolled.enter_button).to_be_visible()


@pytest.mark.slow
def test_keys_toggle_log_open_help_and_move_between_cells(rolled):
    page = rolled.page
    log = page.get_by_role("region", name="Protokoll")
    expect(log).to_be_visible()
    page.keyboard.press("l")
    expect(log).to_have_count(0)
    page.keyboard.press("l")
    expect(log).to_be_visible()
    assert focused(page) == "roll"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert focused(page) == "roll"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    last = focused(page)
    page.keyboard.press("Home")
    assert focused(page) == "cell ones"
    page.keyboard.press("ArrowUp")
    assert focused(page) == "cell ones"
    page.keyboard.press("End")
    assert focused(page) == last


@pytest.mark.slow
def test_key_takes_back_entry_without_handover(profile):
    profile.prefer(handover=False)
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', 'Bernd')}"))
    page = view.page
    view.roll_button.focus()
    page.keyboard.press("r")
    view.wait_for_roll(1)
    dice = view.faces()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(view.heading).to_have_text("Bernd ist dran")
    assert focused(page) == "roll"
    page.keyboard.press("u")
    expect(view.heading).to_have_text("Anna ist dran")
    expect(view.cell("chance")).to_be_visible()
    assert view.faces() == dice
    assert focused(page) == "roll"


@pytest.mark.slow
def test_single_keys_can_be_switched_off(profile):
    profile.prefer(singleKeys=False)
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna')}"))
    view.roll_button.focus()
    view.page.keyboard.press("r")
    view.page.keyboard.press("1")
    view.page.keyboard.press("?")
    expect(view.page.get_by_role("dialog")).to_have_count(0)
    expect(view.count).to_contain_text("Noch nicht gewürfelt")
    view.page.keyboard.press("Enter")
    view.wait_for_roll(1)
