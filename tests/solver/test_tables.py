"""Invariants of every number in a table: its inputs exist, and more points never lower the value."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import UPPER, AllDice, AnyDice, Category
from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.estimates import NoRoom
from pasch.solver.kernels import level
from pasch.solver.program import Program, compile_variant
from pasch.solver.score.targets import alike_totals, possible_totals
from pasch.solver.sizes import LANES
from pasch.solver.solve import Solution, estimate, solve
from tests.support.sizes import cases

REACHABLE = {"kniffel-plain": 2_794, "spiffel-6": 3_510}
"""Sets of filled number cells with their relevant upper totals; published for five and six dice."""


def upper_totals(program: Program) -> dict[int, list[int]]:
    """Return the possible upper totals for every set of filled number cells."""
    variant, cap = program.variant, program.shape.cap
    points = [[face * count for count in range(variant.dice + 1)] for face in (c.face for c in variant.upper)]
    found = {}
    for filled in product((0, 1), repeat=len(points)):
        totals = {0}
        for several in (some for some, is_filled in zip(points, filled, strict=True) if is_filled):
            totals = {min(total + more, cap) for total in totals for more in several}
        found[sum(bit << row for row, bit in enumerate(filled))] = sorted(totals)
    return found


def reachable(program: Program) -> np.ndarray:
    """Mark the table entries that belong to reachable states."""
    found = np.zeros(program.table_shape, np.bool_)
    totals, upper = upper_totals(program), (1 << program.shape.upper) - 1
    for sheet in np.flatnonzero(program.playable):
        found[sheet, : flags(program, int(sheet)), totals[int(sheet) & upper]] = True
    return found


def flags(program: Program, sheet: int) -> int:
    """Return the number of flags; an open Kniffel cell has earned no bonus Kniffel."""
    kniffel = program.variant.kniffel_row
    return program.shape.flags if kniffel is not None and sheet >> kniffel & 1 else 1


@pytest.mark.parametrize("key", REACHABLE)
def test_number_of_states_matches_the_published_one(key):
    assert sum(map(len, upper_totals(compile_variant(find_variant(key))).values())) == REACHABLE[key]


@pytest.mark.parametrize("key", [*REACHABLE, "crag"])
def test_possible_upper_totals_are_computed(key):
    program = compile_variant(find_variant(key))
    possible = possible_totals(program)[: 1 << program.shape.upper]
    assert {sheet: np.flatnonzero(row).tolist() for sheet, row in enumerate(possible)} == upper_totals(program)


def test_settled_bonus_merges_upper_totals():
    program = compile_variant(find_variant("kniffel-plain"))
    full, alike = program.sheets - 1, alike_totals(program)
    assert alike[full, [0, 5, 62, 63]].tolist() == [0, 0, 0, 63]
    assert alike[full ^ 1 << 5, [0, 32, 33, 62, 63]].tolist() == [0, 0, 33, 62, 63]  # sixes are worth 30 at most
    assert alike[0, :2].tolist() == [0, -1]


@pytest.mark.parametrize(
    "key", cases(["kniffel-plain", "yahtzee", "yatzy-forced", "centre-up-down", "crag"], default=["kniffel-plain"])
)
def test_reachable_values_use_only_reachable_values(key):
    """The test solves again with enormous numbers in place of values not yet computed."""
    solution = solve(key)
    states = reachable(solution.program)
    assert not np.isnan(solution.table[states]).any()
    assert (solution.table[states] >= 0).all()
    again = solved_from(solution.program, 1e9)
    assert np.array_equal(again[states], solution.table[states])


def solved_from(program: Program, canary: float) -> np.ndarray:
    """Solve a table that initially holds the same number everywhere."""
    shape = program.shape
    values = np.full(program.table_shape, canary, np.float32)
    values[-1] = program.last
    sheets, tables = np.arange(program.sheets), program.tables_in(np.float32)
    room = np.zeros(tables.size, np.float32), np.zeros(LANES, np.float32)
    for filled in range(shape.cells - 1, -1, -1):
        now = sheets[(program.filled == filled) & program.playable]
        level(values.reshape(-1), now, shape, tables, room, 0, 1)
    return values


def test_sheet_outside_the_order_has_no_value():
    solution = solve("yatzy-forced")
    filled = [(1 << rows) - 1 for rows in range(solution.program.shape.cells + 1)]
    others = np.ones(solution.program.sheets, np.bool_)
    others[filled] = False
    assert np.isnan(solution.table[others]).all()
    assert not np.isnan(solution.table[filled, 0, 0]).any()


@pytest.mark.parametrize("key", cases(["kniffel-plain", "yahtzee", "yatzy", "kismet", "spiffel"], default=["yahtzee"]))
def test_greater_upper_total_never_lowers_the_value(exact, key):
    solution = exact(key)
    sheets, upper = np.arange(solution.program.sheets), (1 << solution.program.shape.upper) - 1
    for filled, totals in upper_totals(solution.program).items():
        steps = np.diff(solution.table[sheets & upper == filled][..., totals])
        known = ~np.isnan(steps)
        assert known.any() or len(totals) == 1
        assert (steps[known] >= -1e-9).all(), filled


@pytest.mark.parametrize("key", cases(["yahtzee", "spiffel"], default=["yahtzee"]))
def test_scored_kniffel_is_worth_more_than_a_scratched_one(exact, key):
    solution = exact(key)
    sheets = np.flatnonzero(np.arange(solution.program.sheets) >> solution.program.variant.kniffel_row & 1)
    scratched, scored = solution.table[sheets, 0, 0], solution.table[sheets, -1, 0]
    assert (scored >= scratched).all()
    assert (scored > scratched).mean() > 0.9  # equal if the open cells accept no bonus Kniffel


@pytest.mark.parametrize("key", cases(["kniffel-plain", "yahtzee", "yatzy"], default=["yahtzee"]))
def test_both_precisions_agree(exact, key):
    precise, quick = exact(key), solve(key)
    states = reachable(precise.program)
    assert np.abs(precise.table[states] - quick.table[states]).max() < 1e-3
    assert quick.table.dtype == np.float32
    assert precise.table.dtype == np.float64


# ------------------------------------------------------------------------------- estimates, progress and refusals


@pytest.mark.slow
def test_estimate_scales_with_precision_and_threads():
    """`bench.solve` compares these seconds with measured ones."""
    before = 0.0
    for key in ("kniffel-plain", "yahtzee", "yatzy"):
        solution = solve(key, threads=1)
        expected = estimate(solution.program, threads=1)
        assert expected.bytes == solution.table.nbytes
        assert expected.seconds > before
        exact, halved = estimate(solution.program, exact=True, threads=1), estimate(solution.program, threads=2)
        assert (exact.bytes, exact.seconds) == (2 * expected.bytes, 2 * expected.seconds)
        assert (halved.bytes, halved.seconds) == (expected.bytes, expected.seconds / 2)
        before = expected.seconds


def test_progress_rises_to_one():
    progress: list[float] = []
    solve("kniffel-plain", progress=progress.append)
    assert progress == sorted(progress)
    assert len(progress) == 13
    assert 0 < progress[0] < 0.01
    assert progress[-1] == 1


def test_memory_refusal_states_the_needed_memory():
    """Six dice, 22 cells and saved rolls need half a million megabytes in float64."""
    variant = Variant(
        key="too-large",
        dice=6,
        rolls=10,
        banks_rolls=True,
        upper=UPPER,
        lower=tuple(Category(f"chance_{number}", AnyDice(), AllDice()) for number in range(16)),
        upper_bonus=UpperBonus(threshold=126, points=50),
    )
    with pytest.raises(NoRoom) as refused:
        solve(variant, exact=True)
    said = re.fullmatch(r"too-large needs (\d+) MB of memory for this; \d+ MB are free", str(refused.value))
    assert 400_000 < int(said.group(1)) < 800_000


def test_unsolvable_variant_is_refused():
    with pytest.raises(InvalidInput, match="cannot be solved exactly: no table for a settlement"):
        solve("balut")


def test_solution_value_is_the_value_of_the_empty_sheet():
    solution = solve("cheerio")
    assert isinstance(solution, Solution)
    assert solution.value == solution.table[0, 0, 0]
