"""Every command: its output, its refusals, and its exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pasch as library
from pasch.cli.app import app
from pasch.rules.variants import VARIANTS
from tests.cli.terminal import pasch

COMMANDS = (
    "chances",
    "serve",
    "play",
    "variants",
    "rules",
    "glossary",
    "tips",
    "puzzle",
    "score",
    "replay",
    "sheet",
    "solve",
    "advise",
    "analyse",
    "simulate",
    "arena",
    "verify",
)
RECORD = """pasch-record 1
variant: hartard
player 1: Anna
player 2: Bernd
games: 2
1.1 55555 > kniffel 50
1.2 12345 > large_straight 40
2.1 22222 > ones 0 +100
result: aborted
"""


def invoke(*arguments: str, stdin: str = ""):
    return CliRunner().invoke(app, arguments, input=stdin, env={"LC_ALL": "C.UTF-8"})


# ------------------------------------------------------------------------------- help, version, misuse


def test_version_is_printed():
    ran = pasch("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"pasch {library.__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command: str):
    done = invoke(command, "--help")
    assert done.exit_code == 0
    assert "--json" in done.stdout
    assert invoke(command, "-h").stdout == done.stdout


def test_help_describes_every_command():
    listed = invoke("--help").stdout.partition("Commands:")[2]
    shown = {line.split()[0]: line.split()[1:] for line in listed.splitlines() if line.strip()}
    assert set(shown) == {*COMMANDS, "admin"}
    assert all(shown.values())


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("gamble",),
        ("--loud",),
        ("variants", "--loud"),
        ("variants", "kniffel"),
        ("variants", "--lang", "eo"),
        ("rules",),
        ("score",),
        ("score", "kniffel"),
        ("score", "kniffel", "13356", "again"),
        ("score", "kniffel", "--batch"),
        ("score", "kniffel", "13356", "--rolls", "0"),
        ("score", "kniffel", "13356", "--rolls", "two"),
        ("replay",),
        ("solve",),
        ("solve", "kniffel", "--fresher"),
        ("advise",),
        ("advise", "kniffel; ;", "again"),
        ("analyse",),
        ("play", "--bots", "x"),
        ("play", "--games", "0"),
        ("play", "--bots", "9"),
    ],
)
def test_misuse_exits_with_2_and_shows_usage(arguments: tuple[str, ...]):
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert "Usage: " in done.output


REFUSALS = [
    (("rules", "knifel"), "There is no variant “knifel”; close to it: kniffel, kniffeliger, swiss-kniffel"),
    (("score", "kniffel", "1335"), "Kniffel uses 5 dice, not 4"),
    (("score", "kniffel", "133566"), "Kniffel uses 5 dice, not 6"),
    (("score", "kniffel", "13357"), "“13357” is not a roll: write the faces 1 to 6 without spaces, such as 13356, "),
    (("score", "kniffel", "1335/6"), "Kniffel uses 0 ten-sided dice, written after a slash, not 1"),
    (
        ("score", "kniffel", "13356", "--set", "joker"),
        "“joker” sets no rule: write a name and a value, such as joker=none",
    ),
    (
        ("score", "kniffel", "13356", "--set", "joker=maybe"),
        "joker: “maybe” is not possible; it takes none, free, forced",
    ),
    (("score", "kniffel", "13356", "--set", "jokers=none"), "jokers: unknown rule; did you mean joker"),
    (("rules", "yatzy", "--set", "extra_points=99999"), "extra_points: “99999” is not possible; it takes 0–"),
    (("replay", "/no/such/file"), "There is no file /no/such/file"),
    (("analyse", "/no/such/file"), "There is no file /no/such/file"),
    (("solve", "knifel"), "There is no variant “knifel”; close to it: kniffel, kniffeliger, swiss-kniffel"),
    (("solve", "jamb"), "Jamb cannot be solved exactly: no table for several columns"),
    (("solve", "kniffel", "--set", "joker=maybe"), "joker: “maybe” is not possible; it takes none, free, forced"),
    (("advise", "kniffel; ones=7; 12344 2"), "7 points are not possible in Ones"),
    (
        ("advise", "kniffel-plain; ones=3; 12344 2; x"),
        "A position has three parts: game; entries; dice and rolls left.",
    ),
    (("advise", "kniffel 12344 2"), "A position has three parts: game; entries; dice and rolls left."),
    (("advise", "kniffel; 12344 2"), "“12344” is not an entry: the dice follow the second semicolon"),
    (("replay", "/"), "/ cannot be read: Is a directory"),
    (("replay", "a\0b"), "a�b cannot be read: embedded null byte"),
    (("play", "gamble"), "There is no variant “gamble”; "),
    (("play", "--games", "7"), "A match has 1 to 6 games, not 7"),
    (("play", "--players", "A,B,C,D,E,F,G,H,I"), "Kniffel is for 1 to 8 players, not 9"),
    (("play", "--players", "A" * 41), "A name has at most 40 characters, this one has 41"),
    (("play", "--players", "<b>"), "A name cannot contain <"),
    (("play", "--record", "/no/such/folder/x"), "/no/such/folder/x cannot be written: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSALS)
def test_refusal_exits_with_1_and_prints_one_line(arguments: tuple[str, ...], sentence: str):
    done = invoke(*arguments)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"pasch: {sentence}")
    assert done.stderr.count("\n") == 1


def test_refusal_uses_the_selected_language():
    german = "pasch: Eine Variante „knifel“ gibt es nicht; ähnlich sind kniffel, kniffeliger, swiss-kniffel\n"
    assert pasch("rules", "knifel", "--lang", "de").err == german
    assert pasch("rules", "knifel", LC_ALL="de_DE.UTF-8").err == german
    assert invoke("rules", "knifel", "--lang", "de").stderr == german


def test_non_utf_8_arguments_are_handled():
    done = subprocess.run([sys.executable, "-m", "pasch", b"rules", b"\xff\xfe"], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_ascii_output_is_handled():
    ran = pasch("rules", "kniffel", "--lang", "de", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "Oberer Teil" in ran.out
    assert json.loads(pasch("rules", "kniffel", "--json", "--lang", "de", PYTHONIOENCODING="ascii").out)["rules"]


def test_closed_pipe_is_no_error():
    command = f"{sys.executable} -m pasch score --batch | head -n 1"
    lines = b'{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, 5]}\n' * 20_000
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], input=lines, capture_output=True, check=False)
    assert done.stdout == b'{"points": 15}\n'
    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [(">/dev/full", 1, "pasch: The output cannot be written: No space left on device\n"), (">&-", 0, "")],
)
def test_full_or_closed_output_is_handled(redirection: str, code: int, said: str):
    command = f"{sys.executable} -m pasch variants --lang en {redirection}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (code, said)


def test_refusal_contains_no_control_characters():
    assert pasch("rules", "\x1b[31mred\nline").err.startswith("pasch: There is no variant “�[31mred line”")


def test_command_line_starts_without_heavy_imports():
    program = "import sys; from pasch.cli.app import app; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout.decode().split()
    assert {"babel", "pydantic", "fastapi", "sqlalchemy", "rich", "pasch.words", "pasch.server"}.isdisjoint(loaded)


# ------------------------------------------------------------------------------- variants and rules


def test_variants_are_listed_as_json():
    listed = json.loads(pasch("variants", "--json").out)
    assert [variant["key"] for variant in listed] == list(VARIANTS)
    assert {tuple(variant) for variant in listed} == {
        (
            *("key", "name", "aliases", "dice", "turns", "seats", "columns", "categories", "maximum"),
            *("reconstruction", "group", "group_name", "about", "customs"),
        )
    }
    maxima = {variant["key"]: variant["maximum"] for variant in listed}
    assert maxima["kniffel"] == 675
    assert maxima["yahtzee"] == 1575


def test_variants_are_listed_as_a_table():
    lines = invoke("variants", "--lang", "de").stdout.splitlines()
    assert lines[0].split() == ["VARIANT", "Name", "Würfel", "Züge", "Höchstens"]
    assert lines[3].split() == ["yahtzee", "Yahtzee", "5", "13", "1.575"]
    assert len(lines) == len(VARIANTS) + 1


def test_french_numbers_keep_narrow_spaces():
    assert "1\N{NARROW NO-BREAK SPACE}575" in invoke("variants", "--lang", "fr").stdout


def test_rules_include_house_rules():
    plain, changed = (invoke("rules", "kniffel", *extra).stdout for extra in ((), ("--set", "order=down")))
    assert "The cells are filled in order from top to bottom." in changed
    assert "The cells are filled in order from top to bottom." not in plain


def test_rules_are_printed_as_json():
    rules = json.loads(invoke("rules", "6er-Spiffel" if "spiffel-6" in VARIANTS else "Spiffel", "--json").stdout)
    assert set(rules) == {"key", "name", "rules"}
    assert all(set(section) == {"heading", "sentences"} for section in rules["rules"])


# ------------------------------------------------------------------------------- score


def test_score_prints_every_category_as_json():
    done = invoke("score", "Kniffel", "55222", "--json")
    assert json.loads(done.stdout) == {
        "ones": 0,
        "twos": 6,
        "threes": 0,
        "fours": 0,
        "fives": 10,
        "sixes": 0,
        "three_of_a_kind": 16,
        "four_of_a_kind": 0,
        "full_house": 25,
        "small_straight": 0,
        "large_straight": 0,
        "kniffel": 0,
        "chance": 16,
    }


def test_score_prints_a_table():
    lines = invoke("score", "yatzy", "22255", "--lang", "de").stdout.splitlines()
    assert lines[0].split() == ["CATEGORY", "Name", "Punkte"]
    assert "three_of_a_kind  Drei Gleiche        6" in lines


def test_score_applies_house_rules():
    done = invoke("score", "kniffel", "22222", "--set", "five_equal_is_full_house=true", "--json")
    assert json.loads(done.stdout)["full_house"] == 25


GOOD = '{"variant": "kniffel", "category": "full_house", "dice": [5, 2, 5, 2, 2]}'
LINES = [
    (GOOD, {"points": 25}),
    (
        '{"variant": "Kniffel", "category": "chance", "dice": [6, 6, 6, 6, 6], "rolls": 1, "served": true}',
        {"points": 30},
    ),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4]}', "Kniffel uses 5 dice, not 4"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, 5, 6]}', "Kniffel uses 5 dice, not 6"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, 7]}', "A die shows 1 to 6, not 7"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, -1]}', "A die shows 1 to 6, not -1"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, 5.0]}', "A die shows 1 to 6, not 5.0"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, true]}', "A die shows 1 to 6, not True"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, [5]]}', "A die shows 1 to 6, not [5]"),
    ('{"variant": "kniffel", "category": "chance", "dice": [1, 2, 3, 4, "5"]}', "A die shows 1 to 6, not 5"),
    ('{"variant": "kniffel", "category": "chance", "dice": "12345"}', "“dice” must be a list of whole numbers"),
    ('{"variant": "kniffel", "category": "chance"}', "“dice” must be a list of whole numbers"),
    ('{"variant": "kniffel", "category": "chance", "dice": null}', "“dice” must be a list of whole numbers"),
    ('{"variant": "gamble", "category": "chance", "dice": [1]}', "There is no variant “gamble”"),
    ('{"variant": "kniffel", "category": "balut", "dice": [1, 2, 3, 4, 5]}', "Kniffel has no category “balut”"),
    ('{"variant": 7, "category": "chance", "dice": [1, 2, 3, 4, 5]}', "“variant” must be a text"),
    ('{"category": "chance", "dice": [1, 2, 3, 4, 5]}', "“variant” is missing"),
    ('{"variant": "kniffel", "dice": [1, 2, 3, 4, 5]}', "“category” is missing"),
    (GOOD[:-1] + ', "rolls": 0}', "The number of rolls starts at 1, not 0"),
    (GOOD[:-1] + ', "rolls": "1"}', "“rolls” must be a whole number"),
    (GOOD[:-1] + ', "rolls": true}', "“rolls” must be a whole number"),
    (GOOD[:-1] + ', "served": 1}', "“served” must be true or false"),
    ("[1, 2]", "A line must be an object"),
    ("", "The line is not valid JSON"),
    ("{", "The line is not valid JSON"),
    ("[" * 9_000, "The line is not valid JSON"),
    ("9" * 9_000, "The line is not valid JSON"),
    (" " * 2_000_000, "A line has at most 10,000 bytes"),
    (GOOD, {"points": 25}),
]


def test_batch_answers_every_line_in_order():
    ran = pasch("score", "--batch", stdin="\n".join(line for line, _ in LINES))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (0, "")
    assert len(answers) == len(LINES)
    for answer, (line, expected) in zip(answers, LINES, strict=True):
        if isinstance(expected, str):
            assert answer["error"].startswith(expected), line[:80]
            assert answer["code"] in {"invalid_input", "unknown_variant", "unknown_category"}
        else:
            assert answer == expected, line[:80]


def test_batch_accepts_any_bytes():
    ran = pasch("score", "--batch", stdin=b'\xff\xfe\n"\\ud800"\n\n' + GOOD.encode() + b"\r\n")
    kinds = [tuple(json.loads(line)) for line in ran.out.splitlines()]
    assert kinds == [("error", "code")] * 3 + [("points",)]


def test_batch_answers_each_line_immediately():
    process = subprocess.Popen(
        [sys.executable, "-m", "pasch", "score", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    with process:
        for _ in range(3):
            process.stdin.write(GOOD.encode() + b"\n")
            assert process.stdout.readline() == b'{"points": 25}\n'
        process.stdin.close()
    assert process.returncode == 0


def test_batch_applies_house_rules_and_language():
    five = '{"variant": "kniffel", "category": "full_house", "dice": [3, 3, 3, 3, 3]}\n{'
    done = invoke("score", "--batch", "--set", "five_equal_is_full_house=true", "--lang", "de", stdin=five)
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {"points": 25}
    assert second["error"] == "Die Zeile ist kein gültiges JSON"


# ------------------------------------------------------------------------------- replay


def test_replay_prints_json(tmp_path: Path):
    file = tmp_path / "match.pasch"
    file.write_text(RECORD)
    replayed = json.loads(pasch("replay", str(file), "--json").out)
    assert (replayed["variant"], replayed["players"], replayed["ending"]) == ("hartard", ["Anna", "Bernd"], "aborted")
    assert (replayed["totals"], replayed["grand_totals"], replayed["ranks"]) == ([50, 40], [150, 40], [1, 2])
    assert replayed["games"] == [
        {
            "seats": [
                {"seat": 1, "cells": {"ones": 0, "kniffel": 50}}
                | {"upper": 0, "bonus": 0, "lower": 50, "extra": 100, "total": 50},
                {"seat": 2, "cells": {"large_straight": 40}}
                | {"upper": 0, "bonus": 0, "lower": 40, "extra": 0, "total": 40},
            ]
        }
    ]


def test_replay_prints_sheets_and_ranking():
    ran = pasch("replay", "-", "--lang", "de", stdin=RECORD)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Kniffel nach Hartard: Die Aufzeichnung stimmt."
    assert "Einser              –      ." in lines
    assert "Weitere Kniffel   100      0" in lines
    assert "Die Partie wurde vorzeitig beendet." in lines
    assert lines[-2:] == ["1      Anna      150", "2      Bernd      40"]


DAMAGED = [
    ("", "Line 1: A record begins with “pasch-record 1”"),
    (RECORD.replace("large_straight 40", "large_straight 30"), "Line 7: Large straight scores 40 points"),
    (RECORD.replace("ones 0 +100", "ones 0"), "Line 8: The rules give 100 extra points here, not 0"),
    (RECORD.replace("result: aborted\n", ""), "Line 8: The result is missing after this line"),
    (RECORD.replace("hartard", "hartart"), "Line 2: There is no variant “hartart”; close to it: hartard"),
    (RECORD.replace("games: 2", "games: 7"), "Line 6: A match has 1 to 6 games, not 7"),
]


@pytest.mark.parametrize(("text", "sentence"), DAMAGED)
def test_damaged_record_error_names_its_line(tmp_path: Path, text: str, sentence: str):
    file = tmp_path / "damaged.pasch"
    file.write_text(text)
    for extra in ((), ("--json",)):
        done = invoke("replay", str(file), *extra)
        assert (done.exit_code, done.stdout) == (1, "")
        assert done.stderr.startswith(f"pasch: {sentence}")
        assert done.stderr.count("\n") == 1


def test_binary_file_error_names_its_line(tmp_path: Path):
    file = tmp_path / "image.png"
    file.write_bytes(b"pasch-record 1\n\xff\xd8")
    done = invoke("replay", str(file))
    assert done.stderr == f"pasch: {file} is not UTF-8 text: line 2 contains other bytes\n"


def test_endless_file_is_read_up_to_a_limit():
    done = invoke("replay", "/dev/zero")
    assert done.stderr == "pasch: /dev/zero is too large: at most 20,000,000 bytes are read\n"


def test_player_name_prints_no_control_characters():
    ran = pasch("replay", "-", stdin=RECORD.replace("Bernd", "Be\x1b[31mrnd"))
    assert "\x1b" not in ran.out + ran.err


def test_unreadable_path_is_refused(tmp_path: Path):
    folder = tmp_path / "folder"
    folder.mkdir()
    assert invoke("replay", str(folder)).stderr == f"pasch: {folder} cannot be read: {os.strerror(21)}\n"
