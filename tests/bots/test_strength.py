"""The bots that play from solved tables: perfect, with errors, for the win."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from pasch.bots import BOTS, bot_action, bots_with, find_bot
from pasch.bots.lattice import lattice
from pasch.bots.levels import LEVELS, LevelBot, picked
from pasch.bots.par import turn_means
from pasch.bots.play import played
from pasch.bots.tables import solved
from pasch.rules.actions import RollDice, Score
from pasch.rules.notation.position import Position
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.duel import chances_to_win, contest, duel_chances, final_chances
from pasch.solver.error import Error
from pasch.solver.simulate import simulate
from pasch.solver.solve import solve as solve_now
from pasch.solver.store import solve

NEAR_THE_END = "kniffel-plain; ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=22 four_of_a_kind=0 \
full_house=25 small_straight=30 large_straight=0"


def position(text: str):
    return Position.from_text(text).game


# ------------------------------------------------------------------------------- the registry and its seam


def test_a_bot_that_only_stands_in_the_registry_loads_no_compiler():
    program = "import sys, json, pasch.bots; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    assert {"numba", "numpy"}.isdisjoint(loaded)


@pytest.mark.parametrize("key", BOTS)
def test_without_a_table_every_bot_plays_all_the_same(key):
    bots = bots_with(lambda _: None)
    game = position("kniffel; ones=3 chance=22; 66661 0")
    assert bot_action(key, game, bots) in game.legal_actions
    if key in {"perfect", "winner"}:
        assert bot_action(key, game, bots) == bot_action("simple", game)


def test_the_table_comes_from_the_function_that_is_given():
    asked = []
    bots = bots_with(lambda variant: asked.append(variant.key))
    bot_action("perfect", position("kniffel; ; 66661 2"), bots)
    assert asked == ["kniffel"]


def test_what_cannot_be_solved_has_no_table():
    assert solved(find_variant("jamb")) is None
    assert solved(find_variant("kniffeliger")) is None


# ------------------------------------------------------------------------------- perfect


@pytest.mark.parametrize("text", ["kniffel; ; 12344 2", "yatzy; ones=3; 55566 1", "yahtzee; kniffel=50; 22222 0"])
def test_the_perfect_bot_takes_the_greatest_value(text):
    game = position(text)
    assert find_bot("perfect").choose(game) == advise(solve(game.variant), game).best.action


# ------------------------------------------------------------------------------- levels


def test_the_likelier_the_better():
    options = [(10.0, "best"), (9.0, "good"), (3.0, "bad")]
    error = Error(temperature=1, sight=5)
    counts = {name: 0 for _, name in options}
    for i in range(1000):
        counts[picked(options, error, (i + 0.5) / 1000)] += 1
    assert counts["bad"] == 0
    assert counts["best"] / counts["good"] == pytest.approx(2.718, abs=0.02)


@pytest.mark.parametrize("key", LEVELS)
def test_no_level_overlooks_what_costs_much_or_strikes_what_scores(key):
    for roll in ("12345", "66666", "33355", "11234"):
        for left in (0, 1, 2):
            game = position(f"kniffel-plain; ones=2 fours=8; {roll} {left}")
            chosen = find_bot(key).choose(game)
            [regret] = [a.regret for a in advise(solve("kniffel-plain"), game).actions if a.action == chosen]
            assert regret <= LEVELS[key].sight
            scoring = {a.cell for a in game.legal_actions if isinstance(a, Score) and a.points}
            assert not (isinstance(chosen, Score) and not chosen.points and chosen.cell in scoring)


def test_levels_play_as_strong_as_the_kernel_says(long):
    """The same errors, once by the rules of the game, once by the kernel."""
    variant = find_variant("kniffel-plain")
    bot = LevelBot("expert", LEVELS["expert"])
    games = 500 if long else 25
    totals = [played(variant, [bot], 7, number).totals[0] for number in range(games)]
    expected = simulate(solve(variant), 20_000, error=LEVELS["expert"])
    assert sum(totals) / games == pytest.approx(expected.mean, abs=4 * expected.deviation / games**0.5)


def test_the_levels_are_in_order():
    solution = solve("kniffel-plain")
    means = [simulate(solution, 10_000, error=error).mean for error in LEVELS.values()]
    assert means == sorted(means)
    assert means[0] + 20 < means[1] < means[2] - 10


# ------------------------------------------------------------------------------- winner


@pytest.mark.parametrize(("lead", "other"), [(20, "chance=12 kniffel=0"), (24, "chance=16 kniffel=0")])
def test_against_somebody_who_has_finished_the_chance_to_win_is_exact(lead, other):
    """One cell left: the greatest chance of so many points in a turn, by the lattice of the simple bot."""
    finished = NEAR_THE_END.partition("; ")[2] + f" {other}"
    game = position(f"{NEAR_THE_END} kniffel=0 / {finished}; 12366 2")
    solution = solve("kniffel-plain")
    found = contest(solution, game.sheets[0], [final_chances(solution, game.sheets[1])])
    chances = chances_to_win(found, game)
    dice = lattice(5, 0)
    needed = lead - 8  # the other's entry in the same cell
    beats = [1.0 if sum(roll.faces) > needed else 0.5 if sum(roll.faces) == needed else 0.0 for roll in dice.rolls]
    last = dice.means(beats)
    for keep in ("k66", "k366", "k-"):
        first = dice.means([max(pair) for pair in zip(dice.best(last), beats, strict=True)])
        assert chances[RollDice(keep)] == pytest.approx(first[dice.number[RollDice(keep).keep]], abs=1e-6)
    assert turn_means(dice, beats, 3)[-1] >= chances[RollDice("k-")]


@pytest.mark.parametrize(("other", "action"), [(29, RollDice("k5666")), (26, Score("chance@1", 27))])
def test_the_winner_risks_what_points_would_not(other, action):
    """With 27 points in the last cell the dice stay for points; whoever is two short throws for a draw."""
    finished = NEAR_THE_END.partition("; ")[2] + f" kniffel=0 chance={other}"
    game = position(f"{NEAR_THE_END} kniffel=0 / {finished}; 45666 1")
    assert find_bot("perfect").choose(game) == Score("chance@1", 27)
    assert find_bot("winner").choose(game) == action


def test_the_winner_alone_plays_for_points():
    game = position("kniffel-plain; ones=2; 12344 2")
    assert find_bot("winner").choose(game) == find_bot("perfect").choose(game)


def test_a_final_total_is_expected_as_solved():
    solution = solve_now("kniffel-plain", exact=True)
    sheet = position(f"{NEAR_THE_END}; ").sheets[0]
    chances = final_chances(solution, sheet)
    assert chances.sum() == pytest.approx(1)
    expected = advise(solution, position(f"{NEAR_THE_END}; ")).value
    assert (chances * range(len(chances))).sum() == pytest.approx(expected, abs=1e-6)


def test_win_draw_and_loss():
    mine, other = np.array([0, 0.5, 0.5]), np.array([0, 0.25, 0.25, 0.5])
    assert duel_chances(mine, other) == pytest.approx((0.125, 0.25, 0.625))
