"""Words for a mechanic: the interface between the general words and those of some games."""

from collections.abc import Sequence
from typing import ClassVar

from pasch.i18n import Translator
from pasch.rules.game import Game
from pasch.rules.mechanics.behaviour import Registry
from pasch.rules.state import Turn
from pasch.rules.variant import Variant
from pasch.words.cells import RuleSection
from pasch.words.context import Data, TableContext, Teller
from pasch.words.teaching.steps import TutorialStep


class MechanicWords:
    """The words of a game that adds nothing to a turn. Empty values select the general words."""

    group: ClassVar[str] = ""
    """The group of its games in the list; empty: their sheet decides."""

    # --------------------------------------------------------------------------- rules

    def aim(self, t: Translator, variant: Variant) -> list[str]:
        """The aim of the game."""
        return []

    def turn(self, t: Translator) -> list[str]:
        """Additional rules for the rolls of a turn."""
        return []

    def entry_heading(self, t: Translator) -> str:
        """The heading of `entry`."""
        return ""

    def entry(self, t: Translator, variant: Variant) -> tuple[str, ...]:
        """The rules for making an entry."""
        return ()

    def lower_heading(self, t: Translator) -> str:
        """The heading of the rules for the lower cells."""
        return ""

    def sections(self, t: Translator, variant: Variant) -> tuple[RuleSection, ...]:
        """The additional sections of the rules."""
        return ()

    def end(self, t: Translator) -> str:
        """The rule for the end of a game."""
        return ""

    def result(self, t: Translator) -> str:
        """The definition of a game's result."""
        return ""

    # --------------------------------------------------------------------------- the first turn

    def tutorial(self, t: Translator, variant: Variant) -> tuple[TutorialStep, ...]:
        """All steps of a first turn."""
        return ()

    def unusual(self, t: Translator, variant: Variant) -> list[TutorialStep]:
        """The steps about unusual features of an otherwise usual turn."""
        return []

    # --------------------------------------------------------------------------- at the table

    def hint(self, t: Translator, names: Sequence[str], game: Game, turn: Turn) -> str:
        """The current hint."""
        return ""

    def restrictions(self, t: Translator, game: Game, turn: Turn) -> list[str]:
        """Further restrictions of the turn."""
        return []

    def scored(self, t: Translator, name: str, cell: str, points: int) -> str:
        """The sentence for an entry."""
        return ""

    def taken_back(self, t: Translator, name: str, cell: str) -> str:
        """The sentence for an entry taken back."""
        return ""

    def continues(self, context: TableContext, seat: int | None, data: Data) -> bool:
        """Whether further events after this entry decide whose turn it is."""
        return False

    # --------------------------------------------------------------------------- results

    def amount(self, t: Translator, total: int) -> str:
        """A result as written after “with”."""
        return t.count("places", "{count} point", "{count} points", total)


WORDS = Registry(MechanicWords())
"""The words of each mechanic; `pasch.words.mechanics` registers those of the family."""

TELLERS: dict[str, Teller] = {}
"""Tellers for the event types of mechanics."""
