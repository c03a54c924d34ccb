"""The strength of the bots: `.venv/bin/python -m bench.levels` from the root folder.

Writes the last section of docs/bots.md, and the means of `kniffel` that the client shows. The kernel simulates
perfect play and the levels. `simple` plays by the rules, and so does `winner`, in `kniffel` against `perfect`; the
table says what their decisions lose. Minutes of work; `--games` and `--rules-games` make it shorter.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from pasch.bots.levels import LEVELS, MEANS, SHOWN
from pasch.bots.perfect import PerfectBot, WinnerBot
from pasch.bots.play import Bot, played
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
Measured by `python -m bench.levels`: {games:,} games each with the seed 1, {rules_games:,} for `simple`, and
{rules_games:,} of `winner` against `perfect`. *Loss* is the average loss of a turn's decisions against the
best ones; ± is the standard error. The client shows the means of `kniffel`.

| variant | bot | mean | deviation | loss a turn |
|---|---|--:|--:|--:|
"""


@dataclass
class Watched:
    """A bot, and the loss of its decisions in points."""

    bot: Bot
    solution: Solution
    lost: float = 0.0

    @property
    def key(self) -> str:
        return self.bot.key

    def choose(self, game: Game) -> Action:
        action = self.bot.choose(game)
        turn, _ = game.acting()
        if turn.roll is not None:
            self.lost += next(a.regret for a in advise(self.solution, game).actions if a.action == action)
        return action


@dataclass(frozen=True)
class Strength:
    """A bot's results over this many games; `lost` is per turn."""

    games: int
    mean: float
    deviation: float
    lost: float

    def row(self, variant: str, bot: str) -> str:
        error = self.deviation / sqrt(self.games)
        return f"| `{variant}` | `{bot}` | {self.mean:.2f} ± {error:.2f} | {self.deviation:.1f} | {self.lost:.2f} |"


def by_rules(solution: Solution, games: int, bot: Bot, *others: Bot) -> Strength:
    watched = Watched(bot, solution)
    totals = [played(solution.variant, [watched, *others], 1, number).totals[0] for number in range(games)]
    return Strength(games, fmean(totals), pstdev(totals), watched.lost / games / solution.variant.turns)


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
        found = strengths(key, wishes.games, wishes.rules_games)
        for bot, strength in found.items():
            print(line := strength.row(key, bot), file=sys.stderr, flush=True)
            text += f"{line}\n"
        if key == SHOWN:
            means = {bot: round(strength.mean, 1) for bot, strength in found.items()}
            MEANS.write_text(json.dumps(means, indent=2) + "\n", encoding="utf-8")
    PAGE.write_text(before + HEADING + text, encoding="utf-8")


def strengths(key: str, games: int, rules_games: int) -> dict[str, Strength]:
    """The strength of the bots in a variant, in the order of the menu."""
    solution = solve(find_variant(key))
    perfect = PerfectBot(lambda _: solution)
    found = {
        "simple": by_rules(solution, rules_games, SimpleBot()),
        **{name: of_level(solution, games, error) for name, error in LEVELS.items()},
        "perfect": of_level(solution, games, None),
    }
    if key == SHOWN:
        found["winner"] = by_rules(solution, rules_games, WinnerBot(lambda _: solution), perfect)
    return found


if __name__ == "__main__":
    main()
