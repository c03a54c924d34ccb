"""House rules in the browser: built, refused, shared, shown before a player sits down, played, and replayed."""

import json
import re
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.profile import PHONE, WIDE
from tests.support.settings import choose
from tests.support.solving import SOLVING_TIMEOUT
from tests.support.tableview import TableView

DEVICES = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
}


def assert_fine(page: Page) -> None:
    """axe reports no violations, and the page does not scroll sideways."""
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\S"))).to_have_count(0)
    assert not violations(page)
    assert page.evaluate("document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"), page.url


def rule(page: Page, name: str):
    """The part of the page about one rule."""
    return page.locator(".rule").filter(has=page.get_by_role("heading", name=re.compile(f"^{re.escape(name)}")))


def words(page: Page):
    """The rules in words."""
    return page.get_by_role("region", name=re.compile(r"nach euren Regeln$"))


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_house_rules_page_builds_rules_step_by_step(new_profile, device):
    profile = new_profile(**DEVICES[device])
    profile.watch.allow("422")
    page = profile.visit("/")
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_role("link", name="Hausregeln").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hausregeln")
    expect(words(page)).to_contain_text("mit fünf Würfeln, höchstens dreimal")
    assert_fine(page)

    rolls = rule(page, "Würfe im Zug")
    rolls.get_by_role("button", name="Würfe im Zug: mehr").click()
    expect(words(page).locator("mark").filter(has_text="höchstens viermal")).to_be_visible()
    expect(rolls).to_contain_text("geändert")

    columns = rule(page, "Spalten")
    columns.get_by_role("button", name="Noch eine Spalte").click()
    second = columns.get_by_role("listitem").nth(1)
    second.get_by_label("Reihenfolge").select_option("von oben nach unten")
    second.get_by_label("Punkte zählen").select_option("2-fach")
    expect(words(page)).to_contain_text("Spalte 2: Alle Punkte zählen zweifach.")

    own = rule(page, "Eigene Felder")
    own.get_by_role("button", name="Zweierpasch", exact=True).click()
    expect(words(page).get_by_role("term").filter(has_text="Zweierpasch")).to_be_visible()
    expect(words(page).get_by_role("definition").last).to_contain_text("Mindestens zwei gleiche Würfel")
    own.get_by_role("button", name="Eigenes Feld").click()
    own.get_by_label("Name").fill("Große Runde")
    own.get_by_label("Was passt?").select_option("Summe mindestens")
    own.get_by_label("Welche Summe?").fill("31")
    own.get_by_role("button", name="Feld hinzufügen").click()
    expect(own.get_by_role("alert").last).to_contain_text("Kein Wurf mit diesen Würfeln")
    assert_fine(page)
    own.get_by_label("Welche Summe?").fill("25")
    own.get_by_role("button", name="Feld hinzufügen").click()
    expect(own.get_by_role("listitem")).to_have_count(2)
    expect(own.get_by_role("alert")).to_have_count(0)
    expect(words(page)).to_contain_text("Grosse runde")

    rolls.get_by_role("button", name="Würfe im Zug: zurücknehmen").click()
    expect(words(page)).not_to_contain_text("höchstens viermal")
    assert_fine(page)


@pytest.mark.slow
def test_impossible_rule_shows_reason_and_changes_nothing(profile):
    profile.watch.allow("422")
    page = profile.visit("/house-rules?variant=kniffel")
    threshold = rule(page, "Bonus ab")
    field = threshold.get_by_role("spinbutton")
    field.fill("106")
    field.press("Tab")
    expect(threshold.get_by_role("alert")).to_contain_text("106")
    expect(field).to_have_value("63")
    expect(words(page)).to_contain_text("Ab 63 Punkten")
    field.fill("70")
    field.press("Tab")
    expect(threshold.get_by_role("alert")).to_have_count(0)
    expect(words(page)).to_contain_text("Ab 70 Punkten")
    # Kniffel allows no sixth die, because five equal dice have a special meaning; Jamb allows one.
    expect(rule(page, "Würfel")).to_have_count(0)
    page.goto("/house-rules?variant=jamb")
    rule(page, "Würfel").get_by_role("button", name="Würfel: mehr").click()
    expect(words(page)).to_contain_text("zählen die besten fünf")


