"""The solver against an obvious one on small games, and against the values the field agrees on."""

from __future__ import annotations

import pytest

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import Category
from pasch.rules.columns import Column, Order
from pasch.rules.extra import ExtraKniffel, ExtraNeeds, ExtraWhen, Joker
from pasch.rules.patterns import AnyDice, Face, Groups, Run
from pasch.rules.payments import AllDice, Fixed
from pasch.rules.variant import Variant
from pasch.solver.solve import solve
from tests.naive.solver import Toy, best_mean

VALUES = {
    "kniffel-plain": 245.8707745,
    "yahtzee": 254.58772873,
    "yahtzee-free": 254.58960948,
    "yatzy": 248.4399894,
}
"""Known from the literature and from other public solvers."""


def face(number: int):
    return lambda dice: sum(d for d in dice if d == number)


def run_of_three(dice):
    return 30 if len(set(dice)) == 3 and max(dice) - min(dice) == 2 else 0


def equal(dice):
    return 20 if len(set(dice)) == 1 else 0


CELLS = {
    "ones": (1, face(1), Category("ones", Face(1))),
    "sixes": (6, face(6), Category("sixes", Face(6))),
    "run": (0, run_of_three, Category("run", Run(3), Fixed(30))),
    "kniffel": (0, equal, Category("kniffel", Groups((3,)), Fixed(20))),
    "chance": (0, sum, Category("chance", AnyDice(), AllDice())),
}
JOKER = {"run": 30, "kniffel": 20, "chance": 0}

ORDERS = {"free": Order.FREE, "down": Order.DOWN, "up": Order.UP}
WHENS = {"always": ExtraWhen.ALWAYS, "number": ExtraWhen.NUMBER_CELL_OPEN, "scores": ExtraWhen.ENTRY_SCORES}
NEEDS = {"scored": ExtraNeeds.SCORED, "filled": ExtraNeeds.FILLED}


def games(rules: dict) -> tuple[Toy, Variant]:
    toy = Toy(
        dice=3,
        rolls=rules.get("rolls", 2),
        cells=tuple((name, number, points) for name, (number, points, _) in CELLS.items()),
        bonus=rules.get("bonus", (0, 0)),
        order=rules.get("order", "free"),
        extra=rules.get("extra", 0),
        when=rules.get("when", "always"),
        needs=rules.get("needs", "scored"),
        most=rules.get("most", 0),
        joker=rules.get("joker", "none"),
        joker_points=lambda name: JOKER.get(name, 0),
    )
    categories = [category for _, _, category in CELLS.values()]
    bonus = UpperBonus(*toy.bonus) if toy.bonus[0] else None
    extra = ExtraKniffel(
        points=toy.extra,
        when=WHENS[toy.when],
        needs=NEEDS[toy.needs],
        joker=Joker(toy.joker),
        most=toy.most or None,
    )
    variant = Variant(
        key="toy",
        dice=3,
        rolls=toy.rolls,
        upper=tuple(categories[:2]),
        lower=tuple(categories[2:]),
        upper_bonus=bonus,
        columns=(Column(order=ORDERS[toy.order]),),
        extra=extra,
    )
    return toy, variant


RULES = [
    {},
    {"rolls": 1},
    {"rolls": 3},
    {"bonus": (13, 10)},
    {"order": "down", "bonus": (8, 5)},
    {"order": "up"},
    {"joker": "forced", "extra": 25},
    {"joker": "free", "extra": 25, "bonus": (12, 9)},
    {"joker": "none", "extra": 25, "when": "number"},
    {"joker": "none", "extra": 40, "when": "scores", "most": 1},
    {"joker": "forced", "extra": 15, "when": "number", "needs": "filled", "order": "down"},
    {"joker": "forced"},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_small_games_are_solved_as_by_plain_recursion(rules):
    toy, variant = games(rules)
    assert solve(variant, exact=True).value == pytest.approx(best_mean(toy), abs=1e-9)


@pytest.mark.parametrize("key", VALUES)
def test_the_known_values(key):
    assert solve(key, exact=True).value == pytest.approx(VALUES[key], abs=1e-7)
    assert solve(key).value == pytest.approx(VALUES[key], abs=1e-3)
