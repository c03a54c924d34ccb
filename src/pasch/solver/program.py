"""A variant compiled for the solver: its sheets, and what every roll scores in them.

A state between two turns consists of three parts. The first is the set of filled cells. The second is the upper
total, up to the last threshold of the bonus. The third is a flag: whether a cell that others wait for holds points,
how often an extra Kniffel can still earn extra points, or how many rolls are saved. The flag exists only where the
cells alone do not determine it, which follows from the variant's data. The value of a state is the sum still to come:
points, extra points and, in the last state, the bonus.

Points include the factor of the column; upper totals do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.bonus import ExtraNeeds, ExtraWhen, JokerRule
from pasch.rules.columns import KeepRule, Order, next_in_order
from pasch.solver.columns.layout import Contexts, Layout, part_points
from pasch.solver.compiling.multisets import Faces, Multisets, multisets, roll_of
from pasch.solver.scope import (
    check,
    last_roll,
    pays_extra,
    plays_alone,
    saves_rolls,
    served_rolls,
    watched_rows,
)
from pasch.solver.sizes import LANES
from pasch.solver.turns import NEVER, Script, TurnRules, long_script, short_script

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

ALWAYS, WITH_NUMBER_OPEN, WHEN_SCORING, WHEN_SCRATCHING = range(4)
"""Conditions under which an extra Kniffel earns extra points, as numbers for the kernels."""

MIXED = -2
"""The number cell of a roll whose dice are not all equal."""

_WHEN = {
    ExtraWhen.ALWAYS: ALWAYS,
    ExtraWhen.NUMBER_CELL_OPEN: WITH_NUMBER_OPEN,
    ExtraWhen.ENTRY_SCORES: WHEN_SCORING,
    ExtraWhen.SCRATCH: WHEN_SCRATCHING,
}


MAPPED = 4_000_000_000
"""Bytes from which a table is mapped to a file instead of held in memory."""


class Tables(NamedTuple):
    """The arrays of a kernel. A cell is a bit of the sheet; bit 0 is the topmost cell.

    `points[x, c, r]` are the points of roll r in cell c without the joker rule, `joker[x, c, r]` those as a joker.
    `shift[x, c, r]` is the change of the upper total. x is the context, where points depend on the roll's number.
    `allowed[sheet]` are the cells that may be filled next, `highest[sheet]` the greatest possible upper total.
    `equal` are the rolls of equal dice. `number[r]` is the number cell of such a roll, NEVER if it has none, and
    MIXED for other rolls. `steps`, `at`, `links` and `size` are the script of a turn.
    """

    points: NDArray[Any]
    joker: NDArray[Any]
    shift: NDArray[np.int32]
    allowed: NDArray[np.int32]
    highest: NDArray[np.int32]
    equal: NDArray[np.int64]
    number: NDArray[np.int32]
    chances: NDArray[Any]
    steps: NDArray[np.int64]
    at: NDArray[np.int32]
    links: NDArray[np.int32]
    size: int


class Shape(NamedTuple):
    """The numbers of a kernel.

    `cells`: their number; the first `upper` are number cells. `cap`: the upper total from which it no longer matters.
    `stride`: elements from one sheet's values to the next. `flags`: their number. `watched`: the cell that sets the
    flag to `most`, by points or, with `by_filling`, by any entry. `limited`: extra points use the flag up. `waiting`:
    the cells that score nothing without a flag. `saved`: the number of rolls a turn may leave over, 0 where none are
    saved. `kniffel`: its cell or NEVER. `forced`, `free`: the joker rule. `extra`: extra points, earned under the
    condition `when`. `risk`: the θ of play for the mean of e^(θ · score), 0 for play for the mean score.
    """

    cells: int
    upper: int
    rolls: int
    dice_rolls: int
    keeps: int
    cap: int
    stride: int
    flags: int
    watched: int
    most: int
    by_filling: bool
    limited: bool
    waiting: int
    saved: int
    kniffel: int
    forced: bool
    free: bool
    extra: float
    when: int
    risk: float = 0.0


@dataclass(frozen=True, eq=False)
class Program:
    """A variant in the kernels' form. `last[u]` is the bonus for an upper total; the arrays are as in `Tables`.

    `layout` describes a sheet of several columns, whose cells are numbered from column to column.
    """

    variant: Variant
    shape: Shape
    dice: Multisets
    turn: TurnRules
    points: NDArray[np.int64] | NDArray[np.float64]
    joker: NDArray[np.int64] | NDArray[np.float64]
    shift: NDArray[np.int32]
    allowed: NDArray[np.int32]
    highest: NDArray[np.int32]
    last: NDArray[np.float64]
    layout: Layout | None = None

    @cached_property
    def tables(self) -> Tables:
        """The tables with their numbers in float32."""
        return self.tables_in(np.float32)

    def tables_in(self, precision: type[np.float32 | np.float64], script: Script | None = None) -> Tables:
        """The tables in float32 or float64; the short script is the default."""
        chosen = script or short_script(self.turn)
        numbers = self.numbers
        return Tables(
            points=self.points.astype(precision),
            joker=self.joker.astype(precision),
            shift=self.shift,
            allowed=self.allowed,
            highest=self.highest,
            equal=np.flatnonzero(numbers != MIXED),
            number=numbers,
            chances=self.dice.chances.astype(precision),
            steps=chosen.steps,
            at=chosen.at,
            links=chosen.links,
            size=chosen.size,
        )

    def script(self, bank: int = 0) -> Script:
        """The script for following a turn with this many saved rolls."""
        return long_script(self.turn, bank)

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """`number` as in `Tables`."""
        rows, rolls = self.variant.number_rows, map(roll_of, self.dice.keeps[: self.dice.rolls])
        found = [rows.get(roll.values[0], NEVER) if roll.all_equal else MIXED for roll in rolls]
        return np.array(found, np.int32)

    @property
    def sheets(self) -> int:
        """The number of sets of filled cells."""
        return self.layout.sheets if self.layout else len(self.allowed)

    @cached_property
    def filled(self) -> NDArray[np.integer[Any]]:
        """The number of filled cells, per sheet."""
        if self.layout:
            return self.layout.filled
        return np.bitwise_count(np.arange(self.sheets, dtype=np.int32))

    @property
    def table_shape(self) -> tuple[int, int, int]:
        """The shape of a table of values: sheets, flags, upper totals."""
        return self.layout.rows if self.layout else self.sheets, self.shape.flags, self.shape.stride

    @property
    def most(self) -> int:
        """An upper bound on the score."""
        best = np.maximum(self.points.max(axis=(0, 2)), self.joker.max(axis=(0, 2))) + self.shape.extra
        return int(best.sum() + self.last.max()) if self.layout is None else self.layout.most(best)

    @property
    def only_values(self) -> bool:
        """Whether only the table is available: other facts take too long with saved rolls or several columns."""
        return self.shape.saved > 0 or self.layout is not None

    @property
    def alone(self) -> bool:
        """Whether the table ignores other players' actions and instant wins."""
        return plays_alone(self.variant)

    @property
    def plain(self) -> bool:
        """Whether a turn is the usual one: six-sided dice, free keeps, one scoring context, no saved rolls."""
        turn = self.turn
        contexts = {context for pair in turn.contexts for context in pair}
        return turn.keep is KeepRule.FREE and not turn.ten and not turn.banks and len(contexts) == 1

    @property
    def states(self) -> int:
        """The number of reachable states between turns: sheets with their upper totals and saved rolls."""
        if self.layout:
            return self.layout.states
        totals = self.highest[self.playable].astype(np.int64) + 1
        if self.turn.banks:
            totals *= self.filled[self.playable].astype(np.int64) * self.shape.saved + 1
        return int(totals.sum())

    @property
    def playable(self) -> NDArray[np.bool_]:
        """The sheets that the order of the column can reach, or that have rows."""
        return self.layout.rests > 0 if self.layout else self.allowed >= 0

    @property
    def memory(self) -> int:
        """The written bytes of a float32 table of values: early sheets have few saved rolls."""
        rows = self.table_shape[0] * self.shape.flags
        if self.shape.saved:
            rows = int((self.filled.astype(np.int64) * self.shape.saved + 1).sum())
        return rows * self.shape.stride * 4

    @property
    def size(self) -> int:
        """The number of elements in a table of values, written or not."""
        return self.table_shape[0] * self.shape.flags * self.shape.stride

    @property
    def mapped(self) -> bool:
        """Whether a table is too large for memory and is written to a file during the solve."""
        return self.memory > MAPPED


