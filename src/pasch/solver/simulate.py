"""Whole games by the million: the policy of a solved table, played out with dice from a counter.

All games go through their turns in step. Before each turn they are put in order by state, so that
the decisions of a state (and of its neighbours, which share a block of lanes) are worked out once
for all games that have reached it; what is left is to look them up. Every number a game uses
follows from the seed, its own number and the throw alone, so the results are the same for any
number of threads, and game 7 is game 7 however many are played.

The same kernel plays with errors: an action is then chosen with a chance that falls exponentially
with its regret (`Error`), as in a quantal response (McKelvey and Palfrey, 1995).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numba import get_num_threads, njit, prange, set_num_threads
from numpy.typing import NDArray

from pasch.solver.error import Error
from pasch.solver.kernels import Values, choice, decisions
from pasch.solver.multisets import Multisets, multisets
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import FACES, LANES, WEIGHED

if TYPE_CHECKING:
    from pasch.solver.solve import Solution

BATCH = 1 << 20
"""Games that are played in step: 28 MB. More would share more decisions, but hardly save time."""

STRETCH = 4096
"""Games of one state that a thread takes at once."""

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_THROWS = 16
"""Numbers that a turn may use, as a shift of the counter: throws first, then choices."""


@dataclass(frozen=True)
class Simulated:
    """Games that were played. `scores` counts them by score, `regret` is the mean loss of a turn."""

    games: int
    scores: Mapping[int, int]
    mean: float
    deviation: float
    bonus_rate: float
    regret: float
    seconds: float


def simulate(
    solution: Solution,
    games: int,
    seed: int = 0,
    *,
    error: Error | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulated:
    """Play so many games, optimally or with errors; `progress` hears how many are done.

    The same seed gives the same games. Costs about a second for a million games on one core, plus
    up to a second for each started million of them.
    """
    if threads is not None:
        set_num_threads(threads)
    began = time.perf_counter()
    counts = np.zeros(1, np.int64)
    bonuses, regret = 0, 0.0
    for start in range(0, games, BATCH):
        many = min(BATCH, games - start)
        scores, ends, lost = _batch(solution, start, many, seed, error)
        counts = _added(counts, np.bincount(scores))
        bonuses += int((solution.program.last[ends % solution.program.shape.stride] > 0).sum())
        regret += lost
        if progress is not None:
            progress(start + many)
    return _result(counts, bonuses, regret / solution.program.shape.cells, time.perf_counter() - began)


def _batch(
    solution: Solution, start: int, many: int, seed: int, error: Error | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], float]:
    """Scores, last states and summed regret of the games from number `start` on."""
    program = solution.program
    shape, values = program.shape, np.require(solution.table, requirements=("C", "W")).reshape(-1)
    tables = program.tables_in(solution.table.dtype.type)
    keeps = _keeps_of_rolls(program.dice)
    rows = np.zeros(shape.keeps, np.int32)
    rows[tables.order // LANES] = np.arange(len(tables.order))
    keys = _game_keys(seed, start, many)
    places, regrets = np.zeros(many, np.int64), np.zeros(many)
    points = np.zeros(many, np.int64)
    temperature, sight = (0.0, 0.0) if error is None else (error.temperature, error.sight)
    blocks = -(-shape.stride // LANES)
    for turn in range(shape.cells):
        order, groups = in_order(places, blocks, program.sheets * shape.flags * blocks, shape.stride)
        play_turn(
            values, keys, turn, places, points, regrets, order, _stretches(groups),
            keeps, rows, temperature, sight, get_num_threads(), shape, tables,
        )  # fmt: skip
    return points + program.last[places % shape.stride].astype(np.int64), places, float(regrets.sum())


def _stretches(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """The borders between groups, and within those that are too long for one thread."""
    return np.unique(np.concatenate((groups, np.arange(0, groups[-1], STRETCH))))


def _game_keys(seed: int, start: int, many: int) -> NDArray[np.uint64]:
    """A number for each game, from which its dice follow."""
    root = np.uint64(mix(np.uint64(seed & 0xFFFFFFFFFFFFFFFF)))  # compiled code hands back a plain number
    return mix_all(root, np.arange(start + 1, start + many + 1, dtype=np.uint64))


@lru_cache(maxsize=8)
def _keeps_of_dice(dice: int) -> NDArray[np.int32]:
    known = multisets(dice)
    rows = []
    for roll in range(known.rolls):
        found = {roll}
        reached = [roll]
        while reached:
            fewer = {known.number[less] for keep in reached for less in _one_fewer(known.keeps[keep])}
            reached = sorted(fewer - found)
            found |= fewer
        rows.append(sorted(found - {roll}))
    most = max(map(len, rows))
    return np.array([row + [-1] * (most - len(row)) for row in rows], np.int32)


def _keeps_of_rolls(dice: Multisets) -> NDArray[np.int32]:
    """For every roll the keeps that leave a die to throw, closed with -1."""
    return _keeps_of_dice(len(dice.keeps[0]))


def _one_fewer(keep: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {keep[:place] + keep[place + 1 :] for place in range(len(keep))}


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


# ------------------------------------------------------------------------------- chance


@njit(cache=True)
def mix(number: np.uint64) -> np.uint64:
    """A number between 0 and 2^64 that looks like chance: SplitMix64 (Steele, Lea and Flood, 2014)."""
    z = number + _GAMMA
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True)
def mix_all(root: np.uint64, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The same for the multiples of a constant, added to a root."""
    mixed = np.empty_like(numbers)
    for i in range(numbers.shape[0]):
        mixed[i] = mix(root + numbers[i] * _GAMMA)
    return mixed


