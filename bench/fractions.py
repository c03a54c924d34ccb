"""Values as fractions: `.venv/bin/python -m bench.fractions` from the root folder writes docs/truth/fractions.jsonl.

Each game, and each game made by house rules, gets a line of JSON. It has the rules, the value to forty digits, the
fraction, and the error of the float64 value. Existing lines are retained, so an interrupted run resumes; `--fresh`
computes everything again. Games with more states than `--states` are left out and named on standard error.
"""

import argparse
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain
from pathlib import Path

from bench.datafile import FOLDER, Game, Line, fill
from bench.truth import PRESETS, games, house_rules, no_table
from pasch.solver.exact.values import exact_value
from pasch.solver.program import compile_variant
from pasch.solver.solve import solve

FILE = FOLDER / "fractions.jsonl"
DIGITS = 40


def printed() -> Iterator[Game]:
    """Every game with an exact table."""
    for game in (*games(), *chain.from_iterable(map(house_rules, PRESETS))):
        if no_table(game.variant) is None:
            yield game


def line(game: Game) -> Line:
    """The printed facts of a game in addition to its rules. Raises `NoRoom`."""
    fraction = exact_value(compile_variant(game.variant))
    rounded = Fraction(solve(game.variant, exact=True).value)
    return {
        "value": decimal(fraction),
        "fraction": str(fraction),
        "float64_error": float(f"{float(rounded - fraction):.1e}"),
    }


def decimal(fraction: Fraction) -> str:
    """The value to forty digits."""
    with localcontext() as context:
        context.prec = DIGITS
        return str(Decimal(fraction.numerator) / Decimal(fraction.denominator))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--states", type=int, default=2_000_000, help="the most states of a game")
    parser.add_argument("--fresh", action="store_true", help="work out again what the file has")
    parser.add_argument("--to", type=Path, default=FILE, metavar="FILE", help="where the lines are written")
    wishes = parser.parse_args()
    fill(wishes.to, printed(), line, fresh=wishes.fresh, states=wishes.states)


if __name__ == "__main__":
    main()
