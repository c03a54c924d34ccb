"""Watching a table and scrolling back in it; signals to a player in another tab."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.support.axe import violations
from tests.support.profile import PHONE
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

LOOKING_AWAY = """
  let away = false;
  Object.defineProperty(document, "visibilityState", { get: () => (away ? "hidden" : "visible") });
  window.lookAway = (whether) => { away = whether; document.dispatchEvent(new Event("visibilitychange")); };
  window.shown = [];
  window.Notification = class { constructor(title, more) { shown.push(title + ": " + more.body); }
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); } };
  window.heard = [];
  for (const [what, name] of [["tone", "createOscillator"], ["knock", "createBufferSource"]]) {
    const make = AudioContext.prototype[name];
    AudioContext.prototype[name] = function () { heard.push(what); return make.call(this); };
  }
"""
"""Lets the test hide the page, and records the notifications and sounds of the browser."""


def watch_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Zurückblättern")


def test_watcher_scrolls_back_while_the_game_continues(new_profile):
    host, guest = new_profile(), new_profile()
    table = host.player.open("Anna", "Bernd", visibility="public")
    host.player.play_turns(table, 3)
    host.player.roll(table)
    page = guest.visit(f"/t/{table}")
    view, bar = TableView(page), watch_of(page)
    expect(bar).to_contain_text("Du schaust zu")
    expect(view.heading).to_have_text("Bernd ist dran")
    expect(view.open_cells).to_have_count(0)
    dice = view.faces()
    turns = [event for event in host.player.events(table) if event["type"] in {"scored", "table_started"}]

    # Each step back shows the sheets of that moment.
    for event in reversed(turns):
        bar.get_by_role("button", name="Einen Zug zurück").click()
        expect(bar).to_contain_text(event["text"])
        then = host.player.get(f"/tables/{table}?at={event['seq']}")
        written = sum(len(seat["cells"]) for seat in then["seats"])
        expect(page.get_by_role("cell", name="noch frei", exact=True)).to_have_count(2 * 13 - written)
    expect(view.heading).to_have_text("Anna ist dran")
    assert not violations(page)

    # The game continues, and the view of the past stays.
    entry = next(action for action in host.player.table(table)["legal_actions"] if action["type"] == "score")
    host.player.act(table, {name: entry[name] for name in ("type", "cell", "points")})
    host.player.roll(table)
    expect(bar).to_contain_text("Rückblick: 4 Züge zurück, Runde 1")
    page.keyboard.press(".")
    expect(view.count).to_contain_text("Wurf 1 von 3")
    expect(page.locator(".logbox li")).to_have_count(3)  # no later entries
    bar.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(bar).to_contain_text("Du schaust zu")
    expect(view.heading).to_have_text("Anna ist dran")
    page.keyboard.press("Home")
    expect(bar).to_contain_text("Rückblick: 4 Züge zurück, Runde 1")
    page.keyboard.press("Escape")
    expect(bar).to_contain_text("Du schaust zu")
    assert len(view.faces()) == len(dice) == 5

    page.set_viewport_size(PHONE)
    bar.get_by_role("button", name="Einen Schritt zurück").click()
    expect(bar.get_by_role("button", name="Zum Spiel")).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Zum Spiel").click()
    host.player.act(table, {"type": "abort"})
    expect(bar).to_contain_text("Das Ende der Partie")
    bar.get_by_role("button", name="Einen Schritt zurück").click()
    expect(bar).to_contain_text("Rückblick")


def test_keys_do_not_act_while_player_scrolls_back(new_profile):
    host = new_profile()
    table = host.player.open("Anna", "Bernd")
    host.player.play_turns(table, 2)
    host.prefer(handover=False)
    lines: list[WebSocketRoute] = []  # the test connects them later, so the log arrives after the click
    host.context.route_web_socket("**/ws?*", lambda line: lines.append(line))  # noqa: PLW0108 - needs a function
    page = host.visit(f"/t/{table}")
    view = TableView(page)
    expect(view.heading).to_have_text("Anna ist dran")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Zurückblättern").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    for line in lines:
        line.connect_to_server()
    expect(watch_of(page)).to_contain_text("Rückblick: 1 Zug zurück")
    seq = host.player.table(table)["seq"]
    for key in ("r", "z", "1", "u"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(watch_of(page)).to_contain_text("Rückblick: 1 Zug zurück")
    page.keyboard.press("Escape")
    expect(watch_of(page)).to_have_count(0)
    assert host.player.table(table)["seq"] == seq
    view.roll(1)


def test_key_pressed_before_its_script_loads_takes_effect(new_profile):
    host = new_profile()
    table = host.player.open("Anna", "Bernd")
    held = []

    def hold(route: Route) -> None:
        held.append(route)

    host.context.route("**/dialogs-*.js", hold)
    with host.context.expect_event("request", lambda request: "/dialogs-" in request.url):
        page = host.visit(f"/t/{table}")
    expect(TableView(page).heading).to_have_text("Anna ist dran")
    page.keyboard.press("m")
    for route in held:
        route.continue_()
    expect(page.get_by_role("button", name="Töne", exact=True)).to_have_attribute("aria-pressed", "false")


def test_hidden_page_signals_the_players_turn(new_profile):
    host, guest = new_profile(), new_profile()
    table = host.player.open("Anna", "human")
    host.context.add_init_script(LOOKING_AWAY)
    page = host.visit(f"/t/{table}")
    guest.player.sit_down()
    guest.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    host.player.post(f"/tables/{table}/start", {})
    view = TableView(page)
    expect(view.heading).to_have_text("Anna ist dran")
    host.player.play_turn(table)
    expect(view.heading).to_have_text("Bernd ist dran")
    speaker = page.get_by_role("button", name="Töne", exact=True)
    expect(speaker).to_have_attribute("aria-pressed", "true")
    speaker.click()
    expect(speaker).to_have_attribute("aria-pressed", "false")
    page.evaluate("heard.length = 0")
    page.keyboard.press("m")
    expect(speaker).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => heard.join() === 'tone,tone'")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Töne und Meldungen").click()
    expect(page.get_by_role("checkbox", name="Töne")).to_be_checked()
    page.get_by_role("button", name="Melden, wenn ich dran bin", exact=True).click()
    expect(page.get_by_role("button", name="Nicht mehr melden")).to_be_visible()
    assert not violations(page)
    page.keyboard.press("Escape")

    page.evaluate("lookAway(true)")
    guest.player.play_turn(table)
    expect(page).to_have_title("● Anna ist dran · Kniffel · Pasch")
    assert page.evaluate("shown")[0].startswith("Du bist dran: ")
    assert page.evaluate("heard").count("tone") == 4
    icon = page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    assert page.request.get(f"{host.player.home}/favicon-turn.svg").ok
    page.evaluate("lookAway(false)")
    expect(icon).to_have_attribute("href", "/favicon.svg")
    expect(page).to_have_title("Anna ist dran · Kniffel · Pasch")

    page.keyboard.press("m")
    before = len(page.evaluate("heard"))
    host.player.play_turn(table)
    expect(view.heading).to_have_text("Bernd ist dran")
    assert len(page.evaluate("heard")) == before
