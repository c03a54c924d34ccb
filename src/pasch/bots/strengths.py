"""What the bots score, as `python -m bench.levels` measured it."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

SHOWN = "kniffel"
"""The variant that was played."""

MEANS = Path(__file__).with_name("strengths.json")
"""Where the bench writes the means."""


@cache
def mean_scores() -> Mapping[str, float]:
    """The mean points of a game of `SHOWN` for each bot that was measured, by key."""
    means: dict[str, float] = json.loads(MEANS.read_text(encoding="utf-8"))
    return means