@njit(cache=True)
def drawn(key: np.uint64, turn: int, which: int) -> np.uint64:
    """The number of a game for a throw or a choice of a turn."""
    return mix(key + np.uint64(turn * _THROWS + which) * _GAMMA)


# ------------------------------------------------------------------------------- kernels


@njit(cache=True)
def in_order(
    places: NDArray[np.int64], blocks: int, groups: int, stride: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The games by the block of their state, and the borders between the blocks that occur."""
    starts = np.zeros(groups + 1, np.int64)
    for game in range(places.shape[0]):
        starts[places[game] // stride * blocks + places[game] % stride // LANES + 1] += 1
    borders = np.zeros(groups + 1, np.int64)
    count = 1
    for group in range(groups):
        if starts[group + 1]:
            borders[count] = borders[count - 1] + starts[group + 1]
            count += 1
        starts[group + 1] += starts[group]
    order = np.empty(places.shape[0], np.int64)
    for game in range(places.shape[0]):
        group = places[game] // stride * blocks + places[game] % stride // LANES
        order[starts[group]] = game
        starts[group] += 1
    return order, borders[:count]


@njit(parallel=True, error_model="numpy", cache=True)
def play_turn(
    values: Values,
    keys: NDArray[np.uint64],
    turn: int,
    places: NDArray[np.int64],
    points: NDArray[np.int64],
    regrets: NDArray[np.float64],
    order: NDArray[np.int64],
    stretches: NDArray[np.int64],
    keeps: NDArray[np.int32],
    rows: NDArray[np.int32],
    temperature: float,
    sight: float,
    threads: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """One turn of every game; `stretches` are borders in `order` between which games share their block."""
    for thread in prange(threads):
        size = (shape.keeps + WEIGHED) * LANES
        kept = np.zeros((max(shape.rolls - 1, 1), size), values.dtype)
        best = np.zeros((max(shape.rolls - 1, 1), size), values.dtype)
        options = np.zeros((shape.cells, 4))
        weights = np.zeros(shape.cells + keeps.shape[1])
        worked_out = (-1, -1)
        last = (stretches.shape[0] - 1) * (thread + 1) // threads
        for stretch in range((stretches.shape[0] - 1) * thread // threads, last):
            place = places[order[stretches[stretch]]]
            row, block = place // shape.stride, place % shape.stride // LANES * LANES
            sheet, flag = row // shape.flags, row % shape.flags
            if worked_out != (row, block):
                decisions(kept, best, values, sheet, flag, block, shape, tables)
                worked_out = (row, block)
            for i in range(stretches[stretch], stretches[stretch + 1]):
                game = order[i]
                total = places[game] % shape.stride
                if temperature > 0:
                    entry, lost = erring_turn(
                        values, kept, keys[game], turn, sheet, flag, total, total - block,
                        keeps, options, weights, temperature, sight, shape, tables,
                    )  # fmt: skip
                    regrets[game] += lost
                else:
                    roll = best_turn(kept, best, keys[game], turn, total - block, rows, shape, tables)
                    count = every_entry(options, values, sheet, flag, total, roll, shape, tables)
                    entry = best_option(options, count)
                points[game] += int(options[entry, 1])
                places[game] = int(options[entry, 2])


@njit(error_model="numpy", cache=True)
def thrown(keep: int, chance: np.uint64, shape: Shape, tables: Tables) -> int:
    """The roll that the other dice make of a keep; six-sided digits of a number of 64 bits."""
    here, digits = keep, chance
    while here >= shape.dice_rolls:
        face = int(digits % np.uint64(FACES))
        digits //= np.uint64(FACES)
        here = tables.successors[(here - shape.dice_rolls) * FACES + face] // LANES
    return here


@njit(error_model="numpy", cache=True)
def best_turn(
    kept: Values,
    best: Values,
    key: np.uint64,
    turn: int,
    lane: int,
    rows: NDArray[np.int32],
    shape: Shape,
    tables: Tables,
) -> int:
    """The roll with which an optimal turn ends."""
    roll = thrown(shape.keeps - 1, drawn(key, turn, 0), shape, tables)
    for decision in range(shape.rolls - 2, -1, -1):
        here = best_keep(kept[decision], best[decision], roll, lane, rows, tables)
        roll = thrown(here, drawn(key, turn, shape.rolls - 1 - decision), shape, tables)
    return roll


@njit(error_model="numpy", cache=True)
def best_keep(kept: Values, best: Values, roll: int, lane: int, rows: NDArray[np.int32], tables: Tables) -> int:
    """The keep of the greatest value: dice are given away as long as that is as good as the best."""
    here = roll
    value = best[roll * LANES + lane]
    while kept[here * LANES + lane] != value:
        row = rows[here]
        for link in range(FACES):
            fewer = tables.fewer[row * FACES + link]
            if best[fewer + lane] == value:
                here = fewer // LANES
                break
    return here


@njit(error_model="numpy", cache=True)
def every_entry(
    options: NDArray[np.float64],
    values: Values,
    sheet: int,
    flag: int,
    total: int,
    roll: int,
    shape: Shape,
    tables: Tables,
) -> int:
    """The entries that are open to a roll: value, points with extra points, the state after it, the cell.

    Returns how many there are.
    """
    filled = shape.kniffel >= 0 and sheet >> shape.kniffel & 1
    which = -1
    if filled and (shape.forced or shape.free or shape.extra > 0):
        for i in range(tables.equal.shape[0]):
            if tables.equal[i] == roll:
                which = i
    cells, earning, joker = tables.allowed[sheet], False, False
    if which >= 0:
        number = tables.number[which]
        number_open = number >= 0 and not sheet >> number & 1
        cells = choice(cells, number, number_open, shape)
        earning = shape.extra > 0 and (shape.flags == 1 or flag > 0) and (shape.when != 1 or number_open)
        joker = (shape.forced or shape.free) and not number_open
    count = 0
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        points = tables.joker[cell, roll] if joker else tables.points[cell, roll]
        extra, after = 0.0, flag
        if earning and (shape.when != 2 or points > 0):
            extra = shape.extra
            after = flag - 1 if shape.limited else flag
        elif cell == shape.kniffel and shape.flags > 1:
            after = shape.most if points > 0 else 0
        reached = min(total + tables.shift[cell, roll], shape.cap)
        place = ((sheet | 1 << cell) * shape.flags + after) * shape.stride + reached
        options[count, 0] = values[place] + points + extra
        options[count, 1] = points + extra
        options[count, 2] = place
        options[count, 3] = cell
        count += 1
    return count


@njit(error_model="numpy", cache=True)
def best_option(options: NDArray[np.float64], count: int) -> int:
    """The entry of the greatest value, the topmost of several."""
    best = 0
    for i in range(1, count):
        if options[i, 0] > options[best, 0]:
            best = i
    return best


@njit(error_model="numpy", cache=True)
def erring_turn(
    values: Values,
    kept: Values,
    key: np.uint64,
    turn: int,
    sheet: int,
    flag: int,
    total: int,
    lane: int,
    keeps: NDArray[np.int32],
    options: NDArray[np.float64],
    weights: NDArray[np.float64],
    temperature: float,
    sight: float,
    shape: Shape,
    tables: Tables,
) -> tuple[int, float]:
    """A turn of somebody who errs: the entry that ends it, as a row of `options`, and what it lost."""
    roll = thrown(shape.keeps - 1, drawn(key, turn, 0), shape, tables)
    lost = 0.0
    for decision in range(shape.rolls - 2, -2, -1):
        count = every_entry(options, values, sheet, flag, total, roll, shape, tables)
        keeping = 0
        most = options[best_option(options, count), 0]
        if decision >= 0:
            while keeping < keeps.shape[1] and keeps[roll, keeping] >= 0:
                most = max(most, kept[decision, keeps[roll, keeping] * LANES + lane])
                keeping += 1
        for i in range(count):
            weights[i] = weight(most - options[i, 0], temperature, sight)
        for i in range(keeping):
            weights[count + i] = weight(most - kept[decision, keeps[roll, i] * LANES + lane], temperature, sight)
        number = drawn(key, turn, _THROWS // 2 + shape.rolls - 2 - decision)
        chosen = picked(weights, count + keeping, (number >> np.uint64(11)) / 2.0**53)
        if chosen < count:
            return chosen, lost + most - options[chosen, 0]
        keep = keeps[roll, chosen - count]
        lost += most - kept[decision, keep * LANES + lane]
        roll = thrown(keep, drawn(key, turn, shape.rolls - 1 - decision), shape, tables)
    return 0, lost


@njit(error_model="numpy", cache=True)
def weight(regret: float, temperature: float, sight: float) -> float:
    """How likely an action of this regret is."""
    return np.exp(-regret / temperature) if regret <= sight else 0.0


@njit(error_model="numpy", cache=True)
def picked(weights: NDArray[np.float64], count: int, share: float) -> int:
    """The option at this share of all weights."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    left = share * total
    for i in range(count):
        left -= weights[i]
        if left < 0 and weights[i] > 0:
            return i
    for i in range(count - 1, -1, -1):
        if weights[i] > 0:
            return i
    return 0
