"""Whole games by the million: the policy of a solved table, played with dice from a counter.

All games advance one turn at a time. Before each turn they are sorted by state. The decisions of a state (and of its
neighbours, which share a block of lanes) are then computed once for all games that have reached it and looked up for
each game. Every number of a game follows from the seed, the game's number and the roll alone. The results are
therefore the same for any number of threads, and game 7 is the same game for any number of games.

The same kernel plays with errors: the chance of an action then falls exponentially with its regret (`Error`), as in a
quantal response (McKelvey and Palfrey, 1995).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import KeepRule
from pasch.rules.errors import InvalidInput
from pasch.solver.compiling.chance import mix_all
from pasch.solver.compiling.kernels import on_threads, use_threads
from pasch.solver.compiling.multisets import Faces, Multisets, one_fewer
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.playing import Paths, Several, Workspace, play_turn
from pasch.solver.sizes import FACES, LANES, TEN_FACES
from pasch.solver.turns import ENTER, MEAN_SIX, MEAN_TEN, NEVER, ROOT, WEIGH
from pasch.solver.watching import Progress, shown, stretch

if TYPE_CHECKING:
    from pasch.solver.program import Program, Shape, Tables
    from pasch.solver.table import SolvedTable
    from pasch.solver.turns import Script

BATCH = 1 << 20
"""Games played in step: 28 MB. More would share more decisions, but hardly save time."""

STRETCH = 4096
"""Games of one state that a thread takes at a time."""

RESERVE = 16
"""How many times as many random numbers a turn has where rolls are saved: enough for 256 rolls."""

LOCKS = {KeepRule.FREE: NEVER, KeepRule.LOCKED: 0, KeepRule.LOCK_ONE: 1}
"""The least number of dice that each roll locks."""


@dataclass(frozen=True)
class Simulated:
    """Results of played games. `scores` counts them by score, `regret` is the mean loss of a turn."""

    games: int
    scores: Mapping[int, int]
    mean: float
    deviation: float
    bonus_rate: float
    regret: float
    seconds: float


def simulate(
    solution: SolvedTable,
    games: int,
    seed: int = 0,
    *,
    error: Error | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Simulated:
    """Play this many games, optimally or with errors; `progress` receives the completed share, 0 to 1.

    The same seed gives the same games. A million games take about a second on one core, plus up to a second for each
    started million; several columns and saved rolls take longer, by the number of positions met. Raises `InvalidInput`
    for less than one game.
    """
    if games < 1:
        raise InvalidInput("Play at least one game, not {given}", given=games)
    use_threads(threads)
    began = time.perf_counter()

    with shown(f"{solution.variant.key}, games", progress) as report:
        played = (
            part_of(solution, start, many, seed, error, stretch(report, start / games, (start + many) / games))
            for start, many in parts(games)
        )
        return merged(solution, played, began)


@dataclass(frozen=True)
class Part:
    """Results of some games: the number with each score, the number with the bonus, the loss of all turns."""

    counts: NDArray[np.int64]
    bonuses: int
    regret: float


def parts(games: int) -> list[tuple[int, int]]:
    """The parts of this many games, the same on every machine: the first game, from 0, and the number of games."""
    return [(start, min(BATCH, games - start)) for start in range(0, games, BATCH)]


def part_of(
    solution: SolvedTable, start: int, many: int, seed: int, error: Error | None, progress: Progress | None = None
) -> Part:
    """Play a part."""
    scores, bonuses, lost = _batch(solution, start, many, seed, error, progress)
    return Part(np.bincount(scores), int((bonuses > 0).sum()), float(lost.sum()))


def each_game(
    solution: SolvedTable, start: int, many: int, seed: int = 0, error: Error | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The score and the loss of each game from number `start` on."""
    scores, _, lost = _batch(solution, start, many, seed, error)
    return scores, lost


def merged(solution: SolvedTable, played: Iterable[Part], began: float) -> Simulated:
    """All parts, added in order, so the last digit does not depend on where they were played."""
    counts, bonuses, regret = np.zeros(1, np.int64), 0, 0.0
    for part in played:
        counts = _added(counts, part.counts)
        bonuses += part.bonuses
        regret += part.regret
    return _result(counts, bonuses, regret / solution.program.shape.cells, time.perf_counter() - began)


