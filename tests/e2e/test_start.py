"""How many taps lie between the start page and the dice, on a small phone."""

from playwright.sync_api import expect

from tests.support.profile import FITS, PHONE
from tests.support.tableview import TableView


def test_two_taps_to_the_first_roll_and_one_to_play_again(new_profile):
    """A visitor's first; then the same game again, and the unfinished one."""
    profile = new_profile(viewport=PHONE, has_touch=True, is_mobile=True)
    page = profile.visit("/")
    go = page.get_by_role("button", name="Los", exact=True)
    expect(page.get_by_role("radio", name="Gegen den Computer")).to_be_checked()
    expect(page.get_by_role("region", name="Deine Tische")).to_have_count(0)
    names = page.get_by_text("Der Computer spielt mit").bounding_box()
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
