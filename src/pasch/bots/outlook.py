"""Exact analysis of one turn: the worth of every roll and every keep, over all following rolls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pasch.bots.lattice import Lattice, lattice
from pasch.bots.worth import Worth, price_of_roll
from pasch.rules.category import ByRoll, Cell
from pasch.rules.columns import Announce, DoubleWhen
from pasch.rules.dice import Keep, Roll
from pasch.rules.state import Hand, Turn
from pasch.rules.variant import Variant

SOME = Keep((1,))
"""The keep in hypothetical rolls, so that they do not count as served."""

NEVER = range(0)
"""No rolls of a turn."""
EVERY = range(10**6)
"""All rolls of a turn: more than any turn has."""


@dataclass(frozen=True)
class Outlook:
    """A turn seen from one of its moments.

    `rolls` is the number of rolls. One more costs a chip, worth `chip`; None without a chip. `saved` is the worth of
    each roll left at the end of the turn. `doubled` are the rolls whose dice count twice.
    """

    worth: Worth
    rolls: int
    announced: Cell | None = None
    doubled: range = NEVER
    chip: float | None = None
    saved: float = 0.0

    def of(self, roll: Roll, used: int) -> float:
        """The worth of the dice after `used` rolls, entered or rolled again."""
        return _values(self, used)[self.dice.number[Keep(roll.faces, roll.tens)]]

    def bound_to(self, cell: Cell) -> "Outlook":
        """This turn with an announcement."""
        return replace(self, announced=cell)

    def doubling(self, used: int) -> "Outlook":
        """This turn if the roll after `used` rolls counts twice."""
        return replace(self, doubled=range(used + 1, used + 2))

    def best_keep(self, keeps: Sequence[Keep], used: int) -> tuple[float, Keep]:
        """The keep with the best mean for the next roll after `used` rolls, and that mean."""
        means, number = _means(self, used + 1), self.dice.number
        best = max(keeps, key=lambda keep: means[number[keep]])
        return means[number[best]] - self.cost(used), best

    def ended(self, used: int) -> float:
        """The worth of the unused rolls if the turn ends after `used` rolls."""
        return self.saved * max(self.rolls - used, 0)

    @property
    def dice(self) -> Lattice:
        """The lattice of these dice."""
        variant = self.worth.sheet.variant
        return lattice(variant.dice, variant.ten_sided)

    def cost(self, used: int) -> float:
        """The cost of one more roll."""
        return 0.0 if used < self.rolls else self.chip or 0.0

    @property
    def most(self) -> int:
        """The maximum number of rolls."""
        return self.rolls if self.chip is None else self.rolls + 1


def outlook(worth: Worth, turn: Turn, hand: Hand) -> Outlook:
    """The outlook of this turn."""
    variant = worth.sheet.variant
    chip = price_of_roll(worth.sheet, hand.chips) if turn.chip else None
    saved = price_of_roll(worth.sheet) if variant.banks_rolls else 0.0
    return Outlook(worth, turn.rolls, turn.announced, _doubled(variant, turn), chip, saved)


def _doubled(variant: Variant, turn: Turn) -> range:
    """The remaining rolls whose dice count twice."""
    used = turn.rolls_used
    if variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL:
        return EVERY if turn.doubled else NEVER
    return range(used if turn.doubled else used + 1, used + 2 if turn.doubles_next else used + 1)


@lru_cache(maxsize=512)
def _values(ahead: Outlook, used: int) -> tuple[float, ...]:
    """For every roll, its worth as roll number `used`, entered now or rolled again."""
    dice, kept = ahead.dice, ahead.ended(used)
    counted = _counted(ahead.worth.sheet.variant, used)
    now = tuple(worth + kept for worth in _entries(ahead, counted, doubled=used in ahead.doubled))
    if used >= ahead.most:
        return now
    cost = ahead.cost(used)
    later = dice.best(_means(ahead, used + 1))
    return tuple(max(entered, rolled - cost) for entered, rolled in zip(now, later, strict=True))


@lru_cache(maxsize=512)
def _means(ahead: Outlook, used: int) -> tuple[float, ...]:
    """For every keep, the mean worth of roll number `used`."""
    return tuple(ahead.dice.means(_values(ahead, used)))


@lru_cache(maxsize=512)
def _entries(ahead: Outlook, used: int, *, doubled: bool) -> tuple[float, ...]:
    """For every roll, the worth of its best entry as roll number `used`."""
    variant = ahead.worth.sheet.variant
    return tuple(ahead.worth.best(turn) for turn in _turns(variant, ahead.announced, used, doubled=doubled))


@lru_cache(maxsize=64)
def _turns(variant: Variant, announced: Cell | None, used: int, *, doubled: bool) -> tuple[Turn, ...]:
    """A turn for every roll that is possible after `used` rolls."""
    blank = Turn(1, 1, 1, used, rolls_used=used, kept=SOME, announced=announced, doubled=doubled)
    return tuple(replace(blank, roll=roll) for roll in lattice(variant.dice, variant.ten_sided).rolls)


def _counted(variant: Variant, used: int) -> int:
    """The number of rolls, limited to the differences that the variant's rules make."""
    limits = [column.max_rolls or 0 for column in variant.columns]
    paid = [len(c.pays.points) for c in variant.categories if isinstance(c.pays, ByRoll)]
    announced = any(column.announce is not Announce.NONE for column in variant.columns)
    return min(used, 1 + max(announced, *limits, *paid))
