"""An evening: a match of three games by three players, interrupted twice; an ended match, and an expired one."""

import asyncio
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from pasch.service.retention import Purge
from pasch.storage.opening import SqliteFile
from pasch.storage.retention import SqlRetention
from tests.support.axe import violations
from tests.support.tableview import TableView

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
NAMES = ("Anna", "Bernd", "Clara")
CELLS, GAMES = 13, 3


@pytest.mark.slow
@pytest.mark.timeout(400)  # takes a minute on two idle cores, longer on busy ones
def test_match_of_three_games_moves_between_two_devices(new_profile):
    home, elsewhere = (new_profile(service_workers="allow") for _ in range(2))
    for profile in (home, elsewhere):
        profile.watch.allow("409")  # the message to an old device
    page = home.visit("/")
    open_table(page)
    view = TableView(page)
    expect(view.heading).to_have_text("Anna ist dran")
    table = page.url.rsplit("/", 1)[-1]
    play_first_turns_with_corrections(view)
    key, address = continue_mid_turn_on_other_device(view, table, elsewhere)
    play_out_game(elsewhere.player, table)
    return_between_games(elsewhere, page, table, key, address)
    for game in range(2, GAMES + 1):
        if game > 2:
            home.player.act(table, {"type": "next_game"})
        play_out_game(home.player, table)

    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", name="Die Partie ist zu Ende")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Ergebnisse").click()
    shown = naive_results(home.player.events(table))
    assert len(shown["Anna"]) == GAMES + 2
    assert results_shown(page) == shown
    assert home.player.table(table)["grand_totals"] == [shown[name][-1] for name in NAMES]
    check_single_sheet(page, shown["Anna"])
    for done in ("Nächstes Spiel", "Unterbrechen", "Partie beenden"):
        expect(page.get_by_role("button", name=re.compile(done))).to_have_count(0)
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()
    expect(page.get_by_text(re.compile("Diese Seite gibt es bis zum"))).to_be_visible()


def continue_mid_turn_on_other_device(view, table, elsewhere):
    """Clara rolls once here and continues her turn on another device. Returns the key and its address."""
    page = view.page
    view.take_device("Clara")
    view.roll(1)
    view.keep(1, 3)
    key, address = interrupt(page)
    assert violations(page) == []
    faces = view.faces()
    page.get_by_role("dialog").get_by_role("link", name="Zur Startseite").click()
    expect(page.get_by_text(re.compile("unterbrochen · noch 28 Tage aufgehoben"))).to_be_visible()
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", name="Die Partie ist unterbrochen")).to_be_visible()

    there = elsewhere.visit("/")
    expect(there.get_by_role("region", name="Deine Tische")).to_have_count(0)
    there.get_by_role("link", name="Mit einem Schlüssel weiterspielen").click()
    elsewhere.watch.allow("status of 422")
    bring(there, "X" + key[1:] if key[0] != "X" else "Y" + key[1:])
    expect(there.get_by_role("alert")).to_contain_text("Dieser Schlüssel ist vertippt")
    assert violations(there) == []
    bring(there, key.lower().replace("-", " "))
    far = TableView(there)
    expect(far.heading).to_have_text("Clara ist dran")
    assert far.faces() == faces
    far.keep(1)
    far.roll(2)
    far.enter(*best(far))
    expect(page.get_by_role("heading", name="Diese Partie geht woanders weiter")).to_be_visible()
    there.close()
    return key, address


def return_between_games(elsewhere, page, table, key, address):
    """The link moves the match back to the first device; the key stays the same."""
    there = elsewhere.visit(f"/t/{table}/results")
    assert results_shown(there) == naive_results(elsewhere.player.events(table))
    there.get_by_role("button", name="Unterbrechen").click()
    expect(there.get_by_role("dialog")).to_contain_text("Die Partie ist unterbrochen.")
    assert shown_key(there) == key
    page.goto(address)
    expect(page.get_by_label("Schlüssel", exact=True)).to_have_value(key)
    assert page.url.endswith("/continue")
    page.get_by_role("button", name="Weiterspielen").click()
    page.get_by_role("button", name="Nächstes Spiel").click()
    expect(TableView(page).count).to_contain_text("Noch nicht gewürfelt")
    page.goto("/")


@pytest.mark.slow
@pytest.mark.parametrize("way", ["Zurück", "Beenden"])
def test_hartard_match_can_end_before_the_first_roll(profile, way):
    page = profile.visit("/")
    open_hartard_table(page)
    page.get_by_role("button", name="Los", exact=True).click()
    page.get_by_role("button", name=way, exact=True).click()
    if way == "Zurück":
        expect(page.get_by_role("button", name="Los", exact=True)).to_be_visible()
    else:
        expect(page.get_by_role("heading", name=re.compile("beendet|abgebrochen"))).to_be_visible()
    assert profile.player.get("/tables?mine=true")["tables"] == []


