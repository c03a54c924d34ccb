"""An event in the browser: created, played by two people, closed, and then visible to both."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_daily import COMPUTED, assert_clean
from tests.support.profile import PHONE, Profile

pytestmark = pytest.mark.slow


def played(person: Profile, page: Page) -> str:
    """Play the attempt of an event to its end and return the table."""
    page.get_by_role("button", name="Spielen", exact=True).click()
    expect(page).to_have_url(re.compile("/t/"))
    table = page.url.rsplit("/", 1)[1]
    while person.player.table(table)["status"] == "running":
        person.player.play_turn(table)
    page.get_by_role("link", name="Zum Turnier").click()
    return table


def test_event_players_share_dice_and_see_games_after_closing(new_profile):
    anna = new_profile()
    bernd = new_profile(viewport=PHONE, color_scheme="dark", has_touch=True, is_mobile=True)
    for person in (anna, bernd):
        person.watch.allow("503 (Service Unavailable)")  # until the variant is solved
    page = anna.visit("/")
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("link", name="Turnier", exact=True).click()
    expect(page).to_have_url(re.compile(r"/events\?variant="))
    page = anna.visit("/events?variant=crag")
    page.get_by_label("Name des Turniers").fill("Herbstpokal")
    assert_clean(page)
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page).to_have_url(re.compile("/e/"))
    code = page.url.rsplit("/", 1)[1]
    expect(page.get_by_text(code)).to_be_visible()
    page.get_by_label("Dein Name in der Rangliste").fill("Anna")
    assert_clean(page)
    first = played(anna, page)
    outcome = page.get_by_role("region", name="Dein Ergebnis")
    expect(outcome.get_by_text(re.compile(r"^Par \d+: "))).to_be_visible(timeout=COMPUTED)
    ranking = page.get_by_role("region", name="Rangliste")
    expect(ranking.get_by_role("row", name="Anna")).to_be_visible()
    expect(ranking.get_by_role("link")).to_have_count(0)

    guest = bernd.visit("/events")
    guest.get_by_label("Code").fill(code.lower())
    guest.get_by_role("button", name="Zum Turnier").click()
    expect(guest.get_by_role("region", name="Rangliste")).to_have_count(0)
    assert_clean(guest)
    played(bernd, guest)
    ranking = guest.get_by_role("region", name="Rangliste")
    expect(ranking.get_by_role("row")).to_have_count(3)
    ranking.get_by_label("Nach Rangpunkten").check()
    assert_clean(guest)

    page.get_by_role("button", name="Turnier schließen").click()
    page.get_by_role("button", name="Jetzt schließen").click()
    expect(page.get_by_text("Dieses Turnier endete")).to_be_visible()
    assert_clean(page)
    guest.reload()
    guest.get_by_role("region", name="Rangliste").get_by_role("link", name="Anna").click()
    expect(guest).to_have_url(re.compile(f"/t/{first}/results"))
    expect(guest.get_by_role("cell", name="Anna").or_(guest.get_by_text("Anna")).first).to_be_visible()
