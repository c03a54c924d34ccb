"""A whole game of two by plain recursion, with players who may have other aims than the chance to win.

Visits every position: both sheets, the player to move, the difference of points, the dice. Shares no code with the
solver.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from math import fsum

from tests.naive.winning import Dice, Duel, Hand, Toy

Position = tuple[Hand, Hand, int, Dice, int]
"""The own sheet, the other's, the lead, the kept dice, the rolls left."""

Place = tuple[int, Hand, Hand, int]
"""The seat to move, both sheets, how far ahead."""

Move = tuple[Hand, int] | Dice
"""An entry (the sheet after it and its points), or the kept dice."""

Choose = Callable[[Position], Move]


class Played:
    """The chance of the first player, a draw counting half; a player without a `choose` plays best."""

    def __init__(self, toy: Toy, first: Choose | None = None, second: Choose | None = None) -> None:
        self.duel, self.choose = Duel(toy), (first, second)
        self.toy = toy
        self.won = cache(self.won)
        self.at = cache(self.at)
        self.thrown = cache(self.thrown)

    def value(self) -> float:
        return self.won((0, Hand(), Hand(), 0))

    def won(self, place: Place) -> float:
        """The chance of the seat to move, before its first roll."""
        seat, mine, other, ahead = place
        if not self.duel.full(mine):
            return self.thrown(place, (), self.toy.rolls - 1)
        if not self.duel.full(other):
            return 1 - self.won((1 - seat, other, mine, -ahead))
        ahead += self.duel.bonus(mine) - self.duel.bonus(other)
        return 0.5 if ahead == 0 else float(ahead > 0)

    def thrown(self, place: Place, kept: Dice, left: int) -> float:
        ways = list(product(range(1, 7), repeat=self.toy.dice - len(kept)))
        return fsum(self.at(place, tuple(sorted(kept + way)), left) for way in ways) / len(ways)

    def at(self, place: Place, dice: Dice, left: int) -> float:
        seat, mine, other, ahead = place
        choose = self.choose[seat]
        if choose is not None:
            return self.after(place, choose((mine, other, ahead, dice, left)), left)
        return max(self.after(place, move, left) for move in moves(self.duel, mine, dice, left))

    def after(self, place: Place, move: Move, left: int) -> float:
        if move and isinstance(move[0], Hand):
            (seat, _, other, ahead), (hand, points) = place, move
            return 1 - self.won((1 - seat, other, hand, -(ahead + points)))
        return self.thrown(place, move, left - 1)

    def best(self, position: Position) -> Move:
        """The action of the seat to move with its greatest chance, when both play to win."""
        mine, other, ahead, dice, left = position
        options = moves(self.duel, mine, dice, left)
        return max(options, key=lambda move: self.after((0, mine, other, ahead), move, left))


class ForPoints:
    """Play for the expected total alone."""

    def __init__(self, toy: Toy) -> None:
        self.duel, self.toy = Duel(toy), toy
        self.rest = cache(self.rest)
        self.thrown = cache(self.thrown)

    def rest(self, hand: Hand) -> float:
        """The points still to come, the bonus included."""
        return float(self.duel.bonus(hand)) if self.duel.full(hand) else self.thrown(hand, (), self.toy.rolls - 1)

    def thrown(self, hand: Hand, kept: Dice, left: int) -> float:
        ways = list(product(range(1, 7), repeat=self.toy.dice - len(kept)))
        ends = (tuple(sorted(kept + way)) for way in ways)
        return fsum(max(value for _, value in self.options(hand, dice, left)) for dice in ends) / len(ways)

    def options(self, hand: Hand, dice: Dice, left: int) -> Iterator[tuple[Move, float]]:
        for move in moves(self.duel, hand, dice, left):
            entered = move and isinstance(move[0], Hand)
            yield move, move[1] + self.rest(move[0]) if entered else self.thrown(hand, move, left - 1)

    def choose(self, position: Position) -> Move:
        mine, _, _, dice, left = position
        return max(self.options(mine, dice, left), key=lambda pair: pair[1])[0]


def moves(duel: Duel, hand: Hand, dice: Dice, left: int) -> list[Move]:
    """Every entry, and every subset of the dice to keep."""
    keeps = [set(combinations(dice, size)) for size in range(duel.toy.dice)] if left else []
    return [*duel.entries(hand, dice), *(kept for group in keeps for kept in group)]
