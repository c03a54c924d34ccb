"""High scores and personal statistics: a finished game in the list, in the bars, and in the dice counts."""

from __future__ import annotations

import re
import time
from math import sqrt

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.profile import PHONE, Profile

pytestmark = pytest.mark.slow

VARIANT, NAME, TURNS = "crag", "Crag", 26
RULES = {"announce": "after_first_roll"}
"""Variants with announcements have no exact table, so the server solves nothing for these tests."""
NUMBER = re.compile(r"\d+")


def play(person: Profile) -> str:
    """Play a public game of two at one screen, wait until the server has stored it, and return the table."""
    table = person.player.open("Anna", "Bernd", variant=VARIANT, rules=RULES, visibility="public")
    person.player.play_turns(table, TURNS)
    patience = time.monotonic() + 60
    while person.player.get("/statistics")["game"] is None:
        assert time.monotonic() < patience, "the game was not kept"
    return table


def assert_clean(page: Page) -> None:
    """axe reports no violations, and the page does not scroll sideways."""
    found = violations(page)
    assert not found, "\n".join([page.url, *found])
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.fixture(params=["wide", "phone at night"])
def person(request, new_profile) -> Profile:
    """A person with a wide screen, or with a phone in dark mode."""
    night = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    return new_profile(**(night if request.param == "phone at night" else {}))


def test_finished_game_appears_in_high_scores_and_statistics(person):
    score = person.player.table(play(person))["totals"][0]
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


def test_statistics_show_skill_and_luck_curves_and_rating(person):
    """The test supplies the server's answers, because no test can play so many games."""
    at, games = "2026-11-24T12:00:00.000Z", range(5, 31)
    skill = {"games": 30, "least": 5, "loss": 17.0, "value": 231.3, "error": 1.1}
    skill["kinds"] = {"games": 30, "keeps": 8.1, "entries": 3.4, "bonus": 2.9, "endgame": 2.6}
    skill["curve"] = [{"games": n, "at": at, "value": 222 + n / 3, "error": 9 / sqrt(n)} for n in games]
    luck = {"games": 30, "due": 0, "sum": -300.0, "mean": -10.0, "low": -420.0, "high": 420.0}
    luck["curve"] = [{"games": n, "at": at, "sum": -10.0 * n, "reach": 76 * sqrt(n)} for n in games]
    rating = {"games": 24, "mean": 27.6, "deviation": 4.1}
    table = play(person)
    page = person.visit("/")

    def statistics(route):
        answer = route.fetch().json()
        perfect = {"state": "ready", "progress": 1.0, "mean": 248.3, "deviation": 39.0}
        answer["game"] |= {"games": 30, "perfect": perfect, "skill": skill, "luck": luck, "rating": rating}
        route.fulfill(json=answer)

    page.route("**/api/v1/statistics*", statistics)
    page.route("**/api/v1/daily", lambda route: route.fulfill(json={**route.fetch().json(), "played": 9, "longest": 7}))
    page.goto("/statistics")
    expect(page.get_by_text("Du spielst wie 231,3 ± 1,1")).to_be_visible()
    expect(page.get_by_text("Nach 24 Spielen ist deine Wertung 27,6 ± 4,1.")).to_be_visible()
    expect(page.get_by_text("die längste hatte 7.")).to_be_visible()
    for numbers in page.get_by_text("Zahlen als Tabelle").all():
        numbers.click()
    expect(page.get_by_role("row", name="30 24.11.2026 232,0 1,6")).to_be_visible()
    expect(page.get_by_role("row", name="30 24.11.2026 −300,0 416,3")).to_be_visible()
    assert_clean(page)
    page.route("**/api/v1/variants/crag/*", lambda route: route.fulfill(json={**route.fetch().json(), "exact": True}))
    page.goto(f"/t/{table}/results")
    expect(page.get_by_text("Anna spielt wie 231,3 ± 1,1, das Glück abgezogen.")).to_be_visible()
    page.get_by_role("link", name="Deine Statistik").click()
    expect(page.get_by_text("Du spielst wie 231,3 ± 1,1")).to_be_visible()
    expect(page.get_by_text("die längste hatte 7.")).to_be_visible()


def test_empty_statistics_page_links_to_a_first_game(profile):
    page = profile.visit("/statistics")
    expect(page.get_by_text("noch kein Spiel zu Ende gespielt")).to_be_visible()
    assert_clean(page)
    page.get_by_role("link", name="Ein Spiel beginnen").click()
    expect(page).to_have_url(re.compile("/$"))
