"""The number of taps and requests from the start page to the dice, on a small phone."""

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import FITS, PHONE
from tests.support.tableview import TableView


def test_first_roll_takes_two_taps_and_replay_takes_one(new_profile):
    """The start page also links to the unfinished game."""
    profile = new_profile(viewport=PHONE, has_touch=True, is_mobile=True)
    page = profile.visit("/")
    go = page.get_by_role("button", name="Los", exact=True)
    expect(page.get_by_role("radio", name="Gegen den Computer")).to_be_checked()
    expect(page.get_by_role("region", name="Deine Tische")).to_have_count(0)
    names = page.get_by_text("Im Mittel 238 Punkte").bounding_box()
    start = go.bounding_box()
    assert names is not None
    assert start is not None
    assert names["y"] + names["height"] <= start["y"], "everything fits one screen"
    assert page.evaluate(FITS)

    go.tap()
    TableView(page).roll_button.tap()
    TableView(page).wait_for_roll(1)
    first = page.url

    page.goto("/")
    mine = page.get_by_role("region", name="Deine Tische")
    expect(mine.get_by_role("link", name="Weiterspielen")).to_have_attribute(
        "href", first.removeprefix(profile.player.home)
    )
    mine.get_by_role("button", name="Noch einmal: Kniffel mit dem Computer").tap()
    expect(TableView(page).roll_button).to_be_visible()
    assert page.url != first


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}])
def test_strip_shows_the_game_played_last(new_profile, viewport):
    page = new_profile(viewport=viewport).visit("/")
    page.get_by_role("button", name="Alle").click()
    page.get_by_role("dialog").get_by_text("Kniffeliger", exact=True).first.click()
    page.get_by_role("button", name="Los", exact=True).click()
    expect(TableView(page).roll_button).to_be_visible()
    page.goto("/")
    expect(page.locator("input:checked + .card").filter(has_text="Kniffeliger")).to_be_in_viewport(ratio=0.9)


SHOWN = """new MutationObserver(() => {
  if (window.shownAt === undefined && document.querySelector("main button")) window.shownAt = performance.now();
}).observe(document, { childList: true, subtree: true })"""
"""Records when the first button appears."""
REQUESTS = "performance.getEntriesByType('resource').filter((each) => each.startTime < window.shownAt).length + 1"


@pytest.mark.parametrize(("place", "most"), [("start", 10), ("table", 12)])
def test_page_is_usable_after_few_requests(new_profile, place, most):
    profile = new_profile()
    path = "/" if place == "start" else f"/t/{profile.player.open('Anna', 'Bernd')}"
    profile.context.add_init_script(SHOWN)
    page = profile.visit(path)
    expect(page.get_by_role("main").get_by_role("button").first).to_be_visible()
    assert page.evaluate(REQUESTS) <= most


def test_every_page_is_at_most_two_taps_away(new_profile):
    """The areas link to all pages, and the navigation marks the current area."""
    page = new_profile(viewport=PHONE).visit("/")
    areas = page.get_by_role("navigation", name="Bereiche")
    reached = set()
    for area in ("Lernen", "Ich", "Mitspielen"):
        areas.get_by_role("link", name=area).click()
        expect(areas.get_by_role("link", name=area)).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
        reached |= set(page.get_by_role("link").evaluate_all("links => links.map((link) => link.pathname)"))
        assert not violations(page)
        assert page.evaluate(FITS)
    assert reached >= {
        *("/", "/lobby", "/rules", "/help", "/tips", "/glossary", "/ask", "/ledger", "/verify", "/house-rules"),
        *("/form", "/history", "/statistics", "/scores", "/account", "/continue", "/about"),
    }


def test_one_tap_starts_next_game_at_the_same_device(profile):
    """A rematch at one device needs no agreement."""
    table = profile.player.open("Anna", "Bernd", rules={"rolls": 1})
    profile.player.play_turns(table, 26)
    page = profile.visit(f"/t/{table}")
    page.get_by_role("button", name="Noch einmal spielen").click()
    expect(TableView(page).heading).to_contain_text("ist dran")
    assert not page.url.endswith(table)
