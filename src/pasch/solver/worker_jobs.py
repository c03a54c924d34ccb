"""What the solving process can be asked for. Nothing heavy is imported before a job needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pasch.rules.notation.position import Position
from pasch.rules.variants import variant_with

Request = Mapping[str, Any]
"""A request as it was read from JSON."""
Report = Callable[[float], None]
"""Told the share that is done, from 0 to 1."""
Found = Mapping[str, object]


def _solve(request: Request, report: Report) -> Found:
    """The table of a variant, put into the cache folder. `threads` is how many may work; left out, all there are."""
    from pasch.solver import cache, store
    from pasch.solver.compiling.kernels import most_threads, use_threads

    use_threads(request.get("threads", most_threads()))
    variant = variant_with(request["variant"], request["rules"])
    seconds = store.solve(variant, progress=report).seconds
    return {"seconds": seconds, "kept": cache.load(cache.table_path(variant, store.KIND), variant) is not None}


def _judge(request: Request, _report: Report) -> Found:
    """For every action of the seat to move its chance to win, by its text; null where that takes too long."""
    from pasch.solver.duel.winning import chances_to_win
    from pasch.solver.store import solve

    game = Position.from_text(request["position"]).game
    found = chances_to_win(solve(game.variant), game, within=request["within"])
    text = game.variant.action_text
    return {"chances": None if found is None else {text(action): chance for action, chance in found.items()}}


def _outcomes(request: Request, report: Report) -> Found:
    """For positions of one variant: the chances of every seat to win, to draw and to lose, the one to move first."""
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
    """How likely each row scores: with one roll, and with as many as a turn has."""
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
"""Everything that can be asked for, by name."""
