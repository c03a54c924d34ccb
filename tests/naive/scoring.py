"""Naive scoring, as with a pencil: count, compare, add.

Uses plain lists and counts and nothing of `pasch`, so that a mistake would have to be made twice.
"""

from tests.naive.colors import counted, duel_points, in_a_row, kismet_points

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


FIELDS = {
    "kniffel": KNIFFEL_FIELDS,
    "yatzy": YATZY_FIELDS,
    "six": [
        *NUMBERS, "two_pairs", "three_pairs", "three_of_a_kind", "two_triplets", "four_of_a_kind", "five_of_a_kind",
        "full_house", "small_straight", "large_straight", "full_straight", "kniffel", "chance",
    ],
    "maxi": [
        *NUMBERS, "one_pair", "two_pairs", "three_pairs", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind",
        "small_straight", "large_straight", "full_straight", "full_house", "two_triplets", "tower", "chance", "kniffel",
    ],
    "yams-fr": [
        *NUMBERS, "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "kniffel",
    ],
    "balut": ["fours", "fives", "sixes", "straight", "full_house", "choice", "balut"],
    "yacht": [*NUMBERS, "full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"],
    "cheerio": [*NUMBERS, "little_straight", "big_straight", "full_house", "big_hand", "cheerio"],
    "escalero": [*NUMBERS, "straight", "full_house", "four_of_a_kind", "grande"],
    "generala": [*NUMBERS, "straight", "full_house", "four_of_a_kind", "generala", "double_generala"],
    "crag": [
        *NUMBERS, "low_straight", "high_straight", "odd_straight", "even_straight", "three_of_a_kind", "thirteen",
        "crag",
    ],
    "extreme": [
        *NUMBERS, "three_of_a_kind", "four_of_a_kind", "two_pairs", "three_pairs", "two_triplets", "full_house",
        "grand_full_house", "small_straight", "large_straight", "full_straight", "kniffel", "kniffel_extreme",
        "ten_or_less", "thirty_three_or_more", "chance", "super_chance",
    ],
    "jamb": [*NUMBERS, "max", "min", "triling", "kenta", "ful", "poker", "jamb"],
    "kniffeliger": [*KNIFFEL_FIELDS, "pi"],
    "kniffeliger-program": [*KNIFFEL_FIELDS, "pi"],
    "kismet": [
        *NUMBERS, "two_pairs_color", "three_of_a_kind", "straight", "flush", "full_house", "full_house_color",
        "four_of_a_kind", "yarborough", "kismet",
    ],
    "swiss": [*NUMBERS, "two_pairs", "full_house", "small_straight", "large_straight", "yatzy", "chance"],
    "yazzo": [*NUMBERS, "four_of_a_kind", "full_house", "small_straight", "large_straight", "yazzo"],
    "dice-duel": [
        "two_pairs", "three_of_a_kind", "small_straight", "flush", "full_house", "four_of_a_kind", "large_straight",
    ],
}  # fmt: skip
"""The rows of each family of sheets, from top to bottom."""


def points(
    family: str, field: str, dice: list[int], *, five_equal_house: bool = False, rolls: int = 3, served: bool = False
) -> int:
    """The points of the dice in a field of a family, without a joker; `served`: all dice fell together."""
    if field in NUMBERS:
        return dice.count(NUMBERS[field]) * NUMBERS[field]
    if family == "kniffel":
        return kniffel_points(field, dice, five_equal_house)
    if family == "yatzy":
        return yatzy_points(field, dice, five_equal_house)
    if family == "jamb":
        return jamb_points(field, dice, rolls)
    plain = SCORERS[family](field, dice, five_equal_house)
    return plain + SERVED.get((family, field), 0) if plain and served else plain


SERVED = {
    ("escalero", "straight"): 5, ("escalero", "full_house"): 5, ("escalero", "four_of_a_kind"): 5,
    ("escalero", "grande"): 30,
    ("generala", "straight"): 5, ("generala", "full_house"): 5, ("generala", "four_of_a_kind"): 5,
}  # fmt: skip


def highest(dice: list[int], size: int) -> int:
    """The highest face that appears this often, or 0."""
    return max([face for face in set(dice) if dice.count(face) >= size], default=0)


def best_house(dice: list[int], five_equal_too: bool) -> int:
    """The highest sum of three equal and two other equal dice, or 0."""
    sums = [
        3 * three + 2 * two
        for three in set(dice)
        for two in set(dice)
        if three != two and dice.count(three) >= 3 and dice.count(two) >= 2
    ]
    if five_equal_too and highest(dice, 5):
        sums.append(5 * highest(dice, 5))
    return max(sums, default=0)


