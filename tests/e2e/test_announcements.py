"""A screen reader reads every event once, in the words of the log."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector("[aria-live=polite]");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) heard.push(node.textContent.trim());
  }).observe(region, { childList: true });
}"""
REGIONS = "() => [...document.querySelectorAll('[aria-live]')].map((region) => region.ariaLive).sort()"


def heard(view, count):
    view.page.wait_for_function("(count) => heard.join(' ').length > 0 && heard.length >= count", arg=count)
    return view.page.evaluate("heard.splice(0)")


def sentences(profile, table, after):
    return [event["text"] for event in profile.player.events(table)[after:]]


def test_screen_reader_announces_every_event_once(profile):
    profile.prefer(handover=False)
    table = profile.player.open("Anna", "Bernd")
    view = TableView(profile.visit(f"/t/{table}"))
    expect(view.heading).to_have_text("Anna ist dran")
    view.page.evaluate(LISTEN)
    assert view.page.evaluate(REGIONS) == ["assertive", "polite"]
    seen = len(profile.player.events(table))

    for nth in (1, 2, 3):
        view.roll(nth)
    view.write("chance")
    expect(view.heading).to_have_text("Bernd ist dran")
    view.roll(1)
    expected = sentences(profile, table, seen)
    assert len(expected) == 5
    *before, pencilled, entered, rolled = heard(view, 6)
    assert [*before, entered, rolled] == expected
    assert re.fullmatch(r"\d+ in Chance eintragen\? .*Die Eingabetaste tut es, Escape nimmt es zurück\.", pencilled)


def test_screen_reader_announces_other_players_moves_and_repeated_faces(new_profile):
    host, guest = new_profile(), new_profile()
    table = host.player.open("Anna", "human", start=False)
    guest.player.sit_down()
    guest.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    host.player.post(f"/tables/{table}/start", {})
    view = TableView(guest.visit(f"/t/{table}"))
    expect(view.heading).to_have_text("Anna ist dran")
    view.page.evaluate(LISTEN)
    seen = len(host.player.events(table))
    dice = host.player.roll(table)
    host.player.roll(table, f"k{dice[:4]}")
    host.player.roll(table, f"k{dice[:4]}")
    assert heard(view, 3) == sentences(guest, table, seen)


def test_die_kept_by_key_is_announced_but_clicked_die_not(profile):
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna')}"))
    view.roll(1)
    view.page.evaluate(LISTEN)
    face = view.faces()[1]
    view.page.keyboard.press("2")
    assert heard(view, 1) == [f"Würfel 2 bleibt: {face}."]
    view.page.keyboard.press("2")
    assert heard(view, 1) == [f"Würfel 2 wird geworfen: {face}."]
    view.keep(3)
    expect(view.dice.nth(2)).to_have_accessible_name(f"Würfel 3: {view.faces()[2]}, behalten")
    assert view.page.evaluate("heard") == []


def test_screen_reader_announces_lost_and_restored_connection_once(new_profile, own_server):
    profile = new_profile(home=own_server.url)
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna')}"))
    expect(view.heading).to_have_text("Du bist dran")
    view.page.wait_for_load_state("networkidle")  # ignore the page's later requests
    view.page.evaluate(LISTEN)
    profile.watch.allow("ERR_CONNECTION_REFUSED")
    profile.watch.allow("WebSocket connection to")
    own_server.restart()
    expect(view.banner).to_contain_text("wieder da")
    said = heard(view, 2)
    assert [sentence.split(".")[0] for sentence in said] == ["Keine Verbindung", "Die Verbindung ist wieder da"]
