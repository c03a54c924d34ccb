"""One turn looked at exactly: what every roll and every keep is worth, over all rolls that may follow."""

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
"""Kept in rolls that are only imagined, so that none of them counts as served."""

NEVER = range(0)
"""No roll of a turn."""
EVERY = range(10**6)
"""More rolls than any turn has."""


@dataclass(frozen=True)
class Outlook:
    """A turn as one sees it ahead.

    `rolls` is their number; one more costs a chip, worth `chip`, None when there is none. `saved` is the worth of
    each roll that is left when the turn ends. `doubled` are the rolls whose dice count twice.
    """

    worth: Worth
    rolls: int
    announced: Cell | None = None
    doubled: range = NEVER
    chip: float | None = None
    saved: float = 0.0

    def of(self, roll: Roll, used: int) -> float:
        """The worth of dice that lie there after so many rolls, entered or rolled again."""
        return _values(self, used)[self.dice.number[Keep(roll.faces, roll.tens)]]

    def bound_to(self, cell: Cell) -> "Outlook":
        """The same turn with an announcement."""
        return replace(self, announced=cell)

    def doubling(self, used: int) -> "Outlook":
        """The same turn when the dice of the roll after so many count twice."""
        return replace(self, doubled=range(used + 1, used + 2))

    def best_keep(self, keeps: Sequence[Keep], used: int) -> tuple[float, Keep]:
        """The keep with which the next roll after so many brings most on average, and that mean."""
        means, number = _means(self, used + 1), self.dice.number
        best = max(keeps, key=lambda keep: means[number[keep]])
        return means[number[best]] - self.cost(used), best

    def ended(self, used: int) -> float:
        """What is worth something once the turn ends after so many rolls: the rolls that are left."""
        return self.saved * max(self.rolls - used, 0)

    @property
    def dice(self) -> Lattice:
        """Every roll and keep of these dice."""
        variant = self.worth.sheet.variant
        return lattice(variant.dice, variant.ten_sided)

    def cost(self, used: int) -> float:
        """What one more roll costs next to its chance."""
        return 0.0 if used < self.rolls else self.chip or 0.0

    @property
    def most(self) -> int:
        """How many rolls there can be."""
        return self.rolls if self.chip is None else self.rolls + 1


def outlook(worth: Worth, turn: Turn, hand: Hand) -> Outlook:
    """How this turn looks ahead."""
    variant = worth.sheet.variant
    chip = price_of_roll(worth.sheet, hand.chips) if turn.chip else None
    saved = price_of_roll(worth.sheet) if variant.banks_rolls else 0.0
    return Outlook(worth, turn.rolls, turn.announced, _doubled(variant, turn), chip, saved)


def _doubled(variant: Variant, turn: Turn) -> range:
    """The rolls from now on whose dice count twice."""
    used = turn.rolls_used
    if variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL:
        return EVERY if turn.doubled else NEVER
    return range(used if turn.doubled else used + 1, used + 2 if turn.doubles_next else used + 1)


@lru_cache(maxsize=512)
def _values(ahead: Outlook, used: int) -> tuple[float, ...]:
    """For every roll its worth as roll number `used`, entered now or rolled again."""
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
    """For every keep the mean worth of roll number `used`."""
    return tuple(ahead.dice.means(_values(ahead, used)))


@lru_cache(maxsize=512)
def _entries(ahead: Outlook, used: int, *, doubled: bool) -> tuple[float, ...]:
    """For every roll the worth of its best entry as roll number `used`."""
    variant = ahead.worth.sheet.variant
    return tuple(ahead.worth.best(turn) for turn in _turns(variant, ahead.announced, used, doubled=doubled))


@lru_cache(maxsize=64)
def _turns(variant: Variant, announced: Cell | None, used: int, *, doubled: bool) -> tuple[Turn, ...]:
    """A turn for every roll it could have after so many rolls."""
    blank = Turn(1, 1, 1, used, rolls_used=used, kept=SOME, announced=announced, doubled=doubled)
    return tuple(replace(blank, roll=roll) for roll in lattice(variant.dice, variant.ten_sided).rolls)


def _counted(variant: Variant, used: int) -> int:
    """The number of rolls, as far as any rule of the variant tells it from fewer."""
    limits = [column.max_rolls or 0 for column in variant.columns]
    paid = [len(c.pays.points) for c in variant.categories if isinstance(c.pays, ByRoll)]
    announced = any(column.announce is not Announce.NONE for column in variant.columns)
    return min(used, 1 + max(announced, *limits, *paid))
