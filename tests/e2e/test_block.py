"""Block mode: real dice typed by keys and taps, points without dice, corrections, and a seat with server dice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pasch.rules.notation.record_reader import read_record
from tests.support.axe import violations
from tests.support.profile import PHONE
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow


def keys_of(page: Page) -> Locator:
    """The buttons for the faces of the dice."""
    return page.locator(".play").get_by_role("group", name="Würfel eintippen")


def open_block(page: Page) -> TableView:
    """Open a table from the start page: two players roll real dice, a third uses the server's."""
    page.get_by_role("radio", name="An diesem Gerät").check()
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_role("checkbox", name="Echte Würfel: Wir würfeln selbst").check()
    page.get_by_role("button", name="Mitspieler").click()
    for place, name in enumerate(("Anna", "Bernd", "Clara"), start=1):
        page.get_by_role("textbox", name=f"Name für Platz {place}").fill(name)
    page.get_by_role("group", name="Wer würfelt mit echten Würfeln?").get_by_label("Clara").uncheck()
    assert not violations(page)
    page.get_by_role("button", name="Weniger", exact=True).click()
    expect(page.get_by_role("button", name="Ohne echte Würfel")).to_be_visible()
    page.get_by_role("button", name="Los", exact=True).click()
    view = TableView(page)
    expect(view.heading).to_have_text("Anna ist dran")
    expect(keys_of(page)).to_be_visible()
    return view


def write_points(page: Page, cell: str, points: str) -> None:
    """Enter points without dice in a cell."""
    page.get_by_role("button", name="Nur Punkte").click()
    page.get_by_role("dialog").get_by_role("button", name=cell, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=points, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def correct(page: Page, view: TableView, key: str, place: int) -> Locator:
    """Tap an entry and return the dialog that corrects it."""
    view.written(key, place).get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def type_dice(page: Page, view: TableView) -> None:
    """Type a roll by keys with one mistake, correct it by taps, and roll some dice again."""
    for key in ("1", "3", "4", "Backspace", "3", "5", "5"):
        page.keyboard.press(key)
    expect(view.cell("chance")).to_have_attribute("aria-label", re.compile(r": 17 Punkte"))
    page.get_by_role("button", name="Vertippt").click()
    for face in "13356":
        keys_of(page).get_by_role("button", name=f"{face} eintippen").click()
    expect(view.cell("chance")).to_have_attribute("aria-label", re.compile(r": 18 Punkte"))
    view.keep(2, 3)
    view.roll_button.click()
    expect(page.get_by_text("Wirf die anderen und tipp ein, was sie zeigen: noch 3.").first).to_be_visible()
    page.get_by_role("button", name="Vertippt").click()
    expect(view.cell("chance")).to_have_attribute("aria-label", re.compile(r": 18 Punkte"))
    view.roll_button.click()
    for key in "335":
        page.keyboard.press(key)
    expect(view.cell("four_of_a_kind")).to_have_attribute("aria-label", re.compile(r": 17 Punkte"))
    view.cell("four_of_a_kind").click()
    view.enter_button.click()


def write_only_points(page: Page, view: TableView) -> None:
    """The dialog offers exactly the possible points of the cell."""
    expect(view.heading).to_have_text("Bernd ist dran")
    view.cell("full_house").click()
    expect(page.get_by_role("dialog").locator(".numbers button")).to_have_text(["streichen", "25"])
    assert not violations(page)
    page.keyboard.press("Escape")
    write_points(page, "Full House", "25")


def throw_dice_of_the_server(page: Page, view: TableView) -> None:
    """Clara uses the server's dice, so her entries have no correction button."""
    expect(view.heading).to_have_text("Clara ist dran")
    expect(keys_of(page)).to_have_count(0)
    view.roll_button.click()
    view.wait_for_roll(1)
    view.cell("chance").click()
    view.enter_button.click()
    expect(view.heading).to_have_text("Anna ist dran")
    expect(view.written("chance", 3).get_by_role("button")).to_have_count(0)


def correct_two_entries(page: Page, view: TableView) -> None:
    """Correct the dice of one entry and the cell of another while the current roll is half typed."""
    page.keyboard.press("6")
    dialog = correct(page, view, "four_of_a_kind", 1)
    for key in "33336":
        page.keyboard.press(key)
    assert not violations(page)
    dialog.get_by_role("button", name="Berichtigen", exact=True).click()
    expect(view.written("four_of_a_kind", 1)).to_contain_text("18")
    dialog = correct(page, view, "full_house", 2)
    dialog.get_by_label("Punkte", exact=True).fill("24")
    dialog.get_by_role("button", name="Berichtigen", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("24")
    dialog.get_by_label("Feld").select_option(label="Chance")
    dialog.get_by_role("button", name="Berichtigen", exact=True).click()
    expect(view.written("chance", 2)).to_contain_text("24")
    expect(view.written("full_house", 2)).not_to_contain_text("25")


def test_block_mode_mixes_corrected_real_dice_with_server_dice(new_profile):
    profile = new_profile()
    page = profile.visit("/")
    view = open_block(page)
    table = page.url.rsplit("/", 1)[1]
    assert not violations(page)
    type_dice(page, view)
    write_only_points(page, view)
    throw_dice_of_the_server(page, view)
    correct_two_entries(page, view)

    # The match ends by points alone on a phone. The last entry can be corrected after the end.
    page.set_viewport_size(PHONE)
    expect(keys_of(page)).to_be_in_viewport(ratio=1)
    finish(profile.player, table)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(view.open_cells).to_have_count(0)
    dialog = correct(page, view, "chance", 1)
    dialog.get_by_label("Punkte", exact=True).fill("30")
    dialog.get_by_role("button", name="Berichtigen", exact=True).click()
    expect(view.written("chance", 1)).to_contain_text("30")
    check_record(profile, table)

    page.goto(f"/t/{table}/results")
    expect(page.get_by_role("table").first).to_contain_text("48")
    assert not violations(page)
    page.goto("/scores")
    # The list may contain other people's scores. The server rolled Clara's dice.
    expect(page.get_by_role("row", name=re.compile("Clara ?von dir"))).to_have_count(1)
    expect(page.get_by_role("row", name=re.compile("Bernd ?von dir"))).to_have_count(0)


def finish(player, table: str) -> None:
    """Finish the match: points for the seats with real dice, a roll for Clara."""
    while (snapshot := player.table(table))["status"] == "running":
        seat = snapshot["seats"][snapshot["turn"]["seat"] - 1]
        cell = next(key["key"] for key in snapshot["sheet"]["categories"] if key["key"] not in seat["cells"])
        if seat["real_dice"]:
            player.act(table, {"type": "enter_points", "cell": cell, "points": 0})
        else:
            player.roll(table)
            player.act(table, {"type": "score", "cell": cell, "points": 0})


def check_record(profile, table: str) -> None:
    """The record marks typed entries, contains every correction, and replays to the same totals."""
    text = profile.player.ask(f"/tables/{table}/record").text()
    assert "dice: server" in text
    assert re.search(r"^1\.1 ~13356 k33 ~33335 > four_of_a_kind 17$", text, re.MULTILINE)
    assert "\n^1.1 ~13356 k33 ~33336 > four_of_a_kind 18\n^1.2 ? > chance 24\n" in text
    assert "\n^13.1 ? > chance 30\n" in text
    assert read_record(text).totals == profile.player.table(table)["totals"] == [48, 24, *read_record(text).totals[2:]]
    assert re.search(r"^1\.3 [1-6]{5} > chance", text, re.MULTILINE)
