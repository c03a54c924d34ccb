"""One turn without the compiler: the numbers of the kernels, and known chances."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.compiling.kernels import entrance
from pasch.solver.kernels import turn
from pasch.solver.sizes import LANES, WEIGHED
from pasch.solver.solve import Solution, solve
from pasch.solver.store import solve as stored
from pasch.solver.turn import place, points_so_far, roll_chances, turn_values

RULES = [
    ("kniffel", {"order": "down"}),
    ("yacht", {"rolls": 1}),
    ("yahtzee-free", {}),
    pytest.param("spiffel", {}, marks=pytest.mark.slow),
    pytest.param("yahtzee", {}, marks=pytest.mark.slow),
    pytest.param("yams-fr", {}, marks=pytest.mark.slow),
]


@entrance
def work_out(table, out, values, sheet, flag, total, shape, tables):  # noqa: PLR0917 - as the kernel
    turn(table, out, values, sheet, flag, total, shape, tables)


def by_kernel(solution: Solution, sheet) -> np.ndarray:
    """Return the value at every place of the long script, computed by compiled code."""
    program, (filled, flag, total) = solution.program, place(solution, sheet)
    tables = program.tables_in(np.float64, program.script())
    table, out, block = np.zeros(tables.size), np.zeros(LANES), total // LANES * LANES
    work_out(table, out, solution.table.reshape(-1), filled, flag, block, program.shape, tables)
    return table.reshape(-1, LANES)[:, total - block]


@pytest.mark.parametrize(("key", "rules"), RULES, ids=str)
def test_decision_values_match_the_kernels(key, rules):
    solution = solve(find_variant(key).replace(**rules), exact=True)
    variant, chance = solution.variant, Random(7)
    equal = [roll for roll in variant.all_rolls if roll.all_equal]
    for _ in range(4):
        game = Game(variant, ["Anna"])
        while not game.over:
            values = turn_values(solution, game.sheet)
            used = slice(solution.program.script().size // LANES - WEIGHED)
            kernel = by_kernel(solution, game.sheet) + points_so_far(game.sheet)
            assert np.abs(values.values[used] - kernel[used]).max() < 1e-9
            chances, rolls = solution.program.dice.chances, solution.program.dice.rolls
            root = int(values.script.steps[-1, 1]) // LANES
            assert chances[:rolls] @ values.values[root : root + rolls] == pytest.approx(values.start, abs=1e-9)
            game, _ = game.apply(DiceRolled(chance.choice(chance.choice((equal, variant.all_rolls)))))
            entries = [option.action for option in advise(solution, game).actions if isinstance(option.action, Score)]
            game, _ = game.apply(chance.choice(entries))


@pytest.mark.parametrize("dice", [2, 3, 5])
def test_roll_probabilities_sum_to_one(dice):
    moves = roll_chances(dice)
    assert np.allclose(moves.chances.sum(axis=1), 1)
    assert np.allclose(moves.chances[-1].min(), 6.0**-dice)
    assert (moves.parts[:, 0] == np.arange(moves.chances.shape[1])).all()


ALL_BUT_KNIFFEL = (
    "ones=0 twos=0 threes=0 fours=0 fives=0 sixes=0 three_of_a_kind=0 four_of_a_kind=0 full_house=0"
    " small_straight=0 large_straight=0 chance=5"
)


@pytest.mark.parametrize(
    ("position", "action", "category", "chance"),
    [
        (f"kniffel-plain; {ALL_BUT_KNIFFEL};", "roll", "kniffel", 2.301432126 / 50),
        (f"kniffel-plain; {ALL_BUT_KNIFFEL}; 22223 1", "k2222", "kniffel", 1 / 6),
        (f"kniffel-plain; {ALL_BUT_KNIFFEL}; 22223 2", "k2222", "kniffel", 11 / 36),
        ("kniffel-plain; ; 11234 0", "small_straight", "small_straight", 1.0),
        ("kniffel-plain; ; 11234 0", "chance", "small_straight", 0.0),
        ("kniffel-plain; ; 11234 0", "large_straight 0", "large_straight", 0.0),
        (ALL_BUT_KNIFFEL.join(("kniffel-plain; ", "; 66666 1")), "kniffel", "kniffel", 1.0),
    ],
)
def test_category_chance_has_its_known_value(position, action, category, chance):
    found = {option.text: option for option in advise(stored("kniffel-plain"), position).actions}
    assert found[action].chances[category] == pytest.approx(chance, abs=1e-6)


def test_chances_cover_open_categories_and_sum_to_at_most_one():
    for option in advise(stored("kniffel-plain"), "kniffel-plain; ones=3 chance=22; 12344 2").actions:
        assert not {"ones", "chance"} & set(option.chances)
        assert 0 <= sum(option.chances.values()) <= 1 + 1e-9


def test_advice_is_sorted_and_complete():
    position = "kniffel-plain; ones=3; 12344 2"
    advice = advise(stored("kniffel-plain"), position)
    values = [option.value for option in advice.actions]
    assert values == sorted(values, reverse=True)
    assert advice.best.regret == 0
    assert advice.value == advice.best.value == pytest.approx(236.5541740739296, abs=1e-9)
    assert {option.action for option in advice.actions} == set(Position.from_text(position).game.legal_actions)


def test_unsuitable_position_is_refused():
    solution = stored("kniffel-plain")
    with pytest.raises(InvalidInput, match="This table is for kniffel-plain"):
        advise(solution, "yahtzee; ; 12344 2")
    with pytest.raises(InvalidInput, match="The dice are still rolling"):
        advise(solution, Game(solution.variant, ["Anna"]).apply(RollDice())[0])
    full = f"kniffel-plain; {ALL_BUT_KNIFFEL} kniffel=0;"
    with pytest.raises(InvalidInput, match="The game is over"):
        advise(solution, full)


def test_position_outside_the_order_is_refused():
    solution = solve(find_variant("kniffel-plain").replace(order="down"))
    with pytest.raises(InvalidInput):
        advise(solution, "kniffel-plain {order=down}; sixes=6; 12344 2")
