"""High scores and one's own statistics: from a finished game to its place in the list, its bars, and its dice."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.profile import PHONE, Profile

pytestmark = pytest.mark.slow

VARIANT, NAME, TURNS = "crag", "Crag", 26
RULES = {"announce": "after_first_roll"}
"""With announcements there is no exact table, so nothing is solved for these tests."""
NUMBER = re.compile(r"\d+")


def play(person: Profile) -> int:
    """A public game of two at one screen, until it is stored a moment after its end; returns Anna's score."""
    table = person.player.open("Anna", "Bernd", variant=VARIANT, rules=RULES, visibility="public")
    person.player.play_turns(table, TURNS)
    patience = time.monotonic() + 60
    while person.player.get("/statistics")["game"] is None:
        assert time.monotonic() < patience, "the game was not kept"
    return int(person.player.table(table)["totals"][0])


def assert_clean(page: Page) -> None:
    """Nothing for axe to say, and nothing that sticks out sideways."""
    found = violations(page)
    assert not found, "\n".join([page.url, *found])
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.fixture(params=["wide", "phone at night"])
def person(request, new_profile) -> Profile:
    """A person with a wide screen, or with a phone in dark mode."""
    night = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    return new_profile(**(night if request.param == "phone at night" else {}))


def test_a_game_is_found_in_the_list_and_in_the_statistics(person):
    score = play(person)
    page = person.visit("/scores")
    expect(page.get_by_role("combobox", name="Spiel")).to_have_value("kniffel")
    page.get_by_role("combobox", name="Spiel").select_option(label=NAME)
    page.get_by_role("combobox", name="Zeitraum").select_option(label="Letzte 24 Stunden")
    page.get_by_role("combobox", name="Hausregeln").select_option(label="Ansagen: nach dem ersten Wurf")
    mine = page.get_by_role("row", name=re.compile(rf"Anna ?von dir.*\b{score}\b", re.DOTALL)).first
    expect(mine).to_be_visible()
    expect(page).to_have_url(re.compile("/scores/crag$"))
    assert_clean(page)
    page.get_by_role("combobox", name="Wer").select_option(label="Computer")
    expect(page.get_by_text("Hier steht noch niemand.")).to_be_visible()
    page.get_by_role("combobox", name="Wer").select_option(label="Menschen")
    mine.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Crag: Ergebnisse")

    page = person.visit("/statistics")
    expect(page.get_by_role("button", name=f"{NAME} Ansage")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("combobox", name="Gespielt als").select_option(label="Anna")
    about = page.get_by_role("region", name=NAME)
    expect(about.locator("dd").first).to_have_text(re.compile(rf"^{score},0"))
    about.get_by_text("Zahlen als Tabelle").click()
    expect(about.get_by_role("row", name=re.compile(r"1\s\(100\s%\)"))).to_have_count(1)
    dice = page.get_by_role("region", name="Deine Würfel")
    thrown = int(NUMBER.search(dice.get_by_text("Würfel sind hier für dich gefallen").inner_text()).group())
    fallen = [int(NUMBER.search(text).group()) for text in dice.get_by_role("cell").all_inner_texts()]
    assert sum(fallen) == thrown
    dice.get_by_text("Habe ich hier Pech?").click()
    expect(dice.get_by_text("Ville")).to_be_visible()
    assert_clean(page)


def test_before_the_first_game_the_page_says_where_to_begin(profile):
    page = profile.visit("/statistics")
    expect(page.get_by_text("noch kein Spiel zu Ende gespielt")).to_be_visible()
    assert_clean(page)
    page.get_by_role("link", name="Ein Spiel beginnen").click()
    expect(page).to_have_url(re.compile("/$"))
