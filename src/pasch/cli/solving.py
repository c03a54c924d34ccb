"""`pasch solve` and `pasch advise`: optimal play of a variant, and the best action in a position."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pasch.cli.console import print_json, print_refusal, print_table
from pasch.cli.winning import bar, duel_figures, print_duel
from pasch.i18n import Translator, translator
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.notation.position import Position
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.solver.advice import Advice, advise
from pasch.solver.estimates import NoRoom
from pasch.solver.program import compile_variant
from pasch.solver.solve import Solution, estimate
from pasch.solver.store import loaded, solve
from pasch.solver.watching import Progress
from pasch.words import advice_text, category_name, error_text, variant_name

if TYPE_CHECKING:
    from fractions import Fraction

    from pasch.solver.duel.whole import WholeGame
    from pasch.solver.results import Play

LARGE = 5_000_000
"""Facts beyond the mean take long for a table of at least this many numbers."""

MANY = 10_000
"""Exact values take seconds from this many states on."""

LONG = 2.0
"""A solve of at least this many seconds shows its progress."""


def solution_of(variant: Variant, lang: str, *, fresh: bool = False, gpu: bool = False) -> Solution:
    """The solution of a variant, from disk or solved now. Raises `InvalidInput`, `NoRoom`."""
    found = None if fresh else loaded(variant)
    if found is not None:
        return found
    with _progress(variant, lang) as progress:
        return solve(variant, fresh=fresh, progress=progress, gpu=gpu)


def _progress(variant: Variant, lang: str) -> AbstractContextManager[Progress | None]:
    """A progress bar on standard error; quick solves show none."""
    expected = estimate(compile_variant(variant))
    if expected.seconds < LONG:
        return nullcontext()
    title = translator(lang).text(
        "solve",
        "Solving {variant}: about {seconds} s and {memory} MB",
        variant=variant_name(variant, lang),
        seconds=round(expected.seconds),
        memory=expected.bytes // 1_000_000,
    )
    return bar(title)


# ------------------------------------------------------------------------------- solve


def solvable() -> list[Variant]:
    """All variants with an exact table, the fastest to solve first."""
    found: dict[str, float] = {}
    for key, variant in VARIANTS.items():
        with suppress(InvalidInput):
            found[key] = estimate(compile_variant(variant)).seconds
    return [VARIANTS[key] for key in sorted(found, key=found.__getitem__)]


@dataclass(frozen=True)
class SolveOptions:
    """The requested facts of a solution, and their form."""

    lang: str
    fresh: bool = False
    target: int | None = None
    as_json: bool = False
    exact: bool = False
    duel: bool = False
    gpu: bool = False


def solve_variants(variants: Sequence[Variant], options: SolveOptions, on: str | None = None) -> bool:
    """Print the facts of optimal play for each variant, solved here or `on` a cluster.

    Returns whether all succeeded. Raises `NoCluster`. For a single variant it raises `InvalidInput` and `NoRoom`; for
    several it prints them on standard error.
    """
    printed = 0
    for variant, trouble in _fetched(variants, options, on):
        try:
            if trouble is not None:
                raise trouble
            solve_variant(variant, options, solved=on is not None, first=not printed)
        except (InvalidInput, NoRoom) as error:
            if len(variants) == 1:
                raise
            print_refusal(error, options.lang)
        else:
            printed += 1
    return printed == len(variants)


def _fetched(
    variants: Sequence[Variant], options: SolveOptions, on: str | None
) -> Iterator[tuple[Variant, PaschError | None]]:
    """The variants in turn, with tables from a cluster or the reason why there is none."""
    if on is None:
        yield from ((variant, None) for variant in variants)
        return
    from pasch.cli.cluster import fetched

    yield from fetched(on, variants, fresh=options.fresh, target=options.target)


def solve_variant(variant: Variant, options: SolveOptions, *, solved: bool = False, first: bool = True) -> None:
    """Print the facts of optimal play of a variant; `solved`: the solve was just now.

    Raises `InvalidInput`, `NoRoom`.
    """
    solution = solution_of(variant, options.lang, fresh=options.fresh and not solved, gpu=options.gpu)
    fraction = _fraction(solution, options.lang) if options.exact else None
    play = _play(solution, options.lang)
    chance = None if options.target is None else solution.best_chance(options.target)
    game = _whole_game(solution, options.lang) if options.duel else None
    if options.as_json:
        target = {} if options.target is None else {"target": options.target, "best_chance": chance}
        exact = {} if fraction is None else {"fraction": str(fraction)}
        duel = {} if game is None else {"duel": duel_figures(game)}
        print_json({**_figures(solution, play), **target, **exact, **duel})
        return
    if not first:
        print()
    _print_solution(solution, play, options.lang)
    if options.target is not None and chance is not None:
        print()
        print(_reached(translator(options.lang), options.target, chance))
    if fraction is not None:
        print()
        print(translator(options.lang).text("solve", "The exact value is {fraction}.", fraction=str(fraction)))
    if game is not None:
        print()
        print_duel(game, options.lang)


def _figures(solution: Solution, play: Play | None) -> dict[str, object]:
    cells = {} if play is None else play.cells
    return {
        "variant": solution.variant.key,
        "rules": dict(solution.variant.switches),
        "alone": solution.alone,
        "value": solution.value if play is None else play.mean,
        "deviation": None if play is None else play.deviation,
        "bonus_rate": None if play is None else play.bonus_rate,
        "states": solution.states,
        "seconds": solution.seconds,
        "categories": {
            key: {"mean": cell.mean, "extra": cell.extra, "scratch_rate": cell.scratch_rate}
            for key, cell in cells.items()
        },
    }


def _reached(t: Translator, target: int, chance: float) -> str:
    return t.text(
        "solve",
        "Play for this target alone reaches {points} points or more in {percent}% of all games.",
        points=target,
        percent=t.decimal(100 * chance, 2),
    )


def _fraction(solution: Solution, lang: str) -> Fraction:
    """The value as a fraction. Raises `NoRoom`."""
    text = translator(lang).text("solve", "Computing the exact value")
    with _waiting(text, shown=solution.states >= MANY):
        return solution.fraction


def _whole_game(solution: Solution, lang: str) -> WholeGame:
    """The game of two. Raises `InvalidInput`, `NoRoom`."""
    from pasch.solver.duel.whole import whole_game

    with bar(translator(lang).text("solve", "Solving the two-player game")) as progress:
        return whole_game(solution, progress)


def _play(solution: Solution, lang: str) -> Play | None:
    """The facts beyond the table; None, with a message, where only values are known or memory is too small."""
    try:
        long = solution.table.size >= LARGE
        text = translator(lang).text("solve", "Computing the deviation, which takes longer")
        with _waiting(text, shown=long):
            return solution.play
    except NoRoom as error:
        print(error_text(error, lang), file=sys.stderr)
        return None


def _waiting(text: str, *, shown: bool) -> AbstractContextManager[object]:
    """A message on standard error before a long computation."""
    if not shown or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(text)


def _print_solution(solution: Solution, play: Play | None, lang: str) -> None:
    t, variant = translator(lang), solution.variant
    value = solution.value if play is None else play.mean
    print(
        t.text(
            "solve",
            "{variant}: optimal play scores {points} points on average.",
            variant=variant_name(variant, lang),
            points=t.decimal(value, 4),
        )
    )
    if solution.alone:
        print(_one_sheet_note(t))
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
        head = ("CATEGORY", t.text("list", "Name"), t.text("list", "On average"), t.text("list", "Crossed out"))
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


def _one_sheet_note(t: Translator) -> str:
    return t.text("solve", "This is the value of one sheet. Actions between players and instant wins are left out.")


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
        print(_one_sheet_note(t))
    print()
    head = (t.text("list", "Action"), t.text("list", "Value"), t.text("list", "Loss"))
    rows = [(each.text, t.decimal(each.value, 2), t.decimal(each.regret, 2)) for each in advice.actions]
    print_table(head, rows, numbers=2)


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
