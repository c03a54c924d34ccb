"""Optimal play of a small sheet of several columns: every roll, keep and entry, by plain recursion.

Shares no code with the solver. A column is a separate `Toy`: its rows, order, factor, bonus and last roll, and
whether its cells are announced after the first roll. The first column determines dice and rolls.
"""

from functools import cache

from tests.naive.solver import Card, Chances, Dice, Entry, Mean, Toy, Turn, bonus, entries, keeps, next_rows, thrown

Cards = tuple[Card, ...]


class Pair:
    """The value of a sheet of these columns, played for a goal."""

    def __init__(self, *columns: Toy, goal: Mean | Chances | None = None):
        self.columns = columns
        self.goal = goal or Mean()
        self.rules = columns[0]
        self.card = cache(self._card)
        self._turn = cache(self._turn)
        self._throw = cache(self._throw)
        self._announced = cache(self._announced)

    def _card(self, cards: Cards):
        """The remainder of a sheet between two turns."""
        if all(len(card.filled) == len(toy.rows) for toy, card in zip(self.columns, cards, strict=True)):
            return self.goal.end(sum(bonus(toy, card) for toy, card in zip(self.columns, cards, strict=True)))
        return self._throw(cards, Turn((), 0, self.rules.rolls), ())

    def _throw(self, cards: Cards, turn: Turn, kept: Dice):
        turns, ways = zip(*thrown(self.rules, turn, kept), strict=True)
        return self.goal.mean([self._turn(cards, after) for after in turns], list(ways))

    def _turn(self, cards: Cards, turn: Turn):
        options = [value for _, _, value in self.entries(cards, turn)]
        rest = Turn((), turn.used, turn.left)  # equal for all dice, so that a keep is computed once
        options += [self._throw(cards, rest, kept) for kept in (keeps(self.rules, turn) if turn.left else ())]
        for number, (toy, card) in enumerate(zip(self.columns, cards, strict=True)):
            if toy.announced and turn.used == 1:
                options += [self._announced(cards, turn, number, row.name) for row in next_rows(toy, card.filled)]
        return self.goal.best(options) if options else self.goal.impossible()

    def _announced(self, cards: Cards, turn: Turn, number: int, name: str):
        """The value of dice on the table when this row of a column has been announced."""
        found = [entry for entry in entries(self.columns[number], cards[number], turn) if entry.row.name == name]
        options = [self._entered(cards, number, entry) for entry in found]
        for kept in keeps(self.rules, turn) if turn.left else ():
            turns, ways = zip(*thrown(self.rules, turn, kept), strict=True)
            options.append(self.goal.mean([self._announced(cards, t, number, name) for t in turns], list(ways)))
        return self.goal.best(options)

    def entries(self, cards: Cards, turn: Turn) -> list[tuple[int, str, object]]:
        """Column, row and value of every entry for all its points."""
        found = []
        for number, (toy, before) in enumerate(zip(self.columns, cards, strict=True)):
            if toy.announced or (toy.last_throw and turn.used > toy.last_throw):
                continue
            each = entries(toy, before, turn)
            found += [(number, entry.row.name, self._entered(cards, number, entry)) for entry in each]
        return found

    def _entered(self, cards: Cards, number: int, entry: Entry):
        """The value of an entry in a column: its points, and the remainder of the sheet."""
        card = entry.card._replace(upper=min(entry.card.upper, self.columns[number].steps[-1][0]))
        return self.goal.entered(entry, self.card((*cards[:number], card, *cards[number + 1 :])))
