"""The daily game in the browser: from the start page through the attempt to its result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.profile import PHONE, Profile

pytestmark = pytest.mark.slow
COMPUTED = 120_000
"""Milliseconds until a variant is solved, by a process that first compiles its program."""


@pytest.fixture(params=["wide", "phone at night"])
def person(request, new_profile) -> Profile:
    """A person with a wide screen, or with a phone in dark mode."""
    night = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    return new_profile(**(night if request.param == "phone at night" else {}))


def assert_clean(page: Page) -> None:
    """axe reports no violations, and the page does not scroll sideways."""
    found = violations(page)
    assert not found, "\n".join([page.url, *found])
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_daily_game_allows_one_attempt_and_shows_its_result(person):
    person.watch.allow("503 (Service Unavailable)")  # until the variant is solved
    page = person.visit("/")
    page.get_by_role("link", name="Spiel des Tages").click()
    expect(page).to_have_url(re.compile("/daily$"))
    assert_clean(page)
    page.get_by_role("button", name="Das heutige Spiel spielen").click()
    expect(page).to_have_url(re.compile("/t/"))
    table = page.url.rsplit("/", 1)[1]
    person.player.play_turn(table)
    page = person.visit("/daily")
    page.get_by_role("button", name="Deinen Versuch fortsetzen").click()
    expect(page).to_have_url(re.compile(table))
    turns = 1
    while person.player.table(table)["status"] == "running":
        person.player.play_turn(table)
        turns += 1
    page.get_by_role("link", name="Zum Spiel des Tages").click()
    outcome = page.get_by_role("region", name="Dein Ergebnis")
    expect(outcome.get_by_text(re.compile(r"^Par \d+: "))).to_be_visible(timeout=COMPUTED)
    expect(outcome.get_by_role("listitem", name=re.compile(r"^Zug \d+: "))).to_have_count(turns)
    expect(outcome.get_by_text("/daily")).to_be_visible()
    expect(page.get_by_role("button", name="spielen")).to_have_count(0)
    assert_clean(page)
    with page.expect_download() as saved:
        outcome.get_by_role("button", name="Als Bild teilen").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
