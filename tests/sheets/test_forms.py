"""Blank forms, printed and read back: every item of the variant's data, and room to write."""

import re

import pytest

from pasch.i18n import LANGUAGES
from pasch.rules.errors import InvalidInput
from pasch.rules.variants import VARIANTS, find_variant
from pasch.sheets import Form, Paper, form_pdf
from pasch.words import sheet_layout, variant_name
from tests.sheets.reading import DRAWN, Page, catalog, check_page, pages_of
from tests.support.sizes import cases


def names_of(page: Page) -> list[str]:
    return [row[0] for row in page.words]


PLACES = [("de", Paper.A4), ("en", Paper.LETTER)]
ELSEWHERE = [
    pytest.param(lang, paper, marks=() if (lang, paper) in PLACES else pytest.mark.long)
    for lang in LANGUAGES
    for paper in Paper
]


@pytest.mark.parametrize(("lang", "paper"), ELSEWHERE)
@pytest.mark.parametrize("key", cases(VARIANTS, default=DRAWN))
def test_form_is_one_page_with_all_cells(key: str, lang: str, paper: Paper):
    variant = VARIANTS[key]
    pdf = form_pdf(variant, Form(paper), lang)
    (page,) = pages_of(pdf)
    check_page(page)
    assert (round(page.width), round(page.height)) == (round(paper.width), round(paper.height))
    assert variant_name(variant, lang) in page.beside
    names = names_of(page)
    layout = sheet_layout(variant, lang)
    cells = [category["name"] for category in layout["categories"]]
    found = [name for name in names if name in cells]
    assert found[: len(cells)] == cells
    printed = " ".join([*(text for row in page.words for text in row), *page.beside])
    for step in layout["upper_bonus"]:
        assert re.search(rf"\b{step['threshold']}\s?: {step['points']}\b", printed)
    if layout["extra"] is not None:
        assert layout["extra"]["name"] in names
    assert len(pdf) < 130_000


@pytest.mark.parametrize("games", range(1, 7))
def test_form_shows_games_side_by_side(games: int):
    (page,) = pages_of(form_pdf(find_variant("kniffel"), Form(games=games), "de"))
    check_page(page)
    assert page.words[0] == ["", *(f"Spiel {game}" for game in range(1, games + 1))]
    assert ("Alle Spiele" in names_of(page)) == (games > 1)
    assert {"Name", "Datum"} <= set(page.beside)


def test_form_shows_players_side_by_side_with_empty_name_cells():
    (page,) = pages_of(form_pdf(find_variant("kniffel"), Form(games=1, players=8), "de"))
    check_page(page)
    assert page.words[0] == [""] * 9
    assert "Name" not in page.beside


def test_form_for_several_players_ends_with_table_of_sums():
    (page,) = pages_of(form_pdf(find_variant("hartard"), Form(games=3, players=3), "de"))
    check_page(page)
    assert page.words[0] == ["", "Spiel 1", "Spiel 2", "Spiel 3"]
    assert page.words[-4] == ["Name", "Spiel 1", "Spiel 2", "Spiel 3", "Weitere Kniffel", "Gesamt"]
    assert page.words[-3:] == [[""] * 6] * 3


def test_overflowing_games_continue_on_a_second_page():
    pages = pages_of(form_pdf(find_variant("yams"), Form(games=6), "de"))
    heads = [text for page in pages for text in page.words[0] if text]
    assert heads == [f"Spiel {game}" for game in range(1, 7)]
    assert len(pages) == 2
    for page, number in zip(pages, (1, 2), strict=True):
        check_page(page)
        assert f"Seite {number} von 2" in page.beside


@pytest.mark.parametrize(("key", "games"), [("yams", 2), ("balut", 1), ("spiffel-123", 1)])
def test_game_with_too_many_players_spans_several_pages(key: str, games: int):
    variant = find_variant(key)
    pages = pages_of(form_pdf(variant, Form(games=games, players=8), "de"))
    for page in pages:
        check_page(page)
    firsts = [text for page in pages for row in page.words for text in row if text == "1"]
    assert len(firsts) == games * 8, "each has a first column"
    assert (pages[-1].words[-9][0] == "Name") == (games > 1)


def test_match_level_kniffel_bonus_has_its_own_row():
    (page,) = pages_of(form_pdf(find_variant("hartard"), Form(), "de"))
    names = names_of(page)
    assert names.index("Gesamt") < names.index("Weitere Kniffel") < names.index("Ergebnis der Partie")
    assert page.row("Weitere Kniffel")[0] == "je 100, außerhalb der Spiele"


def test_form_shows_chips_to_cross_out():
    (page,) = pages_of(form_pdf(find_variant("kniffel-extreme"), Form(games=2), "en"))
    chips = find_variant("kniffel-extreme").chips
    assert page.row("Chips")[1:] == [" ".join("○" * chips)] * 2


def test_house_rules_change_the_form_and_are_mentioned():
    variant = find_variant("kniffel").replace(
        columns="free|down|up|both_ends|center_out|announce|roll1|x3",
        own="two_of_a_kind:2:all|fancy_hand:any:all",
    )
    pages = pages_of(form_pdf(variant, Form(games=2), "de"))
    for page in pages:
        check_page(page)
        signs = ["1", "2 ↓", "3 ↑", "4 ⇅", "5 ↕", "6 !", "7 ≤1", "8 ×3"]
        assert page.words[1][1:] == signs * (len(page.words[1]) // 8)
        assert any(text.startswith("Hausregeln: ") for text in page.beside)
        assert "Fancy hand" in names_of(page)


def test_section_first_orders_have_their_own_signs():
    variant = find_variant("kniffel").replace(columns="upper_first|lower_first")
    (page,) = pages_of(form_pdf(variant, Form(games=1), "en"))
    check_page(page)
    assert page.words[1][1:] == ["1 ↧", "2 ↥"]


def test_long_sheet_continues_completely_on_second_page():
    rows = "|".join(f"own_{number}:any:all" for number in range(1, 13))
    variant = find_variant("kniffel-extreme").replace(own=rows)
    pages = pages_of(form_pdf(variant, Form(games=1), "en"))
    names = [name for page in pages for name in names_of(page)]
    assert [name for name in names if name.startswith("Own")] == [f"Own {number}" for number in range(1, 13)]
    assert len(pages) == 2
    for page in pages:
        check_page(page)


def test_form_pdf_has_language_and_structure_tags():
    entries = catalog(form_pdf(find_variant("kniffel"), Form(), "de"))
    assert entries["Lang"] == b"de"
    assert "StructTreeRoot" in entries


def test_same_form_produces_identical_files():
    variant = find_variant("crag")
    assert form_pdf(variant, Form(), "en") == form_pdf(variant, Form(), "en")


@pytest.mark.parametrize(
    ("form", "complaint"),
    [(Form(players=9), "1 to 8 players, not 9"), (Form(games=7), "1 to 6 games, not 7"), (Form(games=0), "not 0")],
)
def test_invalid_numbers_of_players_or_games_are_refused(form: Form, complaint: str):
    with pytest.raises(InvalidInput, match=complaint):
        form_pdf(find_variant("kniffel"), form, "en")
