"""How strong the bots are: `.venv/bin/python -m bench.levels > docs/bots.md` from the root folder.

Prints the page about bots. Perfect play and the levels are simulated by the kernel, the simple bot plays by the rules;
what its decisions lose is looked up in the table. Minutes of work; `--games` and `--rules-games` make it shorter.
"""

import argparse
from dataclasses import dataclass
from math import sqrt

from pasch.bots.levels import LEVELS
from pasch.bots.play import played
from pasch.bots.simple import SimpleBot
from pasch.bots.tables import PATIENCE
from pasch.bots.winner import FEW
from pasch.rules.actions import Action
from pasch.rules.game import Game
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.simulate import simulate
from pasch.solver.solve import Solution
from pasch.solver.store import solve

VARIANTS = ("kniffel", "kniffel-plain", "yahtzee")
PAGE = """# Bots

Computer players, by their keys in commands and in `POST /tables`. None of them knows dice that have not fallen: a bot
sees the game and nothing else. All play every variant.

| bot | plays |
|---|---|
| `simple` | looks exactly one turn ahead; the rest of the game is a fair price for each cell |
| `beginner`, `regular`, `expert` | know what every action is worth, and err: one is as likely as exp(−loss/t) |
| `perfect` | the action of the greatest expected final total, from the solved table |
| `winner` | the greatest chance to end above the others when few cells are open, before that as `perfect` |

The levels' *t* is {temperatures} points; what would cost more than {sights} points they never overlook, and none of
them strikes a cell in which its roll scores. What chance decides follows from the position, so the same game gets the
same answer. Where a variant has no exact table (see `pasch solve`), `perfect` and `winner` play as `simple` does; the
levels err about the worths that `simple` sees, and in games whose phases count in other units than points they play as
it does too. A table that would take longer than {patience:g} seconds is not solved in the middle of a game: run
`pasch solve` once before.

`winner` is exact when everybody else has finished. Before that, with at most {few} cells open on every sheet, it takes
the best answer to the exact distributions of where the others will end if they play for points; what it could make of
their luck later it does not look ahead at. With more cells open it plays for points.

## How strong they are

Measured by `python -m bench.levels`: {games:,} games each with the seed 1, {rules_games:,} for `simple`. *Loss* is what
the decisions of a turn lose on average against the best ones; ± is the standard error.

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


def simple_row(solution: Solution, games: int) -> tuple[float, float, float, int]:
    bot = Watched(solution)
    totals = [played(solution.variant, [bot], 1, number).totals[0] for number in range(games)]
    mean = sum(totals) / games
    deviation = sqrt(sum((total - mean) ** 2 for total in totals) / games)
    return mean, deviation, bot.lost / games / solution.variant.turns, games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--rules-games", type=int, default=100)
    wishes = parser.parse_args()
    errors = LEVELS.values()
    print(
        PAGE.format(
            temperatures=", ".join(f"{error.temperature:g}" for error in errors),
            sights=", ".join(f"{error.sight:g}" for error in errors),
            few=FEW,
            patience=PATIENCE,
            games=wishes.games,
            rules_games=wishes.rules_games,
        ),
        end="",
    )
    print("| variant | bot | mean | deviation | loss a turn |\n|---|---|--:|--:|--:|")
    for key in VARIANTS:
        solution = solve(find_variant(key))
        rows = {"simple": simple_row(solution, wishes.rules_games)}
        for name, error in (*LEVELS.items(), ("perfect", None)):
            found = simulate(solution, wishes.games, 1, error=error)
            rows[name] = (found.mean, found.deviation, found.regret, found.games)
        for name, (mean, deviation, lost, games) in rows.items():
            wide = deviation / sqrt(games)
            print(f"| `{key}` | `{name}` | {mean:.2f} ± {wide:.2f} | {deviation:.1f} | {lost:.2f} |", flush=True)


if __name__ == "__main__":
    main()
