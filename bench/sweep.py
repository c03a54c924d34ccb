"""Beyond the mean: `.venv/bin/python -m bench.sweep` from the root folder writes four files in docs/truth.

risk.jsonl: play for the mean of e^(θ · score). targets.jsonl: the best chance of every score. skill.jsonl: the shares
of luck and skill. duels.jsonl: whole games of two. Each game has a line of JSON. Existing lines are retained, so an
interrupted run resumes.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from math import ceil, hypot

from bench.datafile import FOLDER, Game, Line, fill
from bench.truth import SIMULATED, games, no_table
from pasch.bots.levels import LEVELS
from pasch.cli.winning import duel_figures
from pasch.solver.duel.whole import whole_game
from pasch.solver.program import Program, compile_variant
from pasch.solver.score.risk import risky_play
from pasch.solver.score.targets import best_mean
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import Solution
from pasch.solver.store import solve

THETAS = (-0.1, -0.05, -0.02, -0.01, -0.005, 0.0, 0.005, 0.01, 0.02, 0.05, 0.1)
"""From strong risk aversion to strong risk seeking; a deviation is about forty points."""

GAMES = 200_000
"""Games simulated for a regular player."""

MOST_EXACT = 100_000_000
"""The most states of a game whose deviation is computed exactly: more take hours."""

ROUNDING = 5e-5
"""An upper bound on the error of chances in single precision: forty roundings of 2⁻²⁴ in each of fifteen turns."""

SURE = 1.645
"""The one-sided 95 % quantile of the normal distribution, in standard deviations."""


def risk(game: Game) -> Line:
    """The best play for e^(θ · score), by θ."""
    program = compile_variant(game.variant)
    return {"plays": [{key: _short(value) for key, value in asdict(risky_play(program, t)).items()} for t in THETAS]}


def targets(game: Game) -> Line:
    """`chances[s]`: the greatest chance of s points or more; for a single column also a bracket for games of two."""
    solution = solve(game.variant)
    solution.best_chance(0)
    most = max(score for score in range(3000) if solution.best_chance(score) > 0)
    chances = [_short(solution.best_chance(score)) for score in range(most + 1)]
    several = solution.program.layout is not None
    return {"chances": chances, "bracket": None if several else bracket(solution.program, chances)}


def bracket(program: Program, chances: Sequence[float]) -> tuple[float, float]:
    """Proven bounds on either player's share of a game of two, a draw counting half.

    An opponent who knew the player's final total in advance would win at most with the mean of two best chances: of
    more points, and of as many. The player makes the best of that without looking at the other sheet.
    """
    guaranteed = [1 - (as_many + more) / 2 for as_many, more in pairwise((*chances, 0.0))]
    least = best_mean(program, guaranteed) - 2 * ROUNDING
    return _short(least), _short(1 - least)


def skill(game: Game) -> Line:
    """The gap between a perfect and a regular player, compared with the spread of luck."""
    solution = solve(game.variant)
    perfect = perfect_play(solution)
    played = simulate(solution, GAMES, seed=1, error=LEVELS["regular"])
    gap, luck = perfect["mean"] - played.mean, hypot(perfect["deviation"], played.deviation)
    return {
        "perfect": {key: _short(figure) for key, figure in perfect.items()},
        "regular": {"mean": _short(played.mean), "deviation": _short(played.deviation), "games": GAMES, "seed": 1},
        "index": _short(gap / luck),
        "matches": ceil((SURE * luck / gap) ** 2),
    }


def perfect_play(solution: Solution) -> dict[str, float]:
    """Mean and deviation; the latter from simulated games for several columns, saved rolls and many states."""
    if solution.program.only_values or solution.program.states > MOST_EXACT:
        return {"mean": solution.value, "deviation": simulate(solution, SIMULATED, seed=1).deviation}
    return {"mean": solution.play.mean, "deviation": solution.deviation}


def duels(game: Game) -> Line:
    """The whole game of two."""
    return duel_figures(whole_game(solve(game.variant)))


def _short(number: float) -> float:
    return float(f"{number:.8g}")


FILES: Mapping[str, Callable[[Game], Line]] = {"skill": skill, "risk": risk, "targets": targets, "duels": duels}


def solved() -> Iterator[Game]:
    """Every game with an exact table."""
    return (game for game in games() if no_table(game.variant) is None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=FILES, default=list(FILES), help="these files")
    parser.add_argument("--states", type=int, default=2_000_000, help="the most states of a game")
    parser.add_argument("--fresh", action="store_true", help="work out again what the files have")
    wishes = parser.parse_args()
    for name in wishes.only:
        fill(FOLDER / f"{name}.jsonl", solved(), FILES[name], fresh=wishes.fresh, states=wishes.states)


if __name__ == "__main__":
    main()
