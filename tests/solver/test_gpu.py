"""The code for graphics cards: compiled for the processor, and run by Numba's simulator of CUDA."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pasch.rules.errors import InvalidInput
from pasch.rules.variants import find_variant
from pasch.solver.columns import states
from pasch.solver.columns.states import level
from pasch.solver.program import Program, compile_variant
from pasch.solver.sizes import LANES
from pasch.solver.solve import solve
from pasch.solver.table import Filling, sweep
from pasch.solver.turns import short_script
from tests.solver.test_columns import CHEAP, SHEETS, small
from tests.support.sizes import cases

GRID = BLOCKS, THREADS = 2, 3
ROOT = Path(__file__).parents[2]


def numbers(program: Program) -> np.ndarray:
    """The numbers of a table before its first level."""
    values = np.full(program.size, np.nan, np.float32)
    values[-program.shape.stride :] = program.last
    return values


def on_processor(program: Program, values: np.ndarray) -> Filling:
    """Run the code of every thread of a small card, one after the other."""
    columns = program.layout.columns
    known = program.shape, program.tables, columns._replace(due=columns.due.astype(np.float32))
    turns = np.zeros(short_script(program.turn).size // LANES * BLOCKS * THREADS, np.float32)

    def fill(sheets: np.ndarray) -> None:
        for block in range(BLOCKS):
            for thread in range(THREADS):
                level(values, sheets, *known, turns, block, BLOCKS, thread, THREADS)

    return fill


def in_simulator(name: str, file: str) -> None:
    """Solve a sheet on a simulated card and save the table. The simulator needs a separate process."""
    states.GRID = GRID
    np.save(file, solve(small(name)[1], gpu=True).table.reshape(-1))


def assert_equal(program: Program, values: np.ndarray, variant) -> None:
    """Compare the states that the card computes; it skips totals that no game reaches."""
    filled = ~np.isnan(values)
    assert filled.sum() >= program.states
    assert values[filled].tobytes() == solve(variant).table.reshape(-1)[filled].tobytes()


@pytest.mark.parametrize("name", cases(SHEETS, default=(*CHEAP, "free, free")))
def test_code_for_cards_fills_equal_tables_on_the_processor(name):
    variant = small(name)[1]
    program = compile_variant(variant)
    values = numbers(program)
    sweep(program, on_processor(program, values), None)
    assert_equal(program, values, variant)


@pytest.mark.slow
def test_simulated_card_fills_an_equal_table(tmp_path):
    name, file = "free, free", tmp_path / "table.npy"
    code = f"from tests.solver.test_gpu import in_simulator; in_simulator({name!r}, {str(file)!r})"
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)
    variant = small(name)[1]
    assert_equal(compile_variant(variant), np.load(file), variant)


def test_one_column_needs_no_card():
    with pytest.raises(InvalidInput, match="one column"):
        solve(find_variant("yacht"), gpu=True)


def test_missing_card_is_named():
    with pytest.raises(InvalidInput, match="no graphics card"):
        solve(small("free, down")[1], gpu=True)
