"""Upper bounds of sheets of several columns, and the player guided by them, compared with plain recursion."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from pasch.rules.bonus import BonusKniffel, Difference, ExtraNeeds, ExtraWhen, UpperBonus
from pasch.rules.category import AllDice, AnyDice, ByRoll, Category, MatchedDice
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.compiling.kernels import most_threads, use_threads
from pasch.solver.pooled.bounds import bound_of_pairs, independent_columns, pooled_values
from pasch.solver.pooled.layout import PooledSheet
from pasch.solver.pooled.player import play_games
from pasch.solver.solve import solve
from tests.naive.columns import Pair
from tests.naive.pooled import Pooled
from tests.naive.product import Product
from tests.naive.solver import Card, Toy
from tests.solver.test_small_games import ROWS
from tests.support.sizes import cases


def toy(*names: str, dice: int = 3, **rules) -> Toy:
    """Columns of these rows, with a bonus for about half of all points in number rows and a further one."""
    rows = tuple(ROWS[name][0] for name in names)
    most = dice * sum(row.face for row in rows)
    return Toy(rows=rows, dice=dice, steps=((most // 2, 5), (most // 2 + 1, 9)), **rules)


def variant_of(*toys: Toy) -> Variant:
    """The variant with these columns; the first one has the dice, the rows and the extra points of all."""
    first = toys[0]
    categories = [ROWS[row.name][1] for row in first.rows]
    return Variant(
        key="toy",
        dice=first.dice,
        rolls=first.rolls,
        upper=tuple(each for each in categories if each.face),
        lower=tuple(each for each in categories if not each.face),
        upper_bonus=UpperBonus(*first.steps[0], first.steps[1:]),
        extra=BonusKniffel(first.extra, when=ExtraWhen.ENTRY_SCORES, needs=ExtraNeeds.SCORED, most=1),
        columns=tuple(
            Column(each.factor, Order(each.order), Announce.AFTER_FIRST_ROLL if each.announced else Announce.NONE)
            for each in toys
        ),
    )


LOW = Category("low", AnyDice(), AllDice())
PAYING = {"extra": 17, "when": "scores", "needs": "scored", "most": 1}
POOLED = {
    "two free columns": (toy("ones", "twos", "chance"), 2, [], 0),
    "extra points": (toy("ones", "kniffel", **PAYING), 2, [], 0),
    "extra points, three rows": (toy("ones", "kniffel", "chance", **PAYING), 2, [], 0),
    "three columns": (toy("ones", "chance", dice=2), 3, [], 0),
    "free and down": (toy("ones", "twos", "run"), 1, [{"order": "down"}], 0),
    "spare turns": (toy("ones", "twos", "chance", dice=2), 1, [], 3),
    "announced": (toy("ones", "chance", dice=2, rolls=3, announced=True), 1, [], 2),
    "announced, points by roll": (toy("ones", "quick", rolls=3, announced=True), 1, [], 1),
    "announced, with an order": (toy("ones", "run", rolls=3, announced=True), 1, [{"order": "up", "factor": 2}], 0),
    "spare turns, extra points": (toy("ones", "kniffel", dice=3, **PAYING), 2, [], 2),
}


@pytest.mark.parametrize("name", cases(POOLED, default=("extra points", "spare turns", "announced")))
def test_pooled_value_matches_plain_recursion(name):
    first, twins, orders, spare = POOLED[name]
    ordered = [replace(first, **order) for order in orders]
    turns = len(first.rows) * (twins + len(ordered)) + spare
    found = pooled_values(variant_of(*[first] * twins, *ordered), turns=turns)
    assert found.value == pytest.approx(Pooled(first, twins, *ordered, spare=spare).start, abs=1e-9)
    assert found.bound > found.value


def reduced(number: int) -> tuple[str, list[Toy]]:
    """One of twenty small sheets of two columns, with three or five dice."""
    chance = Random(number)
    lower = ["kniffel", "chance"] if number % 4 == 0 else chance.sample(["run", "chance"], 1 + number % 2)
    names = sorted([*chance.sample(["ones", "twos", "sixes"], 1 + number % 2), *lower], key=list(ROWS).index)
    dice = 5 if number % 4 == 2 else 3
    orders = ["free", "free"] if number % 4 < 2 else [chance.choice(["free", "up"]), "down"]
    found = [toy(*names, dice=dice, order=order, **(PAYING if number % 4 == 0 else {})) for order in orders]
    return f"sheet {number}: {' '.join(names)}; {'|'.join(orders)}; {dice} dice", found


@pytest.mark.parametrize("number", cases(range(20), default=(1, 2, 3)))
def test_player_exact_value_and_bound_are_in_order(number):
    name, toys = reduced(number)
    variant, seed, games = variant_of(*toys), number, 4096
    exact = Pair(*toys).card((Card(),) * 2) if toys[0].extra else solve(variant, exact=True).value
    values = pooled_values(variant)
    played = play_games([values], games, seed)
    print(f"{name}; {games} games from seed {seed}: {played.mean:.3f} ± {played.margin:.3f}", exact, values.bound)
    assert played.mean - 2 * played.margin <= exact <= values.bound
    assert played.mean > 0.9 * exact
    assert abs(played.mean - played.total) < 4 * played.deviation / games**0.5
    assert values.bound < independent_columns(variant)


@pytest.mark.slow
def test_columns_with_factors_are_bounded_by_pairs_and_played_by_groups():
    column = toy("ones", "kniffel", **PAYING)
    toys = [replace(column, factor=factor) for factor in (1, 2, 3)]
    variant, exact = variant_of(*toys), Pair(*toys).card((Card(),) * 3)
    bound = bound_of_pairs(variant)
    assert exact <= bound < independent_columns(variant)
    played = play_games([pooled_values(variant, (number,)) for number in range(3)], 4096, seed=1)
    assert 0.9 * exact < played.mean - 2 * played.margin <= exact
    assert abs(played.mean - played.total) < 4 * played.deviation / played.games**0.5
    with pytest.raises(InvalidInput, match="no upper bound"):
        bound_of_pairs(variant_of(column, replace(column, factor=3)))


@pytest.mark.slow
def test_games_of_two_groups_keep_to_the_rules():
    toys = toy("ones", "twos", "chance"), toy("ones", "twos", "chance", order="down")
    variant = variant_of(*toys)
    together = play_games([pooled_values(variant)], 4096)
    apart = play_games([pooled_values(variant, (number,)) for number in range(2)], 4096)
    exact = solve(variant, exact=True).value
    assert max(together.mean, apart.mean) - 2 * max(together.margin, apart.margin) <= exact
    assert apart.mean > 0.95 * together.mean


def test_player_of_one_column_plays_perfectly():
    values = pooled_values(find_variant("kniffel-plain"))
    played = play_games([values], 32)
    assert values.value == pytest.approx(solve("kniffel-plain", exact=True).value, abs=1e-9)
    assert (played.mean, played.margin) == (pytest.approx(values.value, abs=1e-9), pytest.approx(0, abs=1e-9))


def test_games_do_not_depend_on_their_number():
    values = pooled_values(variant_of(toy("ones", "twos", "chance"), toy("ones", "twos", "chance")))
    few, many = play_games([values], 20), play_games([values], 40)
    assert few != many
    assert play_games([values], 20).mean == few.mean


def test_values_do_not_depend_on_threads():
    variant, tables = variant_of(toy("ones", "twos", "chance"), toy("ones", "twos", "chance", order="up")), []
    for threads in (1, most_threads()):
        use_threads(threads)
        tables.append(pooled_values(variant).table.tobytes())
    assert tables[0] == tables[1]


ANNOUNCED = {
    "free and announced": [{}, {"announced": True}],
    "down and announced": [{"order": "down"}, {"announced": True}],
    "announced and ordered": [{}, {"announced": True, "order": "up", "factor": 2}],
    "only announced": [{"announced": True}, {"announced": True}],
}


@pytest.mark.parametrize("name", cases(ANNOUNCED, default={"free and announced"}))
def test_player_announces_cells(name):
    toys = [toy("sixes", "chance", dice=2, rolls=3, **each) for each in ANNOUNCED[name]]
    variant, games = variant_of(*toys), 4096
    exact = Pair(*toys).card((Card(),) * 2)
    played = play_games([pooled_values(variant, (number,)) for number in range(2)], games, seed=1)
    print(f"{name}; {games} games from seed 1: {played.mean:.3f} ± {played.margin:.3f}", exact)
    assert 0.95 * exact < played.mean - 2 * played.margin <= exact
    assert abs(played.mean - played.total) < 4 * played.deviation / games**0.5


def test_announced_columns_have_a_bound():
    variant = find_variant("yams")
    down_and_up = pooled_values(variant, (1, 2), 52)
    assert down_and_up.bound > pooled_values(variant, (1, 2)).bound


@pytest.mark.parametrize("pays", [MatchedDice(plus=3), ByRoll((9, 5, 1))])
def test_announcements_of_unusual_number_rows_are_ignored(pays):
    sheet = variant_of(toy("ones", "chance", dice=2, rolls=3, announced=True))
    unusual = replace(sheet, upper=(replace(sheet.upper[0], pays=pays),))
    assert PooledSheet(sheet, (0,)).announced
    assert not PooledSheet(unusual, (0,)).announced
    with pytest.raises(InvalidInput, match="cannot be simulated"):
        play_games([pooled_values(unusual)], 16)


def test_player_refuses_other_rules_of_columns():
    variant = variant_of(toy("ones", "twos", "chance", dice=2))
    limited = replace(variant, columns=(replace(variant.columns[0], max_rolls=1),))
    with pytest.raises(InvalidInput, match="cannot be simulated"):
        play_games([pooled_values(limited)], 16)


def test_rows_of_a_difference_earn_at_least_the_difference():
    variant = find_variant("jamb")
    sheet, difference = PooledSheet(variant, (1, 3)), variant.difference
    keys = [category.key for category in variant.categories]
    rows = [keys.index(key) for key in (difference.high, difference.low, difference.times)]
    natural = [np.unique([sheet.points[0, row], sheet.single.points[0, row]], axis=1).T for row in rows]
    scratched = [[sheet.points[0, row].min(), 0] for row in rows]
    for ways in product(*([*each.tolist(), zero] for each, zero in zip(natural, scratched, strict=True))):
        separate, entries = zip(*ways, strict=True)
        entry = dict(zip((difference.high, difference.low, difference.times), entries, strict=True)).__getitem__
        assert sum(separate) >= difference.points(entry) + entry(difference.times)


@pytest.mark.parametrize("announced", [False, True])
def test_rows_of_a_difference_are_played_and_bounded(announced):
    column = toy("ones", "chance", dice=2, announced=announced)
    sheet = variant_of(column)
    variant = replace(sheet, lower=(*sheet.lower, LOW), difference=Difference("chance", "low", "ones"))
    exact, games = Product(column).start, 4096
    played = play_games([pooled_values(variant, expected=True)], games, seed=1)
    bound = pooled_values(variant).bound
    print(f"{games} games from seed 1: {played.mean:.3f} ± {played.margin:.3f}", exact, bound)
    assert 0.85 * exact < played.mean - 2 * played.margin <= exact < bound
    assert abs(played.mean - played.total) < 4 * played.deviation / games**0.5


def test_columns_with_a_difference_have_a_bound():
    variant = find_variant("jamb")
    down, announced = pooled_values(variant, (0,)), pooled_values(variant, (3,))
    assert down.bound < announced.bound < pooled_values(variant, (1,)).bound


@pytest.mark.parametrize("variant", ["balut", "triple-yahtzee", "dice-duel", "yahtzee"])
def test_rules_without_a_bound_are_refused(variant):
    with pytest.raises(InvalidInput, match=variant):
        pooled_values(find_variant(variant))
