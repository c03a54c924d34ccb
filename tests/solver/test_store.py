"""Tables on disk: solved once, then loaded. Damaged and foreign files count as missing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pasch.rules.errors import InvalidInput
from pasch.rules.variants import find_variant
from pasch.solver import cache, store
from pasch.solver.store import KIND

CHEERIO = find_variant("cheerio")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Clear the memory that a new process would not have."""
    store._cached.clear()


def test_table_is_solved_once_and_then_loaded(folder):
    first = store.solve(CHEERIO)
    assert store.solve("cheerio") is first
    forget()
    again = store.solve("cheerio")
    assert again is not first
    assert (again.value, again.seconds, again.states) == (first.value, first.seconds, first.states)
    assert np.array_equal(again.table, first.table, equal_nan=True)
    assert store.solve("cheerio", fresh=True) not in (first, again)


def test_play_statistics_are_cached(folder):
    first = store.solve(CHEERIO)
    assert first.deviation > 0
    assert first.bonus_rate == 0
    assert sum(first.distribution.values()) == pytest.approx(1)
    mean = sum(score * chance for score, chance in first.distribution.items())
    assert mean == pytest.approx(first.play.mean, abs=1e-9)
    assert first.value == pytest.approx(mean, abs=1e-3)
    square = sum(score**2 * chance for score, chance in first.distribution.items())
    assert first.deviation == pytest.approx((square - mean**2) ** 0.5)
    ones = first.categories["ones"]
    assert 0 < ones.mean < 5
    assert 0 < ones.scratch_rate < 1
    assert {path.name.split(".")[1] for path in folder.iterdir()} == {KIND, "play", "scores"}
    forget()
    again = store.solve(CHEERIO)
    assert again.play == first.play
    assert again.distribution == first.distribution


def test_variants_with_equal_rules_share_a_table(folder):
    first = store.solve(CHEERIO)
    other = store.loaded(replace(CHEERIO, key="other"))
    assert (first.variant.key, other.variant.key, store.solve(CHEERIO)) == ("cheerio", "other", first)
    assert np.array_equal(first.table, other.table, equal_nan=True)


@pytest.mark.slow
def test_best_chance_falls_with_the_target_score(folder):
    solution = store.solve("cheerio")
    scores = sorted(solution.distribution)
    chances = [solution.best_chance(score) for score in scores]
    assert chances == sorted(chances, reverse=True)
    assert solution.best_chance(0) == solution.best_chance(-5) == 1
    assert solution.best_chance(10_000) == 0
    most = sum(chance for score, chance in solution.distribution.items() if score >= 100)
    assert solution.best_chance(100) >= most - 1e-6


def test_advice_from_a_table_needs_no_compiler(folder):
    store.solve("cheerio")
    assert store.solve("cheerio").deviation > 0
    program = (
        "import sys, pasch; pasch.advise('cheerio; ; 12344 2'); pasch.solve('cheerio').deviation;"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:0],
        lambda data: data[:-4] + b"\xff\xff\xff\x7f",
        lambda data: data.replace(b'"version": 2', b'"version": 1'),
        lambda data: data.replace(b"pasch-table", b"other-table"),
        lambda data: b"[" * 600 + data[600:],
    ],
    ids=["truncated", "empty", "changed", "old", "foreign", "garbled"],
)
def test_damaged_table_is_solved_again(folder, damage):
    first = store.solve(CHEERIO)
    path = cache.table_path(CHEERIO, KIND)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    forget()
    assert store.loaded(CHEERIO) is None
    assert store.solve(CHEERIO).value == first.value
    assert cache.load(path, CHEERIO) is not None


def test_table_of_other_rules_counts_as_missing(folder):
    store.solve(CHEERIO)
    other = find_variant("cheerio").replace(rolls=2)
    cache.table_path(other, KIND).write_bytes(cache.table_path(CHEERIO, KIND).read_bytes())
    assert store.loaded(other) is None


def test_unwritable_folder_does_not_prevent_solving(folder, monkeypatch):
    monkeypatch.setenv("PASCH_CACHE", "/dev/null/tables")
    assert store.solve("cheerio").deviation > 0


def test_solve_progress_rises_to_one(folder):
    progress: list[float] = []
    store.solve("cheerio", progress=progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1


@pytest.mark.slow
def test_statistics_report_progress(folder):
    progress: list[float] = []
    solution = store.solve("cheerio").work_out(progress.append)
    assert progress == sorted(progress)
    assert 0.5 < progress[-1] <= 1
    count = len(progress)
    assert solution.deviation > 0
    assert solution.best_chance(100, progress.append) > 0
    assert solution.best_chance(120, progress.append) > 0
    assert progress[count:] == sorted(progress[count:])
    assert progress[-1] == 1


def test_unsolvable_variant_is_refused():
    with pytest.raises(InvalidInput, match="cannot be solved exactly: no table for a settlement"):
        store.solve("balut")
