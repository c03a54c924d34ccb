"""The jobs of the solving process. Heavy modules are imported only by the job that needs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pasch.rules.notation.position import Position
from pasch.rules.variants import variant_with

Request = Mapping[str, Any]
"""A request parsed from JSON."""
Report = Callable[[float], None]
"""Receives the completed share, from 0 to 1."""
Found = Mapping[str, object]


def _solve(request: Request, report: Report) -> Found:
    """Solve a variant and store its table in the cache folder. `threads` defaults to all processors."""
    from pasch.solver import cache, store
    from pasch.solver.compiling.kernels import most_threads, use_threads

    use_threads(request.get("threads", most_threads()))
    variant = variant_with(request["variant"], request["rules"])
    seconds = store.solve(variant, progress=report).seconds
    return {"seconds": seconds, "kept": cache.load(cache.table_path(variant, store.KIND), variant) is not None}


def _judge(request: Request, _report: Report) -> Found:
    """The chance to win, per action text, of the seat to move; null where that takes too long."""
    from pasch.solver.duel.winning import chances_to_win
    from pasch.solver.store import solve

    game = Position.from_text(request["position"]).game
    found = chances_to_win(solve(game.variant), game, within=request["within"])
    text = game.variant.action_text
    return {"chances": None if found is None else {text(action): chance for action, chance in found.items()}}


def _outcomes(request: Request, report: Report) -> Found:
    """For positions of one variant: every seat's chances to win, draw and lose, starting with the seat to move."""
    from pasch.solver.duel.winning import outcomes_of
    from pasch.solver.store import solve

    games = [Position.from_text(text).game for text in request["positions"]]
    found = outcomes_of(solve(games[0].variant), games, report)
    return {
        "outcomes": [
            {
                "chances": [(seat.win, seat.draw, seat.loss) for seat in seats],
                "exact": all(seat.exact for seat in seats),
            }
            for seats in found
        ]
    }


def _figures(request: Request, report: Report) -> Found:
    """The chance that each row scores: with one roll, and with all rolls of a turn."""
    from pasch.solver.figures import figure_chances

    found = figure_chances(variant_with(request["variant"], request["rules"]), report)
    rolls = next(iter(found.values())).rolls
    return {"rolls": rolls, "chances": {key: [each.first, each.turn] for key, each in found.items()}}


JOBS: Mapping[str, Callable[[Request, Report], Found]] = {
    "solve": _solve,
    "judge": _judge,
    "outcomes": _outcomes,
    "figures": _figures,
}
"""All jobs, by name."""
