"""Three browsers at one table: invited by its address, all ready, a whole game, a rematch with another first player."""

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import PHONE
from tests.support.tableview import TableView


def sit_down(page, name):
    page.get_by_role("button", name="Mitspielen").click()
    page.get_by_label("Wie heißt du?").fill(name)
    page.get_by_role("button", name="Platz nehmen").click()
    expect(page.get_by_role("button", name="Ich bin bereit")).to_be_visible()


def play_to_the_end(players, table):
    """Play all players' turns through the API until the match is over."""
    while (snapshot := players[0].table(table))["status"] == "running":
        players[snapshot["turn"]["seat"] - 1].play_turn(table)


NAMES = ("Anna", "Bernd", "Clara")


def open_table_for_three(page):
    """Fill in the start form as Anna and return the address of the table."""
    page.get_by_label("Name für Platz 1").fill("Anna")
    page.get_by_role("radio", name="Mit anderen").check()
    page.get_by_role("button", name="Mitspieler").click()
    page.get_by_role("button", name="Mehr", exact=True).click()
    weekends = page.get_by_label("Am Wochenende ruht die Uhr (Europe/Berlin)")
    page.get_by_label("Bedenkzeit").select_option(label="3 Tage je Zug")
    weekends.check()
    page.get_by_label("Bedenkzeit").select_option(label="1 Tag je Zug")
    expect(weekends).to_be_checked()
    page.get_by_label("Bedenkzeit").select_option(label="5 Minuten je Zug, 15 Minuten Reserve für die ganze Partie")
    expect(weekends).to_have_count(0)
    expect(page.get_by_label("Wenn jemand weg ist")).to_have_value("bot")
    page.get_by_role("button", name="Tisch decken").click()
    expect(page.get_by_role("heading", name="Der Tisch ist gedeckt")).to_be_visible()
    expect(page.get_by_text("Bedenkzeit: 5 Minuten je Zug")).to_be_visible()
    return page.url


def get_ready(pages):
    """The guests sit down, and all players declare themselves ready, the opener last."""
    for seat in (1, 2):
        sit_down(pages[seat], NAMES[seat])
    for seat in (1, 2, 0):
        expect(pages[seat].get_by_role("heading", name="Der Tisch ist gedeckt")).to_be_visible()
        pages[seat].get_by_role("button", name="Ich bin bereit").click()
        if seat:
            expect(pages[0].get_by_role("listitem").filter(has_text=NAMES[seat])).to_contain_text(", bereit")


def play_a_round(views):
    """Each player takes one turn, and every page shows every roll."""
    for seat, name in enumerate(NAMES):
        for view in views:
            expect(view.heading).to_have_text(f"{name} ist dran")
        views[seat].roll(1)
        for view in views:
            expect(view.count).to_contain_text("Wurf 1 von 3")
        assert len({view.faces() for view in views}) == 1
        views[seat].enter(*max(views[seat].offers().items(), key=lambda offer: offer[1]))


def play_again(pages):
    """Clara proposes a rematch; Anna declines first, then both others join."""
    pages[0].get_by_label("Schreib etwas").fill("Gut gespielt!")
    pages[0].get_by_role("button", name="Senden").click()
    expect(pages[0].get_by_role("log", name="Nachrichten")).to_contain_text("Gut gespielt!")
    pages[2].get_by_role("button", name="Noch einmal spielen").click()
    expect(pages[2].get_by_role("heading", name="Der Tisch ist gedeckt")).to_be_visible()
    expect(pages[2].get_by_role("listitem").filter(has_text="Bernd")).to_contain_text("für Bernd freigehalten")
    for said in ("Aus der letzten Partie", "Gut gespielt!"):
        expect(pages[2].get_by_role("log", name="Nachrichten")).to_contain_text(said)
    pages[0].get_by_role("button", name="Diesmal nicht").click()
    expect(pages[0].get_by_role("status").filter(has_text="Du hast abgesagt.")).to_be_visible()
    expect(pages[2].locator("#main").get_by_text("spielt diesmal nicht mit")).to_be_visible()
    pages[0].reload()
    expect(pages[0].get_by_role("button", name="Mitspielen")).to_be_visible()
    expect(pages[0].get_by_role("status").filter(has_text="Du hast abgesagt.")).to_be_visible()
    expect(pages[0].get_by_role("button", name="Diesmal nicht")).to_have_count(0)
    expect(pages[1].get_by_role("status").filter(has_text="Clara möchte noch einmal spielen")).to_be_visible()
    for each in pages[:2]:
        each.get_by_role("button", name="Mitspielen").click()


