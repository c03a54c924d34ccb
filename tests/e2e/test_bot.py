"""The computer plays at a speed that people can follow: the page shows every roll before the next."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

FOLLOW = """(selector) => {
  const seen = window.seen = [];
  const look = () => {
    const now = document.querySelector(selector)?.textContent.trim() ?? "";
    if (now !== "" && now !== seen.at(-1)) seen.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
}"""


def test_page_shows_every_step_of_the_bots_turns(profile):
    table = profile.player.open("Anna", "bot")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    expect(view.heading).to_have_text("Anna ist dran")
    page.evaluate(FOLLOW, ".happened")
    for _ in range(2):
        expect(view.heading).to_have_text("Anna ist dran")
        view.roll(1)
        view.write(max(view.offers().items(), key=lambda offer: offer[1])[0])
        expect(view.heading).to_have_text("Computer ist dran")
        expect(view.roll_button).to_have_text("Computer würfelt")
        expect(view.roll_button).to_have_attribute("aria-disabled", "true")
        expect(view.open_cells).to_have_count(0)
        expect(view.handover).to_have_count(0)
    expect(view.heading).to_have_text("Anna ist dran")

    sentences = [event["text"] for event in profile.player.events(table) if event["type"] in {"dice_rolled", "scored"}]
    assert page.evaluate("window.seen.filter((text) => !text.includes('beginnt'))")[-len(sentences) :] == sentences
    thrown = [event for event in profile.player.events(table) if event["type"] == "dice_rolled" and event["seat"] == 2]
    assert len(thrown) >= 2
    assert len(view.written("total", 2).inner_text()) > 0


def test_one_click_starts_game_against_the_computer(profile):
    page = profile.visit("/")
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page).to_have_url(re.compile("/t/.+"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Spieler 1 ist dran")
    expect(page.get_by_role("columnheader", name="Computer")).to_be_visible()
