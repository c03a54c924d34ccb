"""The time that optimal play takes: `.venv/bin/python -m bench.solve` from the root folder.

One run on one machine compares this solver with the package yatzy-solver, and both with the machine's limit
(`bench.peaks`, `bench.counting`). It then times everything else that a user may wait for. Figures are printed, never
judged. The run takes ten minutes on a quiet machine; `--quick` leaves out the long parts, `--only` selects parts:

    machine   the machine, and its measured peaks
    peers     the four rule sets shared with yatzy-solver, for one and two threads, float32 and float64
    roofline  the same solves, the share that the limit explains, and the rest
    columns   sheets of two columns against one: states, seconds and throughput, the estimate and the table's size
    aims      larger games, all chances at once, the distribution, simulation, advice, start of the program
    first     the first calls of docs/library.md from an empty cache folder, and their share of compiling
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from bench.peaks import Peaks

PARTS = ("machine", "peers", "roofline", "columns", "aims", "first")

PEERS = {
    "kniffel-plain": "american+no-bonus",
    "yahtzee": "american+forced-joker",
    "yahtzee-free": "american",
    "yatzy": "yatzy-scandinavian",
}
"""Our rules and their equivalents in yatzy-solver."""

WANTED = {"kniffel-plain": 0.15, "yahtzee": 0.25, "yatzy": 0.6}
"""Target seconds on two cores in float32."""

PRECISIONS: Mapping[str, type[np.float32 | np.float64]] = {"float32": np.float32, "float64": np.float64}


class Spent(NamedTuple):
    """Seconds of wall time, and of all processors together."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Wishes:
    quick: bool

    @property
    def threads(self) -> list[int]:
        return sorted({1, min(2, os.cpu_count() or 1)})


def spent(run: Callable[[], object], times: int = 1) -> Spent:
    """The fastest of this many runs."""
    found = []
    for _ in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        run()
        found.append(Spent(time.perf_counter() - wall, time.process_time() - cpu))
    return min(found)


# ------------------------------------------------------------------------------- machine


@cache
def peaks_of(threads: int, precision: str) -> Peaks:
    from bench.peaks import peaks

    return peaks(threads, PRECISIONS[precision])


def machine(wishes: Wishes) -> None:
    import llvmlite.binding
    import numba

    print(f"{processor()}, {os.cpu_count()} cores, compiled for {llvmlite.binding.get_host_cpu_name()}")
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}")
    print(f"load before: {os.getloadavg()[0]:.2f} (others' work makes everything below slower)\n")
    print(f"{'measured peak, 10^9/s':24}{'sums':>8}{'maxima':>8}{'loads':>8}{'stores':>8}{'GB/s':>8}")
    for precision in PRECISIONS:
        for threads in wishes.threads:
            found = peaks_of(threads, precision)
            numbers = "".join(f"{rate / 1e9:8.1f}" for rate in vars(found).values())
            print(f"{precision + ', threads: ' + str(threads):24}{numbers}")


