"""Results in words: who has which place, and with what."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from pasch.i18n import Translator
from pasch.rules.mechanics.contest import Contest
from pasch.words.context import TableContext
from pasch.words.names import name_in

Rows = list[tuple[int, str, int]]
"""Place, player and result, the first place first."""


def places_text(t: Translator, context: TableContext, totals: Sequence[int], ranks: Sequence[int]) -> tuple[str, ...]:
    """One sentence for each place, such as “Anna and Bernd share place 1 with 203 points”."""
    rows = sorted(zip(ranks, context.names, totals, strict=False), key=lambda row: row[0])
    by_cells = isinstance(context.variant.phase, Contest)
    if len(rows) == 1:
        _, name, total = rows[0]
        return (t.count("places", "{name} has {count} point.", "{name} has {count} points.", total, name=name),)
    told = (_place(t, rank, list(group), by_cells=by_cells) for rank, group in groupby(rows, lambda row: row[0]))
    return (*told, *_why(t, context, rows))


def _place(t: Translator, rank: int, group: Rows, *, by_cells: bool) -> str:
    names, total = t.listing(name for _, name, _ in group), group[0][2]
    if len(group) > 1:
        return _shared(t, rank, names, total, by_cells=by_cells)
    if rank == 1:
        return _won(t, names, total, by_cells=by_cells)
    if by_cells:
        return t.count(
            "places",
            "Place {rank}: {name} with {count} cell.",
            "Place {rank}: {name} with {count} cells.",
            total,
            rank=rank,
            name=names,
        )
    return t.count(
        "places",
        "Place {rank}: {name} with {count} point.",
        "Place {rank}: {name} with {count} points.",
        total,
        rank=rank,
        name=names,
    )


def _won(t: Translator, name: str, total: int, *, by_cells: bool) -> str:
    if by_cells:
        return t.count("places", "{name} wins with {count} cell.", "{name} wins with {count} cells.", total, name=name)
    return t.count("places", "{name} wins with {count} point.", "{name} wins with {count} points.", total, name=name)


def _shared(t: Translator, rank: int, names: str, total: int, *, by_cells: bool) -> str:
    if by_cells:
        return t.count(
            "places",
            "{names} share place {rank} with {count} cell.",
            "{names} share place {rank} with {count} cells.",
            total,
            names=names,
            rank=rank,
        )
    return t.count(
        "places",
        "{names} share place {rank} with {count} point.",
        "{names} share place {rank} with {count} points.",
        total,
        names=names,
        rank=rank,
    )


def _why(t: Translator, context: TableContext, rows: Rows) -> tuple[str, ...]:
    """Why the places are not those of the numbers just told."""
    most = rows[0][2]
    if context.variant.instant_win and any(rank > 1 and total >= most for rank, _, total in rows):
        category = name_in(t, context.variant, context.variant.instant_win)
        return (t.text("places", "{category} thrown at once wins the game.", category=category),)
    if any(above[0] != below[0] and above[2] == below[2] for above, below in pairwise(rows)):
        return (t.text("places", "Where these are equal, the higher sum of all entries decides."),)
    return ()
