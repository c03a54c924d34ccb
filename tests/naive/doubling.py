"""The doubled entries, from a player's announcements and rolls in a turn."""


def times(steps, rules):
    """2 or 1, from a list of “x2” and “roll” in the order in which they came."""
    if rules.get("double_when") != "before_any_roll":
        return 2 if "x2" in steps else 1
    rolls = [place for place, what in enumerate(steps) if what == "roll"]
    earlier = rolls[-2] if len(rolls) > 1 else -1
    return 2 if "x2" in steps[earlier + 1 : rolls[-1]] else 1
