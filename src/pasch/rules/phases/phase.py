"""The seam between the turn and what some games add to it.

A phase is part of the data of a variant: its parameters are fields, so they travel into the
fingerprint. What it does is asked in few places: `rows` are the rows it puts into the table of
the turn, `evolve` folds its own events, `entered` says how a game goes on after an entry,
`entries` and `actions` what is legal beside the plain turn, `results` what counts in the end.
A variant without a phase never gets here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pasch.rules.order import next_turn

if TYPE_CHECKING:
    from pasch.rules.actions import Action
    from pasch.rules.category import Cell
    from pasch.rules.events import PhaseEvent, Scored
    from pasch.rules.game import Game
    from pasch.rules.pool import Pool
    from pasch.rules.sheet import Totals
    from pasch.rules.transitions import Table
    from pasch.rules.variant import Variant


@dataclass(frozen=True)
class Phase:
    """A game that adds nothing: the base of those that do."""

    rows: ClassVar[Table]
    """The table of the turn as this phase changes it."""

    hides_dice: ClassVar[bool] = False
    """Whether only the seat whose turn it is sees the dice, until they are shown."""

    strikes: ClassVar[bool] = True
    """Whether a cell may be struck although the roll brings points there."""

    def check(self, variant: Variant) -> None:
        """Raise `InvalidVariant` when the variant cannot be played with this phase."""

    def pool(self, game: Game) -> Pool | None:
        """What lies on the table for all seats at the beginning."""
        return None

    def evolve(self, game: Game, event: PhaseEvent) -> Game:
        """The game after an event of this phase. Checks nothing."""
        raise TypeError(f"{type(self).__name__} knows no {type(event).__name__}")

    def entered(self, game: Game, event: Scored) -> Game:
        """How the game goes on; its sheets have the entry already, its turn is still the one before."""
        turn, _ = game.acting()
        following = next_turn(game.variant, game.sheets, game.hands, turn, game.frozen)
        return game.having(following, keeps_latest=True)

    def left(self, game: Game, seat: int) -> Game:
        """How a running game goes on without a seat, which is among its `frozen` already. Checks nothing."""
        return game.passed_on() if seat == game.acting()[0].seat else game

    def after_freeze(self, before: Game, after: Game) -> tuple[PhaseEvent, ...]:
        """What else happens when a sheet has been frozen."""
        return ()

    def entries(self, game: Game, entries: Mapping[Cell, int]) -> Mapping[Cell, int]:
        """The cells that may take the roll, of those that the other rules leave."""
        return entries

    def actions(self, game: Game) -> tuple[Action, ...]:
        """What the seat to move may do beside throwing, announcing and entering."""
        return ()

    def results(self, game: Game) -> tuple[Totals, ...]:
        """The sums of all seats."""
        return tuple(sheet.totals for sheet in game.sheets)

    def most(self, variant: Variant, score: int) -> int | None:
        """The highest result of a seat whose sheet can bring so much; None where it is unknown."""
        return score
