"""The choice of the language, and its numbers and lists."""

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
def test_a_header_chooses_the_language(header: str | None, language: str):
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
def test_a_terminal_has_a_language(environment: dict[str, str], language: str):
    assert of_environment(environment) == language


def test_numbers_and_lists_are_written_as_the_language_does():
    assert [translator(lang).number(12345) for lang in ("de", "en")] == ["12.345", "12,345"]
    assert translator("de").listing(["Anna", "Bernd", "Clara"]) == "Anna, Bernd und Clara"
    assert translator("en").listing(["Anna", "Bernd"]) == "Anna and Bernd"
    assert translator("de").listing(["x", "y"], style="or") == "x oder y"
    assert translator("en").listing([]) == ""


def test_another_language_is_answered_in_english():
    assert translator("eo").language == "en"


def test_a_sentence_depends_on_its_number():
    count = translator("de").count
    said = [count("points", "{count} point", "{count} points", number) for number in (0, 1, 2)]
    assert said == ["0 Punkte", "1 Punkt", "2 Punkte"]


def test_a_name_with_braces_stays_as_it_is():
    said = translator("en").text("event", "{name} leaves the table.", name="{0} %s {count}")
    assert said == "{0} %s {count} leaves the table."


def test_a_key_without_a_name_is_an_error():
    with pytest.raises(KeyError):
        translator("de").name("ninety", "category")


def test_nothing_of_babel_is_loaded_before_the_first_sentence():
    program = "import sys, pasch.i18n, pasch.words; sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
