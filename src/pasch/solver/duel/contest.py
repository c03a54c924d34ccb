"""Two sheets against each other: every turn still to come, solved for the win from the last turn backwards.

Both players alternate, and each maximises the own chance to win, where a draw counts half. In float64 a draw counts
slightly less than half. Of equal chances, play then takes the one with fewer draws, so the three chances do not
depend on how ties are broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver import cache
from pasch.solver.compiling.kernels import on_threads
from pasch.solver.duel.kernels import Rows, Workspace, contest_level, followed_level
from pasch.solver.duel.lattice import Lattice, lattice
from pasch.solver.duel.sides import NEVER, Bounds, Side
from pasch.solver.estimates import check_disk
from pasch.solver.sizes import LANES, WEIGHED

if TYPE_CHECKING:
    from pasch.rules.sheet import Sheet
    from pasch.solver.program import Program
    from pasch.solver.watching import Progress

Chances = NDArray[np.float64]
Ints = NDArray[np.int32]
Precision = type[np.float32 | np.float64]
Shares = tuple[NDArray[np.float64], ...]
"""How often a player makes every entry, whatever the rival has: by open cells, state, cell and kind of roll."""


HAIR = 1e-10
"""The amount by which a draw counts less than half in float64."""


MOST_PAIRS = 1_000_000
"""The number of sheet pairs above which the cost estimate takes each pair for a block instead of examining it."""


HELD = 1_000_000_000
"""Bytes of a level held in memory; a larger level uses an unnamed file."""


class Turn(NamedTuple):
    """A turn to come: whether it belongs to the player to move now, and the number of open cells before it."""

    own: bool
    cells: int
    others: int


@dataclass(frozen=True, eq=False)
class Duel:
    """The chances to win after every entry of the current turn.

    `rows` are those of all sheets after it, against the rival's current sheet. `ahead` is the current lead in points
    of the player to move, with the part of the bonus that is certain.
    """

    side: Side
    ahead: int
    half: float
    rows: Rows = field(repr=False)

    def after(self, sheet: Sheet) -> tuple[float, float]:
        """The chance to win with this sheet after the entry, a draw counting half, and the chance of a draw."""
        state, points = self.side.find(sheet)
        _, begun = self.side.find(self.side.begin)
        place = self.place(np.array(state), np.array(self.ahead + points - begun))
        return float(self.rows[0][place]), float(self.rows[1][place])

    def chance(self, sheet: Sheet) -> float:
        """The greatest chance to win with this sheet after the entry, a draw counting half."""
        return self.after(sheet)[0]

    def place(self, states: NDArray[np.int32], ahead: NDArray[np.int32]) -> NDArray[np.int64]:
        """The place of these states in the rows, with this lead in points."""
        _, _, starts, least, blocks = self.rows
        steps = ahead - least[states] + LANES
        return np.asarray(starts[states] + np.clip(steps, 0, LANES * (blocks[states] + 2) - 1), np.int64)

    def entries(self) -> tuple[Chances, Chances]:
        """The best entry of every roll: the chance to win, a draw counting half, and the chance of a draw."""
        level = self.side.levels[-1]
        places = self.place(level.moves.after[0], self.ahead + level.moves.gain[0])
        possible = level.moves.after[0] != NEVER
        won = np.where(possible, self.rows[0][places], -1.0)
        cells = np.arange(len(won))[:, None]
        kinds = self.side.kinds[level.kinds[0]]
        by_roll = won[cells, kinds]
        best = by_roll.argmax(axis=0), np.arange(kinds.shape[1])
        return by_roll[best], np.asarray(self.rows[1][places][cells, kinds][best], np.float64)


def turns_to_come(cells: int, others: int) -> list[Turn]:
    """The turns from the current one on, without finished players."""
    turns, own = [], True
    while cells or others:
        turns.append(Turn(own, cells, others))
        cells, others = cells - own, others - (not own)
        own = own if (others if own else cells) == 0 else not own
    return turns


@dataclass(frozen=True, eq=False)
class Rival:
    """The opponent: with a sheet to play on, or with a randomly distributed final total.

    `bounds` are by the number of open cells. `totals` are the chances of the points added at the end, from `least`
    on.
    """

    points: int
    bounds: tuple[Bounds, ...] = field(repr=False)
    side: Side | None = None
    least: int = 0
    totals: Chances = field(default_factory=lambda: np.ones(1), repr=False)


def player(side: Side) -> Rival:
    """An opponent who also plays for the win."""
    return Rival(side.find(side.begin)[1], tuple(level.bounds for level in side.levels), side)


def drawn_total(totals: Chances) -> Rival:
    """An opponent with a fixed distribution of the final total."""
    known, nothing = np.flatnonzero(totals), np.zeros(1, np.int32)
    least, most = int(known[0]), int(known[-1])
    bounds = Bounds(nothing, nothing, np.array([least], np.int32), np.array([most], np.int32))
    return Rival(0, (bounds,), None, least, totals[least : most + 1])


def effort(side: Side, rival: Rival) -> int:
    """The number of blocks in a contest. Takes milliseconds."""
    turns = turns_to_come(len(side.levels) - 1, len(rival.bounds) - 1)[1:]
    pairs = [len(side.levels[turn.cells].kinds) * len(rival.bounds[turn.others].least) for turn in turns]
    if sum(pairs) > MOST_PAIRS:
        return sum(pairs)
    return sum(int(_pairs(side, rival, turn)[1].sum()) for turn in turns)


class Pairing(NamedTuple):
    """The two players of a contest; `half` is the value of a draw.

    `follow` gives the strategies of the player to move and of the rival; None means play for the win.
    """

    side: Side
    rival: Rival
    half: float
    follow: tuple[Shares | None, Shares | None] = (None, None)

    @property
    def precision(self) -> Precision:
        """The precision of the table."""
        return np.float64 if self.side.solution.table.dtype == np.float64 else np.float32

    @property
    def turns(self) -> list[Turn]:
        """The turns from the current one on."""
        return turns_to_come(len(self.side.levels) - 1, len(self.rival.bounds) - 1)


def contest(side: Side, rival: Rival) -> Duel:
    """Solve all turns after the current one, in the precision of the table. Costs what `effort` returns."""
    solved = Pairing(side, rival, half_of(side))
    return Duel(side, side.find(side.begin)[1] - rival.points, solved.half, rows_after(solved, solved.turns))


def half_of(side: Side) -> float:
    """The value of a draw in the precision of the table."""
    return 0.5 - HAIR if side.solution.table.dtype == np.float64 else 0.5


def rows_after(solved: Pairing, turns: Sequence[Turn], progress: Progress | None = None) -> Rows:
    """The rows after the first of these turns, where the contest ends."""
    rows = _ends(solved, turns[-1])
    for done, (before, turn) in enumerate(zip(reversed(turns[:-1]), reversed(turns[1:]), strict=True), start=1):
        rows = rows_before(solved, turn, rows, turned=before.own != turn.own)
        if progress is not None:
            progress(done / len(turns))
    return rows


def _pairs(side: Side, rival: Rival, turn: Turn) -> tuple[Ints, Ints]:
    """For all pairs of sheets before a turn: the least difference that matters, and the blocks from there on.

    A difference matters when it is reachable and does not decide the contest.
    """
    mine, other = side.levels[turn.cells].bounds, rival.bounds[turn.others]
    ahead = side.find(side.begin)[1] - rival.points
    if not turn.own:
        mine, other, ahead = other, mine, -ahead
    first = ahead + mine.least[:, None] - other.most
    last = ahead + mine.most[:, None] - other.least
    lowest, highest = other.rest_least - mine.rest_most[:, None], other.rest_most - mine.rest_least[:, None]
    least = np.where(first > highest, highest + 1, np.maximum(first, lowest))
    most = np.maximum(np.minimum(last, highest), least - 1)
    return least.ravel().astype(np.int32), -(-(most - least + 1).ravel() // LANES).astype(np.int32)


def _ends(solved: Pairing, last: Turn) -> Rows:
    """The row after the last entry; between two players, it does not matter who had the last turn."""
    rival, half, precision = solved.rival, solved.half, solved.precision
    assert last.own or rival.side is not None
    blocks = -(-len(rival.totals) // LANES)
    won: NDArray[Any] = np.ones((blocks + 2) * LANES, precision)
    drawn: NDArray[Any] = np.zeros((blocks + 2) * LANES, precision)
    won[:LANES] = 0
    places = slice(LANES, LANES + len(rival.totals))
    won[places] = np.cumsum(rival.totals) - (1 - half) * rival.totals
    drawn[places] = rival.totals
    one = np.zeros(1, np.int32)
    return won, drawn, np.zeros(1, np.int64), one + rival.least, one + blocks


def rows_before(solved: Pairing, turn: Turn, after: Rows, *, turned: bool) -> Rows:
    """The rows before a turn, from those after it; `turned`: for the other player, who moved before."""
    side, rival, half, follow = solved
    mover, others = (side, turn.others) if turn.own else (rival.side, turn.cells)
    assert mover is not None
    cells = turn.cells if turn.own else turn.others
    level, shares = mover.levels[cells], follow[0 if turn.own else 1]
    rest = len((rival.bounds[others] if turn.own else side.levels[others].bounds).least)
    least, blocks = _pairs(side, rival, turn)
    wide = (blocks.astype(np.int64) + 2) * LANES
    starts = np.cumsum(wide) - wide
    program = side.solution.program
    rows = _zeros(program, int(wide.sum()), after[0].dtype)
    dice = lattice(program.variant.dice, np.float64 if solved.precision is np.float64 else np.float32)
    found = (rows[0], rows[1], starts, least, blocks)
    moves = level.moves.after, level.moves.gain
    work = partial(_workspace, dice, moves[0], rows.dtype)
    if shares is None:
        turns = program.variant.rolls, dice
        on_threads(contest_level, work, found, after, *moves, level.kinds, mover.kinds, rest, turned, half, *turns)
    else:
        on_threads(followed_level, work, found, after, *moves, shares[cells], rest, turned, half)
    if not turned:
        return found
    turned_least = -(least + LANES * blocks - 1)
    return rows[0], rows[1], *(_transposed(numbers, rest) for numbers in (starts, turned_least, blocks))


def _zeros(program: Program, size: int, precision: np.dtype[Any]) -> NDArray[Any]:
    """Memory for the chances to win and to draw of a level. Raises `NoRoom`."""
    needed = 2 * size * precision.itemsize
    if needed <= HELD:
        return np.zeros((2, size), precision)
    check_disk(program.variant, needed, cache.folder())
    cache.folder().mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=cache.folder()) as file:
        return np.asarray(np.memmap(file, precision, "w+", shape=(2, size)))


def _workspace(dice: Lattice, moves_after: Ints, precision: np.dtype[Any]) -> Workspace:
    """The workspace of a thread."""
    size = (dice.keeps + WEIGHED) * LANES
    table, along = np.zeros((2, size), precision)
    won, drawn = np.zeros((2, LANES), precision)
    return table, along, won, drawn, np.zeros(moves_after.shape[1:], np.int64)


def _transposed(numbers: NDArray[Any], columns: int) -> NDArray[Any]:
    """The numbers of pairs with the other sheet first."""
    return np.ascontiguousarray(numbers.reshape(-1, columns).T).ravel()