@pytest.mark.slow
def test_hartard_entries_cannot_be_taken_back(profile):
    page = profile.visit("/")
    open_hartard_table(page)
    page.get_by_role("button", name="Los", exact=True).click()
    page.get_by_role("button", name="Spielen", exact=True).click()
    view = TableView(page)
    view.roll(1)
    view.enter(*best(view))
    expect(view.take_back).to_have_count(0)


@pytest.mark.slow
def test_solo_hartard_shows_a_page_between_turns(profile):
    page = profile.visit(f"/t/{profile.player.open('Anna', variant='hartard')}")
    view = TableView(page)
    view.roll(1)
    view.enter(*best(view))
    covering = page.get_by_role("dialog").filter(has=page.get_by_role("button", name="Weiter", exact=True))
    expect(covering.get_by_role("row")).to_have_count(1)
    expect(covering.get_by_role("link", name="Ergebnisse")).to_be_visible()
    covering.get_by_role("button", name="Partie beenden …").click()
    page.get_by_role("dialog", name="Partie wirklich beenden?").get_by_role("button", name="Weiterspielen").click()
    covering.get_by_role("button", name="Weiter", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_keys_of_ended_and_expired_matches_are_refused(new_profile, server):
    person = new_profile(color_scheme="dark")
    ended, forgotten = (person.player.open("Anna", "Bernd") for _ in range(2))
    keys = [person.player.post(f"/tables/{table}/key", {})["key"] for table in (ended, forgotten)]
    page = person.visit(f"/t/{ended}")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Partie beenden …").click()
    dialog = page.get_by_role("dialog", name="Partie wirklich beenden?")
    expect(dialog).to_contain_text("endet dann für alle")
    dialog.get_by_role("button", name="Weiterspielen").click()
    assert person.player.table(ended)["status"] == "running"
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Partie beenden …").click()
    dialog.get_by_role("button", name="Für alle beenden").click()
    expect(page.get_by_role("heading", name="Die Partie wurde beendet")).to_be_visible()

    person.player.post(f"/tables/{forgotten}/interrupt", {})
    page.goto("/")
    expect(page.get_by_role("link", name="Weiterspielen", exact=True)).to_have_count(1)
    with SqliteFile.opened(f"sqlite:///{server.database}") as file, ThreadPoolExecutor() as executor:
        # The browser driver's event loop occupies this thread.
        gone = executor.submit(asyncio.run, Purge(SqlRetention(file), FutureClock()).once()).result()
    assert {ended, forgotten} <= {each.was.table for each in gone}
    page.goto("/continue")
    expect(page.get_by_role("heading", name="Mit einem Schlüssel")).to_be_visible()
    expect(page.get_by_text("Angefangen auf diesem Gerät")).to_have_count(0)
    assert violations(page) == []
    person.watch.allow("404")
    for key in keys:
        bring(page, key)
        expect(page.get_by_role("alert")).to_contain_text("Keine Partie hat diesen Schlüssel")
        bring(page, "")


@dataclass(frozen=True)
class FutureClock:
    """A clock that is 28 days and an hour ahead."""

    def now(self):
        return datetime.now(UTC) + timedelta(days=28, hours=1)


# ------------------------------------------------------------------------------- by mouse


def open_hartard_table(page):
    """Choose the Hartard variant."""
    page.get_by_role("radio", name="Kniffel nach Hartard").check()


def open_table(page):
    """Choose Hartard, enter three names, check the page before the first roll, and start."""
    open_hartard_table(page)
    page.get_by_label("Name für Platz 1").fill("Anna")
    page.get_by_role("radio", name="An diesem Gerät").check()
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_label("Name für Platz 2").fill("Bernd")
    page.get_by_role("button", name="Mitspieler").click()
    page.get_by_label("Name für Platz 3").fill("Clara")
    games = page.get_by_role("group", name="Wie viele Spiele?")
    expect(games.get_by_role("radio", name="6")).to_be_checked()
    games.get_by_text(str(GAMES), exact=True).click()
    page.get_by_label("Einträge dürfen zurückgenommen werden").check()
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.get_by_role("heading", name=f"Gespielt werden {GAMES} Spiele.")).to_be_visible()
    assert page.get_by_role("listitem").filter(has_text=re.compile("^(Anna|Bernd|Clara)$")).count() == len(NAMES)
    expect(page.get_by_role("img", name="QR-Code")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Spielen", exact=True).click()


def play_first_turns_with_corrections(view):
    """Anna marks and unmarks dice, scratches a cell, takes the entry back, and fills another cell; Bernd plays next."""
    expect(view.count).to_contain_text("Noch nicht gewürfelt")
    view.roll(1)
    expect(view.page.get_by_text(re.compile(r"^Schlüssel (\w{4}-){3}\w{4}$"))).to_be_visible()
    view.keep(1, 3)
    view.dice.nth(2).click()
    expect(view.dice.nth(2)).to_have_attribute("aria-pressed", "false")
    stays = Counter(view.faces()[1:])
    view.roll(2)
    assert stays <= Counter(view.faces())
    assert view.kept() == []

    nothing = next(cell for cell, points in view.offers().items() if points == 0)
    before = view.faces()
    view.cell(nothing).click()
    view.page.get_by_role("button", name="Doch nicht").click()
    expect(view.enter_button).to_have_count(0)
    expect(view.cell(nothing)).to_be_visible()
    view.scratch(nothing)
    expect(view.written(nothing, 1)).to_contain_text("gestrichen")
    view.handover.get_by_role("button", name="Letzten Eintrag zurücknehmen").click()
    expect(view.handover).to_have_count(0)
    expect(view.cell(nothing)).to_be_visible()
    assert view.faces() == before

    cell, points = best(view)
    view.cell(cell).hover()
    expect(view.written("total", 1)).to_have_text(str(points))
    view.write(cell)
    expect(view.written(cell, 1)).to_contain_text(str(points))
    expect(view.row("saldo")).to_be_visible()
    expect(view.row("bonus")).to_be_visible()
    expect(view.handover.get_by_role("row").filter(has_text="Anna")).to_contain_text(str(points))
    view.take_device("Bernd")
    view.roll(1)
    view.enter(*best(view))


def best(view):
    return max(view.offers().items(), key=lambda offer: offer[1])


def interrupt(page):
    """Interrupt the match from the menu and return the key and the address in the dialog."""
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Unterbrechen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR-Code")).to_be_visible()
    expect(dialog).to_contain_text("in 28 Tagen gelöscht")
    address = dialog.get_by_text("/continue#").inner_text()
    return shown_key(page), address


def shown_key(page):
    """The key in the dialog for a screen reader: letter by letter, group by group."""
    said = page.get_by_role("dialog").get_by_text(re.compile(r"^(\w \w \w \w(, )?){4}$")).text_content()
    return said.replace(" ", "").replace(",", "-")


def bring(page, key):
    page.get_by_label("Schlüssel", exact=True).fill(key)
    if key:
        page.get_by_role("button", name="Weiterspielen").click()


def results_shown(page):
    """The table of results by player: each game, the points outside the games, the total."""
    table = page.get_by_role("table")
    expect(table).to_be_visible()
    return {
        row.get_by_role("rowheader").inner_text(): [
            int(cell.inner_text()) for cell in row.get_by_role("cell").all()[1:]
        ]
        for row in table.get_by_role("row").all()[1:]
    }


def check_single_sheet(page, totals):
    page.get_by_role("button", name=f"Anna, Spiel 1: {totals[0]}").click()
    sheets = page.get_by_role("dialog").get_by_role("table")
    expect(sheets).to_have_count(GAMES)
    expect(sheets.first.locator("tr[data-row=total]")).to_contain_text(str(totals[0]))
    page.keyboard.press("Escape")
    expect(sheets).to_have_count(0)


# ------------------------------------------------------------------------------- by the API


def play_out_game(player, table):
    """Finish the game through the API. Anna scratches her Kniffel and then collects bonus Kniffels."""
    while True:
        snapshot = player.table(table)
        if not any(action["type"] in {"roll", "score"} for action in snapshot["legal_actions"]):
            return
        turn = snapshot["turn"]
        if turn["seat"] == 1 and "kniffel" in snapshot["seats"][0]["cells"]:
            roll_for(player, table, turn["rolls_left"])
        elif turn["rolls_left"] == 3:
            player.act(table, {"type": "roll"})
        enter(player, table)


def roll_for(player, table, rolls):
    """Roll and keep the most frequent face each time."""
    keep = None
    for _ in range(rolls):
        dice = player.roll(table, keep)
        face, count = Counter(dice).most_common(1)[0]
        if count == len(dice):
            return
        keep = f"k{face * count}"


def enter(player, table):
    snapshot = player.table(table)
    entries = [action for action in snapshot["legal_actions"] if action["type"] == "score"]
    gives_up = snapshot["turn"]["seat"] == 1 and any(entry["cell"] == "kniffel" for entry in entries)
    entry = next(e for e in entries if e["cell"] == "kniffel") if gives_up else max(entries, key=lambda e: e["points"])
    player.act(table, {"type": "score", "cell": entry["cell"], "points": 0 if gives_up else entry["points"]})


def naive_results(events):
    """Every player's points from the log's entries: each game, the points outside, the total."""
    sheets = {}
    game = 1
    for event in events:
        where = (event["seat"], game)
        match event["type"]:
            case "game_started":
                game = event["data"]["game"]
            case "scored":
                sheets.setdefault(where, {})[event["data"]["cell"]] = event["data"]
            case "entry_taken_back":
                del sheets[where][event["data"]["cell"]]
    assert all(len(sheet) == CELLS for sheet in sheets.values())
    found = {}
    for seat, name in enumerate(NAMES, start=1):
        mine = [sheet for (owner, _), sheet in sorted(sheets.items()) if owner == seat]
        games = [total(sheet) for sheet in mine]
        outside = sum(entry["extra"] for sheet in mine for entry in sheet.values())
        found[name] = [*games, outside, sum(games) + outside]
    return found


def total(sheet):
    upper = sum(entry["points"] for cell, entry in sheet.items() if cell in UPPER)
    return sum(entry["points"] for entry in sheet.values()) + (35 if upper >= 63 else 0)
