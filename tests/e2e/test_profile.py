"""A profile in the browser: private, published, seen by another person, next to names at a table, and hidden again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.profile import FITS, PHONE, Profile

pytestmark = pytest.mark.slow
FIGURES = ({"seat": 1, "public": True, "games": 12, "value": 239.1, "error": 1.6},)
"""A prepared server answer, because no test can play so many games."""


def assert_clean(page: Page) -> None:
    """axe reports no violations, and the page does not scroll sideways."""
    found = violations(page)
    assert not found, "\n".join([page.url, *found])
    assert page.evaluate(FITS)


def skilled(profile: Profile) -> None:
    """Make the server answer with a known skill at each table of this person."""
    profile.context.route("**/api/v1/tables/*/skill", lambda route: route.fulfill(json={"seats": [*FIGURES]}))


def test_profile_is_visible_to_others_only_while_published(new_profile):
    anna, bernd = new_profile(), new_profile(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    anna.player.sit_down()
    address = f"/people/{anna.player.get('/account')['person']}"
    bernd.watch.allow("404")
    page = bernd.visit(address)
    expect(page.get_by_text("Diese Person gibt es nicht")).to_be_visible()
    assert_clean(page)

    settings = anna.visit("/account")
    switch = settings.get_by_role("checkbox", name="Andere dürfen mein Profil sehen")
    expect(switch).not_to_be_checked()
    switch.check()
    link = settings.get_by_role("link", name="Zu meinem Profil")
    expect(link).to_have_attribute("href", address)
    assert_clean(settings)
    link.click()
    expect(settings.get_by_role("heading", level=1)).to_have_text("Gast")
    assert_clean(settings)
    page.reload()
    expect(page.get_by_text("Hat hier 0 Spiele zu Ende gespielt.")).to_be_visible()
    assert_clean(page)

    settings.go_back()
    expect(switch).to_be_checked()
    switch.uncheck()
    expect(link).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Diese Person gibt es nicht")).to_be_visible()


def test_skill_figure_at_the_table_links_to_the_profile(new_profile):
    anna = new_profile()
    table = anna.player.open("Anna", "Bernd")
    handle = anna.player.table(table)["seats"][0]["person"]
    skilled(anna)
    page = anna.visit(f"/t/{table}")
    figure = page.get_by_role("link", name="239 ± 2")
    expect(figure).to_have_attribute("href", f"/people/{handle}")
    expect(figure).to_have_attribute("title", "Anna spielt wie 239 ± 2, das Glück abgezogen.")
    assert figure.evaluate("(link) => getComputedStyle(link).color === getComputedStyle(link.parentElement).color")
    assert_clean(page)
    anna.player.play_turns(table, 26)
    expect(page.locator(".end").get_by_role("link", name="Anna", exact=True)).to_have_attribute(
        "href", f"/people/{handle}"
    )
    assert_clean(page)
