"""The operator's links in the footer, and the interrupted matches of a household."""

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    links = {"PASCH_HOME_PAGE": "https://home.example/a?b=1&c=2", "PASCH_CONTACT": "pasch@home.example"}
    with Server(tmp_path_factory.mktemp("household"), environment={**links, "PASCH_HOUSEHOLD": "true"}) as running:
        yield running


def test_household_site_shows_footer_links_and_interrupted_matches(new_profile, household):
    home, visitor = new_profile(home=household.url), new_profile(home=household.url)
    table = home.player.open("Anna", "Bernd")
    home.player.roll(table)
    home.player.act(table, {"type": "pause"})
    page = visitor.visit("/")
    matches = page.get_by_role("region", name="Unterbrochene Partien")
    expect(matches.get_by_role("listitem")).to_contain_text("Anna und Bernd")
    assert violations(page) == []
    matches.get_by_role("link", name="Schlüssel eingeben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Partie fortsetzen")
    footer = page.get_by_role("contentinfo")
    assert footer.get_by_role("link", name="Homepage").get_attribute("href") == "https://home.example/a?b=1&c=2"
    assert footer.get_by_role("link", name="Kontakt").get_attribute("href") == "mailto:pasch@home.example"
    expect(footer.get_by_role("link", name="Impressum")).to_have_count(0)


def test_ended_and_paused_matches_link_to_the_home_page(new_profile, household):
    profile = new_profile(home=household.url)
    ended, stopped = (profile.player.open("Anna", "Bernd") for _ in range(2))
    profile.player.act(ended, {"type": "abort"})
    profile.player.act(stopped, {"type": "pause"})
    for path in (f"/t/{ended}", f"/t/{ended}/results", f"/t/{stopped}"):
        page = profile.visit(path)
        home = page.get_by_role("main").get_by_role("link", name="Homepage")
        expect(home).to_have_attribute("href", "https://home.example/a?b=1&c=2")
        said = "wird die Partie in" if stopped in path else "Diese Seite gibt es bis zum"
        expect(page.get_by_text(said)).to_be_visible()
