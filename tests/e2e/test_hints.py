"""Hints during a game: permissions, content, and a layout that never moves the controls."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.axe import violations
from tests.support.player import Json
from tests.support.profile import PHONE, WIDE, Profile
from tests.support.server import Server
from tests.support.solving import wait_until_solved
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

VARIANT = "kniffel-plain"
LOOKS = {
    "wide, English": {"viewport": WIDE, "locale": "en-GB"},
    "dark phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
}
PLACES = """() => [...document.querySelectorAll(".slot, .roll, .hint-button, [data-cell]")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
})"""


@pytest.fixture(scope="module", autouse=True)
def _solved(browser: Browser, server: Server) -> None:
    wait_until_solved(browser, server, VARIANT)


def seated(person: Profile, *seats: str, turns: int = 4, **wish: Json) -> tuple[TableView, str]:
    """The page of a table after a roll by Anna."""
    table = person.player.open(*(seats or ("Anna", "Bernd")), variant=VARIANT, **wish)
    person.player.play_turns(table, turns)
    person.player.roll(table)
    view = TableView(person.visit(f"/t/{table}"))
    expect(view.page.locator(".slot").first).to_have_attribute("aria-disabled", "false")
    return view, table


def button(page: Page) -> Locator:
    return page.locator("[aria-keyshortcuts=H]")


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Warum?")


def best(person: Profile, table: str) -> Json:
    """The best action in the advice of the API."""
    return person.player.get(f"/tables/{table}/advice")["actions"][0]


def advised_dice(view: TableView) -> str:
    """The faces of the dice that the hint marks."""
    names = view.dice.evaluate_all("dice => dice.map((die) => die.ariaLabel)")
    return "".join(name[len("Würfel 1: ")] for name in names if "Tipp: behalten" in name)


def assert_hinted(view: TableView, advised: Json) -> None:
    """The page shows the hint in words and marks its dice or its cell."""
    expect(view.page.get_by_text(f"Tipp: {advised['words']}")).to_be_visible()
    if advised["points"] is None:
        assert advised_dice(view) == advised["action"].strip("k-")
    else:
        cell = view.cell(advised["action"].split()[0])
        expect(cell.or_(view.page.locator("td").filter(has=cell)).first).to_contain_text("Tipp: hier eintragen")


def test_hint_is_shown_announced_and_removed_by_next_roll(profile: Profile) -> None:
    view, table = seated(profile)
    page = view.page
    expect(button(page)).to_be_visible()
    before = page.evaluate(PLACES)
    page.keyboard.press("h")
    advice = profile.player.get(f"/tables/{table}/advice")
    assert_hinted(view, advice["actions"][0])
    assert page.evaluate(PLACES) == before
    expect(page.get_by_role("log").filter(has_text=advice["text"])).to_be_attached()
    expect(card(page)).to_contain_text(advice["text"])
    expect(card(page).locator("dt")).to_have_count(2)
    page.keyboard.press("h")
    expect(card(page)).to_have_count(0)
    assert page.evaluate(PLACES) == before
    view.roll(2)
    expect(page.get_by_text(re.compile("^Tipp: "))).to_have_count(0)
    assert advised_dice(view) == ""
    expect(button(page)).to_have_text("Tipp")


def test_hints_guide_a_player_through_a_turn(profile: Profile) -> None:
    view, table = seated(profile, "Anna", turns=6)
    page = view.page
    for nth in (2, 3, 4):
        page.keyboard.press("h")
        advised = best(profile, table)
        assert_hinted(view, advised)
        if advised["points"] is not None:
            break
        places = [
            place for place, die in enumerate(view.dice.all(), 1) if "Tipp" in str(die.get_attribute("aria-label"))
        ]
        for place, die in enumerate(view.dice.all(), 1):
            if (die.get_attribute("aria-pressed") == "true") is not (place in places):
                die.click()
        view.roll(nth)
    view.enter(advised["action"].split()[0], advised["points"])
    expect(page.get_by_text(re.compile("^Tipp: "))).to_have_count(0)


def test_phone_shows_hint_reasons_only_on_request(new_profile) -> None:
    profile = new_profile(**LOOKS["dark phone"])
    view, table = seated(profile)
    page = view.page
    expect(button(page)).to_be_visible()
    before = page.evaluate(PLACES)
    button(page).tap()
    assert_hinted(view, best(profile, table))
    expect(card(page)).to_have_count(0)
    expect(button(page)).to_have_text("Warum?")
    assert page.evaluate(PLACES) == before
    button(page).tap()
    expect(card(page)).to_be_visible()
    assert page.evaluate(PLACES) == before
    card(page).get_by_role("button", name="Schließen").tap()
    expect(card(page)).to_have_count(0)


def test_menu_states_hints_are_allowed_and_opens_advice_page(profile: Profile) -> None:
    view, table = seated(profile)
    page = view.page
    page.get_by_role("button", name="Menü").click()
    expect(page.get_by_text("Tipps sind erlaubt.")).to_be_visible()
    page.get_by_role("button", name="Diese Lage befragen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Was wäre hier das Beste?")
    expect(page.get_by_role("region", name="Antwort")).to_contain_text(
        profile.player.get(f"/tables/{table}/advice")["text"]
    )
    page.go_back()
    expect(view.dice.first).to_be_visible()


def test_table_without_hints_explains_it_and_server_refuses_advice(profile: Profile) -> None:
    view, table = seated(profile, hints=False)
    page = view.page
    expect(button(page)).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_text("An diesem Tisch wird ohne Tipps gespielt.").first).to_be_visible()
    expect(page.get_by_role("log").filter(has_text="An diesem Tisch wird ohne Tipps gespielt.")).to_be_attached()
    page.get_by_role("button", name="Menü").click()
    expect(page.get_by_text("Hier wird ohne Tipps gespielt.")).to_be_visible()
    expect(page.get_by_role("button", name="Diese Lage befragen")).to_have_count(0)
    answer = profile.player.ask(f"/tables/{table}/advice")
    assert (answer.status, answer.json()["code"]) == (403, "hints_forbidden")


def test_tables_with_remote_seats_disable_hints_by_default(profile: Profile, new_profile) -> None:
    page = profile.visit("/")
    page.get_by_role("button", name="Mehr", exact=True).click()
    allowed = page.get_by_role("checkbox", name="Tipps erlauben")
    expect(allowed).to_be_checked()
    page.get_by_label("Wer sitzt auf Platz 2?").select_option("human")
    expect(allowed).not_to_be_checked()
    page.get_by_role("button", name="Tisch decken").click()
    expect(page.get_by_text("Hier wird ohne Tipps gespielt.")).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    guest = new_profile().visit(f"/t/{table}")
    guest.get_by_role("button", name="Mitspielen").click()
    guest.get_by_role("dialog").get_by_role("button", name="Platz nehmen").click()
    start = page.get_by_role("button", name="Los", exact=True)
    expect(start).to_have_attribute("aria-disabled", "false")
    start.click()
    view = TableView(page)
    view.roll(1)
    page.keyboard.press("h")
    expect(page.get_by_text("An diesem Tisch wird ohne Tipps gespielt.").first).to_be_visible()
    expect(button(page)).to_have_count(0)
    assert profile.player.ask(f"/tables/{table}/advice").status == 403
    dice = profile.player.table(table)["turn"]["dice"]
    question = profile.player.ask(f"/advice?position=kniffel%3B%20%3B%20{dice}%202")
    assert (question.status, question.json()["code"]) == (403, "hints_forbidden")


def test_start_form_can_disable_hints(profile: Profile) -> None:
    page = profile.visit("/")
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_role("checkbox", name="Tipps erlauben").uncheck()
    page.get_by_role("button", name="Los").click()
    view = TableView(page)
    view.roll(1)
    page.keyboard.press("h")
    expect(page.get_by_text("An diesem Tisch wird ohne Tipps gespielt.").first).to_be_visible()


def test_unsolved_game_has_no_hint_button_and_explains_why(profile: Profile) -> None:
    table = profile.player.open("Anna", variant="yams")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    expect(view.roll_button).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("h")
    expect(page.get_by_text(re.compile("^Für Yams gibt es keine Tipps")).first).to_be_visible()
    expect(button(page)).to_have_count(0)


def test_key_list_includes_the_hint_key(profile: Profile) -> None:
    view, _ = seated(profile, "Anna", turns=0)
    view.page.keyboard.press("?")
    expect(view.page.get_by_role("dialog").get_by_text("Tipp: was jetzt am besten wäre")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_hints(new_profile, look: str) -> None:
    profile = new_profile(**LOOKS[look])
    view, _ = seated(profile, turns=12)
    page = view.page
    page.keyboard.press("h")
    expect(button(page)).to_have_attribute("aria-expanded", re.compile("true|false"))
    assert not violations(page)
    if button(page).get_attribute("aria-expanded") == "false":
        button(page).click()
    expect(page.locator(".hint-card")).to_be_visible()
    assert not violations(page)
