"""Sheets of several columns, compared with plain recursion that shares no code, and their limits."""

from __future__ import annotations

from dataclasses import replace
from math import erf, exp, log
from random import Random

import numpy as np
import pytest

from pasch.analysis import analyse
from pasch.rules.actions import RollDice, Score
from pasch.rules.bonus import UpperBonus
from pasch.rules.columns import Column, Order
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver import estimates
from pasch.solver.advice import advise
from pasch.solver.compiling.kernels import most_threads
from pasch.solver.compiling.multisets import multisets, roll_of
from pasch.solver.estimates import NoRoom
from pasch.solver.program import compile_variant
from pasch.solver.score import targets
from pasch.solver.score.risk import risky_play, risky_table
from pasch.solver.score.targets import best_mean, bytes_of_chances
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.sizes import LANES
from pasch.solver.solve import Solution, solve
from pasch.solver.turn import roll_chances, turn_values
from pasch.solver.turns import ENTER
from tests.naive.columns import Pair
from tests.naive.solver import Card, Chances, Mean, Risk, Toy, Worth
from tests.rules.play import finished
from tests.solver.test_small_games import ROWS
from tests.support.sizes import cases

SHEETS = {
    "free, down": (("ones", "chance"), {"dice": 2}, {"dice": 2, "order": "down", "factor": 2}),
    "free, limited": (("ones", "chance"), {"dice": 2}, {"dice": 2, "last_throw": 1}),
    "down, up": (("ones", "twos", "run"), {"order": "down"}, {"order": "up"}),
    "free, free": (("ones", "twos", "chance"), {"dice": 2}, {"dice": 2}),
    "three free": (("ones", "chance"), {"dice": 2}, {"dice": 2}, {"dice": 2}),
    "free, free, up": (("twos", "chance"), {"dice": 2}, {"dice": 2}, {"dice": 2, "order": "up"}),
    "only upper cells": (("ones", "twos"), {}, {}),
    "free, down, four rows": (("ones", "twos", "run", "chance"), {}, {"order": "down"}),
    "dice stay, three columns": (("ones", "chance"), {"keep": "locked"}, {"order": "down"}, {"order": "up"}),
    "five dice": (("ones", "twos", "chance"), {"dice": 5, "order": "down"}, {"dice": 5, "order": "up"}),
}
"""Rows and columns; the first column defines the dice and the keep rule."""

CHEAP = ("free, down", "free, limited")

STEPS = ((1, 5), (2, 9))


def small(name: str, goal: Mean | Chances | None = None) -> tuple[Pair, Variant]:
    """Return a sheet in both implementations, the naive one with this goal."""
    names, *columns = SHEETS[name]
    rows = tuple(ROWS[row][0] for row in names)
    toys = [Toy(rows=rows, steps=STEPS, **column) for column in columns]
    categories = [ROWS[row][1] for row in names]
    variant = Variant(
        key="toy",
        dice=toys[0].dice,
        rolls=2,
        keep=toys[0].keep,
        upper=tuple(each for each in categories if each.face),
        lower=tuple(each for each in categories if not each.face),
        upper_bonus=UpperBonus(*STEPS[0], STEPS[1:]),
        columns=tuple(Column(toy.factor, Order(toy.order), max_rolls=toy.last_throw or None) for toy in toys),
    )
    return Pair(*toys, goal=goal), variant


@pytest.mark.parametrize("name", cases(SHEETS, default=CHEAP))
def test_mean_matches_plain_recursion(name):
    pair, variant = small(name)
    wanted = pair.card((Card(),) * len(variant.columns))
    assert solve(variant, exact=True).value == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("name", [*CHEAP, "free, free"])
def test_best_action_is_worth_the_next_state(name):
    """The best action has the value of the next state, through a whole game."""
    pair, variant = small(name)
    solution, chance = solve(variant, exact=True), Random(5)
    now, before = Game(variant, ["Anna"]), pair.card((Card(), Card()))
    while not now.over:
        assert advise(solution, now).value == pytest.approx(before, abs=1e-9)
        now, _ = now.apply(DiceRolled(Roll(tuple(chance.randint(1, 6) for _ in range(variant.dice)))))
        advice = advise(solution, now)
        entries = [action for action in advice.actions if isinstance(action.action, Score)]
        assert all(-1e-9 <= action.regret < 1000 for action in advice.actions)
        assert all(action.regret == 0 for action in advice.actions[:1])
        before = entries[0].value
        now, _ = now.apply(entries[0].action)
    assert before == now.sheets[0].totals.score
    assert any(isinstance(action.action, RollDice) for action in advice.actions)


