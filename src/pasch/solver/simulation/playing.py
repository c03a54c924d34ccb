"""One turn of many games, compiled: optimal play along the long script, or play with errors."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.kernels import every_entry as entries_of_columns
from pasch.solver.columns.kernels import turn as turn_of_columns
from pasch.solver.columns.layout import Columns
from pasch.solver.compiling.chance import DRAWS, drawn
from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.entering import cells_for, effect, kind_of, ways
from pasch.solver.kernels import Values, turn
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import FACES, LANES, TEN_FACES
from pasch.solver.turns import ENTER, MEAN_SIX, MEAN_TEN, MOST_LINKS, NEVER

Indices = NDArray[np.int32]
Places = NDArray[np.int64]


class Paths(NamedTuple):
    """Indices for following a turn.

    `made[p]` is the step that made place p of the long script, and `link[p]` the start of its links; for an entry,
    `link[p]` is a number for `ended`. `root` is the place of the first roll's values, `keep_places[t]` that of K of
    roll t. `below[r]` is the chance of the rolls before r. A turn has `reserve` times as many random numbers as usual.

    Play with errors uses six more. `keeps[r]` are the keeps of a roll that leave a die to roll, terminated by -1.
    `counts[k]` are the dice of keep k by face. `lock` is the least number of dice that each roll locks, NEVER where
    none stay. `after[k]` are the keeps with one die more than k, and `sides[k]` is that die's number of sides.
    `contexts[t - 1]` is the scoring context of roll t, when some dice stayed and when none did; the last one is that of
    all further rolls.
    """

    made: Indices
    link: Places
    root: int
    keep_places: Indices
    below: NDArray[np.float64]
    reserve: int
    keeps: Places
    counts: Places
    lock: int
    after: Places
    sides: Indices
    contexts: Places


class Workspace(NamedTuple):
    """The workspace of a thread: the turn, as `columns.kernels.Workspace`, the entries of a roll, and their weights."""

    table: Values
    out: Values
    block: Values
    options: NDArray[np.float64]
    weights: NDArray[np.float64]


class Several(NamedTuple):
    """What games with several columns have in addition: the sheet of each, and the bonuses it was paid."""

    columns: Columns
    sheets: Places
    paid: NDArray[np.float64]


@entrance
def play_turn(
    values: Values,
    keys: NDArray[np.uint64],
    number: int,
    places: Places,
    points: Places,
    regrets: NDArray[np.float64],
    order: Places,
    stretches: Places,
    error: tuple[float, float] | None,
    paths: Paths,
    shape: Shape,
    tables: Tables,
    several: Several | None,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """Play turn `number` of every game; `stretches` are borders in `order` between games of different blocks.

    `error` holds temperature and sight, `several` is for several columns. For None, Numba omits the code that needs
    them and does not compile it.
    """
    computed = (-1, -1)
    last = (stretches.shape[0] - 1) * (thread + 1) // threads
    for stretch in range((stretches.shape[0] - 1) * thread // threads, last):
        first = order[stretches[stretch]]
        row, block = places[first] // shape.stride, places[first] % shape.stride // LANES * LANES
        if several is None:
            sheet, rest = row // shape.flags, row % shape.flags
        else:
            sheet = several.sheets[first]
            rest = row - several.columns.first[sheet]
        if computed != (row, block):
            if several is None:
                turn(work.table, work.out, values, sheet, rest, block, shape, tables)
            else:
                turn_work = work.table, work.out, work.block
                turn_of_columns(turn_work, values, sheet, rest, block, shape, tables, several.columns)
            computed = (row, block)
        for i in range(stretches[stretch], stretches[stretch + 1]):
            game = order[i]
            total = places[game] % shape.stride
            if error is not None:
                entry, lost = erring_turn(
                    values, work.table, keys[game], number * paths.reserve, sheet, rest, total, total - block,
                    work.options, work.weights, error[0], error[1], paths, shape, tables, several,
                )  # fmt: skip
                regrets[game] += lost
            else:
                end = best_turn(work.table, keys[game], number * paths.reserve, total - block, paths, tables)
                left, context, roll = ended(end, rest, shape, tables)
                count = every_entry(work.options, values, sheet, left, total, context, roll, shape, tables, several)
                entry = best_option(work.options, count)
            points[game] += int(work.options[entry, 1])
            places[game] = int(work.options[entry, 2])
            if several is not None:
                several.sheets[game] = int(work.options[entry, 3])
                several.paid[game] += work.options[entry, 4]


@inlined
def first_roll(chance: np.uint64, paths: Paths) -> int:
    """The result of rolling all dice."""
    share = (chance >> np.uint64(11)) / 2.0**53
    low, high = 0, paths.below.shape[0] - 1
    while low < high:
        middle = (low + high + 1) // 2
        if paths.below[middle] <= share:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def best_turn(table: Values, key: np.uint64, number: int, lane: int, paths: Paths, tables: Tables) -> int:
    """The end of an optimal turn as one number, for `ended`."""
    here = paths.root + first_roll(drawn(key, number, 0), paths)
    rolls_used, digits, rolling = 1, np.uint64(0), False
    while paths.made[here] != ENTER:
        what, link = paths.made[here], paths.link[here]
        if what <= MOST_LINKS:
            rolling = False
            value = table[here * LANES + lane]
            while table[tables.links[link] + lane] != value:
                link += 1
            here = tables.links[link] // LANES
            continue
        if not rolling:
            digits, rolling = drawn(key, number, rolls_used), True
            rolls_used += 1
        if what in (MEAN_SIX, MEAN_TEN):
            sides = np.uint64(FACES if what == MEAN_SIX else TEN_FACES)
            here = tables.links[link + int(digits % sides)] // LANES
            digits //= sides
        else:
            here = link + first_roll(digits, paths)
            rolling = False
    end: int = paths.link[here]
    return end


@inlined
def ended(end: int, rest: int, shape: Shape, tables: Tables) -> tuple[int, int, int]:
    """The saved rolls after the end of a turn, or `rest` where none are saved; the context, and the roll."""
    contexts = tables.points.shape[0]
    left = end // shape.dice_rolls // contexts - 1
    return rest if left < 0 else left, end // shape.dice_rolls % contexts, end % shape.dice_rolls


@kernel
def every_entry(
    options: NDArray[np.float64],
    values: Values,
    sheet: int,
    rest: int,
    total: int,
    context: int,
    roll: int,
    shape: Shape,
    tables: Tables,
    several: Several | None,
) -> int:
    """The entries open to a roll: value, points with extra points, the next state; more with several columns.

    `rest` is the flag of a single column. Returns the number of entries.
    """
    if several is not None:
        return entries_of_columns(options, values, context, roll, sheet, rest, total, shape, tables, several.columns)
    kind = kind_of(sheet, roll, shape, tables)
    cells = cells_for(sheet, roll, kind, shape, tables)
    count = 0
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        for way in range(ways(kind, shape)):
            points, extra, shift, row = effect(sheet, rest, context, cell, roll, kind, way, shape, tables)
            place = row * shape.stride + min(total + shift, shape.cap)
            options[count, 0] = values[place] + points + extra
            options[count, 1] = points + extra
            options[count, 2] = place
            count += 1
    return count


@inlined
def best_option(options: NDArray[np.float64], count: int) -> int:
    """The entry with the greatest value, the topmost of several."""
    best = 0
    for i in range(1, count):
        if options[i, 0] > options[best, 0]:
            best = i
    return best


@kernel
def erring_turn(
    values: Values,
    table: Values,
    key: np.uint64,
    number: int,
    sheet: int,
    rest: int,
    total: int,
    lane: int,
    options: NDArray[np.float64],
    weights: NDArray[np.float64],
    temperature: float,
    sight: float,
    paths: Paths,
    shape: Shape,
    tables: Tables,
    several: Several | None,
) -> tuple[int, float]:
    """A turn of a player who errs: its final entry, as a row of `options`, and its loss."""
    roll, context = first_roll(drawn(key, number, 0), paths), paths.contexts[0, 1]
    lost, keep = 0.0, shape.keeps - 1
    last = shape.rolls + rest if shape.saved else shape.rolls
    for roll_number in range(1, last + 1):
        left = last - roll_number if shape.saved else rest
        count = every_entry(options, values, sheet, left, total, context, roll, shape, tables, several)
        keeping = 0
        most = options[best_option(options, count), 0]
        kept = 0
        if roll_number < last:
            kept = paths.keep_places[roll_number + 1] + lane
            while keeping < paths.keeps.shape[1] and paths.keeps[roll, keeping] >= 0:
                next_keep = paths.keeps[roll, keeping]
                worth = table[kept + next_keep * LANES] if allowed(next_keep, keep, paths) else -np.inf
                most, weights[count + keeping] = max(most, worth), worth
                keeping += 1
        for i in range(count):
            weights[i] = weight(most - options[i, 0], temperature, sight)
        for i in range(count, count + keeping):
            weights[i] = weight(most - weights[i], temperature, sight)
        chance = drawn(key, number, paths.reserve * DRAWS // 2 + roll_number - 1)
        chosen = picked(weights, count + keeping, (chance >> np.uint64(11)) / 2.0**53)
        if chosen < count:
            return chosen, lost + most - options[chosen, 0]
        keep = paths.keeps[roll, chosen - count]
        lost += most - table[kept + keep * LANES]
        context = paths.contexts[min(roll_number, paths.contexts.shape[0] - 1), 1 if keep == shape.keeps - 1 else 0]
        roll = rolled(keep, drawn(key, number, roll_number), paths, shape)
    return 0, lost


@inlined
def allowed(keep: int, before: int, paths: Paths) -> bool:
    """Whether a keep may follow the one before: where dice stay, it holds at least `lock` dice more."""
    if paths.lock == NEVER:
        return True
    more = 0
    for face in range(paths.counts.shape[1]):
        added = paths.counts[keep, face] - paths.counts[before, face]
        if added < 0:
            return False
        more += added
    return more >= paths.lock


@inlined
def rolled(keep: int, chance: np.uint64, paths: Paths, shape: Shape) -> int:
    """The roll after rolling the dice outside a keep, from the digits of a 64-bit number."""
    here, digits = keep, chance
    while here >= shape.dice_rolls:
        sides = np.uint64(paths.sides[here])
        here = paths.after[here, int(digits % sides)]
        digits //= sides
    return here


@inlined
def weight(regret: float, temperature: float, sight: float) -> float:
    """The weight of an action with this regret."""
    return np.exp(-regret / temperature) if regret <= sight else 0.0


@kernel
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
