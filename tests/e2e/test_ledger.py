"""The ledger: sums that add up, charts with their numbers, a list of every decision, and puzzles."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.axe import violations
from tests.support.focus import assert_focus_visible, focused, tab_to
from tests.support.player import Player
from tests.support.profile import FITS, Profile
from tests.support.server import Server
from tests.support.settings import choose
from tests.support.solving import wait_until_solved

pytestmark = pytest.mark.slow

VARIANT = "kniffel-plain"
SUM = re.compile(r"[+−]?\d+(?:,\d)?")


@dataclass(frozen=True)
class Played:
    """A finished game of two, and the server's ledger of it in German."""

    table: str
    record: str
    ledger: Any


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> Iterator[Played]:
    """One finished public game for all tests; its ledger is readable without a seat."""
    wait_until_solved(browser, server, VARIANT)
    with browser.new_context(base_url=server.url, locale="de-DE") as context:
        player = Player(context.request, server.url)
        table = player.open("Anna", "Bernd", variant=VARIANT, visibility="public")
        player.play_turns(table, 26)
        answer = context.request.post("/api/v1/analysis", data={"table": table}, headers={"Accept-Language": "de"})
        yield Played(table, player.ask(f"/tables/{table}/record").text(), answer.json())


@pytest.fixture
def reader(profile: Profile) -> Profile:
    """A person whose requests for win chances may get a 503 while the server computes them."""
    profile.watch.allow("503")
    return profile


def opened(person: Profile, played: Played) -> Page:
    """The page, once it shows the ledger."""
    page = person.visit(f"/ledger/{played.table}")
    expect(part(page, "Anna")).to_be_visible()
    return page


