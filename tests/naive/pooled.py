"""The value of a small pooled sheet by plain recursion over every roll, keep and entry.

Shares no code with the solver. The free columns are all like `toy`; the ordered ones are separate. Each of them has a
bonus, but only the sum of their upper totals is known. Either all cells are announced after the first roll, or none.
"""

from functools import cache
from math import fsum
from typing import NamedTuple

from tests.naive.solver import Card, Dice, Toy, Turn, bonus, keeps, next_rows, thrown


class State(NamedTuple):
    """The number of filled cells of each row in the free columns, the filled rows of the ordered columns, the upper
    total, and the number of Kniffel cells that still pay for an extra Kniffel.
    """

    filled: tuple[int, ...]
    ordered: tuple[frozenset[str], ...] = ()
    upper: int = 0
    claims: int = 0


class Pooled:
    """Play on `twins` free columns like `toy` and on ordered columns, with `spare` turns that may stay unused."""

    def __init__(self, toy: Toy, twins: int, *ordered: Toy, spare: int = 0):
        self.toy, self.twins, self.ordered = toy, twins, ordered
        self.turns = len(toy.rows) * (twins + len(ordered)) + spare
        self.value = cache(self._value)
        self._turn = cache(self._turn)
        self._throw = cache(self._throw)
        self._announced = cache(self._announced)

    @property
    def start(self) -> float:
        """The value from the empty sheet."""
        nothing = State((0,) * len(self.toy.rows), (frozenset(),) * len(self.ordered))
        return self.value(nothing, self.turns)

    def _value(self, state: State, left: int) -> float:
        if not left:
            return self.best_bonus(state.upper, (self.toy,) * self.twins + self.ordered)
        return self._throw(state, left, Turn((), 0, self.toy.rolls), ())

    def best_bonus(self, upper: int, toys: tuple[Toy, ...]) -> int:
        """The most that these columns earn when the upper total is distributed among them."""
        if not toys:
            return 0
        return max(bonus(toys[0], Card(upper=own)) + self.best_bonus(upper - own, toys[1:]) for own in range(upper + 1))

    def _throw(self, state: State, left: int, turn: Turn, kept: Dice) -> float:
        after = thrown(self.toy, turn, kept)
        return fsum(ways * self._turn(state, left, turn) for turn, ways in after) / sum(ways for _, ways in after)

    def _turn(self, state: State, left: int, turn: Turn) -> float:
        options = [points + self.value(after, left - 1) for points, after in self.entries(state, turn)]
        if self.toy.announced:
            rows = {after._replace(upper=0) for _, after in self.entries(state, turn)}
            options = [self._announced(state, left, turn, row) for row in rows]
            if left > self.open_cells(state):
                options.append(self.value(state, left - 1))
            return max(options)
        if left > self.open_cells(state):
            options.append(self.value(state, left - 1))
        rest = Turn((), turn.used, turn.left)  # equal for all dice, so that a keep is computed once
        options += [self._throw(state, left, rest, kept) for kept in (keeps(self.toy, turn) if turn.left else ())]
        return max(options)

    def _announced(self, state: State, left: int, turn: Turn, row: State) -> float:
        """The value of a roll when a row has been announced; `row` is the sheet after its entry, without its total."""
        found = [(points, after) for points, after in self.entries(state, turn) if after._replace(upper=0) == row]
        options = [points + self.value(after, left - 1) for points, after in found]
        for kept in keeps(self.toy, turn) if turn.left else ():
            after = thrown(self.toy, turn, kept)
            worth = fsum(ways * self._announced(state, left, following, row) for following, ways in after)
            options.append(worth / sum(ways for _, ways in after))
        return max(options)

    def open_cells(self, state: State) -> int:
        rows = len(self.toy.rows)
        return rows * (self.twins + len(self.ordered)) - sum(state.filled) - sum(map(len, state.ordered))

    def entries(self, state: State, turn: Turn) -> list[tuple[int, State]]:
        """The points of every entry, and the sheet after it."""
        shown = tuple(sorted(face for _, face in turn.dice))
        found = []
        for place, row in enumerate(self.toy.rows):
            if state.filled[place] == self.twins:
                continue
            filled = tuple(count + (n == place) for n, count in enumerate(state.filled))
            for points in {row.points(shown, turn.used), 0}:
                after = state._replace(filled=filled, upper=state.upper + (points if row.face else 0))
                if row.name == "kniffel" and self.toy.extra:
                    after = after._replace(claims=state.claims + (points > 0))
                elif points and len(set(shown)) == 1 and state.claims and self.toy.extra:
                    paid = after._replace(claims=state.claims - 1)
                    found.append(((points + self.toy.extra) * self.toy.factor, paid))
                found.append((points * self.toy.factor, after))
        for number, toy in enumerate(self.ordered):
            for row in next_rows(toy, state.ordered[number]):
                points = row.points(shown, turn.used)
                sets = list(state.ordered)
                sets[number] |= {row.name}
                upper = state.upper + (points if row.face else 0)
                found.append((points * toy.factor, state._replace(ordered=tuple(sets), upper=upper)))
        return found
