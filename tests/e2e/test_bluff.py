"""Lügenkniffel between two browsers: hidden dice, a claim, and a doubt."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import FITS, PHONE, WIDE
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

DEVICES = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}


@pytest.fixture(params=DEVICES)
def device(request):
    """The screen size and the touch support."""
    return DEVICES[request.param]


@pytest.fixture
def two(new_profile, device):
    """Anna and Bernd at a table, each at a separate device."""
    anna, bernd = new_profile(**device), new_profile(**device)
    variant = anna.player.get("/variants/luegenkniffel")
    others = ["bot"] * (variant["seats"][0] - 2)
    table = anna.player.open("Anna", "human", *others, variant="luegenkniffel")
    bernd.player.sit_down()
    bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    anna.player.post(f"/tables/{table}/start", {})
    return table, anna, bernd


def assert_well(*pages):
    """axe reports no violations and the page fits the screen."""
    for page in pages:
        assert page.evaluate(FITS)
        found = violations(page)
        assert not found, "\n".join(found)


def claim(view, category, *, points=None):
    """Claim a category with the button next to the dice and return the text of the dialog."""
    view.page.locator("[data-deed=claim]").click()
    dialog = view.page.get_by_role("dialog")
    dialog.get_by_role("button", name=category).click()
    if points is not None:
        dialog.get_by_label("Punkte").select_option(str(points))
    said = dialog.inner_text()
    dialog.get_by_role("button", name="Behaupten", exact=True).click()
    expect(dialog).to_have_count(0)
    return said


def test_doubted_lie_reveals_dice_and_scores_for_the_doubter(two):
    table, anna, bernd = two
    here, there = TableView(anna.visit(f"/t/{table}")), TableView(bernd.visit(f"/t/{table}"))
    here.roll_button.click()
    expect(here.count).to_contain_text("Wurf 1 von 3")
    dice = here.faces()
    assert len(dice) == 5

    # Bernd sees a cup, and no message to him contains the dice.
    expect(there.page.get_by_role("group", name="Würfel")).to_contain_text("5 Würfel unter dem Becher")
    expect(there.dice).to_have_count(0)
    texts = json.dumps([bernd.player.table(table)["turn"], bernd.player.events(table)[-1]])
    assert dice not in texts
    assert_well(here.page, there.page)

    lie, cell, worth = ("Große Straße", "large_straight", 40) if dice == dice[0] * 5 else ("Kniffel", "kniffel", 50)
    assert "Das ist gelogen" in claim(here, lie)
    expect(there.heading).to_have_text("Bernd ist gefragt")
    expect(here.roll_button).to_have_text("Bernd überlegt")
    expect(there.page.get_by_text("Anna behauptet").first).to_be_visible()
    assert_well(here.page, there.page)
    there.page.get_by_role("button", name="Zweifeln").click()
    expect(there.page.get_by_text("Gelogen!").first).to_be_visible()
    assert dice in json.dumps(bernd.player.events(table))
    # A phone shows one sheet at a time: first Anna's, who entered, then Bernd's, whose turn it is.
    whose = here.page.get_by_role("group", name="Wessen Zettel")
    if whose.count():
        expect(whose.get_by_role("button", name="Bernd")).to_have_attribute("aria-pressed", "true")
        whose.get_by_role("button", name="Anna").click()
    expect(here.row(cell).get_by_role("cell").filter(has_text="Lüge").first).to_be_attached()
    seats = bernd.player.table(table)["seats"]
    assert seats[0]["lies"] == [cell]
    assert seats[1]["cells"][cell] == worth
    assert_well(here.page, there.page)


def test_doubted_truth_scores_for_the_claimer(two):
    table, anna, bernd = two
    here, there = TableView(anna.visit(f"/t/{table}")), TableView(bernd.visit(f"/t/{table}"))
    here.roll_button.click()
    expect(here.count).to_contain_text("Wurf 1 von 3")
    # A click on the cell opens the same dialog with the honest points.
    here.cell("chance").click()
    dialog = here.page.get_by_role("dialog", name="Chance")
    expect(dialog).to_contain_text("Das stimmt.")
    assert_well(here.page)
    dialog.get_by_role("button", name="Behaupten", exact=True).click()
    there.page.get_by_role("button", name="Zweifeln").click()
    expect(there.page.get_by_text("Die Wahrheit!").first).to_be_visible()
    seats = anna.player.table(table)["seats"]
    assert seats[0]["cells"]["chance"] > 0
    assert seats[1]["cells"]["chance"] == 0


def test_shared_screen_hides_dice_until_player_reveals_them(new_profile, device):
    profile = new_profile(**device)
    profile.prefer(handover=False)
    table = profile.player.open("Anna", "Bernd", "Clara", variant="luegenkniffel")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    view.roll_button.click()
    cup = page.get_by_role("group", name="Würfel")
    expect(cup).to_contain_text("5 Würfel unter dem Becher")
    expect(view.cell("chance")).to_have_attribute("aria-label", "Chance: Behauptung")
    dice = profile.player.table(table)["turn"]["dice"]
    assert ", ".join(dice) not in page.locator("body").inner_text()
    page.get_by_role("button", name="Würfel zeigen").click()
    assert view.faces() == dice
    page.get_by_role("button", name="Verdecken").click()
    expect(cup).to_contain_text("unter dem Becher")
    claim(view, "Chance")
    expect(view.heading).to_have_text("Bernd ist gefragt")
    expect(page.get_by_role("button", name="Würfel zeigen")).to_have_count(0)
    page.get_by_role("button", name="Glauben").click()
    expect(view.heading).to_have_text("Clara ist gefragt")
    page.get_by_role("button", name="Glauben").click()
    expect(view.heading).to_have_text("Bernd ist dran")
    assert_well(page)
