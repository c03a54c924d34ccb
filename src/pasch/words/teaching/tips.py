"""Three popular tips, and the results of playing them out.

`python -m bench.tips` computes the figures and stores them next to this file; this module puts them into sentences.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from typing_extensions import TypedDict

from pasch.i18n import Translator, translator
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.words.names import kniffel_name, variant_name

FIGURES = Path(__file__).with_name("tips.json")

MATTERS = 1.0
"""The minimum effect, in points per game, for a tip to be right or wrong."""


class Figures(TypedDict):
    """The results of `bench.tips`. `plays` are mean scores per game, by style of play; shares are between 0 and 1."""

    variant: str
    fingerprint: str
    bonus: int
    without_bonus: float
    narrow: float
    plays: dict[str, dict[str, float]]


class TestedTip(TypedDict):
    """A popular tip, and the exact result of playing by it."""

    title: str
    holds: bool
    """Whether it is true."""
    verdict: str
    """The same in one sentence, with its cost."""
    sentences: list[str]
    """The reasons, one sentence each."""


@lru_cache(maxsize=1)
def figures() -> Figures:
    """The figures stored in the package."""
    known: Figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    return known


def tested_variant() -> Variant:
    """The game in which the tips were tested."""
    return VARIANTS[figures()["variant"]]


def tips(lang: str, known: Figures | None = None) -> list[TestedTip]:
    """The three tips of the encyclopaedia, with their test results."""
    t, known_figures = translator(lang), known or figures()
    return [_lower_first(t, known_figures), _bonus(t, known_figures), _no_chase(t, known_figures)]


def tips_intro(lang: str) -> str:
    """The tested game, and the score of perfect play in it."""
    t, known = translator(lang), figures()
    return t.text(
        "tips",
        "Three tips for {variant} from an encyclopaedia, tested exactly: a player follows a tip, or does "
        "the opposite, and otherwise makes no mistake. Perfect play scores {points} points a game on "
        "average.",
        variant=variant_name(tested_variant(), lang),
        points=t.decimal(known["plays"]["best"]["points"]),
    )


def _lower_first(t: Translator, known: Figures) -> TestedTip:
    best, lower = known["plays"]["best"], known["plays"]["lower_first"]
    cost = _cost(known, "lower_first")
    holds = cost < MATTERS
    return TestedTip(
        title=t.text("tips", "“Fill the lower section first, then there is something left to fall back on.”"),
        holds=holds,
        verdict=(
            t.text("tips", "True: it costs almost nothing.")
            if holds
            else t.text("tips", "Not true: it costs {cost} points a game.", cost=t.decimal(cost))
        ),
        sentences=[
            t.text(
                "tips",
                "A player who always enters in the lower section if the roll scores there crosses out {misses} cells "
                "a game instead of {best_misses}. But that player reaches the bonus in {bonus} of 100 games "
                "instead of {best_bonus}.",
                misses=t.decimal(lower["misses"]),
                best_misses=t.decimal(best["misses"]),
                bonus=_percent(lower["bonus"]),
                best_bonus=_percent(best["bonus"]),
            ),
            t.text(
                "tips",
                "With Chance kept for bad rolls it still costs {cost} points. The opposite, upper section first, costs "
                "{upper}.",
                cost=t.decimal(_cost(known, "figures_first")),
                upper=t.decimal(_cost(known, "upper_first")),
            ),
            t.text(
                "tips",
                "Perfect play fills both sections in parallel: the upper cells on average in round {upper}, the "
                "lower ones in round {lower}.",
                upper=t.decimal(best["upper_round"]),
                lower=t.decimal(best["lower_round"]),
            ),
        ],
    )


def _bonus(t: Translator, known: Figures) -> TestedTip:
    best, without = known["plays"]["best"], known["plays"]["no_bonus"]
    cost = _cost(known, "no_bonus")
    return TestedTip(
        title=t.text("tips", "“The bonus is very important and can decide a game.”"),
        holds=cost >= MATTERS,
        verdict=_ignoring(t, cost),
        sentences=[
            t.text(
                "tips",
                "A player who ignores the bonus reaches it in {bonus} of 100 games instead of {best_bonus}.",
                bonus=_percent(without["bonus"]),
                best_bonus=_percent(best["bonus"]),
            ),
            t.text(
                "tips",
                "In {narrow} of 100 games between two perfect players, the difference is at most {points} "
                "points, the value of one bonus.",
                narrow=_percent(known["narrow"]),
                points=known["bonus"],
            ),
            t.text(
                "tips",
                "A game without a bonus would score {worth} points less.",
                worth=t.decimal(best["points"] - known["without_bonus"]),
            ),
        ],
    )


def _no_chase(t: Translator, known: Figures) -> TestedTip:
    best, chase = known["plays"]["best"], known["plays"]["chase"]
    cost, t = _cost(known, "chase"), t.given(kniffel=kniffel_name(t, VARIANTS[known["variant"]]))
    return TestedTip(
        title=t.text("tips", "“Do not go for a {kniffel} in every roll.”"),
        holds=cost >= MATTERS,
        verdict=_ignoring(t, cost),
        sentences=[
            t.text(
                "tips",
                "A player who keeps only the most equal dice in every turn, until the first {kniffel}, gets one "
                "in {often} of 100 games instead of {best_often}. But that player crosses out {misses} cells a game "
                "instead of {best_misses}.",
                often=_percent(chase["kniffel"]),
                best_often=_percent(best["kniffel"]),
                misses=t.decimal(chase["misses"]),
                best_misses=t.decimal(best["misses"]),
            ),
            t.text(
                "tips",
                "The same in the first turn alone costs {cost} points.",
                cost=t.decimal(_cost(known, "chase_once")),
            ),
        ],
    )


def _cost(known: Figures, play: str) -> float:
    plays: Mapping[str, Mapping[str, float]] = known["plays"]
    return plays["best"]["points"] - plays[play]["points"]


def _percent(share: float) -> int:
    return round(100 * share)


def _ignoring(t: Translator, cost: float) -> str:
    """Whether a tip matters, by the cost of ignoring it."""
    if cost < MATTERS:
        return t.text("tips", "It makes almost no difference.")
    return t.text("tips", "True: ignoring it costs {cost} points a game.", cost=t.decimal(cost))