def six_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    counts = counted(dice)
    total = sum(dice)
    pairs = sum(count >= 2 for count in counts)
    return {
        "two_pairs": total if pairs >= 2 else 0,
        "three_pairs": total if pairs >= 3 else 0,
        "three_of_a_kind": total if counts[0] >= 3 else 0,
        "two_triplets": total if counts == [3, 3] else 0,
        "four_of_a_kind": total if counts[0] >= 4 else 0,
        "five_of_a_kind": total if counts[0] >= 5 else 0,
        "full_house": 30 if best_house(dice, five_equal_house) else 0,
        "small_straight": 40 if in_a_row(dice, 4) else 0,
        "large_straight": 60 if in_a_row(dice, 5) else 0,
        "full_straight": 90 if in_a_row(dice, 6) else 0,
        "kniffel": 100 if counts == [6] else 0,
        "chance": total,
    }[field]


def maxi_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    counts = counted(dice)
    paired = sorted(face for face in set(dice) if dice.count(face) >= 2)
    return {
        "one_pair": 2 * highest(dice, 2),
        "two_pairs": 2 * sum(paired[-2:]) if len(paired) >= 2 else 0,
        "three_pairs": sum(dice) if len(paired) == 3 else 0,
        "three_of_a_kind": 3 * highest(dice, 3),
        "four_of_a_kind": 4 * highest(dice, 4),
        "five_of_a_kind": 5 * highest(dice, 5),
        "small_straight": 15 if {1, 2, 3, 4, 5} <= set(dice) else 0,
        "large_straight": 20 if {2, 3, 4, 5, 6} <= set(dice) else 0,
        "full_straight": 21 if len(counts) == 6 else 0,
        "full_house": best_house(dice, five_equal_house),
        "two_triplets": sum(dice) if counts == [3, 3] else 0,
        "tower": sum(dice) if counts == [4, 2] else 0,
        "chance": sum(dice),
        "kniffel": 100 if counts == [6] else 0,
    }[field]


def yams_fr_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    return {
        "three_of_a_kind": 3 * highest(dice, 3),
        "four_of_a_kind": 4 * highest(dice, 4),
        "full_house": 25 if best_house(dice, five_equal_house) else 0,
        "small_straight": 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        "large_straight": 40 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        "kniffel": 50 if counted(dice) == [5] else 0,
    }[field]


def balut_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    return {
        "straight": sum(dice) if in_a_row(dice, 5) else 0,
        "full_house": best_house(dice, five_equal_house),
        "choice": sum(dice),
        "balut": 20 + sum(dice) if counted(dice) == [5] else 0,
    }[field]


def yacht_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    return {
        "full_house": best_house(dice, five_equal_house),
        "four_of_a_kind": 4 * highest(dice, 4),
        "little_straight": 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        "big_straight": 30 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        "choice": sum(dice),
        "yacht": 50 if counted(dice) == [5] else 0,
    }[field]


def cheerio_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    return {
        "little_straight": 20 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
        "big_straight": 25 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
        "full_house": best_house(dice, five_equal_house),
        "big_hand": sum(dice),
        "cheerio": 50 if counted(dice) == [5] else 0,
    }[field]


def escalero_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    return {
        "straight": 20 if in_a_row(dice, 5) else 0,
        "full_house": 30 if best_house(dice, five_equal_house) else 0,
        "four_of_a_kind": 40 if counted(dice)[0] >= 4 else 0,
        "grande": 50 if counted(dice) == [5] else 0,
    }[field]


def generala_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    if field in ("generala", "double_generala"):
        return {"generala": 60, "double_generala": 120}[field] if counted(dice) == [5] else 0
    return escalero_points(field, dice, five_equal_house)


def crag_points(field: str, dice: list[int], _five_equal_house: bool) -> int:
    shown = sorted(dice)
    return {
        "low_straight": 20 if shown == [1, 2, 3] else 0,
        "high_straight": 20 if shown == [4, 5, 6] else 0,
        "odd_straight": 20 if shown == [1, 3, 5] else 0,
        "even_straight": 20 if shown == [2, 4, 6] else 0,
        "three_of_a_kind": 25 if counted(dice) == [3] else 0,
        "thirteen": 26 if sum(dice) == 13 else 0,
        "crag": 50 if sum(dice) == 13 and counted(dice)[0] >= 2 else 0,
    }[field]