def _batch(
    solution: SolvedTable, start: int, many: int, seed: int, error: Error | None, progress: Progress | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Scores, upper bonuses and regrets of the games from number `start` on."""
    program = solution.program
    shape, values = program.shape, np.asarray(solution.table).reshape(-1).view()
    values.flags.writeable = False  # so Numba compiles once for solved tables and for files opened to read
    keys, precision = game_keys(seed, start, many), solution.table.dtype.type
    ways: dict[int, tuple[Tables, Paths]] = {}
    places, regrets = np.zeros(many, np.int64), np.zeros(many)
    points, several = np.zeros(many, np.int64), _several(program, many, values.dtype)
    errs = (float(error.temperature), float(error.sight)) if error is not None and error.temperature > 0 else None
    for turn in range(shape.cells):
        for bank, games in _by_bank(places, shape):
            order, groups = _in_order(places, games, shape)
            if bank not in ways:
                ways[bank] = _ways(program, precision, bank)
            tables, paths = ways[bank]
            on_threads(
                play_turn, partial(_workspace, program, tables.size, values.dtype), values, keys, turn, places, points,
                regrets, order, _stretches(groups), errs, paths, shape, tables, several,
            )  # fmt: skip
        if progress is not None:
            progress((turn + 1) / shape.cells)
    last = program.last[places % shape.stride]
    return points + last.astype(np.int64), last if several is None else last + several.paid, regrets


def _ways(program: Program, precision: type[np.float32 | np.float64], bank: int) -> tuple[Tables, Paths]:
    """The tables and paths of a turn with this many saved rolls."""
    script = program.script(bank)
    return program.tables_in(precision, script), paths_of(program, script)


def _by_bank(places: NDArray[np.int64], shape: Shape) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """The games by their number of saved rolls, on which the script of their turn depends."""
    if not shape.saved:
        yield 0, np.arange(len(places))
        return
    banks = places // shape.stride % shape.flags
    for bank in np.unique(banks):
        yield int(bank), np.flatnonzero(banks == bank)


def _several(program: Program, many: int, precision: np.dtype[Any]) -> Several | None:
    """What games with several columns need, on empty sheets; None for a single column."""
    if program.layout is None:
        return None
    columns = program.layout.columns
    columns = columns._replace(due=columns.due.astype(precision))
    return Several(columns, np.zeros(many, np.int64), np.zeros(many))


def _workspace(program: Program, size: int, precision: np.dtype[Any]) -> Workspace:
    """The workspace of a thread, for a script of this size."""
    cells, keeps = program.shape.cells, _keeps_of_rolls(program.dice).shape[1]
    return Workspace(
        table=np.zeros(size, precision),
        out=np.zeros(LANES, precision),
        block=np.zeros((program.shape.cap + 1) * LANES if program.layout else 0, precision),
        options=np.zeros((2 * cells, 5 if program.layout else 3)),
        weights=np.zeros(2 * cells + keeps),
    )


def paths_of(program: Program, script: Script) -> Paths:
    """The ways through the long script of a turn."""
    dice, contexts = program.dice, len(program.points)
    made, link = np.zeros(script.size // LANES, np.int32), np.zeros(script.size // LANES, np.int64)
    for what, a, b, c in script.steps:
        if what == ENTER:
            rolls = np.arange(dice.rolls)
            made[a // LANES + rolls], link[a // LANES + rolls] = ENTER, ((c + 1) * contexts + b) * dice.rolls + rolls
        elif what == WEIGH:
            made[a // LANES], link[a // LANES] = WEIGH, b // LANES
        elif what != ROOT:
            at, width = script.at[a:b] // LANES, {MEAN_SIX: FACES, MEAN_TEN: TEN_FACES}.get(int(what), int(what))
            made[at], link[at] = what, c + np.arange(b - a) * width
    after, sides = np.zeros((len(dice.keeps), TEN_FACES), np.int64), np.zeros(len(dice.keeps), np.int32)
    for number in range(dice.rolls, len(dice.keeps)):
        following = [dice.number[more] for more in dice.successors(dice.keeps[number])]
        after[number, : len(following)], sides[number] = following, len(following)
    return Paths(
        made=made,
        link=link,
        root=int(script.steps[-1, 1]) // LANES,
        keep_places=script.keep_places,
        below=np.concatenate(([0.0], np.cumsum(dice.chances[: dice.rolls])[:-1])),
        reserve=RESERVE if program.shape.saved else 1,
        keeps=_keeps_of_rolls(dice),
        counts=np.array([[keep.count(face) for face in sorted(set(chain(*dice.keeps)))] for keep in dice.keeps]),
        lock=LOCKS[program.variant.keep],
        after=after,
        sides=sides,
        contexts=np.array(program.turn.contexts),
    )


def _in_order(
    places: NDArray[np.int64], games: NDArray[np.int64], shape: Shape
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """These games sorted by the block of their state, and the borders between the occurring blocks."""
    row, total = np.divmod(places[games], shape.stride)
    blocks = row * -(-shape.stride // LANES) + total // LANES
    order = np.argsort(blocks)
    return games[order], np.flatnonzero(np.diff(blocks[order], prepend=-1, append=-1))


def _stretches(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """The borders between groups, and within groups too long for one thread."""
    return np.unique(np.concatenate((groups, np.arange(0, groups[-1], STRETCH))))


def game_keys(seed: int, start: int, many: int) -> NDArray[np.uint64]:
    """The key of each game, which determines its dice."""
    root = mix_all(np.uint64(seed & 0xFFFFFFFFFFFFFFFF), np.zeros(1, np.uint64))[0]
    return mix_all(root, np.arange(start + 1, start + many + 1, dtype=np.uint64))


@lru_cache(maxsize=8)
def _keeps_of_rolls(dice: Multisets) -> NDArray[np.int64]:
    """The keeps of every roll that leave a die to roll, terminated by -1."""
    rows = []
    for roll in dice.keeps[: dice.rolls]:
        found: set[Faces] = set()
        reached = {roll}
        while reached:
            reached = {less for keep in reached for less in one_fewer(keep)}
            found |= reached
        rows.append(sorted(dice.number[keep] for keep in found))
    most = max(map(len, rows))
    return np.array([row + [-1] * (most - len(row)) for row in rows])


def _added(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.zeros(max(len(a), len(b)), np.int64)
    total[: len(a)] += a
    total[: len(b)] += b
    return total


def _result(counts: NDArray[np.int64], bonuses: int, regret: float, seconds: float) -> Simulated:
    games = int(counts.sum())
    scores = np.arange(len(counts))
    mean = float((counts * scores).sum() / games)
    square = float((counts * (scores - mean) ** 2).sum() / games)
    return Simulated(
        games=games,
        scores={int(score): int(counts[score]) for score in np.flatnonzero(counts)},
        mean=mean,
        deviation=square**0.5,
        bonus_rate=bonuses / games,
        regret=regret / games,
        seconds=seconds,
    )
