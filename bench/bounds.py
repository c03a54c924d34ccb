"""Bounds for sheets of several columns: `.venv/bin/python -m bench.bounds` writes docs/truth/bounds.jsonl.

For each game: an upper bound, the looser one from independent columns, the exact value where it is known, and the mean
of a strong player. Complete lines are retained. Two free columns need 5 GB of memory and some minutes; Jamb half an
hour; Spiffel 1-2-3 and Yams an hour or two each.
"""

import argparse
import sys
from collections.abc import Sequence
from math import ceil

from bench.datafile import FOLDER, Game, Line, head, read, write
from bench.truth import no_table
from pasch.rules.variants import VARIANTS
from pasch.solver.pooled.bounds import PooledValues, bound_of_groups, bound_of_pairs, independent_columns, pooled_values
from pasch.solver.pooled.player import play_games
from pasch.solver.program import compile_variant
from pasch.solver.store import loaded, solve

FILE = FOLDER / "bounds.jsonl"
COLUMNS = ("down|up", "free|down", "free|up", "free|free", "free|down|up")
GAMES: Sequence[Game] = (
    *(Game(VARIANTS["kniffel-plain"].replace(columns=columns)) for columns in COLUMNS),
    Game(VARIANTS["spiffel-2s"]),
    Game(VARIANTS["spiffel-123"]),
    Game(VARIANTS["yams"]),
    Game(VARIANTS["jamb"]),
)
GROUPS = {"yams": ((0,), (1, 2), (3,)), "jamb": ((1,), (0, 2), (3,))}
"""The columns that are pooled together, for games with too many columns for one pooled sheet."""

PAIRED = ("spiffel-123",)
"""Games whose columns differ in their factors: bounded in pairs."""

SPARE = 3
"""Turns that a column may leave unused, for the player of such games: the best of a few tried for both."""

PLAYED, SEED = 1_000_000, 1
"""The games of the player, and their seed."""


def line(game: Game) -> Line:
    """The bounds of a game, rounded up."""
    return {
        **bound_and_player(game),
        "independent": up(independent_columns(game.variant)),
        "exact": round(solve(game.variant).value, 2) if is_solved(game) else None,
    }


def bound_and_player(game: Game) -> Line:
    """The upper bound, and the results of a player."""
    variant = game.variant
    if groups := GROUPS.get(variant.key):
        bound = bound_of_groups(variant, groups)
    elif variant.key in PAIRED:
        bound = bound_of_pairs(variant)
    else:
        values = pooled_values(variant)
        return {"bound": up(values.bound), "player": player([values])}
    turns = len(variant.categories) + SPARE
    columns = [pooled_values(variant, (number,), turns, expected=True) for number in range(len(variant.columns))]
    return {"bound": up(bound), "player": player(columns)}


def is_solved(game: Game) -> bool:
    """Whether the game has an exact table that is stored or fits into memory."""
    possible = no_table(game.variant) is None
    return possible and (loaded(game.variant) is not None or not compile_variant(game.variant).mapped)


def player(groups: Sequence[PooledValues]) -> Line:
    """The results of the player that the values of these groups of columns guide."""
    played = play_games(groups, PLAYED, SEED)
    found = {"mean": round(played.mean, 3), "margin": up(played.margin), "deviation": round(played.deviation, 2)}
    return {**found, "games": PLAYED, "seed": SEED}


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
        if mark not in known or known[mark]["player"] is None:
            known[mark] = {**head(game), **line(game)}
            print(game.name, known[mark], file=sys.stderr, flush=True)
            write(FILE, GAMES, known)


if __name__ == "__main__":
    main()