def test_ledger_adds_up():
    _, variant = small("free, down")
    record = Record.of(start := Match.begin(variant, ("Anna",), 1), finished(start, Random(3))[1])
    seat = analyse(record, solve(variant, exact=True)).games[0].seats[0]
    assert seat.start + seat.luck - seat.loss == pytest.approx(seat.score, abs=1e-9)
    assert seat.loss > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["down, up", "free, free", "free, down, four rows", "five dice"])
def test_million_simulated_games_average_the_value(name):
    solution = solve(small(name)[1], exact=True)
    scores = simulated(solution, 1_000_000, np.random.default_rng(1))
    assert abs(scores.mean() - solution.value) < 3 * scores.std() / len(scores) ** 0.5


def simulated(solution: Solution, games: int, chance: np.random.Generator) -> np.ndarray:
    """The scores of games with free keeps. All games of a state take the decisions of one of its sheets."""
    variant, dice = solution.variant, roll_chances(solution.variant.dice)
    numbers = multisets(variant.dice)
    rolls, likely = dice.chances.shape[1], dice.chances.cumsum(axis=1)
    scores, groups = np.zeros(games), {None: (Game(variant, ["Anna"]).sheets[0], np.arange(games))}

    def thrown(keeps: np.ndarray) -> np.ndarray:
        return np.minimum((chance.random((len(keeps), 1)) > likely[keeps]).sum(axis=1), rolls - 1)

    for _ in variant.cells:
        following: dict[object, tuple[Sheet, list[np.ndarray]]] = {}
        for sheet, here in groups.values():
            turn = turn_values(solution, sheet)
            [entered, *_] = (start for what, start, _, _ in turn.script.steps if what == ENTER)  # after the last roll
            values, best = turn.values[entered // LANES :][:rolls], []
            for _ in range(variant.rolls - 1):
                kept = (dice.chances @ values)[dice.parts]
                best.append(dice.parts[np.arange(rolls), kept.argmax(axis=1)])
                values = kept.max(axis=1)
            roll = thrown(np.full(len(here), numbers.number[()]))
            for keeps in reversed(best):
                roll = thrown(keeps[roll])
            for number in np.unique(roll):
                place = int(turn.cells[entered // LANES + number])
                column, row = divmod(place, len(variant.categories))
                natural = variant.points(variant.categories[row].key, roll_of(numbers.keeps[number]))
                points = natural * variant.columns[column].factor
                scores[here[roll == number]] += points
                after = sheet.enter(place, points)
                known = tuple(after.entries), tuple(sums.upper for sums in after.columns)
                following.setdefault(known, (after, []))[1].append(here[roll == number])
        groups = {known: (sheet, np.concatenate(parts)) for known, (sheet, parts) in following.items()}
    for sheet, here in groups.values():
        scores[here] += sheet.totals.score - sum(sheet.entries.values())
    return scores


@pytest.mark.parametrize("name", cases(SHEETS, default=CHEAP))
def test_kernel_plays_games_of_the_solved_value(name):
    solution = solve(small(name)[1], exact=True)
    played = simulate(solution, 100_000, seed=4)
    assert played.mean == pytest.approx(solution.value, abs=4 * played.deviation / played.games**0.5)
    assert played.regret == 0


@pytest.mark.parametrize("name", cases(SHEETS, default=CHEAP))
def test_errors_lower_the_mean_by_their_regret(name):
    """score = V(start) + luck - regret, and luck has mean zero."""
    solution = solve(small(name)[1], exact=True)
    played = simulate(solution, 100_000, seed=1, error=Error(1, 9))
    error = 4 * played.deviation / played.games**0.5
    assert played.regret > 0.1
    assert played.mean + len(solution.variant.cells) * played.regret == pytest.approx(solution.value, abs=error)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["down, up", "free, free"])
def test_kernel_spreads_scores_like_decisions_made_one_by_one(name):
    solution, games = solve(small(name)[1], exact=True), 1_000_000
    scores, played = simulated(solution, games, np.random.default_rng(1)), simulate(solution, games, seed=2)
    error = scores.std() * ((kurtosis(scores) + 2) / 2 / games) ** 0.5
    assert played.deviation == pytest.approx(scores.std(), abs=4 * error)
    assert sum(count for score, count in played.scores.items() if score <= np.median(scores)) == pytest.approx(
        (scores <= np.median(scores)).sum(), abs=4 * games**0.5
    )


def kurtosis(scores: np.ndarray) -> float:
    return float((((scores - scores.mean()) / scores.std()) ** 4).mean()) - 3


@pytest.mark.parametrize("name", cases(SHEETS, default=CHEAP))
@pytest.mark.parametrize("theta", [-0.08, 0.05])
def test_risky_play_matches_plain_recursion(name, theta):
    naive, variant = small(name, Risk(theta))
    program, wanted = compile_variant(variant), naive.card((Card(),) * len(variant.columns))
    found = risky_play(program, theta, games=20_000)
    assert found.certain == pytest.approx(log(abs(wanted)) / theta, abs=1e-9)
    played = simulate(risky_table(program, theta), 20_000, seed=1)
    worth = sum(count * exp(theta * (score - found.certain)) for score, count in played.scores.items()) / 20_000
    square = sum(count * exp(2 * theta * (score - found.certain)) for score, count in played.scores.items()) / 20_000
    assert worth == pytest.approx(1, abs=4 * (square - worth**2) ** 0.5 / 20_000**0.5)
    assert (found.mean, found.deviation) == (played.mean, played.deviation)


@pytest.mark.parametrize("name", cases(SHEETS, default=CHEAP))
def test_best_chance_of_every_score_matches_plain_recursion(name):
    _, variant = small(name)
    solution, most = solve(variant, exact=True), compile_variant(variant).most
    naive, _ = small(name, Chances(most))
    found = [solution.best_chance(score) for score in range(most + 1)]
    assert np.abs(naive.card((Card(),) * len(variant.columns)) - found).max() < 1e-9


@pytest.mark.parametrize("name", cases(SHEETS, default=CHEAP))
def test_play_for_any_goal_matches_plain_recursion(name, monkeypatch):
    """The goal is a share of the duel with someone whose score is spread like a normal one.

    Memory that no further sheet reads is given back after every sheet.
    """
    monkeypatch.setattr(targets, "PART", 1)
    _, variant = small(name)
    program = compile_variant(variant)
    worth = [0.5 + 0.5 * erf((score - program.most / 2) / 20) for score in range(program.most + 1)]
    naive, _ = small(name, Worth(worth))
    wanted = naive.card((Card(),) * len(variant.columns))[0]
    assert best_mean(program, worth, np.float64) == pytest.approx(wanted, abs=1e-9)


def test_table_does_not_depend_on_threads():
    _, variant = small("free, down")
    tables = [solve(variant, exact=True, threads=threads).table.tobytes() for threads in (1, most_threads())]
    assert tables[0] == tables[1]


def test_states_and_memory_are_known_before_solving():
    program = compile_variant(find_variant("kniffel-plain").replace(columns="down|up"))
    assert (program.states, program.memory) == (14_892, 456_960)
    assert bytes_of_chances(program, np.float32) == 13_956_240


def test_best_chance_without_memory_is_refused(monkeypatch):
    solution = replace(solve(small("free, down")[1]), fresh=True)
    monkeypatch.setattr(estimates, "free_memory", lambda: 100_000_000)
    with pytest.raises(NoRoom, match="toy needs 1 MB of memory for this; 0 MB are free"):
        solution.best_chance(10)


def test_play_statistics_are_unavailable():
    with pytest.raises(NoRoom, match="Deviation, distribution and frequencies"):
        _ = solve(small("free, down")[1], exact=True).play


@pytest.mark.parametrize("rules", [{"columns": "free|free|free"}, {"columns": "free|down", "joker": "free"}])
def test_unsupported_columns_are_refused(rules):
    with pytest.raises(InvalidInput, match="several columns"):
        compile_variant(find_variant("kniffel-plain").replace(**rules))
