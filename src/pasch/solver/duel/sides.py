"""The future of one sheet: its states by the number of open cells, and the targets of every entry.

A contest pairs the states of both sheets, so each sheet must have as few states as possible. Points are not part of a
state. The upper total is, but only while the bonus depends on it. Totals that always earn the same form one state,
and a decided bonus is paid at once. With one number cell open, at most seven states remain of 64 totals.

With the Kniffel cell filled, the rules package decides about rolls of equal dice, as in `turn`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.bonus import CountsIn
from pasch.rules.dice import Roll
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.state import Hand, turn_of
from pasch.solver.turn import place, points_so_far

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.solver.program import Program
    from pasch.solver.solve import Solution

Ints = NDArray[np.int32]
Node = tuple[int, int]
"""Filled cells and the flag of the extra points."""

NEVER = -1
"""The target of an impossible entry."""

DECIDED = -1
"""Replaces the upper total when the bonus no longer depends on it."""


class Moves(NamedTuple):
    """The targets of entries, by state or node, open cell and kind of roll: NEVER where none is possible.

    `gain` are the points of the entry, `shift` the change of the upper total.
    """

    after: Ints
    gain: Ints
    shift: Ints


class Bounds(NamedTuple):
    """By state: the least and the most points gained since the beginning, and those still to come."""

    least: Ints
    most: Ints
    rest_least: Ints
    rest_most: Ints


@dataclass(frozen=True)
class Level:
    """The states of a sheet with equally many open cells.

    `number[node, total + 1]` is the state of a node and a representative upper total. By node and upper total,
    `likes` is that representative, and `credit` the bonus that is certain with it. `kinds` gives, by state, its row
    of `Side.kinds`. The last level has no moves.
    """

    nodes: dict[Node, int]
    number: Ints
    likes: Ints
    credit: Ints
    kinds: Ints
    moves: Moves
    bounds: Bounds

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.kinds)


@dataclass(frozen=True, eq=False)
class Side:
    """The future of a sheet; `levels[n]` has n cells open.

    `kinds[extra_kniffels, cell, roll]` is the kind of a roll in an open cell: rolls of one kind score the same.
    `extra_kniffels` is 1 where the Kniffel cell is filled and rolls of equal dice are special.
    """

    solution: Solution = field(repr=False)
    begin: Sheet
    levels: tuple[Level, ...] = field(repr=False)
    kinds: NDArray[np.uint8] = field(repr=False)

    def find(self, sheet: Sheet) -> tuple[int, int]:
        """The number of a sheet among the states of its level, and its points with the certain part of the bonus."""
        filled, flag, total = place(self.solution, sheet)
        level = self.levels[len(sheet.open)]
        node = level.nodes[filled, 0 if sheet.full else flag]
        state = level.number[node, level.likes[node, total] + 1]
        return int(state), points_so_far(sheet) + int(level.credit[node, total])


@lru_cache(maxsize=8)
def side_of(solution: Solution, sheet: Sheet) -> Side:
    """The reachable states of a sheet. Takes milliseconds for few open cells, a second for nine."""
    return _Maker(solution, sheet).side()


class _Maker:
    """Walks the levels forwards from the sheet, and backwards for the points still to come."""

    def __init__(self, solution: Solution, sheet: Sheet) -> None:
        self.solution, self.program, self.variant = solution, solution.program, sheet.variant
        self.begin, self.rows = sheet, sheet.open
        dice = self.program.dice
        rolls = [Roll(faces) for faces in dice.keeps[: dice.rolls]]
        points = np.array([self.variant.natural(roll, self.variant.rolls, served=False) for roll in rolls])
        found = [np.unique(points[:, row], return_inverse=True) for row in self.rows]
        self.values = [values for values, _ in found]
        self.plain = max(map(len, self.values), default=0)
        self.equal = [roll for roll in rolls if roll.all_equal]
        kinds = np.array([kind for _, kind in found], np.uint8).reshape(len(self.rows), len(rolls))
        with_extra_kniffels = kinds.copy()
        with_extra_kniffels[:, [roll.all_equal for roll in rolls]] = self.plain + np.arange(len(self.equal))
        self.kinds = np.array([kinds, with_extra_kniffels])
        self.counts = self.variant.extra.counts_in is CountsIn.GAME
        self.classes: dict[int, tuple[Ints, Ints]] = {}

    # ------------------------------------------------------------ filled cells and flags

    def node_moves(self, nodes: dict[Node, Sheet]) -> tuple[Moves, dict[Node, Sheet]]:
        """The targets of the entries of these nodes, and the nodes after them, each with an example sheet."""
        size = (len(nodes), len(self.rows), self.plain + len(self.equal))
        moves = Moves(np.full(size, NEVER, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int32))
        following: dict[Node, Sheet] = {}
        numbers: dict[Node, int] = {}
        for at, ((filled, _), sheet) in enumerate(nodes.items()):
            extra_kniffels = self.extra_kniffel_entries(sheet) if self.is_extra_kniffel(filled) else ()
            known: dict[tuple[int, bool, int], int] = {}
            for cell, kind, points, extra in (*self.plain_entries(filled), *extra_kniffels):
                row = self.rows[cell]
                if (cell, points > 0, extra) not in known:
                    after = sheet.enter(row, points, extra)
                    node = self.node(after)
                    following.setdefault(node, after)
                    known[cell, points > 0, extra] = numbers.setdefault(node, len(numbers))
                moves.after[at, cell, kind] = known[cell, points > 0, extra]
                moves.gain[at, cell, kind] = points + (extra if self.counts else 0)
                moves.shift[at, cell, kind] = points if row < self.program.shape.upper else 0
        return moves, following

    def node(self, sheet: Sheet) -> Node:
        """The node of a sheet; a full sheet has no flag."""
        filled, flag, _ = place(self.solution, sheet)
        return filled, 0 if sheet.full else flag

    def is_extra_kniffel(self, filled: int) -> bool:
        """Whether a roll of equal dice is now an extra Kniffel."""
        row = self.variant.kniffel_row
        return row is not None and bool(filled >> row & 1)

    def plain_entries(self, filled: int) -> Iterator[tuple[int, int, int, int]]:
        """Open cell, kind of roll, points and extra points of every ordinary entry."""
        allowed = int(self.program.tables.allowed[filled])
        for cell, row in enumerate(self.rows):
            if allowed >> row & 1:
                for kind, points in enumerate(self.values[cell]):
                    yield cell, kind, int(points), 0

    def extra_kniffel_entries(self, sheet: Sheet) -> Iterator[tuple[int, int, int, int]]:
        """Open cell, kind of roll, points and extra points of every extra Kniffel, according to the rules package."""
        turn = replace(turn_of(self.variant, (Hand(),), 1, 1, 1), rolls_used=self.variant.rolls, rolls_left=0)
        for equal, roll in enumerate(self.equal):
            rolled = replace(turn, roll=roll)
            cells = enterable_cells(sheet, rolled)
            for row, points in zip(cells, entry_points(sheet, rolled, cells), strict=True):
                yield self.rows.index(row), self.plain + equal, points, sheet.extra_points(row, roll, points)

    # ------------------------------------------------------------ upper totals

    def number_cells(self, filled: int) -> list[int]:
        """The open number cells."""
        upper = self.program.shape.upper
        return [cell for cell, row in enumerate(self.rows) if row < upper and not filled >> row & 1]

    def likes(self, nodes: Iterable[Node]) -> tuple[Ints, Ints]:
        """`Level.likes` and `Level.credit` of these nodes."""
        number_cells = (1 << self.program.shape.upper) - 1
        found = []
        for filled, _ in nodes:
            upper = filled & number_cells
            if upper not in self.classes:
                self.classes[upper] = _classes(self.program, [set(self.values[c]) for c in self.number_cells(filled)])
            found.append(self.classes[upper])
        return np.array([likes for likes, _ in found]), np.array([credit for _, credit in found])

    # ------------------------------------------------------------ states

    def side(self) -> Side:
        """The levels, from the sheet to the full one and back."""
        _, _, total = place(self.solution, self.begin)
        nodes = {self.node(self.begin): self.begin}
        likes, credit = self.likes(nodes)
        number = np.full((1, self.program.shape.cap + 2), NEVER, np.int32)
        number[0, likes[0, total] + 1] = 0
        nothing = np.zeros(1, np.int32)
        layer = _Layer(nodes, number, likes, credit, nothing, likes[0, [total]], nothing, nothing)
        forward = []
        for _ in self.rows:
            by_node, following = self.node_moves(layer.nodes)
            moves, after = _entered(layer, by_node, following, *self.likes(following))
            forward.append((layer, moves))
            layer = after
        levels = [self.level(layer, None, nothing, nothing)]
        for before, moves in reversed(forward):
            levels.append(self.level(before, moves, *_to_come(moves, levels[-1].bounds)))
        return Side(self.solution, self.begin, tuple(levels), self.kinds)

    def level(self, layer: _Layer, moves: Moves | None, rest_least: Ints, rest_most: Ints) -> Level:
        """The lasting part of a layer."""
        extra_kniffels = np.array([self.is_extra_kniffel(filled) for filled, _ in layer.nodes], np.int32)
        return Level(
            nodes={node: at for at, node in enumerate(layer.nodes)},
            number=layer.number,
            likes=layer.likes,
            credit=layer.credit,
            kinds=extra_kniffels[layer.node],
            moves=moves or Moves(*np.full((3, 1, 0, 0), NEVER, np.int32)),
            bounds=Bounds(layer.least, layer.most, rest_least, rest_most),
        )


class _Layer(NamedTuple):
    """A level on the way forward; `node` and `total` are by state."""

    nodes: dict[Node, Sheet]
    number: Ints
    likes: Ints
    credit: Ints
    node: Ints
    total: Ints
    least: Ints
    most: Ints


def _classes(program: Program, to_come: Iterable[set[int]]) -> tuple[Ints, Ints]:
    """The representative of each upper total, and the bonus certain with it; `to_come` by open number cell.

    Two totals are alike when they earn the same bonus with every outcome of the open number cells.
    """
    sums = {0}
    for points in to_come:
        sums = {known + more for known in sums for more in points}
    cap = program.shape.cap
    reached = np.minimum(np.arange(cap + 1)[:, None] + np.array(sorted(sums)), cap)
    earned = program.last[reached].astype(np.int32)
    _, first, inverse = np.unique(earned, axis=0, return_index=True, return_inverse=True)
    decided = (earned == earned[:, :1]).all(axis=1)
    likes = np.where(decided, DECIDED, first[inverse.ravel()])
    return likes.astype(np.int32), np.where(decided, earned[:, 0], 0).astype(np.int32)


def _entered(
    layer: _Layer, by_node: Moves, following: dict[Node, Sheet], likes: Ints, credit: Ints
) -> tuple[Moves, _Layer]:
    """The moves of every state of a layer, and the next layer."""
    cap = likes.shape[1] - 1
    node, shift = by_node.after[layer.node], by_node.shift[layer.node]
    open_bonus = layer.total[:, None, None] >= 0
    reached = np.where(open_bonus, np.minimum(layer.total[:, None, None] + shift, cap), 0)
    total = np.where(open_bonus, likes[node, reached], DECIDED)
    gain = by_node.gain[layer.node] + np.where(open_bonus, credit[node, reached], 0)
    possible = node != NEVER
    number = np.full((len(following), cap + 2), NEVER, np.int32)
    number[node[possible], total[possible] + 1] = 0
    nodes, slots = np.nonzero(number == 0)
    number[nodes, slots] = np.arange(len(nodes))
    after = np.where(possible, number[node, total + 1], NEVER).astype(np.int32)
    least = np.full(len(nodes), np.iinfo(np.int32).max, np.int32)
    most = np.zeros(len(nodes), np.int32)
    np.minimum.at(least, after[possible], (layer.least[:, None, None] + gain)[possible])
    np.maximum.at(most, after[possible], (layer.most[:, None, None] + gain)[possible])
    moves = Moves(after, gain.astype(np.int32), shift)
    return moves, _Layer(
        following, number, likes, credit, nodes.astype(np.int32), (slots - 1).astype(np.int32), least, most
    )


def _to_come(moves: Moves, following: Bounds) -> tuple[Ints, Ints]:
    """The least and the most that can still be gained from every state."""
    possible = moves.after != NEVER
    least = np.where(possible, moves.gain + following.rest_least[moves.after], np.iinfo(np.int32).max)
    most = np.where(possible, moves.gain + following.rest_most[moves.after], 0)
    return least.min(axis=(1, 2)), most.max(axis=(1, 2))
