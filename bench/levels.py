"""How strong the bots are: `.venv/bin/python -m bench.levels` from the root folder.

Writes the last section of docs/bots.md. Perfect play and the levels are simulated by the kernel, the simple bot plays
by the rules; what its decisions lose is looked up in the table. Minutes of work; `--games` and `--rules-games` make it
shorter.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from pasch.bots.levels import LEVELS
from pasch.bots.play import played
from pasch.bots.simple import SimpleBot
from pasch.rules.actions import Action
from pasch.rules.game import Game
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import Solution
from pasch.solver.store import solve

VARIANTS = ("kniffel", "kniffel-plain", "yahtzee", "yatzy")
PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
HEADING = "## How strong they are\n"
TEXT = """
Measured by `python -m bench.levels`: {games:,} games each with the seed 1, {rules_games:,} for `simple`. *Loss*
is the average loss of a turn's decisions against the best ones; ± is the standard error.

| variant | bot | mean | deviation | loss a turn |
|---|---|--:|--:|--:|
"""


@dataclass
class Watched:
    """The simple bot, and what its decisions lose."""

    solution: Solution
    key = "simple"
    lost: float = 0.0

    def choose(self, game: Game) -> Action:
        action = SimpleBot().choose(game)
        turn, _ = game.acting()
        if turn.roll is not None:
            self.lost += next(a.regret for a in advise(self.solution, game).actions if a.action == action)
        return action


@dataclass(frozen=True)
class Strength:
    """What a bot reaches in so many games; `lost` in a turn."""

    games: int
    mean: float
    deviation: float
    lost: float

    def row(self, variant: str, bot: str) -> str:
        error = self.deviation / sqrt(self.games)
        return f"| `{variant}` | `{bot}` | {self.mean:.2f} ± {error:.2f} | {self.deviation:.1f} | {self.lost:.2f} |"


def of_simple(solution: Solution, games: int) -> Strength:
    bot = Watched(solution)
    totals = [played(solution.variant, [bot], 1, number).totals[0] for number in range(games)]
    return Strength(games, fmean(totals), pstdev(totals), bot.lost / games / solution.variant.turns)


def of_level(solution: Solution, games: int, error: Error | None) -> Strength:
    found = simulate(solution, games, 1, error=error)
    return Strength(found.games, found.mean, found.deviation, found.regret)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--rules-games", type=int, default=100)
    wishes = parser.parse_args()
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    text = TEXT.format(games=wishes.games, rules_games=wishes.rules_games)
    for key in VARIANTS:
        for line in rows(key, wishes.games, wishes.rules_games):
            print(line, file=sys.stderr, flush=True)
            text += f"{line}\n"
    PAGE.write_text(before + HEADING + text, encoding="utf-8")


def rows(key: str, games: int, rules_games: int) -> Iterator[str]:
    """The lines of a variant, the weakest level first."""
    solution = solve(find_variant(key))
    yield of_simple(solution, rules_games).row(key, "simple")
    for name, error in (*LEVELS.items(), ("perfect", None)):
        yield of_level(solution, games, error).row(key, name)


if __name__ == "__main__":
    main()
