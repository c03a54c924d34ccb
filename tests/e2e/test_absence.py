"""Marks of absent and departed players: above the sheet, in the tab on phones, and in the results."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import shut
from tests.support.profile import PHONE


@pytest.mark.slow
def test_sheets_and_results_mark_absent_and_departed_players(new_profile):
    anna, bernd, clara = new_profile(), new_profile(), new_profile()
    for each in (bernd, clara):
        each.player.sit_down()
    table = anna.player.open("Anna", "human", "human", start=True, visibility="public")
    for each, name in ((bernd, "Bernd"), (clara, "Clara")):
        each.player.post(f"/tables/{table}/seats", {"name": name})
    there = bernd.visit(f"/t/{table}")
    log = there.get_by_role("region", name="Protokoll")
    expect(log).to_contain_text("Anna ist dran")  # sent over his connection, which must exist before it can close
    here = anna.visit(f"/t/{table}")
    expect(here.get_by_role("columnheader", name="Bernd")).to_have_text("Bernd")
    assert clara.context.request.post(f"/api/v1/tables/{table}/leave", data={"seat": "freeze"}).ok
    shut(there)
    expect(here.get_by_role("columnheader", name="Clara hat aufgehört")).to_be_visible()
    expect(here.get_by_role("columnheader", name="Bernd nicht da")).to_be_visible()
    here.set_viewport_size(PHONE)
    expect(here.get_by_role("button", name="Clara 0 hat aufgehört")).to_be_visible()
    expect(here.get_by_role("button", name="Bernd 0 nicht da")).to_be_visible()
    here.goto(f"/t/{table}/results")
    expect(here.get_by_role("rowheader", name="Clara hat aufgehört")).to_be_visible()