@pytest.mark.slow
def test_link_opens_same_house_rules_on_another_device(new_profile):
    first, second = new_profile(), new_profile(locale="en-GB", **DEVICES["phone"])
    page = first.visit("/house-rules?variant=yams")
    page.get_by_label("Wie heißen eure Regeln?").fill("Wie bei Oma")
    choice = rule(page, "Herausgelegte Würfel")
    choice.get_by_text("bleiben bis zum Ende des Zugs liegen").click()
    expect(page.get_by_role("region", name="Wie bei Oma")).to_contain_text("Herausgelegte Würfel")
    expect(page).to_have_url(re.compile(r"keep"))
    choose(page, "English")
    expect(page.get_by_role("region", name="Wie bei Oma")).to_contain_text("Dice set aside: stay until the turn ends")

    guest = second.visit(page.url.removeprefix(first.player.home))
    expect(guest.get_by_role("heading", level=1)).to_have_text("House rules")
    expect(guest.get_by_label("What are your rules called?")).to_have_value("Wie bei Oma")
    expect(guest.get_by_role("region", name="Wie bei Oma")).to_contain_text("Dice set aside: stay until the turn ends")
    assert_fine(guest)


@pytest.mark.slow
def test_page_ignores_impossible_rules_of_a_link(profile):
    profile.watch.allow("422")
    page = profile.visit(f"/house-rules?variant=kniffel&rules={json.dumps({'dice': 40})}")
    expect(page.get_by_role("alert").filter(has_text="weggelassen")).to_be_visible()
    expect(page.get_by_text("Noch gilt alles wie bei Kniffel.")).to_be_visible()


@pytest.mark.slow
def test_table_plays_by_house_rules_and_its_record_replays(profile, server, tmp_path):
    rules = {"own": "two_of_a_kind:2:all", "order": "down", "rolls": 1}
    page = profile.visit(f"/house-rules?variant=kniffel&rules={json.dumps(rules)}&name=Eilig")
    page.get_by_role("button", name="Tisch mit diesen Regeln öffnen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Komm an den Tisch")
    expect(page.get_by_text("Hausregeln „Eilig“")).to_be_visible()
    page.get_by_label("Name für Platz 1").fill("Anna")
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_role("button", name="Platz 2 entfernen").click()
    page.get_by_role("button", name="Los", exact=True).click()

    view = TableView(page)
    expect(view.heading).to_have_text("Du bist dran")
    expect(view.row("two_of_a_kind")).to_contain_text("Zweierpasch")
    view.roll_button.click()
    expect(view.open_cells).to_have_count(1)
    expect(view.cell("ones")).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    entries = [action for action in profile.player.table(table)["legal_actions"] if action["type"] == "score"]
    profile.player.act(table, {name: entries[0][name] for name in ("type", "cell", "points")})
    profile.player.play_turns(table, 13)
    finished = profile.player.table(table)
    assert (finished["status"], finished["rules"], finished["rules_name"]) == ("finished", rules, "Eilig")

    record = tmp_path / "record.txt"
    record.write_text(profile.player.ask(f"/tables/{table}/record").text())
    ran = subprocess.run(
        [sys.executable, "-m", "pasch", "replay", "--json", str(record)], capture_output=True, text=True, check=True
    )
    replayed = json.loads(ran.stdout)
    assert (replayed["rules"], replayed["totals"]) == (rules, finished["totals"])


