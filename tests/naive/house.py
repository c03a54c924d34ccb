"""Naive house rules: from switches to the items of `tests.naive.sheet`."""

from itertools import combinations


def house_rules(preset, switches):
    """The rules of a preset after its switches, in plain lists."""
    rules = dict(preset)
    switches = dict(switches)
    if "columns" in switches:
        rules |= columns(switches.pop("columns"))
    if "upper_bonus" in switches:
        rules["bonus"] = switches.pop("upper_bonus") or None
        if rules["bonus"] and preset["bonus"] is None:
            # The number of equal dice that the printed sheets require: two, three, four of 21.
            dice = switches.get("dice", rules["dice"])
            rules["bonus_from"] = {3: 42, 4: 63, 5: 63, 6: 84}[dice]
    if "banks_rolls" in switches:
        rules["banks"] = switches.pop("banks_rolls")
    if "dice" in switches:
        rules["counted"] = preset["dice"]
    if "own" in switches:
        rules["own"] = [item.split(":") for item in switches.pop("own").split("|") if item]
    return rules | switches


def columns(text):
    """The meaning of `free|down+x2`, one list for each property of a column."""
    parts = [part.split("+") for part in text.split("|")]
    orders = ("down", "up", "both_ends", "center_out", "upper_first", "lower_first")
    return {
        "columns": len(parts),
        "factors": [next((int(word[1:]) for word in part if word[0] == "x"), 1) for part in parts],
        "order": [next((word for word in part if word in orders), "free") for part in parts],
        "announce": ["after_first_roll" if "announce" in part else "none" for part in parts],
        "max_rolls": [next((int(word[4:]) for word in part if word.startswith("roll")), None) for part in parts],
    }


STRAIGHTS = ("small_straight", "large_straight", "full_straight", "straight", "kenta")


def straight_around(field, dice, score):
    """The points of the dice if a one may follow a six: rotate all faces until they fit."""
    if field not in STRAIGHTS or score(dice):
        return score(dice)
    turned = [[(face - 1 + step) % 6 + 1 for face in dice] for step in range(6)]
    found = max(score(sorted(some)) for some in turned)
    # Balut's straight pays its dice, all others a fixed score.
    return sum(dice) if found in (15, 20) and field == "straight" and score([1, 2, 3, 4, 5]) == 15 else found


def own_points(pattern, pays, dice, around=False):
    """The points of the dice in a category of the house."""
    part = fitting(pattern, dice, around)
    if part is None:
        return 0
    if pays.isdigit():
        return int(pays)
    if "*" in pays:
        return sum(dice) * int(pays.split("*")[1])
    plus = int(pays.split("+")[1]) if "+" in pays else 0
    return sum(dice if pays.startswith("all") else part) + plus


def fitting(pattern, dice, around=False):
    """The highest dice that fit, or None."""
    if pattern == "any":
        return dice
    if pattern[:1] == "=":
        return dice if sorted(dice) == sorted(map(int, pattern[1:])) else None
    if pattern.startswith("sum>="):
        return dice if sum(dice) >= int(pattern[5:]) else None
    if pattern.startswith("sum<="):
        return dice if sum(dice) <= int(pattern[5:]) else None
    length = int(pattern[3:]) if pattern.startswith("run") else 0
    wanted = [] if length else sorted(map(int, pattern.split("+")), reverse=True)
    found = [
        some
        for some in combinations(sorted(dice), length or sum(wanted))
        if (in_a_row(some, around) if length else grouped(some) == wanted)
    ]
    return max(found, key=sum, default=None)


def in_a_row(faces, around):
    """Whether these faces are consecutive, also across the step from six to one if it counts."""
    turned = [sorted(faces)]
    if around:
        turned = [sorted((face - 1 + step) % 6 for face in faces) for step in range(6)]
    return any(some == list(range(some[0], some[0] + len(faces))) for some in turned)


def grouped(dice):
    """The frequency of each face, highest first."""
    return sorted((dice.count(face) for face in set(dice)), reverse=True)


def best_of(dice, count, score, lowest=False):
    """The points of the best of the dice, with this many counted."""
    worth = [score(list(some)) for some in combinations(sorted(dice), count)]
    return min(worth) if lowest else max(worth)
