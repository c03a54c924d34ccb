"""A variant compiled for the solver: which sheets there are, and what every roll brings in them.

A state between two turns is which cells are filled, the upper total as far as it still matters
(up to the last threshold of the bonus), and how often a further Kniffel can still earn extra
points. The last is there only where it is not known from the cells alone, which follows from the
variant's data. The value of a state is what is still to come: points, extra points and, in the
last state, the bonus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import KeepRule, Order, next_in_order
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.extra import CountsIn, ExtraNeeds, ExtraWhen, Joker
from pasch.rules.payments import ByRoll
from pasch.solver.multisets import Multisets, multisets
from pasch.solver.sizes import LANES

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

MOST_CELLS = 20
MOST_DICE = 6
NEVER = -1

ALWAYS, WITH_NUMBER_OPEN, WHEN_SCORING = 0, 1, 2
"""When a further Kniffel earns extra points, as numbers that a kernel can compare."""


class Tables(NamedTuple):
    """The arrays a kernel works with. A cell is a bit of the sheet, bit 0 the topmost one.

    `points[c, r]` brings roll r in cell c as joker does not matter, `joker[c, r]` as a joker;
    `shift[c, r]` is how far the upper total moves. `allowed[sheet]` are the cells that may be
    filled next, `highest[sheet]` the greatest upper total that is possible there. `equal` are the
    rolls of all dice equal, `number[i]` the cell for the face of `equal[i]` or NEVER.
    """

    points: NDArray[np.float32]
    joker: NDArray[np.float32]
    shift: NDArray[np.int32]
    allowed: NDArray[np.int32]
    highest: NDArray[np.int32]
    equal: NDArray[np.int32]
    number: NDArray[np.int32]
    successors: NDArray[np.int32]
    order: NDArray[np.int32]
    fewer: NDArray[np.int32]
    groups: NDArray[np.int32]
    chances: NDArray[np.float32]


class Shape(NamedTuple):
    """The numbers a kernel works with.

    `cells`, of which the first `upper` are number cells; `cap`: the upper total from which on it
    does not matter any more; `stride`: elements from one sheet's values to the next; `flags`: how
    many states of the extra points there are, `most` of them when a Kniffel has just scored;
    `kniffel`: its cell or NEVER. `forced`, `free`: the joker rule. `extra`: extra points, earned as
    `when` says.
    """

    cells: int
    upper: int
    rolls: int
    dice_rolls: int
    keeps: int
    cap: int
    stride: int
    flags: int
    most: int
    limited: bool
    kniffel: int
    forced: bool
    free: bool
    extra: float
    when: int


@dataclass(frozen=True)
class Program:
    """A variant as the kernels see it. `last[u]` is the bonus for an upper total."""

    variant: Variant
    shape: Shape
    tables: Tables
    dice: Multisets
    last: NDArray[np.float64]

    def tables_in(self, precision: type[np.float32 | np.float64]) -> Tables:
        """The tables with their numbers in float32 or float64."""
        return self.tables._replace(
            points=self.tables.points.astype(precision),
            joker=self.tables.joker.astype(precision),
            chances=self.dice.chances.astype(precision),
        )

    @property
    def sheets(self) -> int:
        """How many sets of filled cells there are."""
        return 1 << self.shape.cells

    @property
    def states(self) -> int:
        """States between turns that can be reached: sheets with their upper totals and flags."""
        totals = self.tables.highest[self.playable].astype(np.int64) + 1
        return int(totals.sum())

    @property
    def playable(self) -> NDArray[np.bool_]:
        """The sheets that the order of the column lets come about."""
        return self.tables.allowed >= 0

    @property
    def memory(self) -> int:
        """Bytes of a table of values in float32."""
        return self.sheets * self.shape.flags * self.shape.stride * 4


def compile_variant(variant: Variant) -> Program:
    """The program of a variant. Raises `InvalidInput` with the reason where it cannot be solved exactly."""
    _check(variant)
    dice = multisets(variant.dice)
    faces = dice.keeps[: dice.rolls]
    natural = np.array([variant.natural(Roll(f), variant.rolls, served=False) for f in faces]).T
    upper = len(variant.upper)
    cap = variant.upper_bonus.steps[-1][0] if variant.upper_bonus else 0
    shift = np.zeros_like(natural)
    if cap:
        shift[:upper] = natural[:upper]
    allowed = _allowed(variant)
    equal = [place for place, f in enumerate(faces) if f[0] == f[-1]]
    stride = cap + 1 + int(shift.max()) + LANES
    most = _most(variant)
    tables = Tables(
        points=natural.astype(np.float32),
        joker=_joker(variant, faces, natural).astype(np.float32),
        shift=shift.astype(np.int32),
        allowed=allowed,
        highest=_highest(variant, cap),
        equal=np.array(equal, np.int32),
        number=np.array([variant.number_rows.get(faces[e][0], NEVER) for e in equal], np.int32),
        successors=dice.successors,
        order=dice.order,
        fewer=dice.fewer,
        groups=dice.groups,
        chances=dice.chances.astype(np.float32),
    )
    shape = _shape(variant, dice, cap, stride, most)
    last = [variant.upper_bonus.earned(min(u, cap)) if variant.upper_bonus else 0 for u in range(stride)]
    return Program(variant, shape, tables, dice, np.array(last, np.float64))


def _check(variant: Variant) -> None:
    column = variant.columns[0]
    waiting = any(category.after for category in variant.categories)
    by_throw = any(category.served or isinstance(category.pays, ByRoll) for category in variant.categories)
    for trouble, impossible in (
        ("several columns", len(variant.columns) > 1 or column.factor != 1),
        ("announcements", column.announce.value != "none"),
        ("a limit of rolls", column.max_rolls is not None),
        ("dice once kept that stay", variant.keep is not KeepRule.FREE),
        ("ten-sided dice", variant.ten_sided > 0),
        ("saved rolls", variant.banks_rolls),
        ("doubled entries", variant.doubles > 0),
        ("cells that wait for others", waiting),
        ("points that depend on the throw", by_throw),
        ("rows that count through each other", variant.difference is not None),
        ("a settlement", variant.settlement is not None),
        ("what players do to each other", variant.phase is not None),
        ("that many dice", variant.dice > MOST_DICE),
        ("that many cells", len(variant.categories) > MOST_CELLS),
    ):
        if impossible:
            raise InvalidInput(
                "{variant} cannot be solved exactly: no table for {trouble}", variant=variant.key, trouble=trouble
            )


def _most(variant: Variant) -> int:
    """How often a scored Kniffel lets extra points be earned; 1 also where there is no limit."""
    return variant.extra.most or 1


def _pays(variant: Variant) -> bool:
    return (
        variant.extra.points > 0
        and variant.extra.counts_in is CountsIn.GAME
        and variant.extra.when is not ExtraWhen.SCRATCH
    )


def _shape(variant: Variant, dice: Multisets, cap: int, stride: int, most: int) -> Shape:
    extra = variant.extra
    pays = _pays(variant)
    told_by_cells = extra.needs is ExtraNeeds.FILLED and extra.most is None
    whens = {
        ExtraWhen.ALWAYS: ALWAYS,
        ExtraWhen.NUMBER_CELL_OPEN: WITH_NUMBER_OPEN,
        ExtraWhen.ENTRY_SCORES: WHEN_SCORING,
        ExtraWhen.SCRATCH: ALWAYS,
    }
    return Shape(
        cells=len(variant.categories),
        upper=len(variant.upper),
        rolls=variant.rolls,
        dice_rolls=dice.rolls,
        keeps=len(dice.keeps),
        cap=cap,
        stride=stride,
        flags=most + 1 if pays and not told_by_cells else 1,
        most=most,
        limited=extra.most is not None,
        kniffel=NEVER if variant.kniffel_row is None else variant.kniffel_row,
        forced=extra.joker is Joker.FORCED,
        free=extra.joker is Joker.FREE,
        extra=float(extra.points if pays else 0),
        when=whens[extra.when],
    )


def _joker(variant: Variant, faces: tuple[tuple[int, ...], ...], natural: NDArray[np.int64]) -> NDArray[np.int64]:
    """What the rolls of all dice equal bring as jokers; other rolls as they are."""
    joker = natural.copy()
    for place, values in enumerate(faces):
        if values[0] == values[-1]:
            for row in range(len(variant.upper), len(variant.categories)):
                joker[row, place] = variant.categories[row].joker_points(values, variant.rolls)
    return joker


def _allowed(variant: Variant) -> NDArray[np.int32]:
    """For every sheet the cells that may be filled next; NEVER where the order does not lead."""
    cells, order = len(variant.categories), variant.columns[0].order
    sheets = np.arange(1 << cells, dtype=np.int32)
    if order is Order.FREE:
        return (((1 << cells) - 1) ^ sheets).astype(np.int32)
    allowed = np.full(1 << cells, NEVER, np.int32)
    reached = {0}
    while reached:
        following: set[int] = set()
        for sheet in reached:
            open_rows = [row for row in range(cells) if not sheet >> row & 1]
            nexts = next_in_order(order, open_rows, cells, len(variant.upper))
            allowed[sheet] = sum(1 << row for row in nexts)
            following |= {sheet | 1 << row for row in nexts}
        reached = following
    return allowed


def _highest(variant: Variant, cap: int) -> NDArray[np.int32]:
    """For every sheet the greatest upper total its filled number cells can have."""
    sheets = np.arange(1 << len(variant.categories), dtype=np.int32)
    total = np.zeros_like(sheets)
    for row, category in enumerate(variant.upper):
        total += (sheets >> row & 1) * variant.dice * (category.face or 0)
    return np.minimum(total, cap).astype(np.int32)
