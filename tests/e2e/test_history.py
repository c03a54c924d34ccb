"""Past games: searched, filtered, replayed, exported and imported on another device; damaged files are refused."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.axe import violations
from tests.support.profile import PHONE

pytestmark = pytest.mark.slow

GOLDEN = [
    path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[1] / "golden" / "games").glob("*.txt"))
]
TURNS = 26
NIGHT = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}


def assert_clean(page: Page) -> None:
    """axe reports no violations, and the page does not scroll sideways."""
    found = violations(page)
    assert not found, "\n".join([page.url, *found])
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def downloaded(page: Page, link: str | re.Pattern[str]) -> str:
    with page.expect_download() as coming:
        page.get_by_role("link", name=link).click()
    return Path(coming.value.path()).read_text(encoding="utf-8-sig")


def bring(page: Page, folder: Path, records: Sequence[str]) -> None:
    """Import a file with these records."""
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps({"record": text}) + "\n" for text in records), encoding="utf-8")
    page.get_by_label("Datei einlesen").set_input_files(file)


def games_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Partien, die neueste zuerst")


def replay(page: Page) -> None:
    """Step from the empty sheets to the full ones, turn by turn, and go back to the list."""
    games_of(page).get_by_role("link", name=re.compile("nachspielen$")).click()
    bar = page.get_by_role("region", name="Zurückblättern")
    expect(bar).to_contain_text("Rückblick: 26 Züge zurück, Runde 1")
    expect(page.get_by_role("banner")).to_contain_text("Runde 1 von 13")
    free = page.get_by_role("cell", name="noch frei", exact=True)
    for turn in range(TURNS):
        expect(free).to_have_count(TURNS - turn)
        bar.get_by_role("button", name="Einen Zug vor").click()
    expect(free).to_have_count(0)
    page.go_back()


def test_past_game_is_found_replayed_and_imported_on_another_device(new_profile, tmp_path):
    home, away = new_profile(), new_profile(**NIGHT)
    table = home.player.open("Anna", "Bernd", variant="crag")
    home.player.open("Anna", "Clara", variant="yatzy")
    home.player.play_turns(table, TURNS)
    results = [*zip(("Anna", "Bernd"), home.player.table(table)["totals"], strict=True)]
    record = home.player.ask(f"/tables/{table}/record").text()

    page = home.visit("/")
    page.get_by_role("link", name="Gespielte Partien").click()
    headings = games_of(page).get_by_role("heading", level=2)
    expect(headings).to_have_text(["Crag"])
    for name, total in results:
        expect(games_of(page).get_by_role("list", name="Ergebnis")).to_contain_text(re.compile(rf"{name}\s*{total}"))
    assert_clean(page)
    page.get_by_role("combobox", name="Mit wem").select_option(label="Bernd (1)")
    expect(headings).to_have_text(["Crag"])
    replay(page)
    expect(headings).to_have_text(["Crag"])
    file = downloaded(page, "Aufzeichnungen (JSON Lines)")
    assert [json.loads(line) for line in file.splitlines()] == [{"record": record}]
    rows = csv.DictReader(downloaded(page, "Ergebnisse (CSV)").splitlines())
    assert [(row["name"], int(row["total"])) for row in rows] == results
    assert downloaded(page, re.compile("^Crag, .*: Aufzeichnung$")) == record

    # Another person imports the file on a dark phone: the list marks the game, and the statistics ignore it.
    page = away.visit("/history")
    expect(page.get_by_text("Hier steht, was du zu Ende gespielt hast")).to_be_visible()
    assert_clean(page)
    bring(page, tmp_path, [record])
    expect(page.get_by_role("status")).to_have_text("1 Partie ist dazugekommen.")
    expect(games_of(page)).to_contain_text(re.compile("mitgebracht.*Würfel nachgerechnet", re.DOTALL))
    assert downloaded(page, "Aufzeichnungen (JSON Lines)") == file
    assert away.player.get("/statistics")["variants"] == []
    games_of(page).get_by_role("link", name=re.compile("Ergebnisse$")).click()
    expect(page.get_by_text("Diese Partie wurde anderswo gespielt")).to_be_visible()
    assert_clean(page)


def test_import_of_many_records_is_all_or_nothing(profile, tmp_path):
    profile.watch.allow("422")
    page, damaged = profile.visit("/history"), GOLDEN[1].replace("result: ", "result: 9")
    bring(page, tmp_path, [GOLDEN[0], damaged, *GOLDEN[2:]])
    line = damaged.count("\n")
    expect(page.get_by_role("alert")).to_contain_text(f"Zeile 2 der Datei, Zeile {line} ihrer Aufzeichnung: ")
    expect(page.get_by_text("Hier steht, was du zu Ende gespielt hast")).to_be_visible()
    bring(page, tmp_path, GOLDEN[:9])
    expect(page.get_by_role("status")).to_have_text("9 Partien sind dazugekommen.")
    bring(page, tmp_path, GOLDEN)
    expect(page.get_by_role("status")).to_have_text(f"{len(GOLDEN) - 9} Partien sind dazugekommen. 9 waren schon da.")
    expect(page.get_by_role("alert")).to_have_text("")

    # The page shows the first part. Loading the next part moves the focus to its start.
    headings = games_of(page).get_by_role("heading", level=2)
    expect(headings).to_have_count(20)
    games_of(page).get_by_role("button", name="Ältere zeigen").click()
    expect(headings).to_have_count(len(GOLDEN))
    expect(games_of(page).locator("> ul > li").nth(20).locator(":focus")).to_have_count(1)
    page.get_by_role("combobox", name="Spiel").select_option(label="Kniffeliger (1)")
    expect(headings).to_have_text(["Kniffeliger"])
    assert_clean(page)
