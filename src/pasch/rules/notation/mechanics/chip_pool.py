"""Chips that lie on the table for all, in a position."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import ClassVar

from pasch.rules.errors import InvalidInput
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.notation.mechanic import LAST, TEXTS, MechanicText, Seat, listed_text, marked
from pasch.rules.state import S, State
from pasch.rules.variant import Variant

TAKEN = "taken"


class ChipPoolText(MechanicText):
    """What lies on the table follows from the sheets and from what left the game."""

    lists: ClassVar[frozenset[str]] = frozenset({"gone"})
    words: ClassVar[frozenset[str]] = frozenset({LAST, "round"})
    marks: ClassVar[frozenset[str]] = frozenset({TAKEN})
    zeros: ClassVar[bool] = False

    def listed(self, seat: Seat, name: str, listed: Sequence[str]) -> Seat:
        return replace(seat, gone=tuple(seat.sheet.variant.category(key).key for key in listed))

    def most_rounds(self, variant: Variant) -> int:
        # A chip that left the game can be won back, but none leaves it twice in a round.
        return 2 * variant.turns

    def begun(self, game: S, seats: Sequence[Seat]) -> S:
        pool, mechanic = game.pool, game.variant.mechanic
        assert pool is not None
        assert isinstance(mechanic, ChipPool)
        gone, last = [key for seat in seats for key in seat.gone], marked(seats, LAST)
        rows = len(game.variant.categories)
        removed = tuple(gone.count(key) for key in game.variant.rows)
        taken = [sum(p is not None for sheet in game.sheets for p in sheet.points[row::rows]) for row in range(rows)]
        for key, out, held in zip(game.variant.rows, removed, taken, strict=True):
            if out + held > mechanic.chips:
                raise InvalidInput("There are only {chips} chips of {cell}", chips=mechanic.chips, cell=key)
        left = tuple(mechanic.chips - out - held for out, held in zip(removed, taken, strict=True))
        if last is not None and (any(left) or not game.sheets[last - 1].entries):
            raise InvalidInput("No player can have taken the last chip in this position")
        pool = replace(pool, left=left, removed=removed, last=last)
        return game.having(None if pool.empty else game.turn, pool=pool)

    def table_words(self, state: State, seat: int) -> list[str]:
        pool = state.pool
        if pool is None:
            return []
        out = zip(state.variant.rows, pool.removed, strict=True)
        gone = [key for key, count in out for _ in range(count)] if seat == 1 else []
        return [*listed_text("gone", gone), *[LAST] * (seat == pool.last)]

    def turn_marks(self, state: State) -> list[str]:
        return [TAKEN] if state.pool is not None and state.pool.taken else []

    def with_marks(self, game: S, marks: Collection[str]) -> S:
        if TAKEN not in marks or game.pool is None:
            return game
        return game.having(game.turn, pool=replace(game.pool, taken=True))


TEXTS.register(ChipPool, ChipPoolText())
