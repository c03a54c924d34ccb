"""Printing: a form from the form page, the sheets of a match, and the results page from the browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.sheets.reading import check_page, pages_of
from tests.support.axe import violations
from tests.support.profile import Profile

pytestmark = pytest.mark.slow

GAMES = 6
MARGIN = 13.9
"""Millimetres; the page requests 14."""


def test_form_page_prints_house_rules_form(profile: Profile):
    page = profile.visit('/house-rules?variant=yams&name=Unsere&rules={"upper_bonus":50}')
    page.get_by_role("link", name="Formular drucken").click()
    expect(page.get_by_role("heading", name="Formular drucken")).to_be_visible()
    expect(page.get_by_role("heading", name="Unsere")).to_be_visible()
    page.get_by_role("combobox", name="Spiele").select_option("2 Spiele nebeneinander")
    page.get_by_role("combobox", name="Für wie viele?").select_option("2 Personen nebeneinander")
    page.get_by_label("Letter").check()
    (form,) = pages_of(printed(profile, page, "PDF öffnen"))
    check_page(form)
    assert (round(form.width), round(form.height)) == (216, 279)
    assert form.words[0] == ["", "Spiel 1", "Spiel 2"]
    assert form.row("Bonus")[0] == "ab 63: 50"
    assert "Hausregeln: Bonus der oberen Hälfte: 50" in form.beside
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []

    page.get_by_role("button", name="Ändern").click()
    page.get_by_role("dialog").get_by_text("Balut", exact=True).click()
    expect(page.get_by_role("button", name="Balut")).to_be_visible()
    assert page.url.endswith("/form?variant=balut")
    page.go_back()
    expect(page.get_by_role("heading", name="Unsere")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Speichern").click()
    assert download.value.suggested_filename == "pasch-yams.pdf"


def test_match_results_print_as_pdf_and_from_the_browser(profile: Profile):
    table = brought(profile, six_games())
    end = profile.player.table(table)
    page = profile.visit(f"/t/{table}/results")
    all_sheets = pages_of(printed(profile, page, "Zettel als PDF"))
    for sheet in all_sheets:
        check_page(sheet)
    first, *players = all_sheets
    assert {row[1]: int(row[-1].replace(".", "")) for row in first.words[1:]} == {
        seat["name"]: total for seat, total in zip(end["seats"], end["grand_totals"], strict=True)
    }
    for sheet, total in zip(players, end["totals"], strict=True):
        assert sheet.row("Alle Spiele")[-1].replace(".", "") == str(total)

    name = end["seats"][1]["name"]
    page.get_by_role("button", name=f"{name}, Spiel 3").click()
    (alone,) = pages_of(printed(profile, page, f"Zettel von {name} als PDF"))
    games = [str(result["seats"][1]["total"]) for result in end["results"]]
    assert alone.row("Gesamt")[-GAMES:] == games
    page.keyboard.press("Escape")

    by_browser = pages_of(page.pdf(prefer_css_page_size=True, format="A4"))
    assert len(by_browser) == GAMES
    for sheet in by_browser:
        for text in sheet.texts:
            assert text.left >= MARGIN, text
            assert text.right <= sheet.width - MARGIN, text
    texts = [" ".join(text.text for text in sheet.texts) for sheet in by_browser]
    for total in end["grand_totals"]:
        assert str(total) in texts[0]
    for sheet, result in zip(texts, end["results"], strict=True):
        assert all(str(seat["total"]) in sheet for seat in result["seats"])
    assert "Spiel 1" in texts[0]
    assert "Spiel 2" in texts[1]
    for sheet in by_browser:
        rows = {text.text: text for text in sheet.texts}
        assert rows["Gesamt"].top < rows["Weitere Kniffel"].bottom


def six_games() -> str:
    """A record of six games: the two games of a golden record, three times."""
    text = (Path(__file__).parents[1] / "golden" / "games" / "hartard.txt").read_text(encoding="utf-8")
    head, _, turns = text.partition("1.1 ")
    head = head.replace("player 2: Bernd", "player 2: Bernd mit einem langen Namen")
    turns, _, result = turns.partition("result: ")
    pair = ("1.1 " + turns).split("game: 2\n")
    games = "".join(f"game: {at + 2}\n{pair[(at + 1) % 2]}" for at in range(GAMES - 1))
    totals = " ".join(str(GAMES // 2 * int(total)) for total in result.split())
    return f"{head}{pair[0]}{games}result: {totals}\n"


def brought(profile: Profile, record: str) -> str:
    """The table of an imported record."""
    profile.player.sit_down()
    answer = profile.context.request.post(
        f"{profile.player.home}/api/v1/history/import", data=record, headers={"Content-Type": "text/plain"}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["records"][0]["table"])


def printed(profile: Profile, page: Page, link: str) -> bytes:
    """The PDF behind a link, requested as the browser would."""
    address = page.get_by_role("link", name=link).get_attribute("href")
    assert address is not None
    answer = profile.context.request.get(address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return answer.body()
