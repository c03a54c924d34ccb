"""A newcomer: a short tour at a real table, the glossary, and three tips with their results."""

import pytest
from playwright.sync_api import Page, expect

from pasch.words import glossary, tips
from tests.support.axe import violations
from tests.support.profile import PHONE
from tests.support.settings import choose
from tests.support.tableview import TableView


def assert_fine(page: Page) -> None:
    """axe reports no violations in light and dark, and the page does not scroll sideways."""
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        assert not violations(page), look
    assert page.evaluate("document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"), page.url


@pytest.mark.slow
def test_welcome_leads_through_the_tour_and_then_disappears(new_profile):
    profile = new_profile(viewport=PHONE)
    page = profile.visit("/")
    welcome = page.get_by_role("region", name="Zum ersten Mal hier?")
    expect(page.get_by_role("button", name="Los", exact=True)).to_be_visible()
    expect(welcome).to_be_visible()
    assert_fine(page)
    welcome.get_by_role("button", name="Zeig es mir").click()

    view, card = TableView(page), page.get_by_role("region", name="Einführung")
    steps = profile.player.get("/variants/kniffel")["tutorial"]
    expect(card).to_contain_text(f"1 von {len(steps)}")
    view.roll(1)
    expect(card).to_contain_text(steps[1]["text"])
    card.get_by_role("button", name="Überspringen").click()
    expect(card).to_contain_text(steps[2]["text"])
    card.get_by_role("button", name="Weiter").click()
    expect(card).to_contain_text(steps[3]["text"])
    view.write("chance")
    for step in steps[4:]:  # one click is enough, although the computer rolls meanwhile
        expect(card).to_contain_text(step["text"])
        card.get_by_role("button", name="Weiter").click()
    expect(card).to_contain_text("Das war alles.")
    card.get_by_role("button", name="Schließen").click()
    expect(card).to_have_count(0)

    page.goto("/")
    expect(page.get_by_role("link", name="Weiterspielen", exact=True)).to_be_visible()
    expect(welcome).to_have_count(0)


@pytest.mark.slow
def test_help_page_finds_tips_and_glossary(new_profile):
    profile = new_profile(viewport=PHONE)
    page = profile.visit("/help")
    field = page.get_by_role("searchbox", name="Regeln, Hilfe, Tipps und Wörter durchsuchen")
    field.fill("bonus wichtig")
    expect(page.get_by_role("search").get_by_role("link")).to_have_attribute("href", "/tips")
    assert_fine(page)
    field.fill("SALDO vorsprung xyz")
    expect(page.get_by_role("search")).to_contain_text("Dazu steht hier nichts.")
    field.fill("")
    page.get_by_role("link", name="Drei Tipps, nachgerechnet").click()
    for tip in tips("de"):
        expect(page.get_by_role("heading", name=tip["title"])).to_be_visible()
        expect(page.get_by_text(tip["verdict"])).to_be_visible()
    assert_fine(page)
    page.go_back()
    page.get_by_role("link", name="Wörter des Spiels").click()
    last = glossary("de")[-1]["terms"][-1]
    expect(page.get_by_role("definition").last).to_have_text(last["meaning"])
    assert_fine(page)
    choose(page, "English")
    expect(page.get_by_role("heading", level=1)).to_have_text("Glossary")
    expect(page.get_by_role("definition").last).to_have_text(glossary("en")[-1]["terms"][-1]["meaning"])
