"""`pasch analyse --win`: the chances to win over the games of a record; `pasch solve --duel`: in a whole game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pasch.analysis import WinCurve, win_curves
from pasch.cli.console import print_table, visible
from pasch.i18n import Translator, translator
from pasch.rules.errors import InvalidInput
from pasch.rules.notation.record import Record
from pasch.solver.solve import Solution
from pasch.solver.watching import Progress

if TYPE_CHECKING:
    from pasch.solver.duel.whole import WholeGame
    from pasch.solver.duel.winning import Outcome


def curves_of(record: Record, solution: Solution, lang: str) -> tuple[WinCurve, ...]:
    """The curve of every game. Takes seconds. Raises `InvalidInput` unless there are two players."""
    with bar(translator(lang).text("ledger", "Computing the win chances")) as progress:
        curves = [curve for curve in win_curves(record, solution, progress) if curve is not None]
    if not curves:
        raise InvalidInput("Win chances exist for two players; players here: {given}", given=len(record.players))
    return tuple(curves)


@contextmanager
def bar(title: str) -> Iterator[Progress | None]:
    """A progress bar on standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(title, total=1.0)
        yield lambda share: shown.update(task, completed=share)


def print_curves(curves: Sequence[WinCurve], names: Sequence[str], lang: str) -> None:
    """Print the chances in every game, one line per turn."""
    t = translator(lang)
    for number, curve in enumerate(curves, start=1):
        print()
        print(_title(t, number if len(curves) > 1 else None))
        first, second = map(visible, names)
        head = (t.text("list", "Round"), t.text("list", "Name"), first, t.text("list", "Drawn"), second)
        rows = [
            (
                t.number(point.round) if point.round else "",
                "" if point.seat is None else visible(names[point.seat - 1]),
                *(_percent(t, share) for share in (point.chances[0].win, point.chances[0].draw, point.chances[1].win)),
            )
            for point in curve
        ]
        print_table(head, rows, numbers=3)
        print(_basis(t, curve))


def _title(t: Translator, number: int | None) -> str:
    if number is None:
        return t.text("ledger", "Win chances")
    return t.text("ledger", "Win chances, game {number}", number=number)


def _percent(t: Translator, share: float) -> str:
    return t.text("solve", "{percent}%", percent=t.decimal(100 * share))


def _basis(t: Translator, curve: WinCurve) -> str:
    """The basis of the chances."""
    exact = next((point.turn for point in curve if point.exact), None)
    if exact is None:
        return t.text("ledger", "As if both played for points.")
    if curve[0].exact:
        return t.text("ledger", "Exact: both play perfectly to win.")
    return t.text(
        "ledger",
        "Exact from turn {turn}: both play perfectly to win. Before that, as if both played for points.",
        turn=exact,
    )


# ------------------------------------------------------------------------------- a whole game


def duel_figures(game: WholeGame) -> dict[str, object]:
    """The game as data: the first player's chances by the policies of both, and the differences."""
    return {
        "best": _outcome(game.best),
        "first_for_points": _outcome(game.first_for_points),
        "second_for_points": _outcome(game.second_for_points),
        "both_for_points": _outcome(game.both_for_points),
        "advantage": game.advantage,
        "costs": list(game.costs),
    }


def _outcome(outcome: Outcome) -> dict[str, float]:
    return {"win": outcome.win, "draw": outcome.draw, "loss": outcome.loss}


def print_duel(game: WholeGame, lang: str) -> None:
    """Print the first player's chances by the policies of both."""
    t = translator(lang)
    print(t.text("solve", "In a two-player game, the first player wins, draws and loses:"))
    print()
    win, points = t.text("solve", "for the win"), t.text("solve", "for points")
    head = (
        t.text("solve", "First player plays"),
        t.text("solve", "Second player plays"),
        t.text("list", "Won"),
        t.text("list", "Drawn"),
        t.text("list", "Lost"),
    )
    played = (
        (win, win, game.best),
        (points, win, game.first_for_points),
        (win, points, game.second_for_points),
        (points, points, game.both_for_points),
    )
    print_table(head, [(first, second, *_shares(t, outcome)) for first, second, outcome in played], numbers=3)
    print()
    print(_advantage(t, game.advantage))
    first, second = (t.decimal(100 * cost, 2) for cost in game.costs)
    print(
        t.text(
            "solve",
            "Playing for points costs the first player {first} and the second {second} percentage points of win "
            "chance; a draw counts half.",
            first=first,
            second=second,
        )
    )


def _shares(t: Translator, outcome: Outcome) -> tuple[str, ...]:
    shares = (outcome.win, outcome.draw, outcome.loss)
    return tuple(t.text("solve", "{percent}%", percent=t.decimal(100 * share, 2)) for share in shares)


def _advantage(t: Translator, advantage: float) -> str:
    points = t.decimal(100 * abs(advantage), 2)
    if advantage < 0:
        return t.text("solve", "Going second is worth {points} percentage points above one half.", points=points)
    return t.text("solve", "Going first is worth {points} percentage points above one half.", points=points)