def part(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def number(text: str) -> float:
    """A number in German notation."""
    return float(text.replace("−", "-").replace(",", "."))


def german(value: float) -> str:
    """Format a number in German notation with one decimal."""
    return f"{value:.1f}".replace("-", "−").replace(".", ",")


def test_results_link_to_ledger_whose_sums_add_up(reader, played):
    page = reader.visit(f"/t/{played.table}/results")
    page.get_by_role("main").get_by_role("link", name="Partie auswerten").click()
    expect(page).to_have_url(re.compile(rf"/ledger/{played.table}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Kniffel ohne Extras: Glück und Können")
    for player in played.ledger["players"]:
        assert math.isclose(player["score"], player["start"] + player["luck"] - player["loss"], abs_tol=0.01)
        slip = part(page, player["name"])
        expect(slip.get_by_text(player["text"])).to_be_visible()
        start, luck, loss, end = [number(slip.locator(f"[data-sum={row}] td").inner_text()) for row in SUMS]
        assert round(start + luck + loss, 1) == end == player["score"]
        for shown, exact in ((start, player["start"]), (luck, player["luck"]), (-loss, player["loss"])):
            assert abs(shown - exact) <= 0.101
        expect(slip.get_by_text(f"Par {player['par']}: So viele Punkte")).to_be_visible()
        slip.get_by_text("Worum es bei den Entscheidungen ging", exact=True).first.click()
        for kind, lost in player["losses"].items():
            expect(slip.locator(f"[data-kind={kind}] td")).to_have_text(german(-lost) if lost >= 0.05 else "0,0")


SUMS = ("start", "luck", "loss", "end")


def test_chart_shows_its_numbers_by_slider_and_table(reader, played):
    page = opened(reader, played)
    chart = part(page, "Erwartetes Ergebnis")
    seats = played.ledger["games"][0]["seats"]
    ends = [[point["value"] for point in seat["curve"] if point["roll"] == 0] for seat in seats]
    expect(chart.locator("canvas")).to_be_visible()
    expect(page.locator(".puzzle")).to_be_visible()
    assert page.evaluate("scrollY") == 0, "what comes later must not move the page"

    slider = chart.get_by_role("slider", name="Runde")
    slider.press("Home")
    expect(slider).to_have_attribute(
        "aria-valuetext", f"Am Anfang: Anna {german(ends[0][0])}, Bernd {german(ends[1][0])}"
    )
    slider.press("ArrowRight")
    expect(slider).to_have_attribute(
        "aria-valuetext", f"Nach Runde 1: Anna {german(ends[0][1])}, Bernd {german(ends[1][1])}"
    )
    expect(chart.get_by_text("Nach Runde 1", exact=True)).to_be_visible()

    chart.get_by_role("button", name="Zahlen als Tabelle").click()
    rows = chart.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(15)
    for round_, values in enumerate(zip(*ends, strict=True)):
        name = "Anfang" if round_ == 0 else str(round_)
        assert rows.nth(round_ + 1).locator("th, td").all_inner_texts() == [name, *map(german, values)]


def test_pointer_on_chart_shows_its_round(reader, played):
    page = opened(reader, played)
    chart = part(page, "Erwartetes Ergebnis")
    chart.locator(".u-over").scroll_into_view_if_needed()
    box = chart.locator(".u-over").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(chart.get_by_text("Am Anfang", exact=True)).to_be_visible()


def test_ledger_lists_every_decision_with_its_cost(reader, played):
    page = opened(reader, played)
    decisions = part(page, "Jede Entscheidung")
    decisions.get_by_role("button", name="Bernd").click()
    decisions.get_by_role("button", name="Alle Züge aufklappen").click()
    turns = played.ledger["games"][0]["seats"][1]["turns"]
    rolls = [roll for turn in turns for roll in turn["rolls"]]
    shown = decisions.locator("tr.roll")
    expect(shown).to_have_count(len(rolls))
    for row, roll in zip(shown.all(), rolls, strict=True):
        cells = row.locator("th, td").all_inner_texts()
        assert ", ".join(roll["dice"]) in cells[0]
        assert cells[1].startswith(roll["choice"]["action_words"])
        assert number(cells[2]) == pytest.approx(roll["choice"]["value"], abs=0.0501)
        assert number(cells[5]) == pytest.approx(roll["luck"], abs=0.0501)
        cost = SUM.findall(cells[6])
        assert -number(cost[-1]) == pytest.approx(roll["choice"]["loss"], abs=0.0501)
        # A word marks costly decisions, in addition to the colour.
        assert ("teuer" in cells[6]) == (roll["choice"]["loss"] >= 1)

    first = decisions.get_by_role("button", name=re.compile(r"^Runde 1 "))
    first.press("Enter")
    expect(first).to_have_attribute("aria-expanded", "false")
    expect(shown).to_have_count(len(rolls) - len(turns[0]["rolls"]))


def test_keyboard_solves_the_puzzles(reader, played):
    page = opened(reader, played)
    puzzles = part(page, "Aus Fehlern lernen")
    lessons = played.ledger["players"][0]["lessons"]
    assert len(lessons) == 3
    for at, lesson in enumerate(lessons):
        expect(puzzles.get_by_role("heading", level=3)).to_have_text(f"Aufgabe {at + 1} von 3")
        if at == 0:
            puzzles.get_by_role("heading", level=3).focus()
        else:
            assert focused(page) == f"Aufgabe {at + 1} von 3"
        answer(page, lesson["best"])
        verdict = puzzles.get_by_role("heading", level=4)
        expect(verdict).to_have_text("Richtig, besser geht es nicht!")
        expect(verdict).to_be_focused()
        expect(puzzles.get_by_text(lesson["why"], exact=True)).to_be_visible()
        row = puzzles.locator("dl div").filter(has_text="Damals gespielt")
        expect(row).to_contain_text(lesson["action_words"])
        expect(row).to_contain_text(german(lesson["value"]))
        tab_to(page, "Fertig" if at == 2 else "Nächste Aufgabe")
        assert_focus_visible(page)
        page.keyboard.press("Enter")
    expect(puzzles.get_by_role("heading", level=3)).to_have_text("Geschafft!")
    expect(puzzles.get_by_text("3 von 3 Aufgaben gelöst.")).to_be_visible()


def answer(page: Page, action: str) -> None:
    """Choose an action by keys: digits keep dice, arrows lead to a cell."""
    expect(page.locator(".tray [data-place='0']")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".tray [data-place='0']")).to_be_focused()
    if not action.startswith("k"):
        cell = action.split(maxsplit=1)[0]
        page.keyboard.press("ArrowDown")
        while focused(page) != f"cell {cell}":
            page.keyboard.press("ArrowDown")
        assert_focus_visible(page)
        page.keyboard.press("Enter")
        return
    dice = [die.split(": ")[1][0] for die in labels(page)]
    for face in action[1:].strip("-"):
        place = next(at for at, die in enumerate(dice) if die == face)
        dice[place] = ""
        page.keyboard.press(f"Digit{place + 1}")
    page.keyboard.press("r")


def labels(page: Page) -> list[str]:
    """The names of the dice on the tray: "Würfel 1: 3"."""
    return [str(die.get_attribute("aria-label")) for die in page.locator(".tray [data-place]").all()]


def test_puzzle_compares_repeated_mistake_with_best_action(reader, played):
    page = opened(reader, played)
    puzzles = part(page, "Aus Fehlern lernen")
    lesson = played.ledger["players"][0]["lessons"][0]
    puzzles.get_by_role("heading", level=3).focus()
    answer(page, lesson["action"])
    verdict = puzzles.get_by_role("heading", level=4)
    expect(verdict).to_have_text(
        f"So hat Anna auch damals gespielt. Es kostet im Durchschnitt {german(lesson['loss'])} Punkte."
    )
    best = puzzles.locator("dl div").filter(has_text="Am besten")
    expect(best).to_contain_text(lesson["best_words"])
    expect(best).to_contain_text(german(lesson["best_value"]))
    expect(puzzles.locator("[data-cell]")).to_have_count(0)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_chart_shows_win_chances_after_every_turn(reader, played):
    page = opened(reader, played)
    chart = part(page, "Wer gewinnt?")
    expect(
        chart.get_by_text("Die Gewinnaussichten werden noch ausgerechnet.").or_(chart.locator("canvas"))
    ).to_be_visible()
    expect(chart.locator("canvas")).to_be_visible(timeout=800_000)
    assert not violations(page)
    chart.get_by_role("button", name="Zahlen als Tabelle").click()
    answer = reader.player.post("/analysis", {"table": played.table, "win": True})
    points = answer["games"][0]["win"]
    assert (len(points), points[-1]["exact"], points[0]["exact"]) == (27, True, False)
    rows = chart.get_by_role("table").get_by_role("row").all()[1:]
    for row, point in zip(rows, points, strict=True):
        win, draw, loss = point["chances"][0]
        shown = [f"{german(100 * share)}\N{NO-BREAK SPACE}%" for share in (win, loss, draw)]
        assert row.locator("td").all_inner_texts() == [*shown, "genau" if point["exact"] else "geschätzt"]
    slider = chart.get_by_role("slider", name="Zug")
    slider.press("Home")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"^Am Anfang \(geschätzt\): Anna [\d,]+\s%, Bernd [\d,]+\s%$")
    )


