"""The focus never falls to the body of the page. Dialogs return it, and each page and turn has a place for it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewProfile
from tests.support.focus import focused, wait_for_focus
from tests.support.profile import PHONE, WIDE, Profile
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

SCREENS = pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
MENU = (
    *("Regeln", "Feld streichen …", "Töne und Meldungen", "Auf anderem Gerät", "Tasten", "Einstellungen"),
    "Partie beenden …",
)


def close(page: Page, opener: str) -> None:
    """Press Escape: the dialog closes, and the button that opened it has the focus."""
    expect(page.locator("dialog[open]")).to_be_visible()
    wait_for_focus(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    wait_for_focus(page)
    assert focused(page) == opener


@SCREENS
def test_start_page_never_loses_focus(new_profile: NewProfile, viewport) -> None:
    page = new_profile(viewport=viewport).visit("/")
    for opener in ("Einstellungen", "Regeln"):
        page.get_by_role("button", name=opener, exact=True).click()
        close(page, opener)
    page.locator("button.all").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Yatzy")).first.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    wait_for_focus(page)
    page.get_by_role("button", name="Mehr", exact=True).click()
    hint = page.get_by_role("button", name="Erklärung: Echte Würfel: Wir würfeln selbst")
    hint.click()
    expect(page.get_by_text("Ihr würfelt am Tisch und tippt ein")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Ihr würfelt am Tisch und tippt ein")).to_be_hidden()
    assert focused(page) == "Erklärung: Echte Würfel: Wir würfeln selbst"
    page.get_by_role("button", name="Mitspieler").click()
    wait_for_focus(page)
    page.get_by_role("button", name="Platz 3 entfernen").click()
    wait_for_focus(page)
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.locator("button.roll")).to_be_visible()
    wait_for_focus(page)


@SCREENS
def test_table_page_never_loses_focus(new_profile: NewProfile, viewport) -> None:
    profile = new_profile(viewport=viewport)
    profile.prefer(handover="always")
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', 'Bernd')}"))
    page = view.page
    view.roll(1)
    assert focused(page) == "roll"
    view.dice.first.click()
    assert focused(page) == "die 1"
    for item in [*MENU, *(["Protokoll"] if viewport is PHONE else [])]:
        page.get_by_role("button", name="Menü").click()
        page.get_by_role("button", name=item, exact=True).click()
        close(page, "Menü")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Einführung").click()
    page.locator(".introduction").get_by_role("button").last.click()
    expect(page.locator(".introduction")).to_have_count(0)
    wait_for_focus(page)
    view.open_cells.first.click()
    page.get_by_role("button", name="Doch nicht").click()
    wait_for_focus(page)
    view.open_cells.first.click()
    view.enter_button.click()
    expect(view.handover).to_be_visible()
    assert focused(page) == "Weitergeben"
    view.handover.get_by_role("button", name="Zurücknehmen").click()
    expect(view.handover).to_have_count(0)
    wait_for_focus(page)
    view.open_cells.first.click()
    view.enter_button.click()
    view.take_device("Bernd")
    assert focused(page) == "roll"


def last_turn(profile: Profile) -> TableView:
    """A table before its last entry."""
    table = profile.player.open("Anna")
    profile.player.play_turns(table, 12)
    return TableView(profile.visit(f"/t/{table}"))


@SCREENS
def test_game_end_results_and_history_never_lose_focus(new_profile: NewProfile, viewport) -> None:
    view = last_turn(new_profile(viewport=viewport))
    page = view.page
    view.roll(1)
    view.open_cells.first.click()
    view.enter_button.click()
    expect(page.get_by_role("heading", name="Das Spiel ist zu Ende")).to_be_visible()
    wait_for_focus(page)
    page.get_by_role("main").get_by_role("link", name="Ergebnisse").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    sheet = page.get_by_role("button", name="Anna, Spiel 1")
    sheet.click()
    close(page, sheet.get_attribute("aria-label") or "")
    page.go_back()
    expect(page.get_by_role("heading", name="Das Spiel ist zu Ende")).to_be_visible()
    wait_for_focus(page)
    page.get_by_role("button", name="Noch einmal spielen").click()
    expect(page.locator("button.roll")).to_be_visible()
    wait_for_focus(page)
    page.get_by_role("link", name="Zur Startseite").click()
    for area in ("Mitspielen", "Lernen", "Ich", "Spielen"):
        page.get_by_role("navigation", name="Bereiche").get_by_role("link", name=area, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    for _ in range(3):
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_be_focused()