def extreme_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    counts = counted(dice)
    total = sum(dice)
    pairs = sum(count >= 2 for count in counts)
    return {
        "three_of_a_kind": total if counts[0] >= 3 else 0,
        "four_of_a_kind": total if counts[0] >= 4 else 0,
        "two_pairs": total if pairs >= 2 else 0,
        "three_pairs": 35 if pairs >= 3 else 0,
        "two_triplets": 45 if counts == [3, 3] else 0,
        "full_house": 25 if (pairs >= 2 and counts[0] >= 3) or (five_equal_house and counts[0] >= 5) else 0,
        "grand_full_house": 45 if counts == [4, 2] else 0,
        "small_straight": 30 if in_a_row(dice, 4) else 0,
        "large_straight": 40 if in_a_row(dice, 5) else 0,
        "full_straight": 50 if in_a_row(dice, 6) else 0,
        "kniffel": 50 if counts[0] >= 5 else 0,
        "kniffel_extreme": 75 if counts == [6] else 0,
        "ten_or_less": 40 if total <= 10 else 0,
        "thirty_three_or_more": 40 if total >= 33 else 0,
        "chance": total,
        "super_chance": 2 * total,
    }[field]


def jamb_points(field: str, dice: list[int], rolls: int) -> int:
    counts = counted(dice)
    return {
        "max": sum(dice),
        "min": sum(dice),
        "triling": 20 + 3 * highest(dice, 3) if counts[0] >= 3 else 0,
        "kenta": {1: 66, 2: 56}.get(rolls, 46) if in_a_row(dice, 5) else 0,
        "ful": 30 + sum(dice) if counts == [3, 2] else 0,
        "poker": 40 + 4 * highest(dice, 4) if counts[0] >= 4 else 0,
        "jamb": 50 + sum(dice) if counts == [5] else 0,
    }[field]


def kniffeliger_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    if field == "pi":
        return 31 if sorted(dice) == [1, 1, 3, 4, 5] else 0
    return kniffel_points(field, dice, five_equal_house)


def program_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    """The program counts only the dice that are alike."""
    if field in ("three_of_a_kind", "four_of_a_kind"):
        size = {"three_of_a_kind": 3, "four_of_a_kind": 4}[field]
        return size * highest(dice, size)
    return kniffeliger_points(field, dice, five_equal_house)


def swiss_points(field: str, dice: list[int], _: bool) -> int:
    """Each picture has a number; all but the chance ask for five certain pictures."""
    wanted = {
        "two_pairs": ("33445", 20),
        "full_house": ("11222", 25),
        "small_straight": ("12345", 20),
        "large_straight": ("23456", 20),
        "yatzy": ("66666", 30),
    }
    if field == "chance":
        return sum(dice)
    faces, worth = wanted[field]
    return worth if "".join(map(str, sorted(dice))) == faces else 0


def yazzo_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    if field == "yazzo":
        return 50 + sum(dice) if len(set(dice)) == 1 else 0
    return kniffel_points(field, dice, five_equal_house)


SCORERS = {
    "swiss": swiss_points,
    "yazzo": yazzo_points,
    "kniffeliger": kniffeliger_points,
    "kniffeliger-program": program_points,
    "kismet": kismet_points,
    "dice-duel": duel_points,
    "six": six_points,
    "maxi": maxi_points,
    "yams-fr": yams_fr_points,
    "balut": balut_points,
    "yacht": yacht_points,
    "cheerio": cheerio_points,
    "escalero": escalero_points,
    "generala": generala_points,
    "crag": crag_points,
    "extreme": extreme_points,
}


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


JOKERS = {
    "kniffeliger": {"full_house": 25, "small_straight": 30, "large_straight": 40, "pi": 31},
    "kniffeliger-program": {"full_house": 25, "small_straight": 30, "large_straight": 40, "pi": 31},
    "kniffel": {"full_house": 25, "small_straight": 30, "large_straight": 40},
    "yatzy": {"small_straight": 15, "large_straight": 20},
    "six": {"full_house": 30, "small_straight": 40, "large_straight": 60, "full_straight": 90},
    "maxi": {"small_straight": 15, "large_straight": 20, "full_straight": 21},
    "yams-fr": {"full_house": 25, "small_straight": 30, "large_straight": 40},
    "extreme": {
        "three_pairs": 35, "two_triplets": 45, "full_house": 25, "grand_full_house": 45, "small_straight": 30,
        "large_straight": 40, "full_straight": 50, "ten_or_less": 40, "thirty_three_or_more": 40,
    },
}  # fmt: skip
"""The fixed points; in every other field a joker scores the sum of the dice."""


def joker_points(family: str, field: str, dice: list[int]) -> int:
    """The points of equal dice as a joker in a lower field: its full points, or the sum of the dice."""
    return points(family, field, dice) or JOKERS[family].get(field, sum(dice))