NARROW = {"width": 320, "height": 640}
LOOKS = {
    "wide, English": {"locale": "en-GB"},
    "dark phone": {"color_scheme": "dark", "viewport": NARROW, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_any_state(new_profile, played, look):
    person = new_profile(**LOOKS[look])
    person.watch.allow("503")
    page = opened(person, played)
    expect(page.locator(".puzzle")).to_be_visible()
    for button in page.locator("button[aria-controls], .fold button, summary").all():
        button.click()
    expect(page.locator(".chart-numbers").first).to_be_visible()
    assert not violations(page)
    assert page.evaluate(FITS)
    page.locator(".puzzle [data-cell], .puzzle .roll").first.click()
    expect(page.locator(".puzzle h4")).to_be_visible()
    assert not violations(page)


def test_language_switch_translates_ledger_at_once(reader, played):
    page = opened(reader, played)
    choose(page, "English")
    expect(page.get_by_role("heading", level=1)).to_have_text("Plain Kniffel: luck and skill")
    expect(part(page, "Anna").locator(".sentence")).to_contain_text("The decisions cost")
    start = part(page, "Anna").locator("[data-sum=start] td")
    expect(start).to_have_text("245.9")


def test_pasted_record_is_analysed_or_refused_with_reason(reader, played):
    reader.watch.allow("422")
    page = reader.visit("/ledger")
    ask = page.get_by_role("button", name="Auswerten")
    ask.click()
    expect(page.get_by_role("alert").filter(has_text="Hier fehlt noch die Aufzeichnung.")).to_be_visible()
    text = page.get_by_role("textbox", name="Oder die Aufzeichnung hier einfügen")
    text.fill("pasch-record 1\nvariant: nirgends\n")
    ask.click()
    expect(page.get_by_role("alert").filter(has_text="nirgends")).to_be_visible()
    assert not violations(page)
    # The record now has only the points of one turn.
    text.fill(re.sub(r"^1\.1 .*> (\w+ \d+)$", r"1.1 ? > \1", played.record, flags=re.MULTILINE))
    ask.click()
    expect(part(page, "Anna")).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^Runde 1 ")).click()
    expect(part(page, "Jede Entscheidung")).to_contain_text("nur die Punkte aufgeschrieben")
    page.get_by_role("button", name="Eine andere Aufzeichnung").click()
    expect(text).to_have_value("")


def test_opened_record_file_is_analysed(reader, played):
    page = reader.visit("/ledger")
    file = {"name": "pasch.txt", "mimeType": "text/plain", "buffer": played.record.encode()}
    page.get_by_label("Datei öffnen").set_input_files([file])
    expect(part(page, "Bernd")).to_be_visible()


def test_page_explains_why_there_is_no_ledger(profile):
    for text in ("403", "404", "422"):
        profile.watch.allow(text)
    running = profile.player.open("Anna", "Bernd", variant=VARIANT, hints=False)
    profile.player.play_turns(running, 2)
    page = profile.visit(f"/ledger/{running}")
    expect(page.get_by_role("heading", level=2)).to_have_text("Erst zu Ende spielen")
    expect(page.get_by_role("link", name="Zum Tisch")).to_have_attribute("href", f"/t/{running}")
    assert not violations(page)

    page = profile.visit("/ledger/nowhere")
    expect(page.get_by_role("heading", level=2)).to_have_text("Hier gibt es nichts auszuwerten")

    jamb = profile.player.open("Anna", variant="kniffel-extreme", hints=True)
    profile.player.play_turns(jamb, 1)
    page = profile.visit(f"/ledger/{jamb}")
    expect(page.get_by_role("heading", level=2)).to_have_text("Hierfür gibt es keine genaue Auswertung")
    expect(page.get_by_role("link", name="Zu den Ergebnissen")).to_be_visible()
    assert not violations(page)


def test_ledger_of_running_match_covers_the_games_so_far(reader):
    player = reader.player
    table = player.open("Anna", variant=VARIANT, games=3)
    player.play_turns(table, 13)
    player.act(table, {"type": "next_game"})
    player.play_turns(table, 3)
    page = reader.visit(f"/ledger/{table}")
    slip = part(page, "Anna")
    expect(slip.locator("[data-sum=end] th")).to_have_text("Jetzt zu erwarten")
    slip.get_by_text("Spiel für Spiel").click()
    rows = slip.locator("table.games tr")
    shown = [[number(text) for text in row.locator("td").all_inner_texts()] for row in rows.all()[1:]]
    assert [round(sum(column), 1) for column in zip(*shown[:-1], strict=True)] == shown[-1]
    for start, luck, loss, end in shown:
        assert round(start + luck + loss, 1) == end
    page.get_by_role("button", name="Spiel 2").first.click()
    expect(part(page, "Erwartetes Ergebnis").get_by_text("Nach Runde 3", exact=True)).to_be_visible()
    expect(part(page, "Jede Entscheidung").locator("tr.turn")).to_have_count(3)
