"""`pasch analyse --win`."""

from __future__ import annotations

import json
from re import findall

from typer.testing import CliRunner

from pasch.analysis import WinPoint
from pasch.cli.app import app
from pasch.cli.winning import print_curves
from pasch.rules.notation.record_reader import read_record
from pasch.solver.duel.winning import Outcome

RECORD = """pasch-record 1
variant: crag
player 1: Anna
player 2: Bernd
1.1 ? > thirteen 26
1.2 ? > ones 1
result: *
"""


def invoke(*arguments: str, stdin: str = ""):
    return CliRunner().invoke(app, arguments, input=stdin, env={"LC_ALL": "C.UTF-8"})


def test_win_chances_are_printed_as_a_table():
    lines = invoke("analyse", "-", "--win", "--lang", "de", stdin=RECORD).stdout.splitlines()
    head = lines.index("Die Gewinnchancen") + 1
    assert lines[head].split() == ["Runde", "Name", "Anna", "Geteilt", "Bernd"]
    shares = [findall(r"[0-9]+,[0-9]", line) for line in lines[head + 1 :]]
    anna = [float(line[0].replace(",", ".")) for line in shares if line]
    assert anna[0] < anna[1] < anna[2]
    assert lines[-1] == "So, als spielten beide auf Punkte."


def test_win_chances_are_printed_as_json():
    output = json.loads(invoke("analyse", "-", "--win", "--json", stdin=RECORD).stdout)
    points = output["games"][0]["win"]
    assert [(point["turn"], point["round"], point["seat"]) for point in points] == [(0, 0, None), (1, 1, 1), (2, 1, 2)]
    assert all(abs(sum(chances) - 1) < 1e-6 for point in points for chances in point["chances"])
    assert not any(point["exact"] for point in points)


def test_win_chances_require_two_players():
    alone = RECORD.replace("player 2: Bernd\n", "").replace("1.2 ? > ones 1\n", "")
    done = invoke("analyse", "-", "--win", stdin=alone)
    assert done.exit_code == 1
    assert done.stderr == "pasch: Win chances exist for two players; players here: 1\n"


def test_first_exact_turn_is_stated(capsys):
    names = read_record(RECORD).players
    sure, unsure = Outcome(0.5, 0.25, 0.25, exact=True), Outcome(0.5, 0.25, 0.25, exact=False)
    first, second = WinPoint(0, 0, None, (unsure, unsure.turned)), WinPoint(1, 1, 1, (sure, sure.turned))
    print_curves([(first, second), (second,)], names, "en")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Win chances, game 1"
    assert lines[4].split() == ["1", "Anna", "50.0%", "25.0%", "25.0%"]
    assert lines[5].startswith("Exact from turn 1: ")
    assert lines[-1] == "Exact: both play perfectly to win."
