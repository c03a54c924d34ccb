"""`pasch sheet`, as a person runs it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pasch.cli.app import app
from tests.sheets.reading import count_pages, pages_of

HARTARD = str(Path(__file__).parents[1] / "golden" / "games" / "hartard.txt")


def sheet(*arguments: str):
    return CliRunner().invoke(app, ("sheet", *arguments), env={"LC_ALL": "C.UTF-8"})


def test_blank_form_is_written(tmp_path: Path):
    out = tmp_path / "form.pdf"
    done = sheet(str(out), "--variant", "6er-Spiffel", "--games", "2", "--set", "order=down", "--lang", "de")
    assert (done.exit_code, done.stdout) == (0, f"6er-Spiffel: der Zettel liegt in {out}.\n")
    (page,) = pages_of(out.read_bytes())
    assert page.words[0][1:] == ["Spiel 1", "Spiel 2"]
    assert "Hausregeln: Reihenfolge: von oben nach unten" in page.beside


def test_sheets_of_a_record_are_written_and_reported_as_json(tmp_path: Path):
    out = tmp_path / "match.pdf"
    done = sheet(str(out), "--record", HARTARD, "--paper", "letter", "--variant", "hartard", "--json")
    output = json.loads(done.stdout)
    assert output == {"file": str(out), "bytes": out.stat().st_size, "variant": "hartard", "paper": "letter"}
    assert count_pages(out.read_bytes()) == 3
    assert sheet(str(out), "--record", HARTARD, "--seat", "2").exit_code == 0
    assert count_pages(out.read_bytes()) == 1


def test_sheet_is_written_to_standard_output():
    assert sheet("-").stdout_bytes.startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("/no/where.pdf",), "/no/where.pdf cannot be written: No such file or directory"),
        (("-", "--json"), "Standard output cannot take the sheet and JSON"),
        (("-", "--players", "9"), "A sheet can hold 1 to 8 players, not 9"),
        (("-", "--games", "7"), "A match has 1 to 6 games, not 7"),
        (("-", "--variant", "knifel"), "There is no variant “knifel”"),
        (
            ("-", "--record", HARTARD, "--variant", "kniffel"),
            f"{HARTARD} is a record of Hartard’s Kniffel, not of Kniffel",
        ),
        (("-", "--record", HARTARD, "--seat", "3"), "There is no seat 3; the last one is 2"),
        (("-", "--record", "/no/where"), "There is no file /no/where"),
    ],
)
def test_unprintable_request_is_refused(arguments: tuple[str, ...], sentence: str):
    done = sheet(*arguments)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"pasch: {sentence}")


@pytest.mark.parametrize("arguments", [("-", "--seat", "1"), ("-", "--record", HARTARD, "--games", "2"), ()])
def test_conflicting_options_are_refused(arguments: tuple[str, ...]):
    assert sheet(*arguments).exit_code == 2