def processor() -> str:
    """The processor's name, where the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


# ------------------------------------------------------------------------------- peers


@cache
def ours(key: str, threads: int, precision: str) -> Spent:
    """A warm solve, after compiling."""
    from pasch.solver.solve import solve

    def run() -> object:
        return solve(key, exact=precision == "float64", threads=threads)

    run()
    return spent(run, 7)


THEIRS = """
import json, sys, time, yatzy_solver
variant = yatzy_solver.Variant(sys.argv[1])
wall, cpu = time.perf_counter(), time.process_time()
yatzy_solver.Solver.build(variant)
print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]))
"""


def theirs(name: str, threads: int) -> Spent:
    """A solve of yatzy-solver in float64. Its number of threads is fixed when it is loaded."""
    environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
    command = [sys.executable, "-c", THEIRS, name]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Spent(*json.loads(answer.stdout))


def peers(wishes: Wishes) -> None:
    from pasch.rules.variants import find_variant
    from pasch.solver.program import compile_variant
    from pasch.solver.solve import estimate

    print("Solving, seconds by the clock and of the processors; warm, everything after the import counted.")
    makers = ("pasch float32", "pasch float64", "yatzy-solver")
    print(f"{'':24}" + "".join(f"{maker:>18}" for maker in makers) + f"{'times':>8}{'estimate':>10}{'aim':>7}")
    print(f"{'rules':15}{'threads':>9}" + f"{'clock':>10}{'CPU':>8}" * 3)
    for key, name in list(PEERS.items())[: 1 if wishes.quick else None]:
        for threads in wishes.threads:
            single, double = (ours(key, threads, precision) for precision in PRECISIONS)
            other = theirs(name, threads)
            times = "".join(f"{found.wall:10.3f}{found.cpu:8.3f}" for found in (single, double, other))
            aim = f"{WANTED[key]:7.2f}" if threads == wishes.threads[-1] and key in WANTED else ""
            expected = estimate(compile_variant(find_variant(key)), threads=threads).seconds
            print(f"{key:15}{threads:9}{times}{other.wall / double.wall:8.0f}{expected:10.3f}{aim}")
    print("times: yatzy-solver's time as a multiple, for the same precision, float64; estimate (shown to users before")
    print("the solve) and aim: for float32")


# ------------------------------------------------------------------------------- roofline


def roofline(wishes: Wishes) -> None:
    from bench.counting import counted
    from pasch.rules.variants import find_variant
    from pasch.solver.program import compile_variant

    print("What the limit of the machine explains of a solve: seconds by the clock if it did nothing but …")
    heads = ("arithmetic", "loads", "stores", "memory", "limit", "blocks", "took", "reached")
    print(f"{'':34}" + "".join(f"{head:>11}" for head in heads))
    for key in list(PEERS)[: 1 if wishes.quick else None]:
        program = compile_variant(find_variant(key))
        works = {precision: counted(program, numbers) for precision, numbers in PRECISIONS.items()}
        for precision, work in works.items():
            for threads in wishes.threads:
                peak = peaks_of(threads, precision)
                needed, done = (part.seconds(peak) for part in (work.needed, work.done))
                limit, took = max(needed.values()), ours(key, threads, precision).wall
                times = "".join(f"{x:11.4f}" for x in (*needed.values(), limit, max(done.values()), took))
                print(f"{key:15}{precision:9}{threads:10}{times}{limit / took:11.0%}")
        work = works["float64"]
        each = vars(work.needed.times(1 / work.states))
        print(f"  {work.states:,} states; for each " + ", ".join(f"{each[k]:,.0f} {k}" for k in each) + " (bytes);")
        print(f"  the table of a turn takes {4 * program.tables.size / 1024:.0f} kB in float32, twice that in float64")
    print(BETWEEN)


BETWEEN = """
limit: the longest of the four, as if all ran at once. blocks: the same with the numbers that belong to no state,
because upper totals are computed 16 at a time. The rest of the time goes to other loads. Each block needs its
position, a whole number from a list, and the points of every roll, read and spread over the block. The results of
the following sets are in the second cache or beyond, and a part of a turn's table does not fit into the first
cache. The peaks above are for loads and stores in the first cache."""


# ------------------------------------------------------------------------------- columns


def columns(wishes: Wishes) -> None:
    """Solves of `kniffel-plain` in float32, warm, on all threads."""
    from pasch.rules.variants import find_variant
    from pasch.solver.program import compile_variant
    from pasch.solver.solve import estimate, solve

    heads = ("states", "MB", "clock", "CPU", "estimate", "10^6 states/s")
    print(f"{'columns':16}" + "".join(f"{head:>15}" for head in heads))
    for order in ("free", "down|up") if wishes.quick else ("free", "down|up", "free|down", "free|up"):
        variant = find_variant("kniffel-plain").replace(columns=order)
        program = compile_variant(variant)
        clock, cpu = spent(partial(solve, variant), 1 if "free|" in order else 2)
        rate = program.states / clock / 1e6
        times = (clock, cpu, estimate(program).seconds, rate)
        print(f"{order:16}{program.states:15,}{program.memory / 1e6:15.1f}" + "".join(f"{t:15.2f}" for t in times))


# ------------------------------------------------------------------------------- the rest


class Line(NamedTuple):
    """A measurement: its name, its result, and its target."""

    what: str
    found: str
    aim: str = ""


def aims(wishes: Wishes) -> None:
    print(f"{'what':66}{'found':>22}{'aim':>16}")
    for part in (games_at_once, facts, larger_games, answers, starts):
        for what, found, aim in part(wishes):
            print(f"{what:66}{found:>22}{aim:>16}", flush=True)


def games_at_once(wishes: Wishes) -> Iterator[Line]:
    from pasch.solver.simulation.games import simulate
    from pasch.solver.solve import solve

    for key in ("kniffel-plain", "yahtzee"):
        solution, games = solve(key), 200_000 if wishes.quick else 1_000_000
        simulate(solution, 1_000)
        found = 60 * games / spent(lambda: simulate(solution, games, seed=1)).wall  # noqa: B023 - called at once
        yield Line(f"perfect games of {key} simulated", f"{found:,.0f}/min", "1,000,000/min")


def facts(wishes: Wishes) -> Iterator[Line]:
    """Facts beyond the mean, computed without the cache files."""
    from pasch.solver.solve import Solution, solve

    done = solve("kniffel-plain", exact=True)

    def fresh() -> Solution:
        return replace(done, fresh=True)

    asked: dict[str, tuple[Callable[[], object], str]] = {
        "exact distribution of kniffel-plain": (lambda: fresh().distribution, "5 s"),
        "deviation, bonus rate and cells of kniffel-plain": (lambda: fresh().deviation, ""),
    }
    if not wishes.quick:
        quick = solve("kniffel-plain")
        asked["greatest chances of kniffel-plain, all scores, float32"] = (
            lambda: replace(quick, fresh=True).best_chance(240),
            "60 s",
        )
    for what, (run, aim) in asked.items():
        yield Line(f"{what}, with compilation", seconds(spent(run).wall), aim)
        yield Line(f"{what}, warm", seconds(spent(run).wall), aim)


def larger_games(wishes: Wishes) -> Iterator[Line]:
    from pasch.rules.variants import find_variant
    from pasch.solver.solve import solve

    if wishes.quick:
        return
    maxi = find_variant("maxi-yatzy").replace(banks_rolls=False)
    for variant, name, aim in (
        (find_variant("spiffel-6"), "spiffel-6", "15 s"),
        (maxi, "maxi-yatzy without saved rolls", "180 s"),
    ):
        yield Line(f"solving {name}", seconds(spent(lambda: solve(variant)).wall), aim)  # noqa: B023 - called at once


def answers(wishes: Wishes) -> Iterator[Line]:
    """Advice in positions of random games, by their text, with the table loaded."""
    from bench.positions import positions
    from pasch.solver.store import advise

    asked = positions("yahtzee", 200 if wishes.quick else 2_000)
    advise(asked[0])
    walls = sorted(spent(lambda: advise(text)).wall for text in asked)  # noqa: B023 - called at once
    for share, name in ((0.5, "half of them"), (0.99, "99 in 100")):
        yield Line(f"advice for yahtzee, {name} at most", f"{1000 * walls[int(share * len(walls))]:.1f} ms", "5 ms")


def starts(wishes: Wishes) -> Iterator[Line]:
    """Whole commands, each in a separate process."""
    times = 3 if wishes.quick else 10
    bare = command(["-c", "pass"], times)
    yield Line("Python itself", seconds(bare))
    yield Line("import pasch, beyond that", seconds(command(["-c", "import pasch"], times) - bare), "0.1 s")
    advise = ["-m", "pasch", "advise", "yahtzee; ones=3; 12344 2"]
    yield Line("pasch advise with a cached table", seconds(command(advise, times)), "0.3 s")
    if not wishes.quick:
        with tempfile.TemporaryDirectory() as empty:
            caches = {"PASCH_CACHE": empty, "NUMBA_CACHE_DIR": f"{empty}/code"}
            cold = command(["-m", "pasch", "solve", "kniffel-plain"], 1, caches)
        yield Line("pasch solve kniffel-plain the very first time, all compiled", seconds(cold))


FIRST = """
import json, sys, time
from numba.core import event

