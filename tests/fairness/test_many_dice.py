"""A million dice and two hundred thousand rerolled dice, on fixed seeds, behave like fair dice.

The chi-square bounds are values that fair dice exceed once in ten thousand times. Wilson and Hilferty's
approximation of the quantile is accurate to a part in a thousand here. The dice of a roll are in the order of the
stream, because neighbours among sorted dice would be similar.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import comb, sqrt
from random import Random

import pytest

from pasch.fairness.stream import RollId, faces_of

pytestmark = pytest.mark.slow

SEED = bytes(range(32))
OTHER = bytes(range(1, 33))
THROWS = 200_000
ONE_IN_TEN_THOUSAND = 3.719
"""Standard deviations."""


def bound(freedom: int) -> float:
    """The chi-square value that fair dice with these degrees of freedom exceed once in ten thousand times."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + ONE_IN_TEN_THOUSAND * sqrt(part)) ** 3


def chi_square(counts: Counter[object], chances: dict[object, float]) -> float:
    total = counts.total()
    assert set(counts) <= set(chances)
    return sum((counts[kind] - total * p) ** 2 / (total * p) for kind, p in chances.items())


def evenly(kinds: Iterable[object]) -> dict[object, float]:
    kinds = list(kinds)
    return dict.fromkeys(kinds, 1 / len(kinds))


FACES = evenly(range(1, 7))
PAIRS = evenly((a, b) for a in range(1, 7) for b in range(1, 7))


def most_equal() -> dict[object, float]:
    """The chance of each size of the largest group of equal dice, counted over the 7,776 rolls of five dice."""
    five, four = 6, 6 * 5 * 5
    three = 6 * comb(5, 3) * 25
    none = 6 * 5 * 4 * 3 * 2
    return {
        5: five / 7776,
        4: four / 7776,
        3: three / 7776,
        1: none / 7776,
        2: (7776 - five - four - three - none) / 7776,
    }


def faces(seed: bytes, throw: RollId, dice: int) -> tuple[int, ...]:
    return faces_of(seed, throw, dice)[0]


@pytest.fixture(scope="module")
def first_rolls() -> list[tuple[int, ...]]:
    """A million dice: five in the first roll of each of 200,000 turns."""
    return [faces(SEED, RollId("many", ("c0ffee",), 1, turn, 1), 5) for turn in range(1, THROWS + 1)]


def test_million_dice_show_all_faces_evenly(first_rolls):
    counts = Counter(face for roll in first_rolls for face in roll)
    assert counts.total() == 1_000_000
    assert chi_square(counts, FACES) < bound(5)


def test_each_die_position_in_a_roll_is_fair(first_rolls):
    for place in range(5):
        assert chi_square(Counter(roll[place] for roll in first_rolls), FACES) < bound(5)


def test_consecutive_dice_are_independent(first_rolls):
    """The serial test uses pairs that do not overlap, within a roll and across two rolls."""
    every = [face for roll in first_rolls for face in roll]
    pairs = Counter(zip(every[::2], every[1::2], strict=True))
    assert pairs.total() == 500_000
    assert chi_square(pairs, PAIRS) < bound(35)


def test_dice_are_independent_of_the_previous_roll(first_rolls):
    for place in range(5):
        pairs = Counter((before[place], after[place]) for before, after in pairwise(first_rolls[::2]))
        assert chi_square(pairs, PAIRS) < bound(35)


def test_equal_dice_occur_with_expected_frequency(first_rolls):
    counts = Counter(max(Counter(roll).values()) for roll in first_rolls)
    assert chi_square(counts, most_equal()) < bound(4)


def test_rerolled_dice_are_independent_of_earlier_dice(first_rolls):
    """The sample is two hundred thousand dice from second and third rolls of one to five dice."""
    rng, again, pairs = Random(1), [], Counter()
    turn = 0
    while len(again) < 200_000:
        turn += 1
        before = first_rolls[turn - 1]
        for roll in (2, 3):
            dice = rng.randint(1, 5)
            now = faces(SEED, RollId("many", ("c0ffee",), 1, turn, roll), dice)
            pairs.update(zip(before, now, strict=False))
            again += now
            before = now
    assert chi_square(Counter(again), FACES) < bound(5)
    assert chi_square(Counter(zip(again[::2], again[1::2], strict=False)), PAIRS) < bound(35)
    assert chi_square(pairs, PAIRS) < bound(35)


@pytest.mark.parametrize(
    ("seed", "throw"),
    [
        (OTHER, lambda turn: RollId("many", ("c0ffee",), 1, turn, 1)),
        (SEED, lambda turn: RollId("manz", ("c0ffee",), 1, turn, 1)),
        (SEED, lambda turn: RollId("many", ("c0ffef",), 1, turn, 1)),
        (SEED, lambda turn: RollId("many", ("c0ffee",), 2, turn, 1)),
    ],
    ids=["seed", "table", "seed of a seat", "game"],
)
def test_changing_one_table_property_gives_independent_dice(first_rolls, seed, throw):
    """The dice of two tables coincide no more often than by chance, even with common seeds."""
    pairs = Counter()
    for turn in range(1, 10_001):
        pairs.update(zip(first_rolls[turn - 1], faces(seed, throw(turn), 5), strict=True))
    assert chi_square(pairs, PAIRS) < bound(35)


def test_chi_square_detects_a_loaded_die(first_rolls):
    """Two in a hundred sixes become ones."""
    every = [face for roll in first_rolls for face in roll]
    loaded = Counter(1 if face == 6 and number % 50 == 0 else face for number, face in enumerate(every))
    assert chi_square(loaded, FACES) > bound(5)
