"""A phone joins a table: both devices show the same, and each moves only for its own seat."""

import pytest
from playwright.sync_api import expect

from tests.support.profile import PHONE
from tests.support.tableview import TableView


def test_phone_joins_table_and_both_devices_show_all_rolls(new_profile):
    host = new_profile()
    page = host.visit("/")
    page.get_by_label("Name für Platz 1").fill("Anna")
    page.get_by_role("radio", name="Mit anderen").check()
    page.get_by_role("button", name="Tisch decken").click()
    expect(page.get_by_role("heading", name="Der Tisch ist gedeckt")).to_be_visible()
    expect(page.get_by_role("img", name="QR-Code")).to_have_js_property("complete", value=True)
    # The button looks disabled, but a click shows the reason.
    page.get_by_role("button", name="Los", exact=True).click(force=True)
    expect(page.get_by_role("alert")).to_have_text("Ein Platz ist noch frei.")

    phone = new_profile(viewport=PHONE, has_touch=True, is_mobile=True)
    guest = phone.visit(page.url)
    guest.get_by_role("button", name="Mitspielen").tap()
    guest.get_by_label("Wie heißt du?").fill("Bernd")
    guest.get_by_role("button", name="Platz nehmen").tap()
    expect(guest.get_by_text("wenn Anna startet")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Bernd")).to_contain_text("ist da")
    page.get_by_role("button", name="Los", exact=True).click()

    here, there = TableView(page), TableView(guest)
    expect(here.heading).to_have_text("Anna ist dran")
    expect(there.heading).to_have_text("Anna ist dran")
    expect(there.roll_button).to_have_text("Anna würfelt")

    here.roll(1)
    expect(there.count).to_contain_text("Wurf 1 von 3")
    assert there.faces() == here.faces()
    expect(there.open_cells).to_have_count(0)
    here.enter(*max(here.offers().items(), key=lambda offer: offer[1]))

    expect(there.heading).to_have_text("Bernd ist dran")
    expect(there.handover).to_have_count(0)
    expect(here.roll_button).to_have_text("Bernd würfelt")
    expect(here.take_back).to_have_count(0)
    there.roll_button.tap()
    there.wait_for_roll(1)
    expect(here.count).to_contain_text("Wurf 1 von 3")
    assert here.faces() == there.faces()
    expect(here.open_cells).to_have_count(0)

    guest.close()
    expect(here.heading).to_have_text("Bernd ist dran")
    again = TableView(phone.visit(page.url))
    again.wait_for_roll(1)
    assert again.faces() == here.faces()


@pytest.mark.slow
def test_start_page_lists_public_tables_only(new_profile):
    host = new_profile()
    table = host.player.open("Zacharias", "human", visibility="public")
    hidden = host.player.open("Yolanda", "human")
    guest = new_profile()
    page = guest.visit("/")
    card = page.get_by_role("region", name="Offene Tische").get_by_role("listitem").filter(has_text="Zacharias")
    expect(card).to_contain_text("wartet, 1 Platz frei")
    expect(page.get_by_text("Yolanda")).to_have_count(0)
    card.get_by_role("button", name="Mitspielen").click()
    page.get_by_label("Wie heißt du?").fill("Wilma")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Der Tisch ist gedeckt")).to_be_visible()
    assert page.url.endswith(table)
    assert [seat["name"] for seat in host.player.table(table)["seats"]] == ["Zacharias", "Wilma"]
    assert host.player.table(hidden)["status"] == "waiting"


@pytest.mark.slow
def test_opener_closes_table_and_watchers_see_it_disappear(new_profile):
    host = new_profile()
    table = host.player.open("Anna", "human")
    guest = new_profile()
    theirs = guest.visit(f"/t/{table}")
    expect(theirs.get_by_role("button", name="Mitspielen")).to_be_visible()
    guest.watch.allow("404")
    page = host.visit(f"/t/{table}")
    page.get_by_role("button", name="Tisch abräumen").click()
    page.get_by_role("dialog").get_by_role("button", name="Tisch abräumen").click()
    expect(page.get_by_role("heading", name="Neues Spiel")).to_be_visible()
    expect(theirs.get_by_role("heading", name="Dieser Tisch ist nicht zu sehen")).to_be_visible()
