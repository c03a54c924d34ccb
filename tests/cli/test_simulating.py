"""`pasch simulate` and `pasch arena`."""

import json
import re

import pytest
from typer import BadParameter
from typer.testing import CliRunner

from pasch.bots import find_bot
from pasch.bots.play import played
from pasch.cli.app import app
from pasch.cli.cluster import endings
from pasch.cli.console import whole_number
from pasch.rules.variants import find_variant


def invoke(*arguments: str):
    return CliRunner().invoke(app, arguments, env={"LC_ALL": "C.UTF-8"})


def figures_of(*arguments: str):
    done = invoke(*arguments, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "mean"), [("perfect", 245.87), ("winner", 245.87), ("expert", 239.9)])
def test_compiled_simulation_matches_the_exact_mean(bot, mean):
    figures = figures_of("simulate", "kniffel-plain", "--bot", bot, "--games", "10000", "--seed", "5")
    assert figures["games"] == 10_000 == sum(figures["distribution"].values())
    assert figures["mean"] == pytest.approx(mean, abs=4 * figures["deviation"] / 100)
    assert figures["exact"]
    assert (figures["regret"] > 0) == (bot == "expert")
    assert 0.6 < figures["bonus_rate"] < 0.75
    scores = {int(score): count for score, count in figures["distribution"].items()}
    assert figures["mean"] == pytest.approx(sum(score * count for score, count in scores.items()) / 10_000)
    again = figures_of("simulate", "kniffel-plain", "--bot", bot, "--games", "10000", "--seed", "5")
    assert {**figures, "seconds": 0} == {**again, "seconds": 0}


def test_simulation_applies_house_rules():
    figures = figures_of("simulate", "kniffel", "--games", "1000", "--set", "order=down")
    assert figures["rules"] == {"order": "down"}
    assert figures["mean"] < 200


@pytest.mark.parametrize(
    ("variant", "bot"),
    [
        ("cheerio", "simple"),
        ("generala", "regular"),
        ("dice-duel", "perfect"),
        ("kniffeliger", "perfect"),
        ("maxi-yatzy", "expert"),
    ],
)
def test_interpreted_simulation_plays_games(variant, bot):
    figures = figures_of("simulate", variant, "--bot", bot, "--games", "2", "--seed", "1")
    assert figures["games"] == 2
    assert not figures["exact"]
    assert figures["regret"] is None


def test_simulation_uses_several_processes():
    figures = figures_of("simulate", "crag", "--bot", "simple", "--games", "30")
    assert figures["games"] == 30


def test_simulation_prints_a_table():
    done = invoke("simulate", "kniffel-plain", "--bot", "beginner", "--games", "200", "--lang", "de")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Anfänger, ")
    assert "Punkte je Zug" in lines[3]
    assert lines[6].split() == ["Punkte", "Spiele", "Anteil"]
    assert "�" not in done.stdout
    without_table = invoke("simulate", "dice-duel", "--bot", "perfect", "--games", "1").stdout
    assert "There is no exact table for these rules" in without_table


@pytest.mark.parametrize(("text", "number"), [("5000", 5000), ("100k", 100_000), ("2M", 2_000_000), ("1_000", 1000)])
def test_number_suffixes_are_parsed(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["k", "1.5k", "many", "", "1kk"])
def test_invalid_number_is_refused_with_an_example(text):
    with pytest.raises(BadParameter, match="write it as 5000, 100k or 2M"):
        whole_number(text)


@pytest.mark.parametrize("command", ["serve", "play", "score", "sheet", "simulate", "arena"])
def test_help_names_option_values_in_words(command):
    shown = invoke(command, "--help").stdout
    assert not re.search("INTEGER|<int range>|RANGE", shown)
    assert command != "serve" or ("--host ADDRESS" in shown and "--port PORT" in shown)


@pytest.mark.slow
def test_arena_compares_bots():
    figures = figures_of("arena", "crag", "perfect", "beginner", "--games", "30", "--seed", "2")
    perfect, beginner = figures["bots"]
    assert (perfect["bot"], beginner["bot"]) == ("perfect", "beginner")
    assert perfect["wins"] + perfect["draws"] + perfect["losses"] == figures["games"] == 30
    assert perfect["wins"] == beginner["losses"]
    assert perfect["mean"] > beginner["mean"]
    table = invoke("arena", "crag", "simple", "simple", "--games", "2").stdout.splitlines()
    assert table[0].split()[:4] == ["Name", "Won", "Drawn", "Lost"]
    assert len(table) == 5


def test_arena_rotates_seats_and_keeps_results_with_bots():
    variant, bots = find_variant("crag"), ("simple", "beginner")
    one, two = endings(variant, bots, 2, seed=3)
    assert list(one.totals) == played(variant, [find_bot(bot) for bot in bots], 3, 1).totals
    assert list(two.totals) == played(variant, [find_bot(bot) for bot in reversed(bots)], 3, 2).totals[::-1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulate", "kniffel", "--bot", "hal"), "There is no bot “hal”; there are simple, "),
        (("arena", "kniffel", "perfect"), "An arena needs at least two bots, not 1"),
        (("arena", "luegenkniffel", "simple", "simple"), "Liar’s Kniffel is for 3 to 8 players, not 2"),
        (("simulate", "crag", "--games", "0"), "Play between 1 and 1,000,000,000 games, not 0"),
        (("simulate", "crag", "--games", "-5", "--lang", "de"), "Spielen lassen kannst du hier 1 bis 1.000.000.000"),
        (("simulate", "crag", "--games", "1000000001"), "Play between 1 and 1,000,000,000 games"),
        (("simulate", "jamb", "--games", "1000001"), "Play between 1 and 1,000,000 games"),
        (("arena", "crag", "simple", "simple", "--games", "0"), "Play between 1 and 1,000,000 games"),
    ],
)
def test_refusal_states_the_valid_values(arguments, sentence):
    done = invoke(*arguments)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"pasch: {sentence}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("simulate",), ("simulate", "kniffel", "--games", "x"), ("arena", "kniffel")])
def test_misuse_exits_with_2(arguments):
    assert invoke(*arguments).exit_code == 2
