"""Values as fractions, compared with recursion in Python's fractions and with tables in float64."""

from __future__ import annotations

import json
from fractions import Fraction
from math import ulp
from pathlib import Path

import numpy as np
import pytest

from pasch.rules.variants import find_variant
from pasch.solver.estimates import NoRoom
from pasch.solver.exact.kernels import BITS, multiply
from pasch.solver.exact.values import denominator, exact_value, limbs_of
from pasch.solver.program import compile_variant
from pasch.solver.score.targets import most_to_come
from pasch.solver.solve import solve
from tests.naive.solver import Card, Exact, Play
from tests.solver.test_small_games import CHEAP, GAMES, small

FILE = Path(__file__).parents[2] / "docs" / "truth" / "fractions.jsonl"

CLOSE = 35
"""The largest error of double precision in units of the last place: 1e-12 for values from 128 to 256."""

SMALL = ("yatzy-forced", "crag", "cheerio")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CHEAP))
def test_exact_value_matches_plain_recursion(name):
    game = small(name)
    assert exact_value(compile_variant(game.variant)) == Play(game.toy, Exact()).card(Card())


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_small_games_match_float64(name):
    game = small(name)
    assert abs(exact_value(compile_variant(game.variant)) - Fraction(game.solution.value)) < 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("key", SMALL)
def test_whole_games_match_float64(exact, key):
    program = compile_variant(find_variant(key))
    fraction = exact_value(program)
    assert abs(fraction - Fraction(exact(key).value)) < 1e-12
    assert denominator(program, program.shape.cells) % fraction.denominator == 0


@pytest.mark.slow
def test_exact_value_does_not_depend_on_threads():
    program = compile_variant(find_variant("crag"))
    one, two = (solved_with(threads, program) for threads in (1, 2))
    assert one == two


def solved_with(threads: int, program):
    from pasch.solver.compiling.kernels import most_threads, use_threads

    use_threads(min(threads, most_threads()))
    try:
        return exact_value(program)
    finally:
        use_threads(most_threads())


@pytest.mark.parametrize("key", ["yatzy", "crag", "kniffel"])
def test_limbs_hold_the_greatest_value(key):
    """The greatest score, in the units of each level, fits into its limbs."""
    program = compile_variant(find_variant(key))
    greatest = int(most_to_come(program)[0, 0])
    for cells in range(program.shape.cells + 1):
        assert greatest * denominator(program, cells) < 1 << BITS * limbs_of(program, cells)


def test_multiplication_carries_between_limbs():
    row = np.array([(1 << BITS) - 1, (1 << BITS) - 1, 0], np.int64)
    multiply(row, 7776, 3)
    assert sum(int(limb) << BITS * place for place, limb in enumerate(row)) == 7776 * ((1 << 2 * BITS) - 1)


PRINTED = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed["fingerprint"][:12])
def test_published_fraction_matches_its_decimals(printed):
    """The fraction agrees with its decimal digits and with float64, and belongs to the current rules."""
    variant = find_variant(printed["game"]).replace(**printed["rules"])
    assert variant.fingerprint == printed["fingerprint"]
    assert abs(Fraction(printed["fraction"]) - Fraction(printed["value"])) < Fraction(1, 10**30)
    assert abs(printed["float64_error"]) < CLOSE * ulp(float(printed["value"]))


@pytest.mark.parametrize("name", ["escalero", "yazzo"])
def test_several_columns_have_no_fraction(name):
    with pytest.raises(NoRoom, match="several columns"):
        exact_value(compile_variant(find_variant(name)))


@pytest.mark.long
@pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed["fingerprint"][:12])
def test_published_fraction_matches_float64(printed):
    value = solve(find_variant(printed["game"]).replace(**printed["rules"]), exact=True).value
    assert abs(Fraction(printed["fraction"]) - Fraction(value)) < CLOSE * ulp(value)
