"""Optimal play by plain recursion over every roll in every order, every choice of kept dice, and every entry.

Shares no code with the solver. It is slow, so the games are small: three dice, four or five rows. The objective (the
mean, the chance of every score, …) is a `Goal`; the recursion is the same for all.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from math import copysign, exp, fsum
from operator import mul
from typing import NamedTuple

import numpy as np

Die = tuple[int, int]
"""The number of sides, and the shown face."""

Dice = tuple[Die, ...]
Shown = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Row:
    """A row of the sheet: `face` of a number row or 0; `points` of the dice after a number of rolls.

    `joker` is the score of a joker; None: that of its dice. `served` are additional points if all dice fell together,
    `after` the row that must hold points before.
    """

    name: str
    points: Callable[[Shown, int], int]
    face: int = 0
    joker: int | None = None
    served: int = 0
    after: str = ""


@dataclass(frozen=True, eq=False)
class Toy:
    """A small game. `steps` are (upper total, bonus), ascending; 0 for `most` means no limit of extra points.

    `factor` multiplies all points, while upper totals are compared without it. An entry is due
    after `last_throw` rolls, unless `last_throw` is 0. `announced`: a cell must be announced after
    the first roll.
    """

    rows: tuple[Row, ...]
    dice: int = 3
    tens: int = 0
    rolls: int = 2
    steps: tuple[tuple[int, int], ...] = ()
    order: str = "free"
    extra: int = 0
    when: str = "always"
    needs: str = "scored"
    most: int = 0
    joker: str = "none"
    keep: str = "free"
    first_throw_only: bool = False
    banks: bool = False
    factor: int = 1
    last_throw: int = 0
    announced: bool = False

    @cached_property
    def watched(self) -> set[str]:
        """The rows whose score matters later."""
        return {"kniffel", *(row.after for row in self.rows)}


class Card(NamedTuple):
    """The relevant state of a sheet between two turns: rows filled, rows that score, the upper total, the number of
    earned extra points, saved rolls.
    """

    filled: frozenset[str] = frozenset()
    scoring: frozenset[str] = frozenset()
    upper: int = 0
    earned: int = 0
    bank: int = 0


class Turn(NamedTuple):
    """Dice on the table, rolls used and left, the kept dice of the last one (if they bind), whether all fell."""

    dice: Dice
    used: int
    left: int
    kept: Dice = ()
    served: bool = False


class Entry(NamedTuple):
    """A row with its points and extra points, and the sheet after the entry."""

    row: Row
    points: int
    extra: int
    card: Card


# ------------------------------------------------------------------------------- the rules


def next_rows(toy: Toy, filled: frozenset[str]) -> list[Row]:
    """The open rows that are due in the order."""
    left = [row for row in toy.rows if row.name not in filled]
    if toy.order == "down":
        return left[:1]
    if toy.order == "up":
        return left[-1:]
    if toy.order == "both_ends":
        return left[:1] + left[1:][-1:]
    if toy.order == "center_out":
        return [row for row in left if row.face][-1:] + [row for row in left if not row.face][:1]
    if toy.order in ("upper_first", "lower_first"):
        return [row for row in left if bool(row.face) == (toy.order == "upper_first")] or left
    return left


def entries(toy: Toy, card: Card, turn: Turn) -> Iterator[Entry]:
    """Every entry of the dice on the table, scratched ones too."""
    shown = tuple(sorted(face for _, face in turn.dice))
    further = len(set(shown)) == 1 and "kniffel" in card.filled
    number = next((row for row in toy.rows if row.face == shown[0]), None) if further else None
    number_open = number is not None and number.name not in card.filled
    rows = next_rows(toy, card.filled)
    if further and toy.joker == "forced":
        rows = _forced(rows, number, number_open)
    for row in rows:
        points = row.points(shown, turn.used)
        if points and turn.served and not (toy.first_throw_only and turn.used > 1):
            points += row.served
        if further and toy.joker != "none" and not number_open and row.joker is not None:
            points = row.joker
        if row.after and row.after not in card.scoring:
            points = 0
        for taken in {points, 0}:
            earns = further and _pays(toy, card, taken, number_open)
            after = Card(
                card.filled | {row.name},
                card.scoring | {row.name} if taken and row.name in toy.watched else card.scoring,
                card.upper + taken if row.face and toy.steps else card.upper,
                card.earned + (earns and toy.most > 0),
                turn.left if toy.banks else 0,
            )
            yield Entry(row, taken * toy.factor, toy.extra * toy.factor * earns, after)


def _forced(rows: list[Row], number: Row | None, number_open: bool) -> list[Row]:
    if number_open:
        return [number] if number in rows else rows
    return [row for row in rows if not row.face] or rows


def _pays(toy: Toy, card: Card, taken: int, number_open: bool) -> bool:
    if toy.needs == "scored" and "kniffel" not in card.scoring:
        return False
    if toy.most and card.earned >= toy.most:
        return False
    return {"always": True, "number": number_open, "scores": taken > 0, "scratch": taken == 0}[toy.when]


def bonus(toy: Toy, card: Card) -> int:
    return toy.factor * max([worth for least, worth in toy.steps if card.upper >= least], default=0)


def keeps(toy: Toy, turn: Turn) -> set[Dice]:
    """Every choice of dice to keep with at least one other die to roll."""
    some = _parts(turn.dice)
    if toy.keep == "free":
        return some
    held = Counter(turn.kept)
    more = 1 if toy.keep == "lock_one" else 0
    return {kept for kept in some if held <= Counter(kept) and len(kept) >= len(turn.kept) + more}


@cache
def _parts(dice: Dice) -> set[Dice]:
    return {kept for size in range(len(dice)) for kept in combinations(dice, size)}


def first_throw(toy: Toy, card: Card) -> Turn:
    """The turn before its first roll, without dice on the table."""
    throws = toy.dice + toy.tens if toy.keep == "lock_one" else toy.rolls
    return Turn((), 0, min(throws, toy.last_throw or throws) + card.bank)


def thrown(toy: Toy, turn: Turn, kept: Dice) -> list[tuple[Turn, int]]:
    """The results of rolling all dice but these, with their numbers of ways."""
    held = kept if toy.keep != "free" else ()
    return [
        (Turn(dice, turn.used + 1, turn.left - 1, held, any(row.served for row in toy.rows) and not kept), ways)
        for dice, ways in _throws(toy.dice, toy.tens, kept)
    ]


@cache
def _throws(dice: int, tens: int, kept: Dice) -> list[tuple[Dice, int]]:
    missing = Counter({6: dice, 10: tens}) - Counter(sides for sides, _ in kept)
    shows = {6: range(1, 7), 10: range(10)}
    ways = Counter(
        tuple(sorted(kept + fallen))
        for fallen in product(*([(sides, face) for face in shows[sides]] for sides in missing.elements()))
    )
    return list(ways.items())


# ------------------------------------------------------------------------------- goals


class Mean:
    """The expected score."""

    def end(self, bonus: int) -> float:
        return bonus

    def entered(self, entry: Entry, after: float) -> float:
        return entry.points + entry.extra + after

    def mean(self, values: list[float], ways: list[int]) -> float:
        return fsum(map(mul, values, ways)) / sum(ways)

    def best(self, values: list[float]) -> float:
        return max(values)

    def impossible(self) -> float:
        """The value of dice without any option."""
        return float("-inf")


class Risk(Mean):
    """The mean of e^(θ · score), below 0 for a θ below 0, so that the greatest is always the best."""

    def __init__(self, theta: float):
        self.theta = theta

    def end(self, bonus: int) -> float:
        return copysign(exp(self.theta * bonus), self.theta)

    def entered(self, entry: Entry, after: float) -> float:
        return exp(self.theta * (entry.points + entry.extra)) * after


class Exact(Mean):
    """The expected score as a fraction."""

    def end(self, bonus: int) -> Fraction:
        return Fraction(bonus)

    def mean(self, values: list[Fraction], ways: list[int]) -> Fraction:
        return sum(map(mul, values, ways), Fraction()) / sum(ways)


class Chances:
    """For every number of points needed the chance to get that many or more."""

    def __init__(self, most: int):
        self.most = most

    def end(self, bonus: int) -> np.ndarray:
        return np.array([float(bonus >= needed) for needed in range(self.most + 1)])

    def entered(self, entry: Entry, after: np.ndarray) -> np.ndarray:
        return moved(after, entry.points + entry.extra)

    def mean(self, values: list[np.ndarray], ways: list[int]) -> np.ndarray:
        return np.tensordot(ways, np.array(values), 1) / sum(ways)

    def best(self, values: list[np.ndarray]) -> np.ndarray:
        return np.max(values, axis=0)

    def impossible(self) -> np.ndarray:
        """The value of dice without any option."""
        return np.zeros(self.most + 1)


class Worth(Chances):
    """For every number of points so far the mean of a function of the final score, given as a list."""

    def __init__(self, worth: list[float]):
        super().__init__(len(worth) - 1)
        self.worth = np.array(worth)

    def end(self, bonus: int) -> np.ndarray:
        return self._later(self.worth, bonus)

    def entered(self, entry: Entry, after: np.ndarray) -> np.ndarray:
        return self._later(after, entry.points + entry.extra)

    def _later(self, values: np.ndarray, points: int) -> np.ndarray:
        return values[np.minimum(np.arange(self.most + 1) + points, self.most)]


class Facts(Chances):
    """Figures of optimal play, with ties open: the least and the greatest of each, as two rows.

    In this order: mean score, mean square of the score, chance of a bonus; for each row mean points, mean extra
    points, chance of a scratch; then the chances of every score or more.
    """

    def __init__(self, toy: Toy, most: int):
        super().__init__(most)
        self.names = [row.name for row in toy.rows]
        self.start = 3 + 3 * len(self.names)

    def best(self, values: list[np.ndarray]) -> np.ndarray:
        each = np.array(values)
        return np.stack((each[:, 0].min(axis=0), each[:, 1].max(axis=0)))

    def end(self, bonus: int) -> np.ndarray:
        cells = np.zeros(self.start - 3)
        facts = np.concatenate(([bonus, bonus**2, bonus > 0], cells, super().end(bonus)))
        return np.stack((facts, facts))

    def entered(self, entry: Entry, after: np.ndarray) -> np.ndarray:
        worth, row = entry.points + entry.extra, 3 + 3 * self.names.index(entry.row.name)
        facts = np.concatenate((after[:, : self.start], moved(after[:, self.start :], worth)), axis=1)
        facts[:, 1] += 2 * worth * after[:, 0] + worth**2
        facts[:, 0] += worth
        facts[:, row : row + 3] += entry.points, entry.extra, not entry.points
        return facts


def moved(chances: np.ndarray, points: int) -> np.ndarray:
    """The chances of this many more points, along the last axis."""
    more = np.concatenate((np.ones((*chances.shape[:-1], points)), chances), axis=-1)
    return more[..., : chances.shape[-1]]


# ------------------------------------------------------------------------------- the recursion


@dataclass(eq=False)
class Play:
    """A game played for a goal; `among` narrows the choice to some of the options of a turn."""

    toy: Toy
    goal: Mean | Chances
    among: "Play | None" = None
    cards: dict = field(default_factory=dict)
    turns: dict = field(default_factory=dict)
    throws: dict = field(default_factory=dict)

    def card(self, card: Card):
        """The remainder of a sheet between two turns."""
        if card not in self.cards:
            done = len(card.filled) == len(self.toy.rows)
            self.cards[card] = (
                self.goal.end(bonus(self.toy, card)) if done else self.throw(card, first_throw(self.toy, card), ())
            )
        return self.cards[card]

    def turn(self, card: Card, turn: Turn):
        """The value of dice on the table."""
        if (card, turn) not in self.turns:
            options = list(entries(self.toy, card, turn))
            options += keeps(self.toy, turn) if turn.left else []
            if self.among:
                options = self.among.best_of(card, turn, options)
            self.turns[card, turn] = self.goal.best([self.option(card, turn, option) for option in options])
        return self.turns[card, turn]

    def option(self, card: Card, turn: Turn, option: Entry | Dice):
        """The value of an entry, or of kept dice while the others are rolled."""
        if isinstance(option, Entry):
            return self.goal.entered(option, self.card(option.card))
        return self.throw(card, turn, option)

    def throw(self, card: Card, turn: Turn, kept: Dice):
        """The value of rolling all dice but these."""
        state = (card, turn.used, turn.left, kept)
        if state not in self.throws:
            turns, ways = zip(*thrown(self.toy, turn, kept), strict=True)
            self.throws[state] = self.goal.mean([self.turn(card, after) for after in turns], list(ways))
        return self.throws[state]

    def best_of(self, card: Card, turn: Turn, options: list) -> list:
        """The options that equal the best, within rounding."""
        values = [self.option(card, turn, option) for option in options]
        return [option for option, value in zip(options, values, strict=True) if value > max(values) - 1e-10]


def most_points(toy: Toy) -> int:
    """An upper limit of the points."""
    sides = [range(1, 7)] * toy.dice + [range(10)] * toy.tens
    rolls = [tuple(sorted(dice)) for dice in product(*sides)]
    natural = (max(row.points(dice, used) for dice in rolls for used in (1, 2, 3)) + row.served for row in toy.rows)
    best = sum(max(points, row.joker or 0) + toy.extra for points, row in zip(natural, toy.rows, strict=True))
    return toy.factor * (best + max([worth for _, worth in toy.steps], default=0))
