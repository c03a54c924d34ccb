"""Optimal play of a small sheet of several columns: every roll, keep and entry, by plain recursion.

Shares no code with the solver. A column is a separate `Toy`: its rows, order, factor, bonus and last roll. The
first column determines dice and rolls.
"""

from functools import cache
from math import fsum

from tests.naive.solver import Card, Dice, Toy, Turn, bonus, entries, keeps, thrown

Cards = tuple[Card, ...]


class Pair:
    """The value of a sheet of these columns."""

    def __init__(self, *columns: Toy):
        self.columns = columns
        self.rules = columns[0]
        self.card = cache(self._card)
        self._turn = cache(self._turn)
        self._throw = cache(self._throw)

    def _card(self, cards: Cards) -> float:
        """The expected remainder for a sheet between two turns."""
        if all(len(card.filled) == len(toy.rows) for toy, card in zip(self.columns, cards, strict=True)):
            return sum(bonus(toy, card) for toy, card in zip(self.columns, cards, strict=True))
        return self._throw(cards, Turn((), 0, self.rules.rolls), ())

    def _throw(self, cards: Cards, turn: Turn, kept: Dice) -> float:
        after = thrown(self.rules, turn, kept)
        return fsum(ways * self._turn(cards, turn) for turn, ways in after) / sum(ways for _, ways in after)

    def _turn(self, cards: Cards, turn: Turn) -> float:
        options = [value for _, _, value in self.entries(cards, turn)]
        options += [self._throw(cards, turn, kept) for kept in (keeps(self.rules, turn) if turn.left else ())]
        return max(options, default=float("-inf"))

    def entries(self, cards: Cards, turn: Turn) -> list[tuple[int, str, float]]:
        """Column, row and value of every entry for all its points."""
        found = []
        for number, (toy, before) in enumerate(zip(self.columns, cards, strict=True)):
            if toy.last_throw and turn.used > toy.last_throw:
                continue
            for entry in entries(toy, before, turn):
                card = entry.card._replace(upper=min(entry.card.upper, toy.steps[-1][0]))
                after = (*cards[:number], card, *cards[number + 1 :])
                found.append((number, entry.row.name, entry.points + entry.extra + self.card(after)))
        return found
