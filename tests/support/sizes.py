"""Which cases of a large product run by default; the others are slow."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

from pasch.i18n import LANGUAGES
from pasch.rules.variants import VARIANTS

REPRESENTATIVE = frozenset(
    {
        "kniffel",  # forced jokers and Kniffel bonuses
        "yahtzee-free",  # free jokers
        "maxi-yatzy",  # six dice and saved rolls
        "spiffel-123",  # columns with fewer rolls
        "yams",  # ordered and announced columns
        "crag",  # three dice and two rolls
        "kniffel-extreme",  # a ten-sided die
        "kniffeliger",  # action dice
        "luegenkniffel",  # bluff
        "dice-duel",  # a chip pool
        "kismet",  # a penalty
        "yatzy-duel",  # a contest
    }
)
"""Variants that together use every mechanic and every kind of rule."""


def cases(values: Iterable[Any], *, default: Container[Any]) -> list[Any]:
    """Parameters of a test: those in `default` run in every size, the others are slow."""
    return [pytest.param(value, marks=() if value in default else pytest.mark.slow) for value in values]


def pairs(keys: Iterable[str], values: Iterable[Any], *, default: Container[str], share: int = 3) -> list[Any]:
    """Pairs as parameters of a test: those of a key in `default` run in every size.

    For any other key, one pair in `share` is slow and the rest is long; each value still meets several keys.
    """
    return [
        pytest.param(
            key, value, marks=() if key in default else pytest.mark.long if (row + column) % share else pytest.mark.slow
        )
        for row, key in enumerate(keys)
        for column, value in enumerate(values)
    ]


def every_variant(keys: Iterable[str] = VARIANTS) -> list[Any]:
    """Keys of variants as parameters of a test; by default only the representative ones run."""
    return cases(keys, default=REPRESENTATIVE)


def every_language() -> list[Any]:
    """Languages as parameters of a test; by default only German and English run."""
    return cases(LANGUAGES, default={"de", "en"})
