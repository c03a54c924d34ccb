"""Naive turns of Kismet: lost turns, scratched cells, and the order of the seats.

Uses nothing of `pasch`. Seats count from 0.
"""

from tests.naive.sheet import RULES, NaiveSheet


class Kismet:
    """One game. A list holds every turn of every seat in advance; played and lost turns are crossed off."""

    def __init__(self, seats):
        self.sheets = [NaiveSheet(RULES["kismet"]) for _ in range(seats)]
        self.due = [(round_, seat) for round_ in range(1, 16) for seat in range(seats)]

    @property
    def turn(self):
        return self.due[0]

    @property
    def over(self):
        return not self.due

    def enter(self, field, dice, scratched):
        """Enter the dice; returns the seats that lose their next turn, each with the field it scratches."""
        _, seat = self.due.pop(0)
        held = self.sheets[seat].entries.get(("kismet", 1))
        entered, _ = self.sheets[seat].enter((field, 1), dice, scratched)
        if not (held and entered and len(set(dice)) == 1):
            return []
        return [lost for _ in self.sheets[1:] if (lost := self.lose(seat))]

    def lose(self, thrower):
        """The next seat in order loses its turn, unless it made the roll or no seat has a turn left."""
        if not self.due or self.due[0][1] == thrower:
            return None
        _, seat = self.due.pop(0)
        sheet = self.sheets[seat]
        topmost = next(field for field in sheet.fields if (field, 1) not in sheet.entries)
        sheet.entries[topmost, 1] = 0
        return seat, topmost

    def totals(self):
        return [sheet.totals()["total"] for sheet in self.sheets]
