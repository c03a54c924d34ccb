"""Win chances, compared with plain recursion over both players, and their invariants."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.bonus import BonusKniffel, JokerRule, UpperBonus
from pasch.rules.category import AllDice, AnyDice, Category, Face, Fixed, Groups, Run
from pasch.rules.columns import Column, Order
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.solver.advice import advise
from pasch.solver.compiling import kernels
from pasch.solver.duel.contest import contest, effort, player, turns_to_come
from pasch.solver.duel.sides import side_of
from pasch.solver.duel.winning import (
    ALWAYS,
    MOST_BLOCKS,
    best_chance,
    chances_to_win,
    compared,
    contest_by_points,
    exact_contest,
    final_chances,
    greatest,
    totals_of_all,
    win_chances,
)
from pasch.solver.solve import solve
from tests.naive.winning import Duel, Hand, Toy


def face(number: int):
    return lambda dice: sum(die for die in dice if die == number)


def run_of_three(dice):
    return 30 if len(set(dice)) == 3 and max(dice) - min(dice) == 2 else 0


def equal(dice):
    return 20 if len(set(dice)) == 1 else 0


CELLS = {
    "ones": (("ones", 1, face(1), 0), Category("ones", Face(1))),
    "sixes": (("sixes", 6, face(6), 0), Category("sixes", Face(6))),
    "run": (("run", 0, run_of_three, 30), Category("run", Run(3), Fixed(30))),
    "kniffel": (("kniffel", 0, equal, 0), Category("kniffel", Groups((3,)), Fixed(20))),
    "chance": (("chance", 0, sum, 0), Category("chance", AnyDice(), AllDice())),
}


def small(**rules) -> tuple[Toy, Variant]:
    """Return a small game in both implementations."""
    toy = Toy(cells=tuple(cell for cell, _ in CELLS.values()), **rules)
    categories = [category for _, category in CELLS.values()]
    variant = Variant(
        key="small",
        dice=toy.dice,
        rolls=toy.rolls,
        upper=tuple(categories[:2]),
        lower=tuple(categories[2:]),
        upper_bonus=UpperBonus(*toy.bonus) if toy.bonus[0] else None,
        columns=(Column(order=Order.DOWN if toy.downwards else Order.FREE),),
        extra=BonusKniffel(points=toy.extra, joker=JokerRule(toy.joker), most=toy.most or None),
    )
    return toy, variant


Entries = dict[str, int]


def sheet(variant: Variant, entries: Entries, extra: int = 0) -> Sheet:
    found = Sheet.empty(variant)
    for key, points in entries.items():
        found = found.enter(variant.rows[key], points, extra if key == "kniffel" else 0)
    return found


def hand(toy: Toy, entries: Entries, extra: int = 0) -> Hand:
    upper = sum(entries.get(name, 0) for name, number, _, _ in toy.cells if number)
    earned = extra // toy.extra if extra else 0
    return Hand(frozenset(entries), upper, earned, bool(entries.get("kniffel")))


def plain_recursion(toy: Toy, mine: Entries, other: Entries, dice: str = "", left: int = 0):
    """Return win, draw and loss by plain recursion."""
    duel, ahead = Duel(toy), sum(mine.values()) - sum(other.values())
    hands = hand(toy, mine), hand(toy, other)
    if dice:
        won, draw = duel.turn(*hands, ahead)[0](tuple(map(int, dice)), left)
    else:
        won, draw = duel.to_move(*hands, ahead)
    return won - draw / 2, draw, 1 - won - draw / 2


TWO = ({"ones": 1, "run": 30, "kniffel": 20}, {"sixes": 6, "run": 0, "kniffel": 20})
"""Each player has two open cells: sixes and chance against ones and chance."""

THREE = ({"ones": 2, "chance": 11}, {"sixes": 12, "chance": 9})

CASES = [
    ({}, *TWO, "", 0),
    ({}, *TWO, "566", 1),
    ({"rolls": 1}, *THREE, "", 0),
    ({"rolls": 3}, {"ones": 1, "run": 30, "sixes": 6}, {"sixes": 6, "chance": 9, "run": 30}, "", 0),
    ({"bonus": (13, 10)}, *TWO, "", 0),
    ({"bonus": (13, 10)}, {"run": 30, "kniffel": 20, "chance": 8}, {"run": 30, "kniffel": 20, "chance": 12}, "", 0),
    ({"joker": "forced", "extra": 25}, *TWO, "", 0),
    ({"joker": "forced", "extra": 25}, {"run": 0, "kniffel": 20, "chance": 7}, {"chance": 9, "kniffel": 20}, "", 0),
    (
        {"joker": "free", "extra": 25, "bonus": (12, 9)},
        {"ones": 1, "kniffel": 20, "run": 30},
        {"ones": 3, "kniffel": 0, "chance": 8},
        "",
        0,
    ),
    (
        {"joker": "none", "extra": 40, "most": 1},
        {"ones": 1, "kniffel": 20, "chance": 9},
        {"ones": 3, "sixes": 6},
        "",
        0,
    ),
    ({"downwards": True}, {"ones": 1, "sixes": 6}, {"ones": 2, "sixes": 6}, "", 0),
    ({}, {"ones": 1, "run": 30}, {"sixes": 6, "run": 0, "kniffel": 20, "chance": 9}, "", 0),
    ({}, {"ones": 1, "run": 30, "kniffel": 0}, {"ones": 1, "sixes": 6, "run": 0, "kniffel": 20, "chance": 9}, "", 0),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "mine", "other", "dice", "left"),
    CASES,
    ids=str,
)
def test_small_duels_match_plain_recursion(rules, mine, other, dice, left):
    toy, variant = small(**rules)
    game = Game(variant, ["Anna", "Bernd"], [sheet(variant, mine), sheet(variant, other)])
    game = game.with_turn(replace(game.turn, seat=1))
    if dice:
        game = game.with_turn(replace(game.turn, roll=Roll.from_text(dice), rolls_left=left))
    anna, bernd = win_chances(solve(variant, exact=True), game)
    assert (anna.win, anna.draw, anna.loss) == pytest.approx(plain_recursion(toy, mine, other, dice, left), abs=1e-9)
    assert anna.exact
    assert bernd == anna.turned


# ------------------------------------------------------------------------------- five dice


PLAIN = {
    "large_straight": lambda dice: 40 if sorted(set(dice)) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0,
    "kniffel": lambda dice: 50 if len(set(dice)) == 1 else 0,
    "ones": face(1),
}
FULL = {
    "ones": 3,
    "twos": 6,
    "threes": 9,
    "fours": 12,
    "fives": 15,
    "sixes": 18,
    "three_of_a_kind": 22,
    "four_of_a_kind": 0,
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 0,
    "kniffel": 0,
    "chance": 20,
}


def with_open(variant: Variant, *cells: str, **changed: int) -> Sheet:
    """Return a sheet in which these cells are open."""
    return sheet(variant, {key: points for key, points in (FULL | changed).items() if key not in cells})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "chance"), [(("kniffel",), 20), (("ones",), 19), (("kniffel", "large_straight"), 12)], ids=str
)
def test_kniffel_endgame_matches_plain_recursion(cells, chance):
    solution = solve("kniffel-plain", exact=True)
    sheets = [with_open(solution.variant, *cells, chance=chance), with_open(solution.variant, *cells)]
    game = Game(solution.variant, ["Anna", "Bernd"], sheets)
    bonus = 0 if "ones" in cells else 35
    toy = Toy(cells=tuple((key, int(key == "ones"), PLAIN[key], 0) for key in cells), dice=5, rolls=3)
    if not bonus:
        toy = replace(toy, bonus=(3, 35))  # the number cells except ones hold sixty points
    won, draw = Duel(toy).to_move(Hand(), Hand(), chance - 20)
    anna, _ = win_chances(solution, game)
    assert (anna.win, anna.draw) == pytest.approx((won - draw / 2, draw), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("cells", [("kniffel", "chance"), ("ones", "three_of_a_kind", "chance")], ids=str)
def test_more_points_never_lower_the_win_chance(cells):
    solution = solve("kniffel-plain")
    found = []
    for points in range(0, 31, 5):
        mine = with_open(solution.variant, *cells, full_house=points)
        outcomes = win_chances(
            solution, Game(solution.variant, ["A", "B"], [mine, with_open(solution.variant, *cells)])
        )
        assert all(o.win + o.draw + o.loss == pytest.approx(1) for o in outcomes)
        assert all(min(o.win, o.draw, o.loss) >= 0 for o in outcomes)
        found.append(outcomes[0].win + outcomes[0].draw / 2)
    assert found == sorted(found)
    assert found[0] + 0.1 < found[-1]


def test_uncatchable_lead_wins_for_certain():
    solution = solve("kniffel-plain")
    sheets = [with_open(solution.variant, "kniffel", ones=5), with_open(solution.variant, "ones", small_straight=0)]
    anna, _ = win_chances(solution, Game(solution.variant, ["Anna", "Bernd"], sheets))
    assert (anna.win, anna.draw, anna.loss) == pytest.approx((1, 0, 0), abs=1e-12)


@pytest.mark.slow
def test_playing_to_win_beats_playing_for_points():
    """The player is forty points behind with three open cells; the gain exceeds rounding but stays small."""
    solution = solve("kniffel-plain")
    cells = ("kniffel", "chance", "three_of_a_kind")
    mine, other = with_open(solution.variant, *cells), with_open(solution.variant, *cells, large_straight=40)
    game = Game(solution.variant, ["Anna", "Bernd"], [mine, other])
    by_points, _ = win_chances(solution, game, within=0)
    best, _ = best_chance(contest_by_points(solution, game), game)
    assert not by_points.exact
    assert 0.005 < best - (by_points.win + by_points.draw / 2) < 0.05


@pytest.mark.slow
def test_few_open_cells_are_always_solved_exactly(long):
    """Number cells cost most while the bonus is open. The long form tests all sets of cells."""
    solution = solve("kniffel-plain")
    keys = list(FULL)
    rows = [key for key in keys if long or key in {"ones", "twos", "fives", "sixes", "three_of_a_kind", "chance"}]
    for cells in combinations(rows, ALWAYS):
        worst = 0
        for less in range(0, 16, 3):
            fours = {} if "fours" in cells else {"fours": 20 - 4 * (less // 4)}
            side = side_of(solution, with_open(solution.variant, *cells, **fours, threes=less // 3 * 3))
            worst = max(worst, effort(side, player(side)))
        assert worst <= MOST_BLOCKS


# ------------------------------------------------------------------------------- several opponents, and distributions


@pytest.mark.slow
def test_several_opponents_are_exact_only_when_finished():
    solution = solve("kniffel-plain")
    mine, full = with_open(solution.variant, "kniffel"), with_open(solution.variant)
    game = Game(solution.variant, ["A", "B", "C"], [mine, full, full.enter(0, 4)])
    outcomes = win_chances(solution, game)
    two = win_chances(solution, Game(solution.variant, ["A", "C"], [mine, full.enter(0, 4)]))
    assert outcomes[0].exact
    assert (outcomes[0].win, outcomes[0].draw) == pytest.approx((two[0].win, two[0].draw), abs=1e-6)
    open_ones = [with_open(solution.variant, "kniffel", "chance")] * 3
    unsure = win_chances(solution, Game(solution.variant, ["A", "B", "C"], open_ones))
    assert not any(outcome.exact for outcome in unsure)
    assert sum(outcome.win for outcome in unsure) < 1 < sum(outcome.win + outcome.draw for outcome in unsure)


def test_finished_game_is_decided_by_totals():
    variant = solve("kniffel-plain").variant
    sheets = [with_open(variant), with_open(variant), with_open(variant, ones=2)]
    outcomes = win_chances(solve("kniffel-plain"), Game(variant, ["A", "B", "C"], sheets))
    assert [(o.win, o.draw, o.loss, o.exact) for o in outcomes] == [(0, 1, 0, True)] * 2 + [(0, 0, 1, True)]


def test_unsuitable_game_is_refused():
    solution = solve("kniffel-plain")
    alone = Position.from_text("kniffel-plain; ; 12345 2").game
    other = Position.from_text("kniffel; ones=3 / ; ").game
    two, _ = Game(solution.variant, ["A", "B"]).apply(RollDice())
    for game in (alone, other, two):
        with pytest.raises(InvalidInput):
            win_chances(solution, game)


@pytest.mark.slow
def test_mid_turn_distributions_average_to_the_start():
    """The distribution before the first roll is the average of those after it, over all rolls."""
    _, variant = small(rolls=3, bonus=(12, 9), joker="free", extra=25)
    solution = solve(variant, exact=True)
    start = Game(variant, ["A", "B"], [sheet(variant, {"kniffel": 20, "ones": 1})] * 2)
    dice = solution.program.dice
    total = np.zeros(400)
    for faces, chance in zip(dice.keeps[: dice.rolls], dice.chances, strict=False):
        game = start.with_turn(replace(start.turn, roll=Roll(faces), rolls_left=2))
        mine, other = totals_of_all(solution, game)
        total[: len(mine)] += chance * mine
        assert np.array_equal(other, final_chances(solution, start.sheets[1]))
    known = final_chances(solution, start.sheets[0])
    assert total[: len(known)] == pytest.approx(known, abs=1e-9)


@pytest.mark.slow
def test_mean_final_total_equals_the_value():
    solution = solve("kniffel-plain", exact=True)
    open_sheet = with_open(solution.variant, "kniffel", "chance")
    chances = final_chances(solution, open_sheet)
    assert chances.sum() == pytest.approx(1)
    value = advise(solution, Game(solution.variant, ["A"], [open_sheet])).value
    assert chances @ np.arange(len(chances)) == pytest.approx(value, abs=1e-6)


def test_distributions_are_compared_and_combined():
    mine, other = np.array([0, 0.5, 0.5]), np.array([0, 0.25, 0.25, 0.5])
    assert compared(mine, other) == pytest.approx((0.125, 0.25))
    assert greatest([mine, other]) == pytest.approx([0, 0.125, 0.375, 0.5])


def test_remaining_turns_are_listed_in_order():
    assert [turn.own for turn in turns_to_come(2, 2)] == [True, False, True, False]
    assert [turn.own for turn in turns_to_come(1, 3)] == [True, False, False, False]
    assert [(turn.cells, turn.others) for turn in turns_to_come(3, 1)] == [(3, 1), (2, 1), (2, 0), (1, 0)]
    assert [turn.own for turn in turns_to_come(2, 0)] == [True, True]


def test_best_action_matches_the_win_chance():
    solution = solve("kniffel-plain")
    cells = ("kniffel", "chance")
    game = Game(solution.variant, ["A", "B"], [with_open(solution.variant, *cells)] * 2)
    game = game.with_turn(replace(game.turn, roll=Roll.from_text("55566"), rolls_left=1))
    chances = chances_to_win(solution, game)
    assert set(chances) == set(game.legal_actions)
    anna, _ = win_chances(solution, game)
    assert max(chances.values()) == pytest.approx(anna.win + anna.draw / 2, abs=1e-6)
    assert chances[Score("chance@1", 27)] > chances[Score("chance@1", 0)]
    assert exact_contest(solution, game, within=1) is None


@pytest.mark.slow
def test_result_does_not_depend_on_threads():
    solution = solve("kniffel-plain")
    side = side_of(solution, with_open(solution.variant, "ones", "kniffel", "chance"))
    most = kernels.threads()
    found = []
    try:
        for threads in sorted({1, most}):
            kernels.use_threads(threads)
            found.append(contest(side, player(side)))
    finally:
        kernels.use_threads(most)
    assert all(np.array_equal(found[0].rows[0], other.rows[0]) for other in found)
    assert np.isfinite(found[0].rows[0]).all()
    assert (found[0].rows[0] >= -1e-6).all()
    assert (found[0].rows[0] <= 1 + 1e-6).all()
