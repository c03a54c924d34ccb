"""Sheets of several columns, compared with plain recursion that shares no code, and their limits."""

from __future__ import annotations

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
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.compiling.kernels import most_threads
from pasch.solver.estimates import NoRoom
from pasch.solver.program import compile_variant
from pasch.solver.solve import solve
from tests.naive.columns import Pair
from tests.naive.solver import Card, Toy
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


def small(name: str) -> tuple[Pair, Variant]:
    """Return a sheet in both implementations."""
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
    return Pair(*toys), variant


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
def test_games_by_best_advice_average_the_value():
    _, variant = small("free, down")
    solution, chance, scores = solve(variant, exact=True), Random(7), []
    for _ in range(300):
        now = Game(variant, ["Anna"])
        while not now.over:
            best = advise(solution, now).best.action
            if isinstance(best, RollDice):
                kept = best.keep if now.acting()[0].roll else None
                faces = tuple(chance.randint(1, 6) for _ in range(variant.dice - (len(kept) if kept else 0)))
                best = DiceRolled(Roll(tuple(sorted((*(kept.faces if kept else ()), *faces)))), kept)
            now, _ = now.apply(best)
        scores.append(now.sheets[0].totals.score)
    assert abs(np.mean(scores) - solution.value) < 3 * np.std(scores) / len(scores) ** 0.5


def test_table_does_not_depend_on_threads():
    _, variant = small("free, down")
    tables = [solve(variant, exact=True, threads=threads).table.tobytes() for threads in (1, most_threads())]
    assert tables[0] == tables[1]


def test_states_and_memory_are_known_before_solving():
    program = compile_variant(find_variant("kniffel-plain").replace(columns="down|up"))
    assert (program.states, program.memory) == (14_892, 456_960)


def test_play_statistics_are_unavailable():
    with pytest.raises(NoRoom, match="only values are known"):
        _ = solve(small("free, down")[1], exact=True).play


@pytest.mark.parametrize("rules", [{"columns": "free|free|free"}, {"columns": "free|down", "joker": "free"}])
def test_unsupported_columns_are_refused(rules):
    with pytest.raises(InvalidInput, match="several columns"):
        compile_variant(find_variant("kniffel-plain").replace(**rules))