@pytest.mark.slow
def test_table_shows_house_rules_before_a_player_sits_down(new_profile):
    host, guest = new_profile(), new_profile(**DEVICES["phone"])
    rules = {"columns": "free|down+x2", "own": "two_twos:2+2:all"}
    table = host.player.open("Anna", "human", rules=rules, rules_name="Bei uns", visibility="public")
    page = host.visit(f"/t/{table}")
    expect(page.get_by_text("Hausregeln „Bei uns“")).to_be_visible()
    expect(page.get_by_text("Spalten: frei · von oben nach unten, zählt 2-fach")).to_be_visible()
    assert_fine(page)
    page.get_by_role("button", name="Alle Regeln lesen").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 × Zweierpasch")

    lobby = guest.visit("/")
    card = lobby.get_by_role("listitem").filter(has_text="Hausregeln: Bei uns")
    card.get_by_role("button", name="Mitspielen").tap()
    dialog = lobby.get_by_role("dialog", name="Mitspielen")
    expect(dialog).to_contain_text("Eigene Felder: 2 × Zweierpasch")
    assert_fine(lobby)
    with guest.context.expect_page() as opened:
        dialog.get_by_role("link", name="Alle Regeln lesen").tap()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Hausregeln")
    lobby.get_by_role("button", name="Platz nehmen").tap()
    expect(lobby.get_by_text("Hausregeln „Bei uns“")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_search_finds_a_game(new_profile, device):
    page = new_profile(**DEVICES[device]).visit("/")
    page.get_by_role("button", name=re.compile(r"^Alle \d+ Spiele$")).click()
    dialog = page.get_by_role("dialog", name="Was spielt ihr?")
    expect(dialog.get_by_role("heading", name="Aktion und Bluff")).to_be_attached()
    assert_fine(page)
    dialog.get_by_role("searchbox").fill("spalten dreifach")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("searchbox").fill("nirgends")
    expect(dialog).to_contain_text("Nichts passt zu „nirgends“.")
    dialog.get_by_role("searchbox").fill("luegen")
    dialog.get_by_role("searchbox").fill("lügen")
    dialog.get_by_role("searchbox").press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("radio", name="Lügenkniffel")).to_be_checked()
    # The game needs three players, so a second computer player takes a seat.
    expect(page.get_by_role("combobox", name=re.compile("Computerspieler auf Platz"))).to_have_count(2)
    page.get_by_role("button", name="Mehr", exact=True).click()
    expect(page.get_by_role("button", name="Einführung")).to_be_visible()
    assert_fine(page)


@pytest.mark.slow
def test_arrow_keys_select_a_game_in_the_list(profile):
    page = profile.visit("/")
    page.get_by_role("button", name=re.compile(r"^Alle \d+ Spiele$")).click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("yatzy der")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Yatzy der Reihe nach")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/rules/kniffeliger"])
def test_introduction_opens_a_real_table(profile, path):
    page = profile.visit(path)
    if path == "/":
        page.get_by_role("button", name=re.compile(r"^Alle \d+ Spiele$")).click()
        page.get_by_role("searchbox").fill("kniffeliger")
        page.get_by_role("searchbox").press("Enter")
        page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_role("button", name="Einführung").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+\?tutorial=1$"))
    expect(page.get_by_role("region", name="Einführung")).to_contain_text("1 von 5")


@pytest.mark.slow
def test_reconstructed_game_rules_link_to_category_probabilities(profile):
    profile.watch.allow("status of 503")  # the first request computes the probabilities
    page = profile.visit("/rules/centre-up-down")
    expect(page.get_by_role("article")).to_contain_text("Eine Rekonstruktion")
    expect(page.get_by_role("link", name=re.compile("Pasch .DDR.*Rekonstruktion"))).to_be_visible()
    assert_fine(page)
    page.get_by_role("link", name="Wahrscheinlichkeiten").click()
    title = "Wahrscheinlichkeiten: Von der Mitte auf und ab"
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=SOLVING_TIMEOUT)
    figures = page.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    expect(figures).to_have_count(13)
    expect(figures.filter(has_text="Große Straße").get_by_role("cell")).to_have_text(["3,1 %", "26,1 %"])
    assert_fine(page)
    page.get_by_role("link", name="Regeln: Von der Mitte auf und ab").click()
    expect(page).to_have_url(re.compile("/rules/centre-up-down$"))
