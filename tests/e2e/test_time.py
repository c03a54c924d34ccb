"""No player waits forever: closed pages, lost connections, a pause, a clock that expires, a server restart."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.support.browser import shut
from tests.support.server import Server
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server with short timeouts."""
    with Server(tmp_path_factory.mktemp("hasty"), module=("tests.support.short_graces_server",)) as running:
        yield running


def together(new_profile, server, **wish):
    """Anna and Bernd at a table, each in a browser; it is Anna's turn."""
    anna, bernd = new_profile(home=server.url), new_profile(home=server.url)
    for profile in (anna, bernd):
        profile.watch.allow("net::ERR_")  # the connections that these tests cut
    table = anna.player.open("Anna", "human", start=True, visibility="public", **wish)
    bernd.player.sit_down()
    bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    return anna, bernd, table


def panel(page):
    return page.get_by_role("region", name="Anwesenheit")


def clock(page):
    return page.get_by_role("paragraph").filter(has=page.get_by_role("timer"))


def seconds_left(snapshot):
    """The time left for the current player."""
    ends, now = (datetime.fromisoformat(text) for text in (snapshot["clock"]["ends_at"], snapshot["now"]))
    return (ends - now).total_seconds()


def kinds(profile, table):
    """The types of the table's events."""
    log = profile.player.ask(f"/tables/{table}/events?follow=false").text()
    return [line.split('"type":"')[1].split('"')[0] for line in log.splitlines()]


def test_closed_page_differs_from_lost_connection_and_player_regains_seat(new_profile, hasty):
    anna, bernd, table = together(new_profile, hasty)
    here, there = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}")
    TableView(here).roll(1)  # sent over her connection, which must exist before it can be lost
    expect(TableView(there).heading).to_have_text("Anna ist dran")
    watcher = new_profile(home=hasty.url).visit(f"/t/{table}")
    expect(TableView(watcher).heading).to_have_text("Anna ist dran")

    anna.context.set_offline(True)
    here.evaluate("dispatchEvent(new Event('offline'))")  # a page on a busy machine may miss the first event
    expect(panel(there)).to_contain_text("Anna hat die Verbindung verloren")
    expect(panel(there)).to_contain_text("Wir warten noch 0:1")
    expect(panel(watcher)).to_contain_text("Anna hat die Verbindung verloren")
    anna.context.set_offline(False)
    expect(TableView(here).banner).to_contain_text("wieder da")  # only an open connection can be closed
    expect(panel(there)).not_to_contain_text("Anna")

    shut(here)
    expect(panel(there)).to_contain_text("Anna hat die Seite geschlossen")
    expect(panel(there)).to_contain_text("Der Computer spielt für Anna.")
    expect(TableView(there).heading).to_have_text("Bernd ist dran")
    again = TableView(anna.visit(f"/t/{table}"))
    expect(panel(there)).not_to_contain_text("Anna")
    there_view = TableView(there)
    there_view.roll(1)
    there_view.enter(*max(there_view.offers().items(), key=lambda offer: offer[1]))
    again.roll(1)
    expect(again.heading).to_have_text("Anna ist dran")


def test_pause_and_server_restart_cost_no_time_before_timeout(new_profile, hasty):
    anna, bernd, table = together(new_profile, hasty, time={"turn": 20, "bank": 0})
    here, there = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}")
    expect(clock(here)).to_contain_text("Deine Zeit")
    expect(clock(there)).to_contain_text("Zeit von Anna")

    here.get_by_role("button", name="Menü").click()
    here.get_by_role("button", name="Pause machen").click()
    here.get_by_role("button", name="Um Pause bitten").click()
    expect(panel(here)).to_contain_text("Es fehlt noch: Bernd.")
    there.get_by_role("button", name="Einverstanden").click()
    expect(panel(here)).to_contain_text("Pause: Alle Uhren stehen.")
    left = seconds_left(anna.player.table(table))

    hasty.restart()
    expect(TableView(here).banner).to_be_visible()
    expect(TableView(here).banner).to_be_hidden()
    expect(TableView(there).banner).to_be_hidden()
    assert seconds_left(anna.player.table(table)) == left
    there.get_by_role("button", name="Weiterspielen").click()
    expect(panel(here)).not_to_contain_text("Pause")
    expect(panel(here)).to_contain_text("Der Computer spielt für dich.")
    expect(panel(there)).to_contain_text("Der Computer spielt für Anna.")
    here.get_by_role("button", name="Ich bin wieder da").click()
    expect(panel(here)).not_to_contain_text("Der Computer spielt für dich.")
    types = kinds(anna, table)
    assert [types.count(kind) for kind in ("table_paused", "table_resumed")] == [1, 1]
    assert types.index("time_up") > types.index("table_resumed")


def test_remaining_player_chooses_substitute_pause_or_end(new_profile, hasty):
    anna, bernd, table = together(new_profile, hasty, absent="entry")
    here, there = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}")
    expect(TableView(here).heading).to_be_visible()
    log = there.get_by_role("region", name="Protokoll")
    expect(log).to_contain_text("Anna ist dran")  # sent over his connection, which must exist before it can close
    shut(there)
    expect(panel(here)).to_contain_text("Bernd hat die Seite geschlossen. Wir warten noch 0:0")
    expect(panel(here)).to_contain_text("Bernd fehlt. In jedem Zug wird eingetragen, was am wenigsten kostet.")
    expect(panel(here)).not_to_contain_text("0:00")
    here.get_by_role("button", name="Computer spielen lassen").click()
    expect(panel(here)).to_contain_text("Der Computer spielt für Bernd.")
    here.get_by_role("button", name="Billigsten Eintrag machen").click()
    expect(panel(here)).to_contain_text("Bernd fehlt.")
    here.get_by_role("button", name="Pause", exact=True).click()
    expect(panel(here)).to_contain_text("Pause: Alle Uhren stehen.")
    here.get_by_role("button", name="Weiterspielen").click()
    here.get_by_role("button", name="Partie beenden").click()
    here.get_by_role("dialog").get_by_role("button", name="Für alle beenden").click()
    expect(panel(here)).to_have_count(0)


def test_pause_shows_its_requested_end(new_profile, hasty):
    anna, bernd, table = together(new_profile, hasty, time={"turn": 3600, "bank": 0})
    here, there = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}")
    here.get_by_role("button", name="Menü").click()
    here.get_by_role("button", name="Pause machen").click()
    ends = (datetime.now() + timedelta(days=3)).replace(hour=18, minute=5)  # noqa: DTZ005 - of this device
    here.get_by_label("Die Pause endet am").fill(f"{ends:%Y-%m-%dT%H:%M}")
    here.get_by_role("button", name="Um Pause bitten").click()
    expect(panel(there)).to_contain_text("Anna bittet um eine Pause. Sie endet am ")
    there.get_by_role("button", name="Einverstanden").click()
    for page in (here, there):
        expect(panel(page)).to_contain_text(f"Pause bis {ends:%d.%m.%Y}, 18:05: Alle Uhren stehen.")
