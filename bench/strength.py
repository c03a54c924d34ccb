"""The games until a rating knows the stronger player: `.venv/bin/python -m bench.strength` from the root folder.

The bots form a ladder of errors: their true mean losses are spread evenly and measured in many games. Each bot then
plays one game per round, at a table of four with new opponents. Three ratings see the same games: skill (the mean
loss), openskill and Glicko-2 (the ranks by score). The last section of docs/skill.md is generated from the results:
Spearman's correlation of each rating with the truth. Takes about five minutes on two cores.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from pasch.analysis.rating import Glicko, after_period
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import each_game
from pasch.solver.solve import Solution
from pasch.solver.store import solve

PAGE = Path(__file__).parents[1] / "docs" / "skill.md"
HEADING = "## How soon it is right\n"
VARIANT = "kniffel"
LOWEST, HIGHEST = 2.0, 40.0
"""Mean losses of the best and of the worst bot, in points a game."""

MIDDLE = (8.0, 20.0)
"""The part of the ladder with most human players."""

ROUNDS = (5, 10, 50)
TABLE = 4
TEMPERATURES = np.geomspace(0.2, 2.5, 12)
FITTED = 20_000
"""Games played to fit the temperature of a bot."""

Numbers = NDArray[np.float64]
Rounds = Sequence[Sequence[Sequence[int]]]
"""The bots at each table of each round."""


@dataclass(frozen=True)
class Ladder:
    """By bot: the mean loss in many games and its variance, and the scores and losses of each round."""

    truth: Numbers
    spread: Numbers
    scores: Numbers
    losses: Numbers


Rating = Callable[[Numbers, Numbers, Rounds], Numbers]
"""Estimates of strength by bot, from scores and losses by bot and round."""


# ------------------------------------------------------------------------------- the ladder


def erring(temperature: float) -> Error:
    """Errors whose frequency falls with their cost, as at the levels."""
    return Error(temperature, 2 + 5 * temperature)


def errors(solution: Solution, bots: int) -> list[Error]:
    """Bots with evenly spread mean losses."""
    means = [each_game(solution, 0, FITTED, 1, erring(float(each)))[1].mean() for each in TEMPERATURES]
    wanted = np.linspace(LOWEST, HIGHEST, bots)
    return [erring(float(each)) for each in np.interp(wanted, means, TEMPERATURES)]


def rounds_of(bots: int, rounds: int) -> Rounds:
    """The tables of each round, drawn again for each."""
    chance, found = Random(1), []
    for _ in range(rounds):
        order = chance.sample(range(bots), bots)
        found.append([order[start : start + TABLE] for start in range(0, bots, TABLE)])
    return found


# ------------------------------------------------------------------------------- ratings


def ladder(solution: Solution, bots: int, games: int) -> Ladder:
    """Each bot plays many games for the truth, then a game for each round."""
    found = []
    for number, error in enumerate(errors(solution, bots)):
        _, many = each_game(solution, 0, games, number + 2, error)
        scores, losses = each_game(solution, games, max(ROUNDS), number + 2, error)
        found.append((many.mean(), many.var(), scores, losses))
        print(f"{number + 1} bots", file=sys.stderr, flush=True)
    return Ladder(*(np.array(column, float) for column in zip(*found, strict=True)))


def skill(_: Numbers, losses: Numbers, __: Rounds) -> Numbers:
    """The mean loss, negated."""
    mean: Numbers = losses.mean(axis=1)
    return -mean


def openskill(scores: Numbers, _: Numbers, rounds: Rounds) -> Numbers:
    """Ratings by the model of Plackett and Luce."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in scores]
    for number, tables in enumerate(rounds):
        for table in tables:
            rated = model.rate([[ratings[bot]] for bot in table], scores=[float(scores[bot, number]) for bot in table])
            for bot, [rating] in zip(table, rated, strict=True):
                ratings[bot] = rating
    return np.array([rating.mu for rating in ratings])


def glicko(scores: Numbers, _: Numbers, rounds: Rounds) -> Numbers:
    """Ratings by Glicko-2: each round is a period, each opponent at the table a game."""
    players = [Glicko() for _ in scores]
    for number, tables in enumerate(rounds):
        before = tuple(players)
        for table in tables:
            for bot in table:
                met = [(before[other], beaten(scores[:, number], bot, other)) for other in table if other != bot]
                players[bot] = after_period(before[bot], met)
    return np.array([player.rating for player in players])


def beaten(scores: Numbers, bot: int, other: int) -> float:
    """1 if a bot has more points than another one, 0.5 for equal points, else 0."""
    return float(np.sign(scores[bot] - scores[other]) + 1) / 2


RATINGS: Mapping[str, Rating] = {"skill": skill, "openskill": openskill, "Glicko-2": glicko}


def spearman(first: Numbers, second: Numbers) -> float:
    """The correlation of the ranks."""
    ranks = [np.argsort(np.argsort(values)) for values in (first, second)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


# ------------------------------------------------------------------------------- the page


def main() -> None:
    """Play, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--games", type=int, default=20_000)
    wishes = parser.parse_args()
    found = ladder(solve(VARIANT), wishes.bots, wishes.games)
    text = section(found, wishes.games)
    print(text)
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0].rstrip() + "\n\n"
    PAGE.write_text(before + HEADING + text, encoding="utf-8")


def section(found: Ladder, games: int) -> str:
    """The section of the page."""
    truth, rounds = found.truth, rounds_of(len(found.truth), max(ROUNDS))
    middle = (truth >= MIDDLE[0]) & (truth <= MIDDLE[1])
    head = {"bots": len(truth), "games": games, "low": truth.min(), "high": truth.max(), "middle": middle.sum()}
    lines = [INTRO.format(variant=VARIANT, **head)]
    for many in ROUNDS:
        played = found.scores[:, :many], found.losses[:, :many], rounds[:many]
        estimates = [rating(*played) for rating in RATINGS.values()]
        figures = [spearman(each[part], -truth[part]) for part in (truth > 0, middle) for each in estimates]
        figures += [by_variance(truth[part], found.spread[part], many) for part in (truth > 0, middle)]
        lines.append(f"| {many} | {' | '.join(f'{each:.3f}' for each in figures)} |\n")
    return "".join(lines)


def by_variance(truth: Numbers, spread: Numbers, games: int) -> float:
    """The correlation of a mean over some games with the truth, from the variances."""
    return sqrt(truth.var() / (truth.var() + spread.mean() / games))


INTRO = """
`python -m bench.strength` measures this in `{variant}`. The true mean losses of {bots} bots are spread
evenly between {low:.1f} and {high:.1f} points, measured in {games:,} games each. The bots play at tables of
four, with new opponents in each round. The table shows Spearman's correlation with the truth: for
the whole ladder, and for the {middle} bots between 8 and 20 points (*m*). *By variance* is the
correlation (Pearson's) of a mean of *n* games with the truth, computed from the measured variance
V of the losses: √(T / (T + V/*n*)), where T is the variance of the true losses. Ranks do better for
few games, because the losses of strong bots vary less.

| games | skill | openskill | Glicko-2 | skill, m | openskill, m | Glicko-2, m | by variance | by variance, m |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
"""


if __name__ == "__main__":
    main()