class Compiling(event.Listener):
    depth, began, seconds = 0, 0.0, 0.0

    def on_start(self, event):
        if self.depth == 0:
            self.began = time.process_time()
        self.depth += 1

    def on_end(self, event):
        self.depth -= 1
        if self.depth == 0:
            self.seconds += time.process_time() - self.began

compiling = Compiling()
event.register("numba:compile", compiling)
import pasch

calls = {
    'pasch.solve("kniffel")': lambda: globals().update(solution=pasch.solve("kniffel")),
    "solution.deviation after it": lambda: solution.deviation,
    "solution.distribution after both": lambda: solution.distribution,
    "solution.best_chance(300)": lambda: solution.best_chance(300),
}
for name in list(calls)[: int(sys.argv[1])]:
    wall, cpu, compiled = time.perf_counter(), time.process_time(), compiling.seconds
    calls[name]()
    spent = time.perf_counter() - wall, time.process_time() - cpu, compiling.seconds - compiled
    print(json.dumps([name, *spent]), flush=True)
"""
"""Calls in the order of docs/library.md; Numba reports each compilation."""


def first(wishes: Wishes) -> None:
    """Each call from an empty cache folder. On a busy machine only the processor seconds are meaningful."""
    print(f"{'first call, seconds':36}{'clock':>10}{'CPU':>10}{'compiling':>12}")
    with tempfile.TemporaryDirectory() as empty:
        caches = {**os.environ, "PASCH_CACHE": empty, "NUMBA_CACHE_DIR": f"{empty}/code"}
        program = [sys.executable, "-c", FIRST, "1" if wishes.quick else "4"]
        with subprocess.Popen(program, env=caches, stdout=subprocess.PIPE, text=True) as calls:
            for line in calls.stdout or ():
                name, wall, cpu, compiled = json.loads(line)
                print(f"{name:36}{wall:10.1f}{cpu:10.1f}{compiled:12.1f}", flush=True)
        if calls.returncode:
            raise subprocess.CalledProcessError(calls.returncode, program)


def command(arguments: list[str], times: int, environment: dict[str, str] | None = None) -> float:
    """Wall-clock seconds, the fastest of several runs."""
    everything = {**os.environ, **(environment or {})}

    def run() -> object:
        return subprocess.run([sys.executable, *arguments], env=everything, capture_output=True, check=True)

    return spent(run, times).wall


def seconds(found: float) -> str:
    return f"{found:.3f} s" if found < 1 else f"{found:.1f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a minute instead of ten")
    chosen = parser.parse_args()
    wishes = Wishes(chosen.quick)
    # A separate cache folder, so a run does not depend on earlier solves and compilations.
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PASCH_CACHE": folder, "NUMBA_CACHE_DIR": f"{folder}/code"}
        for part in (machine, peers, roofline, columns, aims, first):
            if part.__name__ in chosen.only:
                part(wishes)
                print(flush=True)
    print(f"load after: {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
