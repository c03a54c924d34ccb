"""Optimal play of whole sheets of the Kniffel family: every roll, every keep, every entry, with plain arrays.

Values are those of all upper totals at once. Points come from the naive scoring; shares no code with the solver.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np

from tests.naive.scoring import FIELDS, NUMBERS, joker_points, points

DICE = 5
ROLLS = list(combinations_with_replacement(range(1, 7), DICE))
KEEPS = [kept for size in range(DICE) for kept in combinations_with_replacement(range(1, 7), size)]
MOST = 63
"""Higher upper totals are worth the same."""


@cache
def chances():
    """`[keep, roll]`: the chance of a roll after keeping these dice."""
    found = np.zeros((len(KEEPS), len(ROLLS)))
    for k, kept in enumerate(KEEPS):
        for r, roll in enumerate(ROLLS):
            fallen = Counter(roll)
            fallen.subtract(kept)
            if min(fallen.values()) >= 0:
                many = DICE - len(kept)
                found[k, r] = factorial(many) / prod(map(factorial, fallen.values())) / 6**many
    return found


@cache
def keeps_of():
    """The keeps of every roll, padded with the last one."""
    rows = [[KEEPS.index(k) for k in {k for size in range(DICE) for k in combinations(roll, size)}] for roll in ROLLS]
    most = max(map(len, rows))
    return np.array([row + row[-1:] * (most - len(row)) for row in rows])


@dataclass
class Rules:
    """`extra` points for bonus Kniffels, only with an open number cell if `number` is set; `joker`: forced."""

    family: str
    bonus: int
    extra: int = 0
    number: bool = False
    joker: bool = False
    known: dict = field(default_factory=dict)

    def entries(self, filled, scored, roll):
        """Every entry of a roll: field, points, extra points."""
        dice = list(roll)
        left = [name for name in FIELDS[self.family] if name not in filled]
        further = len(set(dice)) == 1 and "kniffel" in filled
        number = next(name for name, face in NUMBERS.items() if face == dice[0])
        extra = self.extra if further and scored and (not self.number or number in left) else 0
        if further and self.joker:
            left = [number] if number in left else [name for name in left if name not in NUMBERS] or left
        for name in left:
            joker = further and self.joker and number not in left and name not in NUMBERS
            brought = joker_points(self.family, name, dice) if joker else points(self.family, name, dice)
            for taken in {brought, 0}:
                yield name, taken, extra

    def after(self, filled, scored, entry):
        """By upper total before the entry: the points of the entry and of the rest of the game."""
        name, taken, extra = entry
        rest = self.sheet(filled | {name}, (taken > 0 and self.extra > 0) if name == "kniffel" else scored)
        upper = np.minimum(np.arange(MOST + 1) + (taken if name in NUMBERS else 0), MOST)
        return taken + extra + rest[upper]

    def sheet(self, filled, scored):
        """By upper total: the points still to come between two turns."""
        if (filled, scored) not in self.known:
            done = len(filled) == len(FIELDS[self.family])
            bonus = np.where(np.arange(MOST + 1) >= MOST, float(self.bonus), 0.0)
            self.known[filled, scored] = bonus if done else chances()[0] @ self.turn(filled, scored, 2)
        return self.known[filled, scored]

    def turn(self, filled, scored, left):
        """By roll and upper total: the points still to come with so many rolls left."""
        best = np.array([
            np.max([self.after(filled, scored, entry) for entry in self.entries(filled, scored, roll)], axis=0)
            for roll in ROLLS
        ])  # fmt: skip
        for _ in range(left):
            best = np.maximum(best, (chances() @ best)[keeps_of()].max(axis=1))
        return best

    def values(self, filled, scored, upper, roll, left):
        """The points still to come after every action, as Pasch writes actions."""
        found = {}
        for entry in self.entries(filled, scored, roll):
            name, taken, _ = entry
            found[name if taken else f"{name} 0"] = self.after(filled, scored, entry)[min(upper, MOST)]
        if left:
            rolled = chances() @ self.turn(filled, scored, left - 1)[:, min(upper, MOST)]
            for kept in {k for size in range(DICE) for k in combinations(roll, size)}:
                found["k" + ("".join(map(str, kept)) or "-")] = rolled[KEEPS.index(kept)]
        return found


RULES = {
    "kniffel-plain": Rules("kniffel", 35),
    "kniffel": Rules("kniffel", 35, extra=50, number=True, joker=True),
    "yahtzee": Rules("kniffel", 35, extra=100, joker=True),
    "yatzy": Rules("yatzy", 50),
}
