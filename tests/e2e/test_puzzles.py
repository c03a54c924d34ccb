"""Puzzles in the browser: from the page “Learn” to an answer, its explanation and the next puzzle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pasch.service.puzzles import all_puzzles
from tests.e2e.test_daily import assert_clean
from tests.support.profile import PHONE

pytestmark = pytest.mark.slow


@pytest.fixture(params=["wide", "phone at night"])
def person(request, new_profile):
    """A person with a wide screen, or with a phone in dark mode."""
    night = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    return new_profile(**(night if request.param == "phone at night" else {}))


def shown(action: str, losses) -> bool:
    """Whether a tap on a cell of the sheet answers with this action."""
    return not action.startswith("k") and not (action.endswith(" 0") and action[:-2] in losses)


def test_wrong_answer_lowers_rating_and_next_puzzle_follows(person):
    page = person.visit("/learn")
    page.get_by_role("link", name="Rätsel").click()
    expect(page).to_have_url(re.compile("/puzzles$"))
    with page.expect_response(re.compile("/puzzles/next.theme=endgame")) as asked:
        page.get_by_label("Thema").select_option("Endspiel")
    puzzle = all_puzzles().find(asked.value.json()["id"])
    wrong = next(action for action in list(puzzle.losses)[1:] if shown(action, puzzle.losses))
    expect(page.get_by_text("Deine Wertung: 1500 ± 350")).to_be_visible()
    assert_clean(page)
    [words] = [each["words"] for each in asked.value.json()["actions"] if each["action"] == wrong]
    page.get_by_role("button", name=re.compile(f"^{words.rsplit(' ', 1)[0]}(:| streichen)")).click()
    expect(page.get_by_role("heading", name="Das ist nicht die beste Antwort.")).to_be_focused()
    expect(page.get_by_text("Deine Wertung: 1500 →")).to_be_visible()
    assert_clean(page)
    page.get_by_role("button", name="Nächstes Rätsel").click()
    expect(page.get_by_text("0 von 1 Rätsel gelöst")).to_be_visible()
    expect(page.get_by_role("heading", name="Das ist nicht die beste Antwort.")).to_have_count(0)
