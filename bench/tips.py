"""Tips tested: `.venv/bin/python -m bench.tips` from the root folder writes docs/tips.md and the figures behind it.

The encyclopaedia gives three tips for Kniffel. The bench plays each exactly, with a player who follows it (or does
the opposite) and otherwise plays as well as possible; see `bench.bound`. Takes two or three minutes on two cores. The
package stores the figures, and `pasch.words.teaching.tips` generates its sentences from them.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np

from bench.bound import Advice, Followed, advice, followed
from pasch.rules.category import CHANCE, KNIFFEL
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.program import Program, compile_variant
from pasch.solver.store import solve
from pasch.words import tips
from pasch.words.teaching.tips import FIGURES, Figures, figures

PAGE = Path(__file__).parents[1] / "docs" / "tips.md"
VARIANT = "kniffel"
PLACES = 4
"""Decimals stored."""

AGREE = 1e-6
"""The allowed difference in points between play without advice and the solver's value."""

PLAYS: Mapping[str, str] = {
    "best": "perfect play",
    "lower_first": "lower section first, whenever the roll scores there",
    "figures_first": "the same, but Chance is kept for bad rolls",
    "upper_first": "upper section first, whenever the roll scores there",
    "no_bonus": "perfect, as if there were no bonus",
    "chase": "all for the Kniffel in every turn until the first one",
    "chase_once": "all for the Kniffel in the very first turn",
}
"""The plays, by the key of their figures."""

INTRO = """# Three tips, tested

This page tests the advice of the encyclopaedia exactly in `{variant}`. A player follows a tip, or does
the opposite, and otherwise plays optimally. So each cost is the least possible. All figures are
exact: `python -m bench.tips` computes them from the rules with the fingerprint `{mark}`. The
program shows the same on a page.
"""


def plays(program: Program) -> dict[str, Advice]:
    """The plays, by key."""
    variant = program.variant
    upper = (1 << len(variant.upper)) - 1
    lower = program.sheets - 1 ^ upper
    chance, kniffel = (1 << variant.rows[key] for key in (CHANCE.key, KNIFFEL))
    open_kniffel = np.flatnonzero(np.arange(program.sheets) & kniffel == 0).tolist()
    return {
        "best": advice(program),
        "lower_first": advice(program, first=lower),
        "figures_first": advice(program, first=lower ^ chance),
        "upper_first": advice(program, first=upper),
        "no_bonus": advice(program, counts_bonus=False),
        "chase": advice(program, chasing=open_kniffel, held=kniffel),
        "chase_once": advice(program, chasing=[0]),
    }


def compute(variant: Variant) -> Figures:
    """All figures. Raises `ArithmeticError` when play without advice differs from the solver's value."""
    program, solution = compile_variant(variant), solve(variant)
    found = {key: followed(program, chosen) for key, chosen in plays(program).items()}
    if abs(found["best"].points - solution.play.mean) > AGREE:
        raise ArithmeticError(f"{found['best'].points} is not {solution.play.mean}")
    bonus = variant.upper_bonus
    return {
        "variant": variant.key,
        "fingerprint": variant.fingerprint,
        "bonus": bonus.points if bonus else 0,
        "without_bonus": round(solve(variant.replace(upper_bonus=0)).play.mean, PLACES),
        "narrow": round(narrow(solution.distribution, bonus.points if bonus else 0), PLACES),
        "plays": {key: _rounded(play) for key, play in found.items()},
    }


def _rounded(play: Followed) -> dict[str, float]:
    return {name: round(value, PLACES) for name, value in asdict(play).items()}


def narrow(chances: Mapping[int, float], points: int) -> float:
    """The chance that two players with these scores differ by at most this many points."""
    return sum(
        mine * chances.get(score + apart, 0.0)
        for score, mine in chances.items()
        for apart in range(-points, points + 1)
    )


# ------------------------------------------------------------------------------- how it is written


def page(known: Figures) -> Iterator[str]:
    """The page, line by line."""
    best = known["plays"]["best"]["points"]
    yield from INTRO.format(variant=known["variant"], mark=known["fingerprint"][:12]).splitlines()
    for tip in tips("en", known):
        yield from ("", f"## {tip['title']}", "", f"**{tip['verdict']}**")
        yield from ("", *tip["sentences"])
    yield from ("", "## The figures", "")
    yield "| play | points | costs | bonus | Kniffel | cells crossed out | round of upper cells | of lower cells |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for key, name in PLAYS.items():
        yield _row(name, known["plays"][key], best)
    yield ""
    yield "*Bonus* and *Kniffel*: the share of games with one. Rounds are means over the cells of a section."
    yield f"Perfect play of the game without a bonus yields {known['without_bonus']:.2f} points on average."


def _row(name: str, play: Mapping[str, float], best: float) -> str:
    cells = (
        name,
        f"{play['points']:.2f}",
        f"{best - play['points']:.2f}",
        f"{100 * play['bonus']:.1f}%",
        f"{100 * play['kniffel']:.1f}%",
        f"{play['misses']:.2f}",
        f"{play['upper_round']:.2f}",
        f"{play['lower_round']:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--page", action="store_true", help="only write the page again, from the existing figures")
    if not parser.parse_args().page:
        FIGURES.write_text(json.dumps(compute(find_variant(VARIANT)), indent=2) + "\n", encoding="utf-8")
    PAGE.write_text("\n".join(page(figures())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
