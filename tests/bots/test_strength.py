"""The bots that play from solved tables: perfectly, with errors, or for the win."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pasch.bots import BOTS, bot_action, bots_with, find_bot
from pasch.bots.levels import LEVELS, LevelBot, mean_scores, picked
from pasch.bots.perfect import solved
from pasch.bots.play import played
from pasch.rules.actions import Score
from pasch.rules.notation.position import Position
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.store import solve

NEAR_THE_END = "kniffel-plain; ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=22 four_of_a_kind=0 \
full_house=25 small_straight=30 large_straight=0"


def position(text: str):
    return Position.from_text(text).game


# ------------------------------------------------------------------------------- the registry and its tables


def test_bot_registry_loads_no_compiler():
    program = "import sys, json, pasch.bots; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    assert {"numba", "numpy"}.isdisjoint(loaded)


@pytest.mark.parametrize("key", BOTS)
def test_every_bot_plays_without_a_table(key):
    bots = bots_with(lambda _: None)
    game = position("kniffel; ones=3 chance=22; 66661 0")
    assert bot_action(key, game, bots) in game.legal_actions
    if key in {"perfect", "winner"}:
        assert bot_action(key, game, bots) == bot_action("simple", game)


def test_bot_takes_the_table_from_the_given_function():
    asked = []
    bots = bots_with(lambda variant: asked.append(variant.key))
    bot_action("perfect", position("kniffel; ; 66661 2"), bots)
    assert asked == ["kniffel"]


def test_unsolvable_variant_has_no_table():
    assert solved(find_variant("jamb")) is None
    assert solved(find_variant("kniffeliger")) is None


# ------------------------------------------------------------------------------- perfect


@pytest.mark.parametrize(
    "text",
    [
        "kniffel; ; 12344 2",
        pytest.param("yatzy; ones=3; 55566 1", marks=pytest.mark.slow),
        pytest.param("yahtzee; kniffel=50; 22222 0", marks=pytest.mark.slow),
    ],
)
def test_perfect_bot_takes_the_best_action(text):
    game = position(text)
    assert find_bot("perfect").choose(game) == advise(solve(game.variant), game).best.action


# ------------------------------------------------------------------------------- levels


def test_better_options_are_picked_more_often():
    options = [(10.0, "best"), (9.0, "good"), (3.0, "bad")]
    error = Error(temperature=1, sight=5)
    counts = {name: 0 for _, name in options}
    for i in range(1000):
        counts[picked(options, error, (i + 0.5) / 1000)] += 1
    assert counts["bad"] == 0
    assert counts["best"] / counts["good"] == pytest.approx(2.718, abs=0.02)


@pytest.mark.parametrize("key", LEVELS)
def test_levels_avoid_large_errors_and_needless_scratches(key):
    for roll in ("12345", "66666", "33355", "11234"):
        for left in (0, 1, 2):
            game = position(f"kniffel-plain; ones=2 fours=8; {roll} {left}")
            chosen = find_bot(key).choose(game)
            [regret] = [a.regret for a in advise(solve("kniffel-plain"), game).actions if a.action == chosen]
            assert regret <= LEVELS[key].sight
            scoring = {a.cell for a in game.legal_actions if isinstance(a, Score) and a.points}
            assert not (isinstance(chosen, Score) and not chosen.points and chosen.cell in scoring)


@pytest.mark.slow
def test_level_bot_scores_like_its_simulation(long):
    """The game and the kernel make the same errors."""
    variant = find_variant("kniffel-plain")
    bot = LevelBot("expert", LEVELS["expert"])
    games = 500 if long else 12
    totals = [played(variant, [bot], 7, number).totals[0] for number in range(games)]
    expected = simulate(solve(variant), 20_000, error=LEVELS["expert"])
    assert sum(totals) / games == pytest.approx(expected.mean, abs=4 * expected.deviation / games**0.5)


@pytest.mark.slow
def test_simulated_levels_are_in_order():
    solution = solve("kniffel-plain")
    means = [simulate(solution, 10_000, error=error).mean for error in LEVELS.values()]
    assert means == sorted(means)
    assert means[0] + 20 < means[1] < means[2] - 10


def test_measured_bot_means_are_complete_and_in_order():
    means = mean_scores()
    assert set(means) == set(BOTS)
    ladder = [means[key] for key in (*LEVELS, "perfect")]
    assert ladder == sorted(ladder)
