"""The commands solve, advise and analyse."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pasch.analysis import analyse
from pasch.cli import solving
from pasch.cli.analysing import print_ledger
from pasch.cli.app import app
from pasch.cli.solving import SolveOptions, solve_variant
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import find_variant
from pasch.solver import estimates
from pasch.solver.duel.whole import WholeGame
from pasch.solver.duel.winning import Outcome
from pasch.solver.store import solve
from tests.rules.play import finished

RECORD = """pasch-record 1
variant: kniffel-plain
player 1: Anna
player 2: Bernd
1.1 12344 k1234 12345 > large_straight 40
1.2 22255 > twos 6
2.1 ? > chance 22
2.2 66666 k6666 26666 > chance 26
result: *
"""


def invoke(*arguments: str, stdin: str = ""):
    return CliRunner().invoke(app, arguments, input=stdin, env={"LC_ALL": "C.UTF-8"})


# ------------------------------------------------------------------------------- solve


@pytest.mark.slow
def test_solve_prints_json():
    output = json.loads(invoke("solve", "kniffel-plain", "--json").stdout)
    assert output["value"] == pytest.approx(245.8707745, abs=1e-6)
    assert output["deviation"] == pytest.approx(39.8207, abs=1e-4)
    assert output["bonus_rate"] == pytest.approx(0.689777, abs=1e-6)
    assert (output["variant"], output["rules"], output["states"]) == ("kniffel-plain", {}, 394_240)
    assert 0 < output["seconds"] < 60
    assert sum(cell["mean"] + cell["extra"] for cell in output["categories"].values()) == pytest.approx(
        output["value"] - 35 * output["bonus_rate"]
    )


@pytest.mark.slow
def test_solve_prints_the_exact_fraction():
    output = json.loads(invoke("solve", "yatzy-forced", "--exact", "--json").stdout)
    assert float(Fraction(output["fraction"])) == pytest.approx(output["value"], abs=1e-10)
    last = invoke("solve", "yatzy-forced", "--exact").stdout.splitlines()[-1]
    assert last == f"The exact value is {output['fraction']}."


@pytest.mark.slow
def test_refused_fraction_is_the_only_message():
    refused = invoke("solve", "kniffel-plain", "--set", "columns=down|up", "--exact")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.slow
def test_target_on_several_columns_says_what_stays_unknown():
    done = invoke("solve", "kniffel-plain", "--set", "columns=down|up", "--target", "340")
    assert done.stderr.startswith("Deviation, distribution and frequencies of Plain Kniffel are unknown: ")
    assert done.stdout.splitlines()[-1].startswith("Play for this target alone reaches 340 points or more in ")


def test_duel_prints_outcomes_and_costs(monkeypatch):
    best, first, second = (Outcome(win, 0.01, 0.99 - win, exact=True) for win in (0.49, 0.48, 0.5))
    game = WholeGame(best, first, second, second)
    monkeypatch.setattr("pasch.solver.duel.whole.whole_game", lambda *_: game)
    output = json.loads(invoke("solve", "cheerio", "--duel", "--json").stdout)["duel"]
    assert output["best"] == pytest.approx({"win": 0.49, "draw": 0.01, "loss": 0.5})
    assert [output["advantage"], *output["costs"]] == pytest.approx([-0.005, 0.01, 0.01])
    lines = invoke("solve", "cheerio", "--duel", "--lang", "de").stdout.splitlines()[-10:]
    assert lines[0] == "Im Spiel zu zweit gewinnt, teilt und verliert der erste Spieler:"
    assert lines[2].split()[-3:] == ["Gewonnen", "Geteilt", "Verloren"]
    assert lines[3].split()[-6:] == ["49,00", "%", "1,00", "%", "50,00", "%"]
    assert lines[-1].startswith("Auf Punkte zu spielen kostet den ersten 1,00 und den zweiten 1,00 Prozentpunkte")


def test_solve_prints_a_table():
    lines = invoke("solve", "Cheerio", "--lang", "de").stdout.splitlines()
    assert lines[0].startswith("Cheerio: Bestes Spiel bringt im Schnitt ")
    assert lines[0].endswith(" Punkte.")
    assert lines[4].split() == ["CATEGORY", "Name", "Im", "Schnitt", "Gestrichen"]
    assert len(lines) == 5 + 11


def test_solve_accepts_house_rules_and_recomputes_on_request():
    output = json.loads(invoke("solve", "cheerio", "--set", "rolls=2", "--json").stdout)
    plain, fresh = (json.loads(invoke("solve", "cheerio", *more, "--json").stdout) for more in ((), ("--fresh",)))
    assert output["rules"] == {"rolls": 2}
    assert output["value"] < plain["value"] == fresh["value"]


def test_solve_prints_the_chance_of_a_target():
    output = json.loads(invoke("solve", "cheerio", "--target", "150", "--json").stdout)
    assert (output["target"], 0.4 < output["best_chance"] < 0.6) == (150, True)
    likely = json.loads(invoke("solve", "cheerio", "--json").stdout)
    assert "target" not in likely
    last = invoke("solve", "cheerio", "--target", "1000", "--lang", "de").stdout.splitlines()[-1]
    expected = "Wer nur darauf spielt, kommt in 0,00\u00a0% aller Spiele auf 1.000 Punkte oder mehr."
    assert last == expected


def test_unwritable_cache_causes_no_error(monkeypatch, tmp_path: Path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "file" / "tables"))
    for arguments in (("solve", "cheerio", "--fresh"), ("advise", "cheerio {rolls=2}; ; 12344 1")):
        done = invoke(*arguments)
        assert (done.exit_code, done.stderr) == (0, "")


def test_unsolvable_variant_is_refused_in_words():
    done = invoke("solve", "balut", "--lang", "de")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == (
        "pasch: Balut lässt sich nicht genau lösen: Eine Tabelle gibt es nicht für eine Abrechnung am Ende\n"
    )


def test_memory_refusal_states_needed_and_free_memory(monkeypatch):
    monkeypatch.setattr(estimates, "free_memory", lambda: 150_000_000)
    done = invoke("solve", "spiffel-6")
    assert done.exit_code == 1
    assert done.stderr.endswith(" MB of memory for this; 50 MB are free\n")


def test_value_is_printed_when_the_deviation_exceeds_memory(monkeypatch):
    solve("cheerio")
    monkeypatch.setattr(estimates, "free_memory", lambda: 100_000_000)
    done = invoke("solve", "cheerio", "--fresh", "--json")
    assert done.exit_code == 1
    monkeypatch.setattr("pasch.solver.solve.check_memory", lambda *_: None)
    done = invoke("solve", "cheerio", "--fresh", "--json")
    output = json.loads(done.stdout)
    assert (done.exit_code, output["deviation"], output["categories"]) == (0, None, {})
    assert output["value"] > 0
    assert done.stderr.endswith("0 MB are free\n")


def test_long_solve_announces_its_stages(monkeypatch):
    watched = StringIO()
    watched.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", watched)
    monkeypatch.setattr(solving, "LONG", 0.0)
    monkeypatch.setattr(solving, "LARGE", 0)
    solve_variant(find_variant("cheerio"), SolveOptions("de", fresh=True, as_json=True))
    assert "Cheerio wird gelöst: etwa 0 s und 0 MB" in watched.getvalue()
    assert "Die Abweichung wird berechnet, das dauert noch länger" in watched.getvalue()


# ------------------------------------------------------------------------------- advise


def test_advise_prints_json():
    output = json.loads(invoke("advise", "kniffel-plain; ones=3; 12344 2", "--json").stdout)
    assert output["value"] == output["actions"][0]["value"] == pytest.approx(236.55417, abs=1e-3)
    assert output["actions"][0]["action"] == "k44"
    assert output["actions"][0]["regret"] == 0
    assert {action["action"] for action in output["actions"]} >= {"k-", "k1234", "small_straight", "large_straight 0"}
    assert output["text"].startswith("Keep two fours: this keeps Fours (53%)")
    assert all(abs(a["value"] + a["regret"] - output["value"]) < 1e-9 for a in output["actions"])
    assert 0 < output["actions"][0]["chances"]["fours"] < 1


@pytest.mark.parametrize("variant", ["kniffel-plain", "generala"])
def test_advise_marks_values_of_a_single_sheet(variant):
    said = "This is the value of one sheet." in invoke("advise", f"{variant}; ; 12344 2").stdout
    output = json.loads(invoke("advise", f"{variant}; ; 12344 2", "--json").stdout)
    assert said is output["alone"] is (variant == "generala")


def test_advise_offers_only_a_roll_at_turn_start():
    output = json.loads(invoke("advise", "kniffel-plain; ;", "--json").stdout)
    assert [action["action"] for action in output["actions"]] == ["roll"]
    assert output["value"] == pytest.approx(245.8707745, abs=1e-3)


def test_advise_prints_a_table():
    lines = invoke("advise", "kniffel-plain; ones=3; 12344 2", "--lang", "de").stdout.splitlines()
    assert lines[0].startswith("Zwei Vieren behalten: Das hält Vierer (53\u00a0%)")
    assert lines[2].split() == ["Aktion", "Wert", "Verlust"]
    assert lines[3].split() == ["k44", "236,55", "0,00"]


FULL = (
    "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 little_straight=0 big_straight=0 full_house=0 big_hand=5 cheerio=0"
)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "Eine Stellung beginnt mit der Variante"),
        ("knifel; ;", "Eine Variante „knifel“ gibt es nicht"),
        ("kniffel-plain; ones=7;", "7"),
        ("kniffel-plain; ; 1234 2", "Kniffel ohne Extras spielt man mit 5 Würfeln, hier sind es 4"),
        ("kniffel-plain; ; 12344 9", "wie viele Würfe noch bleiben"),
        ("kniffel-plain; nonsense=7; 12344 2", "hat kein Feld „nonsense“"),
        (
            "balut; ; 12344 2",
            "Balut lässt sich nicht genau lösen: Eine Tabelle gibt es nicht für eine Abrechnung am Ende",
        ),
        (f"cheerio; {FULL};", "Das Spiel ist zu Ende: Zu entscheiden ist nichts mehr"),
        ("cheerio {order=down}; twos=4; 12344 2", "Die Regeln von Cheerio führen nicht in diese Stellung"),
    ],
)
def test_invalid_position_is_refused(position, sentence):
    done = invoke("advise", position, "--lang", "de")
    assert (done.exit_code, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


# ------------------------------------------------------------------------------- analyse


def test_analyse_prints_json(tmp_path: Path):
    file = tmp_path / "match.pasch"
    file.write_text(RECORD)
    output = json.loads(invoke("analyse", str(file), "--json").stdout)
    assert output["variant"] == "kniffel-plain"
    for player in output["players"]:
        assert player["value"] == pytest.approx(player["start"] + player["luck"] - player["loss"])
        assert player["text"].startswith(f"{player['name']}: the dice were worth ")
    bernd = output["players"][1]
    assert [lesson["action"] for lesson in bernd["lessons"]] == ["chance", "k6666", "twos"]
    [game] = output["games"]
    assert [turn["cell"] for turn in game["seats"][0]["turns"]] == ["large_straight", "chance"]


def test_analyse_prints_tables():
    lines = invoke("analyse", "-", "--lang", "de", stdin=RECORD).stdout.splitlines()
    assert lines[0].startswith("Anna: Die Würfel waren ")
    assert lines[1].startswith("Bernd: Die Würfel waren ")
    assert lines[3] == "Anna"
    assert lines[4].split() == ["Runde", "Würfel", "Wahl", "Am", "besten", "Glück", "Verlust", "Erwartet"]
    assert lines[5].split()[:4] == ["1", "12344", "k1234", "k44"]
    assert "Die teuersten Entscheidungen von Bernd" in lines
    assert lines[-1].startswith("Bernd: 245,87 erwartet + ")


def test_analysis_addresses_a_single_player_directly():
    alone = RECORD.replace("player 2: Bernd\n", "").replace("1.2 22255 > twos 6\n", "")
    alone = "".join(line for line in alone.splitlines(keepends=True) if not line.startswith("2.2"))
    assert invoke("analyse", "-", stdin=alone).stdout.startswith("Your dice were worth ")


def test_analysis_names_each_game_of_a_match():
    start = Match.begin(find_variant("cheerio"), ["Anna"], 2)
    _, log = finished(start, Random(1))
    lines = invoke("analyse", "-", stdin=write_record(Record.of(start, log))).stdout.splitlines()
    assert [line for line in lines if line.startswith("Game ")] == ["Game 1, Anna", "Game 2, Anna"]


def test_terminal_gets_a_drawn_table_and_pipe_a_plain_one(monkeypatch):
    assert "─" not in invoke("analyse", "-", stdin=RECORD).stdout
    ledger = analyse(read_record(RECORD), solve)
    drawn = StringIO()
    drawn.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", drawn)
    print_ledger(ledger, "en")
    assert "─" in drawn.getvalue()


def test_damaged_record_error_names_its_line():
    done = invoke("analyse", "-", stdin=RECORD.replace("large_straight 40", "large_straight 30"))
    assert done.exit_code == 1
    assert done.stderr.startswith("pasch: Line 5: Large straight scores 40 points")


def test_record_of_an_unsolvable_variant_is_refused():
    record = "pasch-record 1\nvariant: balut\nplayer 1: Anna\nresult: *\n"
    done = invoke("analyse", "-", stdin=record)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "pasch: Balut cannot be solved exactly: no table for a settlement\n"
