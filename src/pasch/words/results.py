"""Results in words: places and scores, and the effect of luck and decisions."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby, pairwise
from math import inf
from typing import Literal

from pasch.i18n import Translator, translator
from pasch.rules.variant import Variant
from pasch.words.context import TableContext
from pasch.words.mechanic import WORDS, MechanicWords
from pasch.words.names import name_in, variant_name

Rows = list[tuple[int, str, int]]
"""Place, player and result, sorted by place."""


def places_text(t: Translator, context: TableContext, totals: Sequence[int], ranks: Sequence[int]) -> tuple[str, ...]:
    """One sentence for each place, such as “Anna and Bernd share place 1 with 203 points”."""
    rows = sorted(zip(ranks, context.names, totals, strict=False), key=lambda row: row[0])
    if len(rows) == 1:
        _, name, total = rows[0]
        return (t.count("places", "{name} has {count} point.", "{name} has {count} points.", total, name=name),)
    words = WORDS.of(context.variant)
    sentences = (_place(t, words, rank, list(group)) for rank, group in groupby(rows, lambda row: row[0]))
    return (*sentences, *_why(t, context, rows))


def _place(t: Translator, words: MechanicWords, rank: int, group: Rows) -> str:
    names, amount = t.listing(name for _, name, _ in group), words.amount(t, group[0][2])
    if len(group) > 1:
        return t.text("places", "{names} share place {rank} with {amount}.", names=names, rank=rank, amount=amount)
    if rank == 1:
        return t.text("places", "{name} wins with {amount}.", name=names, amount=amount)
    return t.text("places", "Place {rank}: {name} with {amount}.", rank=rank, name=names, amount=amount)


def _why(t: Translator, context: TableContext, rows: Rows) -> tuple[str, ...]:
    """The reason why the places differ from the order of the numbers."""
    most = rows[0][2]
    if context.variant.instant_win and any(rank > 1 and total >= most for rank, _, total in rows):
        category = name_in(t, context.variant, context.variant.instant_win)
        return (t.text("places", "{category} in one roll wins the game.", category=category),)
    if any(above[0] != below[0] and above[2] == below[2] for above, below in pairwise(rows)):
        return (t.text("places", "If these are equal, the higher sum of all entries decides."),)
    return ()


# ------------------------------------------------------------------------------- the daily game

Mark = Literal["best", "good", "weak", "bad"]
MARKS: Mapping[Mark, tuple[float, str]] = {
    "best": (0.05, "\N{LARGE GREEN SQUARE}"),
    "good": (0.5, "\N{LARGE BLUE SQUARE}"),
    "weak": (2.0, "\N{LARGE ORANGE SQUARE}"),
    "bad": (inf, "\N{LARGE RED SQUARE}"),
}
"""The marks of turns: the loss in points that each stays below, and its sign in a text."""


def mark_of(loss: float) -> Mark:
    """The mark of a turn with this loss."""
    return next(mark for mark, (limit, _) in MARKS.items() if loss < limit)


def share_text(  # noqa: PLR0913, PLR0917 - the parts of the text
    lang: str, variant: Variant, day: date, score: int, par: int | None, losses: Sequence[float], address: str
) -> str:
    """The result of a daily game as a text to share. It reveals no dice and no entries."""
    t = translator(lang)
    points = t.count("daily", "{count} point", "{count} points", score)
    if par is not None:
        points = t.text("daily", "{points}, par {par}", points=points, par=par)
    head = t.text("daily", "Pasch, game of {day}: {variant}", day=t.day(day), variant=variant_name(variant, lang))
    return "\n".join([head, points, "".join(MARKS[mark_of(loss)][1] for loss in losses), address])


# ------------------------------------------------------------------------------- luck and loss


def ledger_text(lang: str, luck: float, loss: float, name: str = "") -> str:
    """Two sentences in whole points; without `name` they address the player."""
    t, worth, cost = translator(lang), round(luck), round(loss)
    return (
        f"{_dice_of(t.given(name=name), worth) if name else _your_dice(t, worth)} {_decisions(t, cost, yours=not name)}"
    )


def _your_dice(t: Translator, worth: int) -> str:
    if worth < 0:
        return t.count(
            "ledger",
            "Your dice were worth {count} point less than average.",
            "Your dice were worth {count} points less than average.",
            -worth,
        )
    if worth > 0:
        return t.count(
            "ledger",
            "Your dice were worth {count} point more than average.",
            "Your dice were worth {count} points more than average.",
            worth,
        )
    return t.text("ledger", "Your dice were just average.")


def _dice_of(t: Translator, worth: int) -> str:
    if worth < 0:
        return t.count(
            "ledger",
            "{name}: the dice were worth {count} point less than average.",
            "{name}: the dice were worth {count} points less than average.",
            -worth,
        )
    if worth > 0:
        return t.count(
            "ledger",
            "{name}: the dice were worth {count} point more than average.",
            "{name}: the dice were worth {count} points more than average.",
            worth,
        )
    return t.text("ledger", "{name}: the dice were just average.")


def _decisions(t: Translator, cost: int, *, yours: bool) -> str:
    if yours and cost:
        return t.count("ledger", "Your decisions cost {count} point.", "Your decisions cost {count} points.", cost)
    if cost:
        return t.count("ledger", "The decisions cost {count} point.", "The decisions cost {count} points.", cost)
    if yours:
        return t.text("ledger", "Your decisions cost next to nothing.")
    return t.text("ledger", "The decisions cost next to nothing.")
