"""The tips page matches its figures, the figures match the current rules, and bound play follows the tips."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from bench.bound import KNIFFEL, POINTS, advice, followed, values_of
from bench.tips import PAGE, VARIANT, narrow, page
from pasch.rules.variants import VARIANTS
from pasch.solver.program import compile_variant
from pasch.solver.solve import solve
from pasch.words import tips
from pasch.words.teaching.tips import figures

REMEDY = "docs/tips.md is stale: run `python -m bench.tips`"
KNIFFEL_GAME = compile_variant(VARIANTS[VARIANT])
ALONE = KNIFFEL_GAME.shape.cells - 1
"""Filled cells when one is left."""


def only(key: str) -> int:
    """The sheet in which only this cell is open."""
    return KNIFFEL_GAME.sheets - 1 ^ 1 << KNIFFEL_GAME.variant.rows[key]


def test_tips_page_matches_its_figures() -> None:
    assert PAGE.read_text(encoding="utf-8").splitlines() == list(page(figures())), REMEDY
    assert figures()["fingerprint"] == VARIANTS[figures()["variant"]].fingerprint, REMEDY


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_tip_has_a_verdict_in_whole_sentences(lang: str) -> None:
    assert [tip["holds"] for tip in tips(lang)] == [False, True, True]
    for tip in tips(lang):
        assert all(said.endswith(".") and "{" not in said for said in (tip["verdict"], *tip["sentences"]))


@pytest.mark.slow
def test_play_without_advice_has_the_solver_value() -> None:
    program = compile_variant(VARIANTS["cheerio"])
    assert followed(program, advice(program)).points == pytest.approx(solve("cheerio").value, rel=1e-6)


@pytest.mark.slow
def test_bound_advice_in_the_last_turn_has_known_values() -> None:
    """Playing for the Kniffel alone is optimal for the Kniffel cell; for Chance the result is computed."""
    chasing = values_of(KNIFFEL_GAME, advice(KNIFFEL_GAME, chasing=range(KNIFFEL_GAME.sheets)), ALONE)
    best = values_of(KNIFFEL_GAME, advice(KNIFFEL_GAME), ALONE)
    assert chasing[only("kniffel"), 0, 0, POINTS] == pytest.approx(2.301432126)
    assert chasing[only("kniffel"), 0, 0, KNIFFEL] == pytest.approx(2.301432126 / 50)
    assert best[only("chance"), 0, 0, POINTS] == pytest.approx(70 / 3)
    assert chasing[only("chance"), 0, 0, POINTS] == pytest.approx(chased_by_hand())


@pytest.mark.slow
def test_entering_first_and_never_scratching_lower_the_value() -> None:
    """The open cells are Sixes and Chance. One player must enter sixes in Sixes, the other may not scratch Sixes."""
    sixes, chance = (1 << KNIFFEL_GAME.variant.rows[key] for key in ("sixes", "chance"))
    two = KNIFFEL_GAME.sheets - 1 ^ sixes ^ chance
    bound = {
        name: values_of(KNIFFEL_GAME, advice(KNIFFEL_GAME, **how), ALONE - 1)[two, 0, 0, POINTS]
        for name, how in {"free": {}, "first": {"first": sixes}, "held": {"held": sixes}}.items()
    }
    assert bound["first"] < bound["free"]
    assert bound["held"] < bound["free"]


def test_narrow_computes_the_probability_of_a_close_game() -> None:
    assert narrow({100: 0.5, 130: 0.25, 200: 0.25}, 35) == pytest.approx(0.25 + 2 * 0.125 + 0.0625 + 0.0625)


def chased_by_hand() -> float:
    """The mean sum of five dice after two rerolls of all but the largest group, choosing the best of equal groups.

    It is a second, obvious computation over every roll in every order.
    """
    rolls = list(combinations_with_replacement(range(1, 7), 5))
    worth = {roll: float(sum(roll)) for roll in rolls}
    for _ in range(2):
        thrown = {(face, size): mean(worth, face, size) for face in range(1, 7) for size in range(1, 6)}
        most = {roll: max(roll.count(face) for face in roll) for roll in rolls}
        worth = {
            roll: max(thrown[face, most[roll]] for face in roll if roll.count(face) == most[roll]) for roll in rolls
        }
    return float(np.mean([worth[tuple(sorted(dice))] for dice in product(range(1, 7), repeat=5)]))


def mean(worth: dict[tuple[int, ...], float], face: int, size: int) -> float:
    kept = (face,) * size
    return float(np.mean([worth[tuple(sorted(kept + dice))] for dice in product(range(1, 7), repeat=5 - size)]))
