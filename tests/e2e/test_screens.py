"""A small phone, upright and sideways, needs no scrolling; larger games scroll only in the sheet; a TV."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.support.axe import violations
from tests.support.tableview import TableView

UPRIGHT: ViewportSize = {"width": 360, "height": 640}
LYING: ViewportSize = {"width": 740, "height": 360}
SIZES = pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])

SCROLLS = """() => [document.scrollingElement, ...document.querySelectorAll("main, main *")]
  .filter((one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowY))
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.tagName}.${one.className}: ${one.scrollHeight} in ${one.clientHeight}`)"""
"""Elements that need scrolling."""

HIDDEN = """() => [...document.querySelectorAll(".sheet [data-cell], .tray button, button.roll")].filter((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
}).map((one) => one.outerHTML.slice(0, 80))"""
"""Controls of the game that are outside the screen."""

LOW = """() => [...document.querySelectorAll("main td [data-cell]")]
  .map((one) => one.closest("td").getBoundingClientRect().height).filter((height) => height < 32)"""
"""Heights of cells that are too low for a thumb."""

TINY = """() => {
  const texts = document.createTreeWalker(document.querySelector(".table-page"), NodeFilter.SHOW_TEXT);
  const tiny = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const size = parseFloat(getComputedStyle(text.parentElement).fontSize);
    if (text.data.trim() !== "" && size < 13) tiny.push(`${text.data.trim()}: ${size}`);
  }
  return tiny;
}"""
"""Text below 13 pixels."""


def assert_at_hand(page: Page) -> None:
    """The whole game is on the screen, with controls and text large enough."""
    assert page.evaluate(SCROLLS) == []
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(LOW) == []
    assert page.evaluate(TINY) == []


@SIZES
@pytest.mark.slow
def test_whole_game_by_touch_needs_no_scrolling(new_profile, size):
    profile = new_profile(viewport=size, has_touch=True, is_mobile=True)
    table = profile.player.open("Anna", "Bernd")
    page = profile.visit(f"/t/{table}")
    view = TableView(page)
    for turn in range(13):
        expect(view.roll_button).to_be_enabled()
        assert_at_hand(page)
        view.roll_button.tap()
        view.wait_for_roll(1)
        assert_at_hand(page)
        view.open_cells.nth(turn % 2 * -1).tap()
        assert_at_hand(page)
        view.enter_button.tap()
        expect(page.get_by_role("button", name="Bernd")).to_have_attribute("aria-pressed", "true")
        profile.player.play_turn(table)
        if turn < 12:
            expect(page.get_by_role("button", name="Anna")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("region", name="Das Spiel ist zu Ende")).to_be_visible()


@SIZES
@pytest.mark.parametrize("variant", ["yahtzee", "yatzy", "yams"])
def test_only_a_large_sheet_scrolls_and_signals_it(new_profile, size, variant):
    profile = new_profile(viewport=size, has_touch=True, is_mobile=True)
    table = profile.player.open("Anna", "Bernd", variant=variant)
    profile.player.roll(table)
    page = profile.visit(f"/t/{table}")
    expect(page.locator("[data-cell]").first).to_be_visible()
    scrolling = page.evaluate(SCROLLS)
    assert len(scrolling) <= (variant != "yahtzee")
    assert all(".paper" in one or ".scroll" in one for one in scrolling), scrolling
    assert page.locator(".sheet [data-more~=below]").count() == len(scrolling)
    assert page.evaluate(TINY) == []
    expect(page.locator("button.roll")).to_be_in_viewport(ratio=1)
    expect(page.locator(".tray")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("variant", ["kniffel", pytest.param("yams", marks=pytest.mark.slow)])
def test_tv_shows_rolls_from_phones_in_large_type(new_profile, variant):
    tv = new_profile(viewport={"width": 1920, "height": 1080})
    phone = new_profile(viewport=UPRIGHT, has_touch=True, is_mobile=True)
    table = phone.player.open("Anna", "Bernd", variant=variant, visibility="public")
    page = tv.visit(f"/watch/{table}?tv")
    expect(page.get_by_role("heading", name="Anna ist dran")).to_be_visible()
    view = TableView(phone.visit(f"/t/{table}"))
    view.roll_button.tap()
    view.wait_for_roll(1)
    faces = "".join(str(face) for face in phone.player.table(table)["turn"]["dice"])
    expect(page.locator(".sentence")).to_contain_text(", ".join(faces))
    die = page.locator(".tray [data-place]").first.bounding_box()
    assert die is not None
    assert die["width"] > 110, "seen from afar"
    assert page.evaluate(SCROLLS) == []
    assert page.evaluate(TINY) == []
    assert page.locator("main button:not([aria-disabled=true])").count() == 0, "nothing can be done here"
    expect(page.locator("tr").last).to_be_in_viewport(ratio=1)
    assert violations(page) == []
