"""Two players who play to win, by plain recursion over both sheets and the difference of points.

Covers every roll in every order, every subset of kept dice, every entry. Shares no code with the solver.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import fsum

Dice = tuple[int, ...]

Chances = tuple[float, float]
"""To win, a draw counting half, and to draw."""

SAME = 1e-12
"""Chances that differ by less are equal; fewer draws are better then."""


@dataclass(frozen=True)
class Toy:
    """A small game. `cells` are (name, face of a number cell or 0, points of a roll, points of a joker)."""

    cells: tuple[tuple[str, int, Callable[[Dice], int], int], ...]
    dice: int = 3
    rolls: int = 2
    bonus: tuple[int, int] = (0, 0)
    downwards: bool = False
    extra: int = 0
    most: int = 0
    joker: str = "none"


@dataclass(frozen=True)
class Hand:
    """A sheet between two turns: filled cells, upper total, extra points, whether the Kniffel scored."""

    filled: frozenset[str] = frozenset()
    upper: int = 0
    earned: int = 0
    scored: bool = False


class Duel:
    """The chances of the player to move, `ahead` points ahead of the other one."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.to_move = cache(self.to_move)
        self.turn = cache(self.turn)

    def to_move(self, mine: Hand, other: Hand, ahead: int) -> Chances:
        """The chances before the first roll."""
        if self.full(mine) and self.full(other):
            ahead += self.bonus(mine) - self.bonus(other)
            return (1.0, 0.0) if ahead > 0 else (0.5, 1.0) if ahead == 0 else (0.0, 0.0)
        if self.full(mine):
            return turned(self.to_move(other, mine, -ahead))
        return self.turn(mine, other, ahead)[1]((), self.toy.rolls - 1)

    def turn(self, mine: Hand, other: Hand, ahead: int):
        """Two functions: of the dice and the rolls left, and of kept dice and the rolls left after this one."""

        @cache
        def rolled(dice: Dice, left: int) -> Chances:
            best = (-1.0, 0.0)
            for after, points in self.entries(mine, dice):
                best = better(best, turned(self.to_move(other, after, -(ahead + points))))
            if left:
                for size in range(self.toy.dice):
                    for kept in set(combinations(dice, size)):
                        best = better(best, thrown(kept, left - 1))
            return best

        @cache
        def thrown(kept: Dice, left: int) -> Chances:
            ways = product(range(1, 7), repeat=self.toy.dice - len(kept))
            ends = [rolled(tuple(sorted(kept + way)), left) for way in ways]
            return fsum(won for won, _ in ends) / len(ends), fsum(drawn for _, drawn in ends) / len(ends)

        return rolled, thrown

    def entries(self, hand: Hand, dice: Dice) -> Iterator[tuple[Hand, int]]:
        """Every sheet after an entry, with the entry's points."""
        toy = self.toy
        further = len(set(dice)) == 1 and "kniffel" in hand.filled
        number = next((cell for cell in toy.cells if further and cell[1] == dice[0]), None)
        number_open = number is not None and number[0] not in hand.filled
        cells = [cell for cell in toy.cells if cell[0] not in hand.filled]
        if toy.downwards:
            cells = cells[:1]
        if further and toy.joker == "forced":
            wanted = [number] if number_open else [cell for cell in cells if not cell[1]]
            cells = [cell for cell in wanted if cell in cells] or cells
        earning = further and toy.extra and hand.scored and not (toy.most and hand.earned >= toy.most)
        for name, face, points_of, joker in cells:
            points = points_of(dice)
            if further and toy.joker != "none" and not number_open and not face:
                points = max(points, joker)
            for taken in {points, 0}:
                upper = hand.upper + (taken if face else 0)
                scored = taken > 0 if name == "kniffel" else hand.scored
                after = Hand(hand.filled | {name}, upper, hand.earned + bool(earning), scored)
                yield after, taken + (toy.extra if earning else 0)

    def full(self, hand: Hand) -> bool:
        return len(hand.filled) == len(self.toy.cells)

    def bonus(self, hand: Hand) -> int:
        threshold, points = self.toy.bonus
        return points if threshold and hand.upper >= threshold else 0


def turned(chances: Chances) -> Chances:
    won, drawn = chances
    return 1 - won, drawn


def better(first: Chances, second: Chances) -> Chances:
    if abs(first[0] - second[0]) < SAME:
        return min(first, second, key=lambda pair: pair[1])
    return max(first, second, key=lambda pair: pair[0])
