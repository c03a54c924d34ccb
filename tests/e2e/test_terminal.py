"""A game between a terminal and a browser at one online table."""

import re

import pytest
from playwright.sync_api import expect

from pasch.tui.app import PaschApp
from pasch.tui.server.online import Server, server_of
from tests.support.server import Server as Process
from tests.support.tableview import TableView
from tests.support.terminal_thread import TerminalThread

pytestmark = pytest.mark.slow

CELLS = 11
"""The cells of a Cheerio sheet, and so the rounds of a game: no roll ends it sooner."""


@pytest.fixture
def server_to_kill(tmp_path):
    """A server for this test alone."""
    with Process(tmp_path) as running:
        yield running


async def local_app(url):
    """A terminal of a new person, showing the tables of a server."""
    anonymous, _ = server_of(url, "de")
    return PaschApp(None, await anonymous.guest("Tilda"), "Tilda")


def open_table(terminal):
    """Use the keys of the form to open a public Cheerio table with a free seat."""
    terminal.until("Einen neuen Tisch decken")
    terminal.press("n")
    terminal.until("›Kniffel")
    terminal.press("c")
    terminal.until("›Cheerio")
    terminal.press("enter", "tab", "tab", "tab", "tab", "enter")
    terminal.until("[x] Alle sehen ihn")
    terminal.press("tab", "enter")
    terminal.until("1 Platz ist noch frei")
    return terminal.address()


def play_turn(terminal):
    """Roll once, then fill or scratch the first open cell."""
    terminal.until("Würfeln (noch 3)")
    terminal.press("r")
    terminal.until("Wurf 1 von 3")
    seen = terminal.press("home", "enter")
    if "mit 0 Punkten streichen?" in seen:
        terminal.press("enter")


def play_turn_in_browser(table):
    """Roll once and fill the first open cell with the mouse."""
    table.roll(1)
    table.enter(*next(iter(table.offers().items())))


def test_terminal_and_browser_play_a_whole_game(server, new_profile):
    guest = new_profile()
    with TerminalThread(lambda: local_app(server.url)) as terminal:
        page = guest.visit(open_table(terminal).removeprefix(server.url))
        page.get_by_role("button", name="Mitspielen").click()
        page.get_by_label("Wie heißt du?").fill("Bruno")
        page.get_by_role("button", name="Platz nehmen").click()
        table = TableView(page)
        expect(table.heading).to_have_text("Tilda ist dran")
        terminal.until("Tilda ist dran: erster Wurf")

        terminal.press("r")
        faces = re.search(r"Wurf 1 von 3: ([\d, ]+)\.", terminal.until("· Wurf 1 von 3:"))
        expect(table.count).to_contain_text("Wurf 1 von 3")
        assert faces is not None
        assert table.faces() == faces[1].replace(", ", "")
        terminal.press("c")
        terminal.until("Noch hat niemand etwas gesagt.")
        terminal.press(*"Hallo", "enter")
        terminal.until("Tilda: Hallo")
        terminal.press("escape")
        if "mit 0 Punkten streichen?" in terminal.press("home", "enter"):
            terminal.press("enter")
        for turn in range(CELLS):
            if turn:
                play_turn(terminal)
            terminal.until("Bruno ist dran")
            play_turn_in_browser(table)
        terminal.until("Noch einmal spielen")

        ended = guest.player.table(page.url.rpartition("/t/")[2].partition("/")[0])
        assert ended["status"] == "finished"
        assert [len(seat["cells"]) for seat in ended["seats"]] == [CELLS, CELLS]
        terminal.press("t")
        results = terminal.until("1. ")
        for seat in ended["seats"]:
            assert re.search(rf"{seat['name']} +{seat['total']} +{seat['total']}\b", results)


def test_terminal_survives_server_restart_and_table_moved_elsewhere(server_to_kill):
    """The terminal reconnects; no event is missing or doubled."""
    home = server_to_kill.url

    async def open_app():
        anonymous, _ = server_of(home, "en")
        known = Server(home, "en", (await anonymous.guest("Tilda")).token)
        link = await known.open({"variant": "kniffel", "seats": [{"kind": "local", "name": "Tilda"}], "start": True})
        return PaschApp(link, known, "Tilda")

    with TerminalThread(open_app) as terminal:
        terminal.until("Roll (3 left)")
        terminal.press("r")
        first = terminal.until("· Roll 1 of 3:")
        server_to_kill.kill()
        terminal.until("Connection lost")
        terminal.press("r")
        terminal.until("No connection at the moment")
        server_to_kill.start()
        terminal.until(lambda text: "connection" not in text.lower())
        terminal.press("r")
        assert terminal.until("Roll 2 of 3").count("· Roll 1 of 3:") == first.count("· Roll 1 of 3:") == 1
        terminal.press("q")
        terminal.until("What now?")
        terminal.press("down", "enter")
        shown = terminal.until("The key of your seat")
        key = re.search(r"(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}", shown)
        assert key is not None

        with TerminalThread(lambda: local_app(home)) as elsewhere:
            elsewhere.until("Schlüssel fortsetzen")
            elsewhere.press("k", *key[0].lower(), "enter")
            elsewhere.until("Würfeln (noch 1)")
            terminal.until("Open a new table")
            elsewhere.press("q", "up", "enter")
            elsewhere.until("Wirklich? Sie endet für alle")
            elsewhere.press("enter")
            elsewhere.until("vorzeitig beendet")
