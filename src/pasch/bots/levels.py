"""Human-like levels: players who see the value of every action, but not exactly.

The chance of an action falls exponentially with its loss against the best one (`Error`). So costly mistakes are rare
and cheap ones common, as with people. The random choice depends only on the position: the same game gets the same
answer, and future dice have no influence. `python -m bench.levels` measures the bots for docs/bots.md and
`strengths.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import accumulate
from math import exp
from pathlib import Path

from pasch.bots.perfect import Solutions, solved, values_for
from pasch.bots.simple import SimpleBot, every_option
from pasch.bots.styles import Option
from pasch.rules.actions import Action, Score
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.solver.simulation.error import Error

LEVELS: Mapping[str, Error] = {
    "beginner": Error(temperature=2.0, sight=12.0),
    "regular": Error(temperature=1.0, sight=6.0),
    "expert": Error(temperature=0.5, sight=4.0),
}
"""The error of each level, the weakest first."""


class LevelBot:
    """A bot that plays with errors of a certain size.

    Without a table, its errors apply to the worths of the simple bot. In games whose mechanics count in units other
    than points, it plays like the simple bot.
    """

    def __init__(self, key: str, error: Error, solutions: Solutions = solved) -> None:
        self.key = key
        self._error = error
        self._solutions = solutions

    def choose(self, game: Game) -> Action:
        """One of the sensible actions; better ones are more likely."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        values = values_for(game, self._solutions)
        if values is not None:
            options: Sequence[Option] = [(value, action) for action, value in values.items()]
        elif game.variant.mechanic is None:
            options = every_option(game)
        else:
            return SimpleBot().choose(game)
        return picked(sensible(options), self._error, _chance(self.key, game))


def sensible(options: Sequence[Option]) -> Sequence[Option]:
    """The options without scratches of cells where the roll would score: no player makes that mistake."""
    scoring = {action.cell for _, action in options if isinstance(action, Score) and action.points}
    return [
        (worth, action)
        for worth, action in options
        if not (isinstance(action, Score) and not action.points and action.cell in scoring)
    ]


def likelihoods(options: Sequence[Option], error: Error) -> Sequence[Option]:
    """The likelihood of each option that is not overlooked; they do not add up to 1."""
    best = max(worth for worth, _ in options)
    near = ((best - worth, action) for worth, action in options if best - worth <= error.sight)
    return [(exp(-regret / error.temperature), action) for regret, action in near]


def picked(options: Sequence[Option], error: Error, share: float) -> Action:
    """The option at this share, from 0 to 1, of the cumulative likelihood."""
    likely = likelihoods(options, error)
    sums = list(accumulate(likelihood for likelihood, _ in likely))
    reached = next(place for place, total in enumerate(sums) if total >= share * sums[-1])
    return likely[reached][1]


def _chance(key: str, game: Game) -> float:
    """A pseudo-random number from 0 to 1, derived from the position."""
    turn, _ = game.acting()
    text = f"{key} {turn.seat} {Position.of(game).to_text()}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") / 2**64


# ------------------------------------------------------------------------------- measured strengths


SHOWN = "kniffel"
"""The measured variant."""

MEANS = Path(__file__).with_name("strengths.json")
"""Where the bench writes the means."""


@cache
def mean_scores() -> Mapping[str, float]:
    """The mean points per game of `SHOWN` for each measured bot, by key."""
    means: dict[str, float] = json.loads(MEANS.read_text(encoding="utf-8"))
    return means
