"""`pasch analyse --win`: the chances to win over the games of a record."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pasch.analysis import WinCurve, win_curves
from pasch.cli.output import print_table, visible
from pasch.i18n import Translator, translator
from pasch.rules.errors import InvalidInput
from pasch.rules.notation.record import Record
from pasch.solver.solve import Solution
from pasch.solver.watching import Progress


def curves_of(record: Record, solution: Solution, lang: str) -> tuple[WinCurve, ...]:
    """The curve of every game. Seconds of work. Raises `InvalidInput` unless two play."""
    with _progress(lang) as progress:
        curves = [curve for curve in win_curves(record, solution, progress) if curve is not None]
    if not curves:
        raise InvalidInput("Chances to win are told of games of two; players here: {given}", given=len(record.players))
    return tuple(curves)


@contextmanager
def _progress(lang: str) -> Iterator[Progress | None]:
    """A progress bar on standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(translator(lang).text("ledger", "Working out the chances to win"), total=1.0)
        yield lambda share: bar.update(task, completed=share)


def tell_curves(curves: Sequence[WinCurve], names: Sequence[str], lang: str) -> None:
    """Print the chances of every game, a line for each turn."""
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
        return t.text("ledger", "The chances to win")
    return t.text("ledger", "The chances to win, game {number}", number=number)


def _percent(t: Translator, share: float) -> str:
    return t.text("solve", "{percent}%", percent=t.decimal(100 * share))


def _basis(t: Translator, curve: WinCurve) -> str:
    """What the chances rest on."""
    exact = next((point.turn for point in curve if point.exact), None)
    if exact is None:
        return t.text("ledger", "As if both played for points.")
    if curve[0].exact:
        return t.text("ledger", "Exact: both play to win as well as can be.")
    return t.text(
        "ledger",
        "Exact from turn {turn} on: both play to win as well as can be. Before that as if both played for points.",
        turn=exact,
    )
