"""What is said about a mechanic: the seam between the words of every game and those of some."""

from collections.abc import Sequence
from typing import ClassVar

from pasch.i18n import Translator
from pasch.rules.game import Game
from pasch.rules.mechanics.behaviour import Registry
from pasch.rules.state import Turn
from pasch.rules.variant import Variant
from pasch.words.cells import Section
from pasch.words.context import Data, TableContext, Teller
from pasch.words.teaching.steps import Step


class MechanicWords:
    """The words of a game that adds nothing to a turn. Whatever is empty is said as in every other game."""

    group: ClassVar[str] = ""
    """The part of the list of games in which its games stand; empty: where their sheet puts them."""

    # --------------------------------------------------------------------------- rules

    def aim(self, t: Translator, variant: Variant) -> list[str]:
        """What a game is about."""
        return []

    def turn(self, t: Translator) -> list[str]:
        """What else holds for the rolls of a turn."""
        return []

    def entry_heading(self, t: Translator) -> str:
        """The heading above `entry`."""
        return ""

    def entry(self, t: Translator, variant: Variant) -> tuple[str, ...]:
        """How an entry is made."""
        return ()

    def lower_heading(self, t: Translator) -> str:
        """The heading above the rules of the lower cells."""
        return ""

    def sections(self, t: Translator, variant: Variant) -> tuple[Section, ...]:
        """The parts of the rules that only its games have."""
        return ()

    def end(self, t: Translator) -> str:
        """When a game is over."""
        return ""

    def result(self, t: Translator) -> str:
        """What the result of a game is."""
        return ""

    # --------------------------------------------------------------------------- the first turn

    def tutorial(self, t: Translator, variant: Variant) -> tuple[Step, ...]:
        """All steps of a first turn."""
        return ()

    def unusual(self, t: Translator, variant: Variant) -> list[Step]:
        """The steps about what is unusual in an otherwise usual turn."""
        return []

    # --------------------------------------------------------------------------- at the table

    def hint(self, t: Translator, names: Sequence[str], game: Game, turn: Turn) -> str:
        """What can be done now."""
        return ""

    def besides(self, t: Translator, game: Game, turn: Turn) -> list[str]:
        """What else binds the turn."""
        return []

    def scored(self, t: Translator, name: str, cell: str, points: int) -> str:
        """The sentence for an entry."""
        return ""

    def taken_back(self, t: Translator, name: str, cell: str) -> str:
        """The sentence for an entry taken back."""
        return ""

    def goes_on(self, context: TableContext, seat: int | None, data: Data) -> bool:
        """Whether more happens after this entry before it can be said whose turn it is."""
        return False

    # --------------------------------------------------------------------------- results

    def amount(self, t: Translator, total: int) -> str:
        """How much a result is, as it stands after “with”."""
        return t.count("places", "{count} point", "{count} points", total)


WORDS = Registry(MechanicWords())
"""What is said about each mechanic; `pasch.words.mechanics` registers those of the family."""

TELLERS: dict[str, Teller] = {}
"""Types of events that only some mechanics have, to what tells them."""
