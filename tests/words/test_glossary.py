"""The words of the game: the same in every language, whole sentences, none explained twice."""

import pytest

from bench.glossary import PAGE, page
from pasch.rules.variants import find_variant
from pasch.words import glossary

WORDS_OF_THE_CODE = {
    *("face", "roll", "keep", "rolls_left", "turn", "round", "cell", "entry", "scratch", "sheet", "column", "bonus"),
    *("joker", "seat", "table", "match", "variant", "value", "regret", "luck", "bot"),
}
"""The terms of the design and the interface that players meet."""


def test_the_page_says_the_same():
    remedy = "docs/glossary.md is stale: run `python -m bench.glossary`"
    assert PAGE.read_text("utf-8").splitlines() == list(page()), remedy


def terms(lang: str):
    return [term for chapter in glossary(lang) for term in chapter["terms"]]


def test_every_word_that_players_meet_is_there():
    assert {term["key"] for term in terms("en")} >= WORDS_OF_THE_CODE
    assert {term["key"] for term in terms("en")} >= {category.key for category in find_variant("kniffel").lower}


def test_both_languages_explain_the_same_words():
    assert [term["key"] for term in terms("de")] == [term["key"] for term in terms("en")]
    assert all(here["meaning"] != there["meaning"] for here, there in zip(terms("de"), terms("en"), strict=True))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_word_is_explained_once_in_whole_sentences(lang: str):
    keys, names = [[term[of] for term in terms(lang)] for of in ("key", "name")]
    assert len(set(keys)) == len(keys)
    assert len(set(names)) == len(names)
    for term in terms(lang):
        assert term["meaning"][0].isupper()
        assert term["meaning"].endswith(".")
        assert "{" not in term["meaning"]
        assert len(term["meaning"]) <= 200


def test_numbers_are_those_of_the_usual_game():
    said = {term["key"]: term["meaning"] for term in terms("de")}
    assert "35 Punkte ab 63 Punkten" in said["bonus"]
    assert "13 Runden" in said["round"]
    assert "Bis zu sechs Spiele" in said["match"]
