"""Unusual turns: locked dice, saved rolls, frozen cells; and large tables."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pasch.rules.errors import InvalidInput
from pasch.rules.variants import VARIANTS, find_variant
from pasch.solver import cache, program, store
from pasch.solver.advice import advise
from pasch.solver.compiling.kernels import code_folder
from pasch.solver.estimates import NoRoom
from pasch.solver.program import compile_variant
from pasch.solver.solve import estimate, solve

KNIFFEL = find_variant("kniffel")
SAVING = find_variant("cheerio").replace(banks_rolls=True)


def values(solution, position):
    return {option.text: option.value for option in advise(solution, position).actions}


@pytest.mark.slow
def test_locked_die_stays():
    solution = solve(KNIFFEL.replace(keep="locked"))
    free = values(solve(KNIFFEL), "kniffel; ; 11234 2")
    locked = values(solution, "kniffel {keep=locked}; ; 11234 1 lock k11")
    assert all(action.startswith("k11") for action in locked if action[0] == "k" and action[1:].isdigit())
    assert locked["k112"] < locked["k11"]
    assert max(values(solution, "kniffel {keep=locked}; ; 11234 2").values()) < max(free.values())


@pytest.mark.slow
def test_tighter_rules_never_raise_the_value():
    worths = [solve(KNIFFEL.replace(**rules)).value for rules in ({}, {"keep": "locked"}, {"rolls": 2}, {"rolls": 1})]
    assert worths == sorted(worths, reverse=True)
    assert solve(KNIFFEL.replace(max_rolls=2)).value == worths[2]


@pytest.mark.slow
def test_lock_one_rule_requires_a_kept_die():
    found = values(solve(KNIFFEL.replace(keep="lock_one")), "kniffel {keep=lock_one}; ; 66612 4")
    assert "k-" not in found
    assert found["k666"] > found["k6"]


@pytest.mark.slow
def test_threefold_column_triples_the_values():
    once, threefold = solve("kniffel", exact=True), solve(KNIFFEL.replace(columns="x3"), exact=True)
    assert threefold.value == pytest.approx(3 * once.value, abs=1e-9)
    position = "; ones=9 chance=66; 12344 2"
    assert values(threefold, "kniffel {columns=x3}" + position)["k44"] == pytest.approx(
        3 * values(once, "kniffel" + position.replace("9", "3").replace("66", "22"))["k44"], abs=1e-9
    )


@pytest.mark.slow
def test_saved_rolls_raise_the_value():
    solution = solve(SAVING, exact=True)
    position = "cheerio {banks_rolls=true}; ones=3 twos=6%s;"
    few, many = (values(solution, position % bank)["roll"] for bank in ("", " bank=2"))
    assert many > few
    # An immediate entry saves its rolls for later.
    early, late = (
        values(solution, f"cheerio {{banks_rolls=true}}; ones=3 twos=6; 12345 {left}")["little_straight"]
        for left in (2, 0)
    )
    assert early > late
    assert advise(solution, "cheerio {banks_rolls=true}; ; ").value == pytest.approx(solution.value)
    with pytest.raises(InvalidInput, match="9 saved rolls are not possible: at most 2"):
        advise(solution, "cheerio {banks_rolls=true}; ones=3 bank=9;")
    with pytest.raises(NoRoom, match="Deviation, distribution and frequencies"):
        _ = solution.deviation


@pytest.mark.slow
def test_frozen_cell_is_closed_for_one_turn():
    solution = solve("kniffeliger", exact=True)
    position = "kniffeliger; ones=1 twos=2%s / ; %s"
    assert "chance" not in values(solution, position % (" frozen=chance", "12344 0"))
    frozen, free = (advise(solution, position % (text, "")).value for text in (" frozen=chance", ""))
    assert frozen < free


@pytest.mark.slow
def test_player_interaction_is_ignored_and_reported():
    alone = {key for key, variant in VARIANTS.items() if _compiled(variant) and compile_variant(variant).alone}
    assert alone == {"kniffeliger", "kniffeliger-program", "kismet", "generala"}
    assert solve("kniffeliger").alone
    assert not solve("cheerio").alone
    with pytest.raises(InvalidInput, match="no advice for actions between players"):
        advise(solve("kniffeliger"), "kniffeliger; ones=1 / ; 12344 0 entered")


def _compiled(variant):
    try:
        return compile_variant(variant)
    except InvalidInput:
        return None


@pytest.mark.slow
def test_large_table_is_written_directly_to_its_file(tmp_path, monkeypatch):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    monkeypatch.setattr(program, "MAPPED", 1000)
    monkeypatch.setattr(cache, "_WHOLE", 1000)
    store._cached.clear()
    solved = store.solve(SAVING)
    assert solved.value == pytest.approx(solve(SAVING).value)
    assert [path.name for path in tmp_path.iterdir()] == [cache.table_path(SAVING, store.KIND).name]
    store._cached.clear()
    again = store.loaded(SAVING)
    assert again is not None
    assert (again.value, again.seconds) == (solved.value, solved.seconds)
    store._cached.clear()


@pytest.mark.slow
def test_cost_of_large_games_is_estimated():
    maxi, extreme = find_variant("maxi-yatzy"), find_variant("kniffel-extreme").replace(chips=0)
    saved, plain, ten_sided = map(compile_variant, (maxi, maxi.replace(banks_rolls=False), extreme))
    assert (saved.mapped, plain.mapped) == (True, False)
    assert estimate(saved).bytes == 20 * 2**20 * saved.shape.stride * 4 + plain.memory
    assert estimate(saved).seconds > 10 * estimate(plain).seconds > 10 * estimate(compile_variant(KNIFFEL)).seconds
    assert ten_sided.memory > 2e9


def test_kernels_use_their_own_code_folder():
    kernel = (
        "import pasch.solver.kernels as k; from numba.core import config;"
        "print(k.level._cache.cache_path, config.CACHE_DIR)"
    )
    output = subprocess.run([sys.executable, "-c", kernel], check=True, capture_output=True, text=True).stdout
    assert code_folder().name in output.split()[0]
    assert output.split()[1:] == [os.environ["NUMBA_CACHE_DIR"]]  # compiled code of other packages stays in its folder
