"""Bounds for sheets of several columns: `.venv/bin/python -m bench.bounds` writes docs/truth/bounds.jsonl.

For each game: an upper bound, the looser one from independent columns, the exact value where it is known, and the mean
of a strong player where the sheet permits it. Existing lines are retained. Two free columns need 5 GB of memory and
some minutes.
"""

import argparse
import sys
from collections.abc import Sequence
from math import ceil

from bench.datafile import FOLDER, Game, Line, head, read, write
from bench.truth import no_table
from pasch.rules.variants import VARIANTS
from pasch.solver.pooled.bounds import bound_of_groups, independent_columns, pooled_values
from pasch.solver.pooled.player import play_games
from pasch.solver.program import compile_variant
from pasch.solver.store import solve

FILE = FOLDER / "bounds.jsonl"
COLUMNS = ("down|up", "free|down", "free|up", "free|free", "free|down|up")
GAMES: Sequence[Game] = (
    *(Game(VARIANTS["kniffel-plain"].replace(columns=columns)) for columns in COLUMNS),
    Game(VARIANTS["spiffel-2s"]),
    Game(VARIANTS["yams"]),
)
GROUPS = {"yams": ((0, 1), (2, 3))}
"""The columns that are pooled together, for games with too many columns for one pooled sheet."""

PLAYED, SEED = 1_000_000, 1
"""The games of the player, and their seed."""


def line(game: Game) -> Line:
    """The bounds of a game, rounded up."""
    groups = GROUPS.get(game.variant.key)
    return {
        **({"bound": up(bound_of_groups(game.variant, groups)), "player": None} if groups else pooled(game)),
        "independent": up(independent_columns(game.variant)),
        "exact": round(solve(game.variant).value, 2) if quickly_solved(game) else None,
    }


def quickly_solved(game: Game) -> bool:
    """Whether the game has an exact table that fits into memory."""
    return no_table(game.variant) is None and not compile_variant(game.variant).mapped


def pooled(game: Game) -> Line:
    """The bound of all columns together, and the results of the player that it guides."""
    values = pooled_values(game.variant)
    played = play_games(values, PLAYED, SEED)
    found = {"mean": round(played.mean, 3), "margin": up(played.margin), "deviation": round(played.deviation, 2)}
    return {"bound": up(values.bound), "player": {**found, "games": PLAYED, "seed": SEED}}


def up(number: float) -> float:
    """Rounded up to three decimals."""
    return ceil(number * 1000) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fresh", action="store_true", help="work out again what the file has")
    wishes = parser.parse_args()
    known = {} if wishes.fresh else read(FILE)
    for game in GAMES:
        mark = game.variant.fingerprint
        if mark not in known:
            known[mark] = {**head(game), **line(game)}
            print(game.name, known[mark], file=sys.stderr, flush=True)
            write(FILE, GAMES, known)


if __name__ == "__main__":
    main()
