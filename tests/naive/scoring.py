"""Scoring a second time, as one does it with a pencil: count, look, add.

Plain lists and counts, nothing of `pasch` in it, so that a mistake would have to be made twice.
"""

NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}

KNIFFEL_FIELDS = [
    *NUMBERS,
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "kniffel",
    "chance",
]

YATZY_FIELDS = [
    *NUMBERS,
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
    "kniffel",
]


def points(family: str, field: str, dice: list[int], *, five_equal_house: bool = False) -> int:
    """What five dice bring in a field of the family `kniffel` or `yatzy`, without any joker."""
    if field in NUMBERS:
        return dice.count(NUMBERS[field]) * NUMBERS[field]
    if family == "kniffel":
        return kniffel_points(field, dice, five_equal_house)
    return yatzy_points(field, dice, five_equal_house)


def kniffel_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    most = max(dice.count(face) for face in dice)
    shown = set(dice)
    if field == "three_of_a_kind":
        return sum(dice) if most >= 3 else 0
    if field == "four_of_a_kind":
        return sum(dice) if most >= 4 else 0
    if field == "full_house":
        return 25 if is_house(dice, five_equal_house) else 0
    if field == "small_straight":
        return 30 if shown >= {1, 2, 3, 4} or shown >= {2, 3, 4, 5} or shown >= {3, 4, 5, 6} else 0
    if field == "large_straight":
        return 40 if shown in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) else 0
    if field == "kniffel":
        return 50 if most == 5 else 0
    assert field == "chance"
    return sum(dice)


def yatzy_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    if field in ("one_pair", "three_of_a_kind", "four_of_a_kind"):
        size = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}[field]
        return max([size * face for face in range(1, 7) if dice.count(face) >= size], default=0)
    if field == "two_pairs":
        pairs = [face for face in range(1, 7) if dice.count(face) >= 2]
        return 2 * sum(pairs) if len(pairs) == 2 else 0
    if field == "small_straight":
        return 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if field == "large_straight":
        return 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if field == "full_house":
        return sum(dice) if is_house(dice, five_equal_house) else 0
    if field == "kniffel":
        return 50 if len(set(dice)) == 1 else 0
    assert field == "chance"
    return sum(dice)


def is_house(dice: list[int], five_equal_too: bool) -> bool:
    counts = sorted(dice.count(face) for face in set(dice))
    return counts == [2, 3] or (five_equal_too and counts == [5])


def joker_points(family: str, field: str, dice: list[int]) -> int:
    """What five equal dice bring as a joker in a lower field: its full points, sums of the dice themselves."""
    own = points(family, field, dice)
    if own:
        return own
    if family == "kniffel":
        return {"full_house": 25, "small_straight": 30, "large_straight": 40}[field]
    return {"small_straight": 15, "large_straight": 20}.get(field, sum(dice))
