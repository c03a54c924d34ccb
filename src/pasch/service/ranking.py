"""The ranking of a shared event: by points, by loss and by rank points. Pure.

Rank points are the matchpoints of duplicate bridge: in each game one for each player with fewer points, and a half for
each other player with equal points. So a single lucky or unlucky game counts for no more than the others.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pasch.service.attempts import Attempt
from pasch.service.ids import TableId
from pasch.service.people.names import distinct_names
from pasch.service.views.schema.shared_events import EventRow
from pasch.words import default_name


def ranking(finished: Sequence[Attempt], mine: TableId | None, lang: str, *, over: bool) -> list[EventRow]:
    """The rows of finished attempts, the most points first; `mine` is the table of the caller's attempt.

    `over`: the event is over, so the rows name their tables.
    """
    attempts = sorted(finished, key=lambda each: (-_points(each), each.table))
    names = distinct_names(each.name or default_name(place, lang) for place, each in enumerate(attempts, 1))
    by_game = zip(*(each.games for each in attempts), strict=True)
    matchpoints = [sum(halves) / 2 for halves in zip(*map(_halves, by_game), strict=True)]
    scores = sorted(-_points(each) for each in attempts)
    losses = sorted(each.loss for each in attempts if each.loss is not None)
    ranks = sorted(-points for points in matchpoints)
    return [
        {
            "name": name,
            "mine": each.table == mine,
            "score": _points(each),
            "games": [*each.games],
            "loss": each.loss,
            "rank_points": points,
            "ranks": {
                "score": _place(-_points(each), scores),
                "loss": None if each.loss is None else _place(each.loss, losses),
                "rank_points": _place(-points, ranks),
            },
            "table": each.table if over else None,
        }
        for name, each, points in zip(names, attempts, matchpoints, strict=True)
    ]


def _points(attempt: Attempt) -> int:
    return sum(attempt.games)


def _halves(scores: Sequence[int]) -> list[int]:
    """Twice the rank points of each score of one game."""
    ordered = sorted(scores)
    return [bisect_left(ordered, score) + bisect_right(ordered, score) - 1 for score in scores]


def _place(value: float, ordered: Sequence[float]) -> int:
    """The place of a value among all of them, the lowest first."""
    return bisect_left(ordered, value) + 1
