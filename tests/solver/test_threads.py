"""One and two threads compute identical numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from pasch.rules.errors import InvalidInput
from pasch.solver import store
from pasch.solver.compiling import kernels
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import solve
from pasch.solver.worker import JOBS

PROGRAM = """
import sys
from dataclasses import replace
from hashlib import sha256

import numpy as np

from pasch.solver.compiling.kernels import use_threads
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import solve

threads = int(sys.argv[1])
use_threads(threads)

def report(name, *arrays):
    print(name, sha256(b"".join(np.asarray(array).tobytes() for array in arrays)).hexdigest())

for exact in (False, True):
    report("table", solve("kniffel", exact=exact, threads=threads).table)
for error in (None, Error(2, 12)):
    played = simulate(solve("kniffel"), 20_000, seed=3, error=error, threads=threads)
    report("games", list(played.scores), list(played.scores.values()), played.regret)
cheerio = replace(solve("cheerio", exact=True), fresh=True)
report("distribution", list(cheerio.distribution.values()))
report("play", cheerio.deviation, [[cell.mean, cell.scratch_rate] for cell in cheerio.categories.values()])
crag = replace(solve("crag"), fresh=True)
report("greatest chances", [crag.best_chance(score) for score in range(400)])
"""


@pytest.mark.slow
def test_results_are_identical_for_one_and_two_threads():
    """The test needs separate processes because Numba fixes the number of threads when it is loaded."""
    environment = {**os.environ, "NUMBA_NUM_THREADS": "2"}
    found = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, threads], env=environment, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for threads in ("1", "2")
    ]
    assert len(found[0]) == 7
    assert found[0] == found[1]


@pytest.mark.parametrize("threads", [0, -1, 1000])
def test_invalid_thread_count_is_refused(threads):
    with pytest.raises(InvalidInput, match=r"-?\d+ threads are not possible here; the range is 1 to \d+"):
        solve("cheerio", threads=threads)
    with pytest.raises(InvalidInput, match="threads are not possible"):
        simulate(solve("cheerio"), 1, threads=threads)


def test_thread_limit_applies_to_one_request(monkeypatch):
    used = []
    monkeypatch.setattr(store, "solve", lambda *_, **__: used.append(kernels.threads()) or SimpleNamespace(seconds=0.0))
    for request in ({"threads": 1}, {}):
        JOBS["solve"]({"variant": "crag", "rules": {}, **request}, print)
    assert used == [1, kernels.most_threads()]
