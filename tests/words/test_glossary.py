"""The glossary: the same terms in every language, complete sentences, each term explained once."""

import pytest

from bench.glossary import PAGE, page
from pasch.rules.variants import find_variant
from pasch.words import glossary

WORDS_OF_THE_CODE = {
    *("face", "roll", "keep", "rolls_left", "turn", "round", "cell", "entry", "scratch", "sheet", "column", "bonus"),
    *("joker", "seat", "table", "match", "variant", "value", "regret", "luck", "bot"),
}
"""The terms of the design and the interface that players see."""


def test_glossary_page_is_current():
    remedy = "docs/glossary.md is stale: run `python -m bench.glossary`"
    assert PAGE.read_text("utf-8").splitlines() == list(page()), remedy


def terms(lang: str):
    return [term for chapter in glossary(lang) for term in chapter["terms"]]


def test_glossary_contains_every_term_players_see():
    assert {term["key"] for term in terms("en")} >= WORDS_OF_THE_CODE
    assert {term["key"] for term in terms("en")} >= {category.key for category in find_variant("kniffel").lower}


def test_both_languages_explain_the_same_terms():
    assert [term["key"] for term in terms("de")] == [term["key"] for term in terms("en")]
    assert all(here["meaning"] != there["meaning"] for here, there in zip(terms("de"), terms("en"), strict=True))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_each_term_is_explained_once_in_complete_sentences(lang: str):
    keys, names = [[term[of] for term in terms(lang)] for of in ("key", "name")]
    assert len(set(keys)) == len(keys)
    assert len(set(names)) == len(names)
    for term in terms(lang):
        assert term["meaning"][0].isupper()
        assert term["meaning"].endswith(".")
        assert "{" not in term["meaning"]
        assert len(term["meaning"]) <= 200


def test_glossary_numbers_match_standard_kniffel():
    said = {term["key"]: term["meaning"] for term in terms("de")}
    assert "35 Punkte ab 63 Punkten" in said["bonus"]
    assert "13 Runden" in said["round"]
    assert "Bis zu sechs Spiele" in said["match"]
