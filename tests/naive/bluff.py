"""Naive Lügenkniffel: two columns for each player, points and lies, and the doubts.

Uses nothing of `pasch`. Seats count from 0.
"""

from tests.naive.scoring import KNIFFEL_FIELDS, points


class Bluff:
    """One game; a field is used once it is in `points` or among `lies`."""

    def __init__(self, seats):
        self.points = [{} for _ in range(seats)]
        self.lies = [set() for _ in range(seats)]
        self.seat, self.round = 0, 1
        self.over = False

    def open(self, seat):
        return [field for field in KNIFFEL_FIELDS if field not in self.points[seat] and field not in self.lies[seat]]

    def scratch(self, field):
        self.points[self.seat][field] = 0
        self.pass_on()

    def settle(self, field, claimed, dice, doubters):
        """Whether it was a lie; None without a doubt."""
        lied = points("kniffel", field, dice) < claimed if doubters else None
        openly = {seat for seat in doubters if field in self.open(seat)}
        if lied:
            self.lies[self.seat].add(field)
        else:
            self.points[self.seat][field] = claimed
        for seat in openly:
            self.points[seat][field] = claimed if lied else 0
        self.pass_on()
        return lied

    def pass_on(self):
        """Pass the turn to the next seat with an open field, for at most thirteen rounds."""
        for _ in self.points:
            self.seat += 1
            if self.seat == len(self.points):
                self.seat = 0
                self.round += 1
            if self.round > len(KNIFFEL_FIELDS):
                break
            if self.open(self.seat):
                return
        self.over = True

    def totals(self):
        return [sum(card.values()) for card in self.points]
