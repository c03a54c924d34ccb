"""Selection of the language, and its format of numbers and lists."""

import subprocess
import sys

import pytest

from pasch.i18n import of_environment, pick, translator


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-at,en;q=0.5", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("eo,de;q=0.4,en;q=0.3", "de"),
        ("fr-CA", "fr"),
        ("sv-FI", "sv"),
        ("eo", "en"),
        ("", "en"),
        (None, "en"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("de;q=0, en;q=0", "en"),
        ("de;q=nan", "en"),
        ("de;q=-1", "en"),
        ("en;q=0.5, de;q=1e9", "en"),
        ("en;q=0.1,de;q=0.2", "de"),
        (";;;,,,q=", "en"),
        ("german", "en"),
        ("de" * 100_000, "en"),
    ],
)
def test_accept_language_header_selects_the_language(header: str | None, language: str):
    assert pick(header) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ({"LANG": "fr_FR"}, "fr"),
        ({"LANG": "eo"}, "en"),
    ],
)
def test_environment_selects_the_terminal_language(environment: dict[str, str], language: str):
    assert of_environment(environment) == language


def test_numbers_and_lists_follow_the_language():
    assert [translator(lang).number(12345) for lang in ("de", "en")] == ["12.345", "12,345"]
    assert translator("de").listing(["Anna", "Bernd", "Clara"]) == "Anna, Bernd und Clara"
    assert translator("en").listing(["Anna", "Bernd"]) == "Anna and Bernd"
    assert translator("de").listing(["x", "y"], style="or") == "x oder y"
    assert translator("en").listing([]) == ""


def test_unknown_language_falls_back_to_english():
    assert translator("eo").language == "en"


def test_sentence_uses_the_plural_of_its_number():
    count = translator("de").count
    said = [count("points", "{count} point", "{count} points", number) for number in (0, 1, 2)]
    assert said == ["0 Punkte", "1 Punkt", "2 Punkte"]


def test_name_with_braces_is_inserted_literally():
    said = translator("en").text("event", "{name} leaves the table.", name="{0} %s {count}")
    assert said == "{0} %s {count} leaves the table."


def test_key_without_name_raises_an_error():
    with pytest.raises(KeyError):
        translator("de").name("ninety", "category")


def test_babel_is_not_loaded_on_import():
    program = "import sys, pasch.i18n, pasch.words; sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
