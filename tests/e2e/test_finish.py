"""The end of a game: the winner, the highlights, and the whole sheet."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.profile import PHONE, WIDE

pytestmark = pytest.mark.slow

CHOICE = {"action_words": "Die 5 behalten", "best_words": "Chance eintragen", "loss": 18.123}
TURN = {"round": 4, "rolls": [{"luck": 30.0, "choice": CHOICE}], "cell": "kniffel", "points": 50, "luck": 37.841}
LEDGER = {"games": [{"game": 1, "seats": [{"seat": 1, "name": "Anna", "turns": [TURN]}]}]}
"""The parts of a ledger that the page reads; solving the game would take longer than the test."""

EARLIER = json.dumps([{"key": '["kniffel-plain",{},"Anna"]', "points": 1, "of": "x"}])
REMEMBERED = f"if (origin !== 'null') localStorage.setItem('pasch.records', {json.dumps(EARLIER)})"
"""The record of this device: Anna has played one game here and scored one point."""


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_game_end_shows_winner_record_highlights_and_whole_sheet(new_profile, size):
    profile = new_profile(viewport=size)
    profile.context.route("**/api/v1/analysis", lambda route: route.fulfill(json=LEDGER))
    profile.context.add_init_script(
        f"if (origin !== 'null') localStorage.setItem('pasch.records', {json.dumps(EARLIER)})"
    )
    table = profile.player.open("Anna", "Bernd", variant="kniffel-plain")
    for _ in range(13):
        profile.player.play_turn(table)
        profile.player.play_turn(table, lambda entries: {**entries[0], "points": 0})  # so that Anna wins
    page = profile.visit(f"/t/{table}")
    end = page.get_by_role("region", name="Das Spiel ist zu Ende")
    expect(end).to_contain_text("Vorsprung")
    expect(end).to_contain_text("Anna hat auf diesem Gerät noch nie einen besseren Zettel geschrieben")
    expect(end).not_to_contain_text("Bernd hat auf diesem Gerät")
    highlights = end.get_by_role("definition")
    expect(highlights.first).to_contain_text("Anna in Runde 4: Kniffel, 50. Die Würfel brachten 37,8 mehr")
    expect(highlights.last).to_contain_text("„Die 5 behalten“ statt „Chance eintragen“")
    expect(end.get_by_role("button", name="Noch einmal spielen")).to_be_in_viewport()
    end.get_by_role("button", name="Zettel teilen").click()
    expect(page.locator(".toast")).to_have_text(re.compile("Geteilt|Bild kopiert|Bild gespeichert"))
    assert whole(page)
    assert violations(page) == []


def whole(page: Page) -> bool:
    """Whether the whole sheet is visible without scrolling in it."""
    return bool(page.locator(".sheet > .paper").evaluate("one => one.scrollHeight <= one.clientHeight + 1"))
