"""A whole Partie of two games by mouse, as a family plays it around one screen."""

import re
from collections import Counter

from playwright.sync_api import expect

from tests.support.tableview import TableView

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
CELLS = 13


def test_two_people_play_a_partie_of_two_games(profile):
    page = profile.visit("/")
    lay_the_table(page)
    view = TableView(page)
    expect(view.heading).to_have_text("Anna ist dran")
    table = page.url.rsplit("/", 1)[-1]

    first_turns_with_second_thoughts(view)
    play_out(view, "Bernd", turns=2 * CELLS - 1)
    expect(page.get_by_role("heading", name="Spiel 1 ist zu Ende")).to_be_visible()

    page.get_by_role("main").get_by_role("link", name="Ergebnisse").click()
    first = naive_results(profile.player.events(table))[1]
    assert results_shown(page) == [[points, points] for points in first]
    look_at_single_sheet(page, first)
    page.get_by_role("button", name="Spiel 2 von 2").click()
    expect(page.get_by_text("Spiel 2 von 2")).to_be_visible()

    no_more_handing_over(page)
    play_out(view, None, turns=2 * CELLS)
    expect(page.get_by_role("heading", name="Die Partie ist zu Ende")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Ergebnisse").click()

    both = naive_results(profile.player.events(table))
    assert results_shown(page) == [[one, two, one + two] for one, two in zip(both[1], both[2], strict=True)]
    assert profile.player.table(table)["totals"] == [sum(games) for games in zip(both[1], both[2], strict=True)]
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()


def lay_the_table(page):
    """Two names, two games, and go."""
    page.get_by_label("Name für Platz 1").fill("Anna")
    page.get_by_label("Wer sitzt auf Platz 2?").select_option("an diesem Gerät")
    page.get_by_label("Name für Platz 2").fill("Bernd")
    page.get_by_role("group", name="Wie viele Spiele?").get_by_text("2", exact=True).click()
    page.get_by_role("button", name="Los", exact=True).click()


def first_turns_with_second_thoughts(view):
    """Anna keeps and lets go, scratches, takes it back, writes something else; Bernd gets the device."""
    expect(view.count).to_contain_text("Noch nicht gewürfelt")
    view.roll(1)
    view.keep(1, 3)
    view.dice.nth(2).click()
    expect(view.dice.nth(2)).to_have_attribute("aria-pressed", "false")
    stays = view.faces()[0]
    view.roll(2)
    assert stays in view.faces()
    assert len(view.kept()) == 1

    nothing = next(cell for cell, points in view.offers().items() if points == 0)
    before = view.faces()
    view.cell(nothing).click()
    dialog = view.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Abbrechen").click()
    expect(view.cell(nothing)).to_be_visible()
    view.scratch(nothing)
    expect(view.written(nothing, 1)).to_contain_text("gestrichen")
    view.handover.get_by_role("button", name="Letzten Eintrag zurücknehmen").click()
    expect(view.handover).to_have_count(0)
    expect(view.cell(nothing)).to_be_visible()
    assert view.faces() == before

    best, points = max(view.offers().items(), key=lambda offer: offer[1])
    view.cell(best).hover()
    expect(view.written("total", 1)).to_have_text(str(points))
    view.write(best)
    expect(view.written(best, 1)).to_contain_text(str(points))
    expect(view.row("saldo")).to_be_visible()
    expect(view.row("bonus")).to_be_visible()
    expect(view.handover.get_by_role("row").filter(has_text="Anna")).to_contain_text(str(points))


def play_out(view, holder, *, turns):
    """Play turns; `holder` is who gets the device next, None where nobody hands it over."""
    for turn in range(turns):
        if holder:
            view.take_device(holder)
            expect(view.heading).to_have_text(f"{holder} ist dran")
            holder = {"Anna": "Bernd", "Bernd": "Anna"}[holder]
        expect(view.count).to_contain_text("Noch nicht gewürfelt")
        view.roll(1)
        if turn % 3 == 0:
            common = Counter(view.faces()).most_common(1)[0][0]
            view.keep(*(place for place, face in enumerate(view.faces(), start=1) if face == common))
            view.roll(2)
        view.enter(*max(view.offers().items(), key=lambda offer: offer[1]))


def no_more_handing_over(page):
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("checkbox", name="Weitergeben ansagen").uncheck()
    page.get_by_role("dialog").get_by_role("button", name="Schließen").click()


def results_shown(page):
    """The numbers of the table of results, a row for each player in the order of the seats."""
    table = page.get_by_role("table")
    expect(table).to_be_visible()
    rows = {
        row.get_by_role("rowheader").inner_text(): [
            int(cell.inner_text()) for cell in row.get_by_role("cell").all()[1:] if cell.inner_text()
        ]
        for row in table.get_by_role("row").all()[1:]
    }
    assert set(rows) == {"Anna", "Bernd"}
    return [rows["Anna"], rows["Bernd"]]


def look_at_single_sheet(page, totals):
    page.get_by_role("button", name=re.compile(f"Anna.*{totals[0]}")).click()
    sheet = page.get_by_role("dialog").get_by_role("table")
    expect(sheet.locator("tr[data-row=total]")).to_contain_text(str(totals[0]))
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def naive_results(events):
    """Totals of each game by adding up what the log says was written."""
    games = {1: [{}, {}]}
    game = 1
    for event in events:
        if event["type"] == "game_started":
            game = event["data"]["game"]
            games[game] = [{}, {}]
        if event["type"] == "scored":
            games[game][event["seat"] - 1][event["data"]["cell"]] = (event["data"]["points"], event["data"]["extra"])
        if event["type"] == "entry_taken_back":
            del games[game][event["seat"] - 1][event["data"]["cell"]]
    assert all(len(sheet) == CELLS for sheets in games.values() for sheet in sheets)
    return {number: [total(sheet) for sheet in sheets] for number, sheets in games.items()}


def total(sheet):
    upper = sum(points for cell, (points, _) in sheet.items() if cell in UPPER)
    everything = sum(points + extra for points, extra in sheet.values())
    return everything + (35 if upper >= 63 else 0)
