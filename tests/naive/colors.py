"""Naive Kismet and Dice Duel with coloured dice. Uses nothing of `pasch`."""


def counted(dice: list[int]) -> list[int]:
    """The frequency of each shown face, highest first: 22255 is 3, 2."""
    return sorted((dice.count(face) for face in set(dice)), reverse=True)


def in_a_row(dice: list[int], length: int) -> bool:
    return any(all(start + step in dice for step in range(length)) for start in range(10))


COLOR = {1: "black", 2: "red", 3: "green", 4: "green", 5: "red", 6: "black"}


def kismet_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    counts = counted(dice)
    total = sum(dice)
    paired = {COLOR[face] for face in dice if dice.count(face) >= 2}
    pairs = len({face for face in dice if dice.count(face) >= 2})
    house = counts == [3, 2]
    return {
        "two_pairs_color": total if pairs == 2 and len(paired) == 1 else 0,
        "three_of_a_kind": total if counts[0] >= 3 else 0,
        "straight": 30 if len(counts) == 5 and max(dice) - min(dice) == 4 else 0,
        "flush": 35 if len({COLOR[face] for face in dice}) == 1 else 0,
        "full_house": total + 15 if house or (five_equal_house and counts == [5]) else 0,
        "full_house_color": total + 20 if house and len(paired) == 1 else 0,
        "four_of_a_kind": total + 25 if counts[0] >= 4 else 0,
        "yarborough": total,
        "kismet": total + 50 if counts == [5] else 0,
    }[field]


def duel_points(field: str, dice: list[int], five_equal_house: bool) -> int:
    counts = counted(dice)
    fits = {
        "two_pairs": counts in ([2, 2, 1], [3, 2]),
        "three_of_a_kind": counts[0] >= 3,
        "small_straight": in_a_row(dice, 4),
        "flush": len({face % 2 for face in dice}) == 1,
        "full_house": counts == [3, 2] or (five_equal_house and counts == [5]),
        "four_of_a_kind": counts[0] >= 4,
        "large_straight": in_a_row(dice, 5),
    }
    return CHIPS[field] if fits[field] else 0


CHIPS = {
    "two_pairs": 5, "three_of_a_kind": 10, "small_straight": 20, "flush": 25, "full_house": 30, "four_of_a_kind": 40,
    "large_straight": 50,
}  # fmt: skip
"""The value of a chip of each pattern."""