def compile_variant(variant: Variant) -> Program:
    """The program of a variant. Raises `InvalidInput` with the reason if it has no exact solution."""
    check(variant)
    dice = multisets(variant.dice, variant.ten_sided)
    faces = dice.keeps[: dice.rolls]
    distinct_rolls, contexts = _contexts(variant)
    factor = variant.columns[0].factor
    natural = np.array([[variant.natural(roll_of(f), n, served=s) for f in faces] for n, s in distinct_rolls])
    # The same order for all rules: Numba compiles everything again for another order.
    natural = np.ascontiguousarray(natural.transpose(0, 2, 1))
    joker = np.array(
        [_joker(variant, faces, points, n) for (n, _), points in zip(distinct_rolls, natural, strict=True)]
    )
    cap = _cap(variant)
    shift = np.zeros(natural.shape, np.int32)
    if cap:
        shift[:, : len(variant.upper)] = natural[:, : len(variant.upper)]
    if len(variant.columns) > 1:
        return _several_columns(variant, dice, natural, shift, contexts)
    turn = TurnRules(variant.dice, variant.ten_sided, variant.keep, last_roll(variant), contexts, _banks(variant))
    stride = cap + 1 + int(shift.max()) + LANES
    last = [variant.upper_bonus.earned(min(u, cap)) * factor if variant.upper_bonus else 0 for u in range(stride)]
    return Program(
        variant=variant,
        shape=_shape(variant, dice, turn, cap, stride),
        dice=dice,
        turn=turn,
        points=natural * factor,
        joker=joker * factor,
        shift=shift,
        allowed=_allowed(variant),
        highest=_highest(shift, len(variant.categories), cap),
        last=np.array(last, np.float64),
    )


