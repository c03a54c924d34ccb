"""The doubled entries, from a player's announcements and rolls in a turn."""


def times(told, rules):
    """2 or 1, from a list of “x2” and “roll” in the order in which they came."""
    if rules.get("double_when") != "before_any_roll":
        return 2 if "x2" in told else 1
    rolls = [place for place, what in enumerate(told) if what == "roll"]
    earlier = rolls[-2] if len(rolls) > 1 else -1
    return 2 if "x2" in told[earlier + 1 : rolls[-1]] else 1
