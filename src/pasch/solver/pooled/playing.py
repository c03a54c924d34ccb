"""Games on a sheet of several columns, compiled: a player who looks one turn ahead with estimates of positions.

Sixteen games are played in step, one in each lane.
"""

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.layout import CLOSED
from pasch.solver.compiling.chance import DRAWS, drawn
from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.compiling.lanes import script_step
from pasch.solver.kernels import Values
from pasch.solver.pooled.estimating import RealSheet, Workspace, claim_step, kniffel_step, look_ahead, start
from pasch.solver.program import MIXED, Shape, Tables
from pasch.solver.simulation.playing import Paths, best_turn, first_roll
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER


@inlined
def entered(
    lane: int, column: int, row: int, context: int, roll: int, tables: Tables, sheet: RealSheet, work: Workspace
) -> float:
    """The points of an entry with the estimate after it, -inf where it is impossible."""
    points = float(tables.points[context, sheet.cell[column, row], roll])
    if is_paid(lane, column, row, context, roll, tables, sheet, work):
        return points + float(work.paid[lane, column, row, sheet.dice[row, roll]])
    return float(
        points * work.weight[lane, column, row] + work.plain[lane, column, row, outcome(row, points, roll, sheet)]
    )


@inlined
def outcome(row: int, points: float, roll: int, sheet: RealSheet) -> int:
    """The last index of `Workspace.plain`: the counting dice; in the Kniffel row, whether the roll scores."""
    return 1 if row == sheet.kniffel and points > 0 else int(sheet.dice[row, roll])


@inlined
def is_paid(
    lane: int, column: int, row: int, context: int, roll: int, tables: Tables, sheet: RealSheet, work: Workspace
) -> bool:
    """Whether a roll is an extra Kniffel that earns points with this entry."""
    if tables.number[roll] == MIXED or tables.points[context, sheet.cell[column, row], roll] <= 0:
        return False
    return bool(work.paid[lane, column, row, sheet.dice[row, roll]] > -np.inf)


@kernel
def enter_all(
    context: int, place: int, lane: int, shape: Shape, tables: Tables, sheet: RealSheet, work: Workspace
) -> None:
    """F for every roll of a lane."""
    for roll in range(shape.dice_rolls):
        work.table[place + roll * LANES + lane] = CLOSED
    for column in range(work.mask.shape[1]):
        for row in range(sheet.face.shape[0]):
            if work.plain[lane, column, row, 0] > -np.inf and not sheet.announced[column]:
                for roll in range(shape.dice_rolls):
                    value = entered(lane, column, row, context, roll, tables, sheet, work)
                    at = place + roll * LANES + lane
                    work.table[at] = max(work.table[at], value)


