"""Naive Dice Duel: chips on the table and chips of the players, counted one by one.

Uses nothing of `pasch`. Seats count from 0. A player takes a fitting chip, or nothing if no chip fits.
"""

from tests.naive.colors import CHIPS, duel_points


class Duel:
    """One game; `table` and `removed` are chips by pattern, `taken` those of each seat."""

    def __init__(self, seats):
        self.table = dict.fromkeys(CHIPS, 4)
        self.removed = dict.fromkeys(CHIPS, 0)
        self.taken = [dict.fromkeys(CHIPS, 0) for _ in range(seats)]
        self.seat, self.round, self.turns = 0, 1, 1
        self.somebody_took = self.over = False
        self.last = None

    def fitting(self, dice):
        """The chips that these dice take."""
        if len(set(dice)) == 1:
            return [pattern for pattern in CHIPS if self.table[pattern] + self.removed[pattern] > 0]
        return [pattern for pattern in CHIPS if self.table[pattern] and duel_points(pattern, dice, False)]

    def take(self, pattern, dice):
        """A chip goes to the seat; five equal dice give it another turn."""
        if self.table[pattern]:
            self.table[pattern] -= 1
            if not sum(self.table.values()):
                self.last, self.over = self.seat, True
        else:
            self.removed[pattern] -= 1
        self.taken[self.seat][pattern] += 1
        self.somebody_took = True
        if self.over:
            return
        if len(set(dice)) == 1:
            self.turns += 1
        else:
            self.pass_on()

    def take_nothing(self):
        """The pattern of the chip that leaves the game with this turn, or None."""
        return self.pass_on()

    def pass_on(self):
        self.turns += 1
        self.seat = (self.seat + 1) % len(self.taken)
        if self.seat:
            return None
        self.round += 1
        took, self.somebody_took = self.somebody_took, False
        if took:
            return None
        dearest = max((pattern for pattern in CHIPS if self.table[pattern]), key=CHIPS.get)
        self.table[dearest] -= 1
        self.removed[dearest] += 1
        self.over = not sum(self.table.values())
        return dearest

    def bonus(self, seat):
        mine = self.taken[seat]
        kinds = sum(count > 0 for count in mine.values())
        different = 50 if kinds == 7 else 20 if kinds == 6 else 0
        return different + 30 * sum(count == 4 for count in mine.values()) + (20 if self.last == seat else 0)

    def totals(self):
        chips = [sum(CHIPS[pattern] * count for pattern, count in mine.items()) for mine in self.taken]
        return [points + self.bonus(seat) for seat, points in enumerate(chips)]