@pytest.mark.slow
def test_three_browsers_play_a_game_and_a_rematch(new_profile):
    anna, bernd = new_profile(timezone_id="Europe/Berlin"), new_profile()
    clara = new_profile(viewport=PHONE, has_touch=True)
    page = anna.visit("/")
    invitation = open_table_for_three(page)
    pages = [page, bernd.visit(invitation), clara.visit(invitation)]
    get_ready(pages)
    views = [TableView(each) for each in pages]
    play_a_round(views)

    play_to_the_end([anna.player, bernd.player, clara.player], invitation.rpartition("/")[2])
    for each in pages:
        expect(each.get_by_role("region", name="Das Spiel ist zu Ende")).to_contain_text("Clara")
    page.get_by_role("link", name="Ergebnis").click()
    play_again(pages)
    for view in views:
        expect(view.heading).to_have_text("Bernd ist dran")

    views[1].roll(1)
    pages[1].get_by_role("button", name="Menü").click()
    pages[1].get_by_role("button", name="Aufstehen").click()
    pages[1].get_by_label("Mein Zettel bleibt, wie er ist").check()
    pages[1].get_by_role("dialog").get_by_role("button", name="Aufstehen").click()
    expect(pages[1].get_by_role("heading", name="Neues Spiel")).to_be_visible()
    for view in (views[0], views[2]):
        expect(view.heading).to_have_text("Clara ist dran")


@pytest.mark.slow
def test_bots_replace_missing_players_and_two_people_share_a_device(new_profile):
    anna, bernd = new_profile(), new_profile(viewport=PHONE, has_touch=True)
    table = anna.player.open("Anna", "human", "human", "human", "bot")
    here, there = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}")
    sit_down(there, "Bernd")
    there.get_by_role("button", name="Noch jemand an diesem Gerät").click()
    there.get_by_label("Wie heißt du?").fill("Berta")
    there.get_by_role("button", name="Platz nehmen").click()
    expect(here.get_by_role("listitem").filter(has_text="Berta")).to_contain_text("ist da")
    assert violations(there) == []
    here.get_by_role("button", name="Platz 5 freigeben").click()
    for seat in (4, 5):
        here.get_by_role("button", name=f"Computer auf Platz {seat}").click()
    expect(here.get_by_text("Alle sind da")).to_be_visible()
    assert violations(here) == []
    here.get_by_role("button", name="Los", exact=True).click()
    expect(TableView(there).heading).to_have_text("Anna ist dran")
    anna.player.play_turn(table)
    TableView(there).roll(1)
    seats = bernd.player.table(table)["seats"]
    assert [(seat["name"], seat["mine"], seat["kind"]) for seat in seats[:4]] == [
        ("Anna", False, "local"),
        ("Bernd", True, "human"),
        ("Berta", True, "human"),
        ("Computer", False, "bot"),
    ]
    there.goto("/")
    expect(there.get_by_role("heading", name="Offene Tische")).to_be_visible()
    expect(there.get_by_role("region", name="Zum ersten Mal hier?")).to_have_count(0)


@pytest.mark.slow
def test_opener_may_leave_and_remaining_player_starts(new_profile):
    anna, bernd = new_profile(), new_profile()
    table = anna.player.open("Anna", "human")
    here, there = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}")
    sit_down(there, "Bernd")
    here.get_by_role("button", name="Aufstehen").click()
    here.get_by_role("dialog").get_by_role("button", name="Aufstehen").click()
    expect(here.get_by_role("heading", name="Neues Spiel")).to_be_visible()
    there.get_by_role("button", name="Computer auf Platz 1").click()
    there.get_by_role("button", name="Los", exact=True).click()
    expect(TableView(there).heading).to_contain_text("dran")