@kernel
def enter_best(lane: int, context: int, roll: int, tables: Tables, sheet: RealSheet, work: Workspace) -> int:
    """Make the best entry of a roll; returns its points."""
    best, chosen = -np.inf, 0
    rows = sheet.face.shape[0]
    for number in range(work.mask.shape[1] * rows):
        if not sheet.announced[number // rows]:
            value = entered(lane, number // rows, number % rows, context, roll, tables, sheet, work)
            if value > best:
                best, chosen = value, number
    column, row = chosen // rows, chosen % rows
    points, group = float(tables.points[context, sheet.cell[column, row], roll]), sheet.group[column]
    if row == sheet.kniffel:
        work.pooled[lane, group] += kniffel_step(lane, column, 1 if points > 0 else 0, sheet, work)
        work.claims[lane, column] = 1 if points > 0 else 0
        work.mask[lane, column] |= 1 << row
        return int(points)
    extra = 0
    if is_paid(lane, column, row, context, roll, tables, sheet, work):
        extra = int(sheet.extra[column, row])
        work.pooled[lane, group] += claim_step(lane, column, sheet, work)
        work.claims[lane, column] = 0
    return fill(lane, column, row, sheet.dice[row, roll], points, sheet, work) + extra


@kernel
def fill(lane: int, column: int, row: int, dice: int, points: float, sheet: RealSheet, work: Workspace) -> int:
    """Fill a cell with this many dice that count, for scaled points; not a Kniffel cell. Returns the points."""
    now = work.set[lane, column]
    step = sheet.after[column, now, row] - now if sheet.ordered[column] else 1
    work.pooled[lane, sheet.group[column]] += step * sheet.number[sheet.part[column, row]]
    work.set[lane, column] += step if sheet.ordered[column] else 0
    work.upper[lane, column] = min(work.upper[lane, column] + dice * sheet.face[row], sheet.cap)
    work.mask[lane, column] |= 1 << row
    earned = round(points / sheet.scale[row])
    for number in range(sheet.dependent.shape[0]):
        if sheet.dependent[number] == row:
            work.entries[lane, column, number] = earned / sheet.factor[column]
            if number < 2:  # these count only when the product is known
                earned = 0
    # The value of the turn has these points as they were weighted.
    work.out[lane] += earned - points * work.weight[lane, column, row]
    return int(earned)


@inlined
def announced(lane: int, column: int, row: int, roll: int, sheet: RealSheet, work: Workspace) -> float:
    """The points of an announced cell with the estimate after it, on average; CLOSED where it is impossible."""
    if work.plain[lane, column, row, 0] == -np.inf:
        return CLOSED
    factor = sheet.factor[column] * work.weight[lane, column, row]
    if not sheet.face[row]:
        return float(sheet.ends.average[row, roll] * factor + work.plain[lane, column, row, 0])
    found, now = 0.0, sheet.dice[row, roll]
    for then in range(now, work.plain.shape[3]):
        found += sheet.ends.counts[now, then] * (
            sheet.ends.worth[row, then] * factor + work.plain[lane, column, row, then]
        )
    return found


@kernel
def announce_best(lane: int, roll: int, sheet: RealSheet, work: Workspace) -> tuple[float, int]:
    """The greatest value of an announcement, and its cell as one number."""
    best, chosen, rows = CLOSED, 0, sheet.face.shape[0]
    for number in range(work.mask.shape[1] * rows):
        if sheet.announced[number // rows]:
            value = announced(lane, number // rows, number % rows, roll, sheet, work)
            if value > best:
                best, chosen = value, number
    return best, chosen


@kernel
def announce_all(place: int, lane: int, shape: Shape, sheet: RealSheet, work: Workspace) -> None:
    """Let every first roll of a lane announce a cell if that is better."""
    for column in range(work.mask.shape[1]):
        if sheet.announced[column]:
            for row in range(sheet.face.shape[0]):
                for roll in range(shape.dice_rolls):
                    at = place + roll * LANES + lane
                    work.table[at] = max(work.table[at], announced(lane, column, row, roll, sheet, work))


@kernel
def enter_announced(lane: int, number: int, roll: int, chance: np.uint64, sheet: RealSheet, work: Workspace) -> int:
    """Play a turn for an announced cell, with a 64-bit random number; returns its points."""
    column, row = number // sheet.face.shape[0], number % sheet.face.shape[0]
    share, face = (chance >> np.uint64(11)) / 2.0**53, sheet.face[row]
    chances = sheet.ends.counts[sheet.dice[row, roll]] if face else sheet.ends.ends[row, roll]
    end = 0
    while end + 1 < chances.shape[0] and share >= chances[end]:
        share -= chances[end]
        end += 1
    points = float(sheet.ends.worth[row, end] * sheet.factor[column])
    return fill(lane, column, row, end if face else 0, points, sheet, work)


@kernel
def clear(lane: int, sheet: RealSheet, work: Workspace) -> None:
    """Begin a game."""
    for group in range(work.pooled.shape[1]):
        work.pooled[lane, group] = 0
    for column in range(work.mask.shape[1]):
        work.set[lane, column] = work.mask[lane, column] = 0
        work.upper[lane, column] = work.claims[lane, column] = 0
        for number in range(sheet.dependent.shape[0]):
            work.entries[lane, column, number] = sheet.expected[number]


@kernel
def paid_bonus(lane: int, sheet: RealSheet, work: Workspace) -> int:
    """The bonuses and differences of all columns at the end of a game."""
    bonus = 0.0
    for column in range(work.mask.shape[1]):
        bonus += sheet.bonus[column, work.upper[lane, column]]
        if sheet.dependent.shape[0]:
            high, low, times = work.entries[lane, column]
            bonus += (high - low) * times * sheet.factor[column]
    return int(bonus)


@kernel
def end_turn(
    key: np.uint64,
    number: int,
    lane: int,
    paths: Paths,
    shape: Shape,
    tables: Tables,
    sheet: RealSheet,
    work: Workspace,
) -> int:
    """Play a lane's turn to its end along the finished table; returns its points. `out` becomes its value."""
    if sheet.announced.any():
        roll = first_roll(drawn(key, number, 0), paths)
        best, cell = announce_best(lane, roll, sheet, work)
        unannounced = work.table[(paths.root + roll) * LANES + lane]
        announce_all(paths.root * LANES, lane, shape, sheet, work)
        work.out[lane] = 0
        for first in range(shape.dice_rolls):
            work.out[lane] += tables.chances[first] * work.table[(paths.root + first) * LANES + lane]
        if best > unannounced:
            return enter_announced(lane, cell, roll, drawn(key, number, DRAWS // 2), sheet, work)
    end = best_turn(work.table, key, number, lane, paths, tables)
    return enter_best(lane, end // shape.dice_rolls, end % shape.dice_rolls, tables, sheet, work)


@entrance
def play(
    values: Values,
    keys: NDArray[np.uint64],
    totals: NDArray[np.int64],
    estimates: NDArray[np.float64],
    turns: int,
    paths: Paths,
    shape: Shape,
    tables: Tables,
    sheet: RealSheet,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """Play whole games. `estimates` receives an unbiased estimate of the player's mean from every game."""
    for block in range(thread, keys.shape[0] // LANES, threads):
        for lane in range(LANES):
            clear(lane, sheet, work)
            estimates[block * LANES + lane] = start(values, lane, sheet, work)
        for number in range(turns):
            for lane in range(LANES):
                look_ahead(values, lane, sheet, work)
            for what, a, b, c in tables.steps:
                if what == ENTER:
                    for lane in range(LANES):
                        enter_all(b, a, lane, shape, tables, sheet, work)
                else:
                    script_step(
                        work.table,
                        work.out,
                        what,
                        a,
                        b,
                        c,
                        tables.at,
                        tables.links,
                        tables.chances,
                        shape.dice_rolls,
                    )
            for lane in range(LANES):
                game = block * LANES + lane
                totals[game] += end_turn(keys[game], number, lane, paths, shape, tables, sheet, work)
                # What the turn is worth beyond the estimate before it: the dice bring nothing else on average.
                estimates[game] += work.out[lane]
        for lane in range(LANES):
            game = block * LANES + lane
            bonus = paid_bonus(lane, sheet, work)
            estimates[game] += bonus - start(values, lane, sheet, work)
            totals[game] += bonus
