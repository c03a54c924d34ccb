"""Whole games per minute: `.venv/bin/python -m bench.simulate` from the root folder.

Plays optimal games with the kernel, once to compile and then timed, for one thread and for all. It also plays games
with errors, which evaluate every action. The results of one thread include processor time, which is comparable
between machines under load.
"""

import argparse
import os
import time

from pasch.bots.levels import LEVELS
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import Solution, solve


def measure(solution: Solution, games: int, threads: int, error: Error | None) -> tuple[float, float]:
    """Games a minute of wall time and of processor time."""
    simulate(solution, 1_000, error=error, threads=threads)
    began, spent = time.perf_counter(), time.process_time()
    simulate(solution, games, seed=1, error=error, threads=threads)
    return 60 * games / (time.perf_counter() - began), 60 * games / (time.process_time() - spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("variants", nargs="*", default=["kniffel-plain", "yahtzee", "yatzy"])
    parser.add_argument("--games", type=int, default=1_000_000, help="optimal games; with errors a fifth of them")
    wishes = parser.parse_args()
    print(f"{'variant':16}{'player':10}{'threads':>8}{'games/min':>14}{'games/CPU min':>16}")
    for key in wishes.variants:
        solution = solve(key)
        for name, error, games in (
            ("perfect", None, wishes.games),
            *((name, level, wishes.games // 5) for name, level in list(LEVELS.items())[:1]),
        ):
            for threads in sorted({1, os.cpu_count() or 1}):
                wall, spent = measure(solution, games, threads, error)
                print(f"{key:16}{name:10}{threads:>8}{wall:>14,.0f}{spent:>16,.0f}")


if __name__ == "__main__":
    main()
