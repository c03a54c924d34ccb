"""The bots' mean scores, measured by `python -m bench.levels`."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

SHOWN = "kniffel"
"""The measured variant."""

MEANS = Path(__file__).with_name("strengths.json")
"""Where the bench writes the means."""


@cache
def mean_scores() -> Mapping[str, float]:
    """The mean points per game of `SHOWN` for each measured bot, by key."""
    means: dict[str, float] = json.loads(MEANS.read_text(encoding="utf-8"))
    return means
