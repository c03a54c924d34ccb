"""The winning chances in a game of two: at its start and after every turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pasch.analysis.analyse import Solutions, solution_for
from pasch.rules.events import EntryTakenBack, GameStarted, Scored
from pasch.rules.game import Game, closed
from pasch.rules.notation.record import Record

if TYPE_CHECKING:
    from pasch.solver.duel.winning import Outcome
    from pasch.solver.solve import Solution

PLAYERS = 2

Progress = Callable[[float], None]
"""A callback with the completed share, 0 to 1."""


@dataclass(frozen=True)
class Moment:
    """A game after a turn of `seat`; `turn` counts the turns. At the start they are None and 0."""

    turn: int
    round: int
    seat: int | None
    game: Game


@dataclass(frozen=True)
class WinPoint:
    """The chances of seats 1 and 2 at a moment; `exact` as in `pasch.solver.duel.winning.Outcome`."""

    turn: int
    round: int
    seat: int | None
    chances: tuple[Outcome, Outcome]

    @property
    def exact(self) -> bool:
        """Whether the chances are those of best play for the win."""
        return all(outcome.exact for outcome in self.chances)


WinCurve = tuple[WinPoint, ...]


def win_curves(
    record: Record,
    solutions: Solution | Solutions | None = None,
    progress: Progress | None = None,
    *,
    within: int | None = None,
) -> tuple[WinCurve | None, ...]:
    """The curve of every game of a record; None for a game that is not one of two players.

    Takes seconds for a whole game, much less for its end. `within` limits the cost of an exact contest, as in
    `pasch.solver.duel.winning.win_chances`. Raises `InvalidInput` for variants without an exact table.
    """
    if len(record.players) != PLAYERS:
        return (None,) * len(record.games)
    from pasch.solver.duel.winning import MOST_BLOCKS, outcomes_of

    games = moments(record)
    solution = solution_for(record.match.variant, solutions)
    flat = [moment.game for game in games for moment in game]
    found = iter(outcomes_of(solution, flat, progress, within=MOST_BLOCKS if within is None else within))
    return tuple(tuple(_point(moment, next(found)) for moment in game) for game in games)


def moments(record: Record) -> list[list[Moment]]:
    """For every game, its start and the end of each turn; entries taken back are omitted."""
    match = record.start
    games = [[Moment(0, 0, None, match.game)]]
    for event in record.as_it_counts:
        before, match = match, match.evolve(event)
        match event:
            case GameStarted():
                games.append([Moment(0, 0, None, closed(match.game))])
            case Scored(seat=seat):
                turn, _ = before.game.acting()
                games[-1].append(Moment(len(games[-1]), turn.round, seat, closed(match.game)))
            case EntryTakenBack():
                games[-1].pop()
            case _:
                pass
    return games


def _point(moment: Moment, outcomes: Sequence[Outcome]) -> WinPoint:
    first, second = outcomes
    return WinPoint(moment.turn, moment.round, moment.seat, (first, second))
