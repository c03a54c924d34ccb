"""Games survive a reload, a killed server and a closed browser."""

import pytest
from playwright.sync_api import expect

from tests.support.tableview import TableView


def in_the_middle_of_a_turn(profile):
    """A table where Anna has rolled twice and marked two dice to keep."""
    table = profile.player.open("Anna", "Bernd")
    view = TableView(profile.visit(f"/t/{table}"))
    view.roll(1)
    view.keep(1)
    view.roll(2)
    for place in view.kept():
        view.dice.nth(place - 1).click()
    view.keep(2, 4)
    return view


def test_reload_keeps_dice_marks_and_offers(profile):
    view = in_the_middle_of_a_turn(profile)
    dice, offers, stays = view.faces(), view.offers(), view.stays()
    view.page.reload()
    view.wait_for_roll(2)
    assert view.faces() == dice
    assert view.stays() == stays
    assert view.offers() == offers
    expect(view.roll_button).to_have_text("Weiter würfeln (noch 1)")
    view.roll(3)
    assert dice[1] in view.faces()
    assert dice[3] in view.faces()


@pytest.mark.slow
def test_match_continued_by_key_keeps_dice_marks(profile):
    view = in_the_middle_of_a_turn(profile)
    stays, table = view.stays(), view.page.url.rsplit("/", 1)[-1]
    view.page.close()
    key = profile.player.post(f"/tables/{table}/interrupt", {})["key"]
    page = profile.visit(f"/continue#{key}")
    page.get_by_role("button", name="Weiterspielen").click()
    again = TableView(page)
    again.wait_for_roll(2)
    assert again.stays() == stays


@pytest.mark.slow
def test_turn_survives_a_killed_server(new_profile, own_server):
    profile = new_profile(home=own_server.url)
    view = in_the_middle_of_a_turn(profile)
    dice = view.faces()
    log = profile.player.events(view.page.url.rsplit("/", 1)[-1])

    profile.watch.allow("net::ERR_")
    profile.watch.allow("WebSocket connection to")
    own_server.kill()
    expect(view.banner).to_contain_text("Keine Verbindung")
    assert view.faces() == dice
    own_server.start()
    expect(view.banner).to_contain_text("wieder da")
    assert view.faces() == dice
    assert view.kept() == [2, 4]
    assert profile.player.events(view.page.url.rsplit("/", 1)[-1]) == log

    view.roll(3)
    assert dice[1] in view.faces()
    expect(view.banner).to_have_count(0)


@pytest.mark.slow
def test_roll_requested_from_dead_server_happens_once_after_restart(new_profile, own_server):
    profile = new_profile(home=own_server.url)
    view = in_the_middle_of_a_turn(profile)
    table = view.page.url.rsplit("/", 1)[-1]
    before = len(profile.player.events(table))

    profile.watch.allow("net::ERR_")
    profile.watch.allow("WebSocket connection to")
    own_server.kill()
    expect(view.banner).to_contain_text("Keine Verbindung")
    view.roll_button.click()
    view.roll_button.click()
    own_server.start()
    view.wait_for_roll(3)
    assert [event["type"] for event in profile.player.events(table)[before:]] == ["dice_rolled"]


@pytest.mark.slow
def test_start_page_continues_an_unfinished_table(profile):
    view = in_the_middle_of_a_turn(profile)
    dice = view.faces()
    view.page.close()
    page = profile.visit("/")
    card = page.get_by_role("region", name="Deine Tische").get_by_role("listitem").first
    expect(card).to_contain_text("Anna und Bernd")
    expect(card).to_contain_text("Runde 1 von 13")
    card.get_by_role("link", name="Weiterspielen").click()
    again = TableView(page)
    again.wait_for_roll(2)
    assert again.faces() == dice


@pytest.mark.slow
def test_client_opens_without_server_explains_it_and_recovers(new_profile, own_server):
    profile = new_profile(home=own_server.url, service_workers="allow")
    page = profile.visit("/")
    # The page has received all its answers, so no request is pending when the server ends.
    expect(page.get_by_role("button", name="Los", exact=True)).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active !== null)")

    profile.watch.allow("net::ERR_")
    own_server.kill()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Komm an den Tisch")
    expect(page.get_by_text("Der Server ist gerade nicht zu erreichen").first).to_be_visible()
    assert page.locator("form").get_by_role("button", name="Los").count() == 0
    page.get_by_role("navigation", name="Geht auch ohne Netz").get_by_role("link", name="Regeln").click()
    page.get_by_role("link", name="Kniffel", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Regeln: Kniffel")
    expect(page.get_by_text("in deinem Zug mit fünf Würfeln").first).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="Pasch").click()
    page.get_by_role("navigation", name="Geht auch ohne Netz").get_by_role("link", name="Würfel prüfen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Würfel prüfen")
    page.get_by_role("banner").get_by_role("link", name="Pasch").click()

    page.locator("form").get_by_role("button", name="Nochmal versuchen").click()
    expect(page.get_by_text("Der Server ist gerade nicht zu erreichen").first).to_be_visible()
    own_server.start()
    expect(page.get_by_role("button", name="Los", exact=True)).to_be_visible()


@pytest.mark.slow
def test_log_follows_newest_entry_unless_reader_scrolled_back(profile):
    table = profile.player.open("Anna", "Bernd")
    profile.player.play_turns(table, 16)
    view = TableView(profile.visit(f"/t/{table}"))
    log = view.page.get_by_role("region", name="Protokoll")
    newest = log.get_by_role("listitem").last
    expect(newest).to_contain_text(profile.player.events(table)[-1]["text"])
    expect(newest).to_be_in_viewport(ratio=0.9)
    view.roll(1)
    expect(newest).to_contain_text("Wurf 1 von 3")
    expect(newest).to_be_in_viewport(ratio=0.9)

    log.hover()
    view.page.mouse.wheel(0, -400)
    expect(newest).not_to_be_in_viewport()
    view.roll(2)
    expect(newest).to_contain_text("Wurf 2 von 3")
    expect(newest).not_to_be_in_viewport()


@pytest.mark.slow
def test_log_shows_line_per_turn_and_six_with_open_chat(profile):
    table = profile.player.open("Anna", "Bernd", visibility="public")
    profile.player.play_turns(table, 12)
    dice = profile.player.roll(table)
    profile.player.roll(table, f"k{dice[:2]}")
    page = profile.visit(f"/t/{table}")
    log = page.get_by_role("region", name="Protokoll")
    lines = log.locator("li.turn")
    expect(lines).to_have_count(13)
    expect(lines.last.locator("svg")).to_have_count(2)
    expect(lines.last.locator("svg").first.locator(".kept")).to_have_count(2)
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("textbox", name="Schreib etwas")).to_be_visible()
    for line in lines.all()[-6:]:
        expect(line).to_be_in_viewport(ratio=0.9)
