"""A protected name works on other devices, and all its data can be exported and deleted."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import PHONE
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

PASSWORD = "fünf Würfel im Becher"
NAME = "Zenzi"


def enter(page, button, password=PASSWORD, name=NAME):
    """Fill name and password into the form with this button, and send it."""
    form = page.locator("form").filter(has=page.get_by_role("button", name=button, exact=True))
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Passwort", exact=True).fill(password)
    form.get_by_role("button", name=button, exact=True).click()


def test_account_protects_name_signs_in_elsewhere_and_deletes_data(new_profile):
    home = new_profile()
    page = home.visit("/account")
    assert not violations(page)
    enter(page, "Name schützen")
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    table = home.player.open(NAME, "Xaver")

    other = new_profile(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    for refusal in ("409", "403"):
        other.watch.allow(refusal)
    theirs = other.visit("/account")
    enter(theirs, "Name schützen", name=NAME.lower())
    expect(theirs.get_by_role("alert").first).to_contain_text("geschützt")
    theirs.get_by_text("Ich habe schon ein Konto").click()
    enter(theirs, "Anmelden", "wrong password")
    expect(theirs.get_by_text("Name und Passwort gehören nicht zusammen")).to_be_visible()
    enter(theirs, "Anmelden")
    expect(theirs.get_by_role("heading", name=NAME)).to_be_visible()

    theirs.get_by_text("Neues Token").click()
    theirs.get_by_label("Wofür?").fill("mein Programm")
    theirs.get_by_role("button", name="Token anlegen").click()
    token = theirs.get_by_role("status").locator("code")
    expect(token).to_have_text(re.compile(r"^\S{40,}$"))
    assert not violations(theirs)
    expect(theirs.get_by_text("mein Programm", exact=True)).to_be_visible()

    with page.expect_download() as loading:
        page.get_by_role("link", name="Alles herunterladen").click()
    exported = json.loads(Path(loading.value.path()).read_text())
    assert (exported["account"]["name"], exported["tables"]["tables"][0]["id"]) == (NAME, table)

    page.get_by_role("button", name="Alles löschen …").click()
    page.get_by_role("dialog").get_by_role("button", name="Alles löschen").click()
    expect(page.get_by_role("heading", name="Du spielst als Gast")).to_be_visible()
    expect(other.visit("/account").get_by_role("heading", name="Du spielst als Gast")).to_be_visible()


def test_link_code_opens_same_seat_on_second_device_once(new_profile):
    laptop = new_profile()
    page = laptop.visit(f"/t/{laptop.player.open('Anna', 'Bernd')}")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Auf anderem Gerät").click()
    page.get_by_role("button", name="Code zeigen").click()
    expect(page.get_by_role("img", name="QR-Code")).to_have_js_property("complete", value=True)
    assert not violations(page)
    address = page.get_by_role("dialog").get_by_text("/link#").inner_text()
    page.keyboard.press("Escape")

    phone = new_profile(viewport=PHONE, has_touch=True, is_mobile=True)
    there = phone.visit(address)
    assert not violations(there)
    there.get_by_role("button", name="Hier weiterspielen").tap()
    there.get_by_role("link", name="Weiterspielen", exact=True).first.tap()
    both = TableView(page), TableView(there)
    for view in both:
        expect(view.heading).to_have_text("Anna ist dran")
    both[1].roll_button.tap()
    both[1].wait_for_roll(1)
    expect(both[0].count).to_contain_text("Wurf 1 von 3")
    assert both[0].faces() == both[1].faces()

    late = new_profile()
    late.watch.allow("404")
    there = late.visit(address)
    there.get_by_role("button", name="Hier weiterspielen").click()
    expect(there.get_by_role("alert")).to_contain_text("gilt nicht mehr")