def _several_columns(
    variant: Variant, dice: Multisets, natural: NDArray[np.int64], shift: NDArray[np.int32], contexts: Contexts
) -> Program:
    """The program of a sheet of several columns. An entry in a column closed after some rolls costs too much."""
    cap = _cap(variant)
    found = part_points(variant, natural, contexts)
    gains = tuple(tuple(np.unique(shift[:, row]).tolist()) for row in range(shift.shape[1]))
    layout = Layout(variant, gains, cap)
    turn = TurnRules(variant.dice, variant.ten_sided, variant.keep, last_roll(variant), found.numbered)
    stride = cap + 1 + LANES
    lane = layout.bonuses(layout.column_of(layout.lane).factor)
    return Program(
        variant=variant,
        shape=_shape(variant, dice, turn, cap, stride)._replace(cells=len(variant.columns) * len(variant.categories)),
        dice=dice,
        turn=turn,
        points=found.points,
        joker=found.points,
        shift=np.ascontiguousarray(np.tile(shift[found.contexts], (1, len(layout.parts), 1))),
        allowed=np.zeros(0, np.int32),
        highest=np.zeros(0, np.int32),
        last=np.array(lane + lane[-1:] * LANES, np.float64),
        layout=layout,
    )


def _cap(variant: Variant) -> int:
    """The upper total from which it no longer matters."""
    return variant.upper_bonus.steps[-1][0] if variant.upper_bonus else 0


def _contexts(variant: Variant) -> tuple[list[tuple[int, bool]], Contexts]:
    """The rolls (number, served) with distinct scores, and the context of each roll."""
    if not variant.roll_matters:
        return [(1, False)], ((0, 0),) * last_roll(variant)
    pairs = enumerate(served_rolls(variant), start=1)
    wanted = [((number, without), (number, served)) for number, (without, served) in pairs]
    distinct_rolls: list[tuple[int, bool]] = []
    points: list[object] = []

    def context(roll: tuple[int, bool]) -> int:
        scores = [c.points(r.values, roll[0], served=roll[1]) for c in variant.categories for r in variant.all_rolls]
        if scores not in points:
            points.append(scores)
            distinct_rolls.append(roll)
        return points.index(scores)

    numbered = tuple((context(plain), context(served)) for plain, served in wanted)
    return distinct_rolls, numbered


def _banks(variant: Variant) -> int:
    """The most saved rolls at the start of a turn."""
    return (variant.rolls - 1) * (len(variant.categories) - 1) if saves_rolls(variant) else 0


def _shape(variant: Variant, dice: Multisets, turn: TurnRules, cap: int, stride: int) -> Shape:
    extra, watched = variant.extra, watched_rows(variant)
    pays = pays_extra(variant)
    most = extra.most or 1
    saved = variant.rolls - 1 if turn.banks else 0
    return Shape(
        cells=len(variant.categories),
        upper=len(variant.upper),
        rolls=turn.rolls,
        dice_rolls=dice.rolls,
        keeps=len(dice.keeps),
        cap=cap,
        stride=stride,
        flags=turn.banks + saved + 1 if saved else most + 1 if watched else 1,
        watched=next(iter(watched), NEVER),
        most=most,
        by_filling=pays and extra.needs is ExtraNeeds.FILLED,
        limited=pays and extra.most is not None,
        waiting=sum(1 << row for row in variant.waiting_rows),
        saved=saved,
        kniffel=NEVER if variant.kniffel_row is None else variant.kniffel_row,
        forced=extra.joker is JokerRule.FORCED,
        free=extra.joker is JokerRule.FREE,
        extra=float(extra.points * variant.columns[0].factor if pays else 0),
        when=_WHEN[extra.when],
    )


def _joker(variant: Variant, faces: tuple[Faces, ...], natural: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """The points of rolls of equal dice as jokers; other rolls unchanged."""
    joker = natural.copy()
    for place, roll in enumerate(map(roll_of, faces)):
        if roll.all_equal:
            for row in range(len(variant.upper), len(variant.categories)):
                joker[row, place] = variant.categories[row].joker_points(roll.values, number)
    return joker


def _allowed(variant: Variant) -> NDArray[np.int32]:
    """The cells that may be filled next, per sheet; NEVER for sheets that the order does not reach."""
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


def _highest(shift: NDArray[np.int32], cells: int, cap: int) -> NDArray[np.int32]:
    """The greatest upper total of the filled cells, per sheet."""
    sheets = np.arange(1 << cells, dtype=np.int32)
    total = np.zeros_like(sheets)
    for cell in range(cells):
        total += (sheets >> cell & 1) * int(shift[:, cell].max())
    return np.minimum(total, cap).astype(np.int32)
