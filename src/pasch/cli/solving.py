"""`pasch solve` and `pasch advise`: optimal play of a variant, and what to do in a position."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pasch.cli.output import print_json, print_table
from pasch.i18n import Translator, translator
from pasch.rules.notation.position import Position
from pasch.rules.variant import Variant
from pasch.solver.advice import Advice, advise
from pasch.solver.room import NoRoom
from pasch.solver.solve import Progress, Solution, estimate
from pasch.solver.store import loaded, solve
from pasch.words import advice_text, category_name, error_text, variant_name

if TYPE_CHECKING:
    from pasch.solver.results import Play

LARGE = 5_000_000
"""Numbers in a table from which on what goes beyond it takes long."""

LONG = 2.0
"""Seconds from which on a solve shows how far it is."""


def solution_of(variant: Variant, lang: str, *, fresh: bool = False) -> Solution:
    """The solution of a variant, from disk or solved now. Raises `InvalidInput`, `NoRoom`."""
    found = None if fresh else loaded(variant)
    if found is not None:
        return found
    with _progress(variant, lang) as progress:
        return solve(variant, fresh=fresh, progress=progress)


@contextmanager
def _progress(variant: Variant, lang: str) -> Iterator[Progress | None]:
    """A bar on standard error for somebody who watches; what can be solved in a moment needs none."""
    from pasch.solver.program import compile_variant

    expected = estimate(compile_variant(variant))
    if expected.seconds < LONG or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    title = translator(lang).text(
        "solve",
        "Solving {variant}: about {seconds} s and {memory} MB",
        variant=variant_name(variant, lang),
        seconds=round(expected.seconds),
        memory=expected.bytes // 1_000_000,
    )
    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)


# ------------------------------------------------------------------------------- solve


def solve_variant(variant: Variant, lang: str, *, fresh: bool, target: int | None, as_json: bool) -> None:
    """Print what optimal play of a variant looks like. Raises `InvalidInput`, `NoRoom`."""
    solution = solution_of(variant, lang, fresh=fresh)
    play = _play(solution, lang)
    chance = None if target is None else solution.best_chance(target)
    if as_json:
        print_json(
            {
                "variant": variant.key,
                "rules": dict(variant.switches),
                "alone": solution.alone,
                "value": solution.value if play is None else play.mean,
                "deviation": None if play is None else play.deviation,
                "bonus_rate": None if play is None else play.bonus_rate,
                "states": solution.states,
                "seconds": solution.seconds,
                "categories": {}
                if play is None
                else {
                    key: {"mean": cell.mean, "extra": cell.extra, "scratch_rate": cell.scratch_rate}
                    for key, cell in play.cells.items()
                },
                **({} if target is None else {"target": target, "best_chance": chance}),
            }
        )
        return
    _print_solution(solution, play, lang)
    if target is not None and chance is not None:
        print()
        print(_reached(translator(lang), target, chance))


def _reached(t: Translator, target: int, chance: float) -> str:
    return t.text(
        "solve",
        "Playing for nothing else, one reaches {points} points or more in {percent}% of all games.",
        points=target,
        percent=t.decimal(100 * chance, 2),
    )


def _play(solution: Solution, lang: str) -> Play | None:
    """What goes beyond the table; None, with a word about it, where memory is too small for that."""
    try:
        with _waiting(solution, lang):
            return solution.play
    except NoRoom as error:
        print(error_text(error, lang), file=sys.stderr)
        return None


@contextmanager
def _waiting(solution: Solution, lang: str) -> Iterator[None]:
    """A word on standard error for somebody who watches, where this takes minutes."""
    if solution.table.size < LARGE or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(
        translator(lang).text("solve", "Working out the deviation, which takes longer still")
    ):
        yield


def _print_solution(solution: Solution, play: Play | None, lang: str) -> None:
    t, variant = translator(lang), solution.variant
    value = solution.value if play is None else play.mean
    print(
        t.text(
            "solve",
            "{variant}: optimal play brings {points} points on average.",
            variant=variant_name(variant, lang),
            points=t.decimal(value, 4),
        )
    )
    if solution.alone:
        print(_alone(t))
    if play is not None:
        print(t.text("solve", "Standard deviation: {points} points.", points=t.decimal(play.deviation, 2)))
        if variant.upper_bonus is not None:
            percent = t.decimal(100 * play.bonus_rate)
            print(t.text("solve", "The upper bonus is reached in {percent}% of all games.", percent=percent))
    print(
        t.text(
            "solve",
            "{states} states, solved in {seconds} s.",
            states=solution.states,
            seconds=t.decimal(solution.seconds, 2),
        )
    )
    if play is not None:
        print()
        head = ("CATEGORY", t.text("list", "Name"), t.text("list", "On average"), t.text("list", "Struck"))
        rows = [
            (
                key,
                category_name(variant, key, lang),
                t.decimal(cell.mean, 2),
                t.text("solve", "{percent}%", percent=t.decimal(100 * cell.scratch_rate)),
            )
            for key, cell in play.cells.items()
        ]
        print_table(head, rows, numbers=2)


def _alone(t: Translator) -> str:
    return t.text("solve", "That is one sheet by itself: what players do to each other or a win at once is left out.")


# ------------------------------------------------------------------------------- advise


def advise_position(text: str, lang: str, *, as_json: bool) -> None:
    """Print every action of a position with its value. Raises `InvalidInput`, `UnknownVariant`, `NoRoom`."""
    game = Position.from_text(text).game
    t, solution = translator(lang), solution_of(game.variant, lang)
    advice = advise(solution, game)
    sentence = advice_text(lang, game, advice.actions)
    if as_json:
        print_json({**figures(advice), "text": sentence, "alone": solution.alone})
        return
    print(sentence)
    if solution.alone:
        print(_alone(t))
    print()
    head = (t.text("list", "Action"), t.text("list", "Value"), t.text("list", "Loss"))
    print_table(head, [_row(t, action.text, action.value, action.regret) for action in advice.actions], numbers=2)


def _row(t: Translator, text: str, value: float, regret: float) -> tuple[str, str, str]:
    return text, t.decimal(value, 2), t.decimal(regret, 2)


def figures(advice: Advice) -> dict[str, object]:
    """The advice as data: `value`, and `actions`, best first."""
    return {
        "value": advice.value,
        "actions": [
            {
                "action": option.text,
                "value": option.value,
                "regret": option.regret,
                "chances": {key: round(chance, 6) for key, chance in option.chances.items()},
            }
            for option in advice.actions
        ],
    }
