"""Invariants of every number of a table: all its inputs are there, and more points are never worth less."""

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
    """The possible upper totals for every set of filled number cells."""
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
    """Which numbers of the table belong to states that can come about."""
    found = np.zeros(program.table_shape, np.bool_)
    totals, upper = upper_totals(program), (1 << program.shape.upper) - 1
    for sheet in np.flatnonzero(program.playable):
        found[sheet, : flags(program, int(sheet)), totals[int(sheet) & upper]] = True
    return found


def flags(program: Program, sheet: int) -> int:
    """A Kniffel that is still open has earned nothing."""
    kniffel = program.variant.kniffel_row
    return program.shape.flags if kniffel is not None and sheet >> kniffel & 1 else 1


@pytest.mark.parametrize("key", REACHABLE)
def test_the_states_are_as_many_as_published(key):
    assert sum(map(len, upper_totals(compile_variant(find_variant(key))).values())) == REACHABLE[key]


@pytest.mark.parametrize("key", [*REACHABLE, "crag"])
def test_the_totals_that_are_possible_are_known(key):
    program = compile_variant(find_variant(key))
    possible = possible_totals(program)[: 1 << program.shape.upper]
    assert {sheet: np.flatnonzero(row).tolist() for sheet, row in enumerate(possible)} == upper_totals(program)


def test_upper_totals_share_a_row_of_chances_once_the_bonus_is_settled():
    program = compile_variant(find_variant("kniffel-plain"))
    full, alike = program.sheets - 1, alike_totals(program)
    assert alike[full, [0, 5, 62, 63]].tolist() == [0, 0, 0, 63]
    assert alike[full ^ 1 << 5, [0, 32, 33, 62, 63]].tolist() == [0, 0, 33, 62, 63]  # sixes are worth 30 at most
    assert alike[0, :2].tolist() == [0, -1]


@pytest.mark.parametrize(
    "key", cases(["kniffel-plain", "yahtzee", "yatzy-forced", "centre-up-down", "crag"], default=["kniffel-plain"])
)
def test_no_value_is_made_of_one_that_cannot_come_about(key):
    """Solved again, with enormous numbers in place of values not yet computed."""
    solution = solve(key)
    states = reachable(solution.program)
    assert not np.isnan(solution.table[states]).any()
    assert (solution.table[states] >= 0).all()
    again = solved_from(solution.program, 1e9)
    assert np.array_equal(again[states], solution.table[states])


def solved_from(program: Program, canary: float) -> np.ndarray:
    """A table of values whose numbers are at first all the same."""
    shape = program.shape
    values = np.full(program.table_shape, canary, np.float32)
    values[-1] = program.last
    sheets, tables = np.arange(program.sheets), program.tables_in(np.float32)
    room = np.zeros(tables.size, np.float32), np.zeros(LANES, np.float32)
    for filled in range(shape.cells - 1, -1, -1):
        now = sheets[(program.filled == filled) & program.playable]
        level(values.reshape(-1), now, shape, tables, room, 0, 1)
    return values


def test_a_sheet_that_the_order_does_not_lead_to_holds_no_value():
    solution = solve("yatzy-forced")
    filled = [(1 << rows) - 1 for rows in range(solution.program.shape.cells + 1)]
    others = np.ones(solution.program.sheets, np.bool_)
    others[filled] = False
    assert np.isnan(solution.table[others]).all()
    assert not np.isnan(solution.table[filled, 0, 0]).any()


@pytest.mark.parametrize("key", cases(["kniffel-plain", "yahtzee", "yatzy", "kismet", "spiffel"], default=["yahtzee"]))
def test_a_greater_upper_total_is_never_worth_less(exact, key):
    solution = exact(key)
    sheets, upper = np.arange(solution.program.sheets), (1 << solution.program.shape.upper) - 1
    for filled, totals in upper_totals(solution.program).items():
        steps = np.diff(solution.table[sheets & upper == filled][..., totals])
        known = ~np.isnan(steps)
        assert known.any() or len(totals) == 1
        assert (steps[known] >= -1e-9).all(), filled


@pytest.mark.parametrize("key", cases(["yahtzee", "spiffel"], default=["yahtzee"]))
def test_a_kniffel_that_scores_is_worth_more_later_than_one_that_was_struck(exact, key):
    solution = exact(key)
    sheets = np.flatnonzero(np.arange(solution.program.sheets) >> solution.program.variant.kniffel_row & 1)
    scratched, scored = solution.table[sheets, 0, 0], solution.table[sheets, -1, 0]
    assert (scored >= scratched).all()
    assert (scored > scratched).mean() > 0.9  # only where the open cells accept an extra Kniffel


@pytest.mark.parametrize("key", cases(["kniffel-plain", "yahtzee", "yatzy"], default=["yahtzee"]))
def test_both_precisions_agree(exact, key):
    precise, quick = exact(key), solve(key)
    states = reachable(precise.program)
    assert np.abs(precise.table[states] - quick.table[states]).max() < 1e-3
    assert quick.table.dtype == np.float32
    assert precise.table.dtype == np.float64


# ------------------------------------------------------------------------------- before and while it works


@pytest.mark.slow
def test_the_estimate_is_of_the_right_size():
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


def test_progress_goes_up_to_one():
    progress: list[float] = []
    solve("kniffel-plain", progress=progress.append)
    assert progress == sorted(progress)
    assert len(progress) == 13
    assert 0 < progress[0] < 0.01
    assert progress[-1] == 1


def test_what_fits_into_no_machine_is_refused_with_the_number():
    """Six dice, 22 cells and saved rolls, in float64: half a million megabytes."""
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


def test_what_has_no_table_is_said():
    with pytest.raises(InvalidInput, match="cannot be solved exactly: no table for several columns"):
        solve("balut")


def test_the_value_is_that_of_the_empty_sheet():
    solution = solve("cheerio")
    assert isinstance(solution, Solution)
    assert solution.value == solution.table[0, 0, 0]
