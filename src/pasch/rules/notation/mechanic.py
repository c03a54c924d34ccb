"""What a mechanic writes in a position: the seam between the words of every position and those of some."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from pasch.rules.errors import InvalidInput
from pasch.rules.mechanics.registry import Registry
from pasch.rules.notation.seat import Seat
from pasch.rules.state import S, State
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant


class MechanicText:
    """The words of a game that adds nothing to a turn."""

    lists: ClassVar[frozenset[str]] = frozenset()
    """Names before lists on a sheet: what `listed` reads."""

    words: ClassVar[frozenset[str]] = frozenset()
    """Other words of its positions."""

    marks: ClassVar[frozenset[str]] = frozenset()
    """Words that stand alone after the dice."""

    zeros: ClassVar[bool] = True
    """Whether a cell may hold 0."""

    moves_points: ClassVar[bool] = False
    """Whether the points of a sheet may come from another one."""

    def listed(self, seat: Seat, name: str, listed: Sequence[str]) -> Seat:
        """The seat with what stands in one of the `lists`. Raises `InvalidInput`, `UnknownCategory`."""
        return seat

    def begun(self, game: S, seats: Sequence[Seat]) -> S:
        """The game with what its seats tell of the table. Raises `InvalidInput`."""
        return game

    def sheet_words(self, state: State, seat: int) -> list[str]:
        """The words of a seat's sheet and stock, which stand behind its entries."""
        return []

    def table_words(self, state: State, seat: int) -> list[str]:
        """The words about the table that stand on this seat's sheet."""
        return []

    def turn_marks(self, state: State) -> list[str]:
        """The `marks` of the turn that is running."""
        return []

    def with_marks(self, game: S, marks: Collection[str]) -> S:
        """The game, before the first roll of its turn, with what these marks tell. Raises `InvalidInput`."""
        return game

    def most_rounds(self, variant: Variant) -> int:
        """The last round there can be."""
        return variant.turns

    def check_after_entry(self, variant: Variant, turn: Turn, word: str) -> None:
        """Raise `InvalidInput` when this turn cannot stand after its entry where the word says."""


TEXTS = Registry(MechanicText())
"""What each mechanic writes; `pasch.rules.notation.mechanics` registers those of the family."""


def check_known(variant: Variant, name: str, word: str) -> None:
    """Raise `InvalidInput` when a word, known by its name, means nothing in this game."""
    own = TEXTS.of(variant)
    if name not in own.words | own.lists | own.marks:
        raise InvalidInput("“{text}” means nothing in {variant}", text=word[:40], variant=variant.key)


def known_list(name: str) -> bool:
    """Whether any game has lists of this name."""
    return any(name in own.lists for own in TEXTS.parts.values())


def known_mark(word: str) -> bool:
    """Whether in any game this word may stand alone after the dice."""
    return any(word in own.marks for own in TEXTS.parts.values())
