"""Chips for all: the dearest that these dice may still bring, and a fair share of the bonuses."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pasch.bots.outlook import Outlook
from pasch.bots.par import pars
from pasch.bots.styles.style import STYLES, Option
from pasch.bots.worth import Worth
from pasch.rules.actions import TakeNothing
from pasch.rules.game import Game
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.sheet import Sheet
from pasch.rules.turn import Turn


@dataclass(frozen=True)
class ChipWorth:
    """Played for chips. `table` is the game between two turns, so that it is the same for the whole turn."""

    table: Game
    seat: int

    @property
    def sheet(self) -> Sheet:
        """The chips taken so far."""
        return self.table.sheets[self.seat - 1]

    def entry(self, turn: Turn, index: int, points: int) -> float:
        """The chip, its share of the bonuses, and the other turn that all dice equal earn."""
        assert turn.roll is not None
        again = max(pars(self.sheet.variant)) if turn.roll.all_equal else 0.0
        return points + self._share(index) + again

    def best(self, turn: Turn) -> float:
        """The worth of the best chip that these dice may take; nothing is worth nothing."""
        legal = self.table.with_turn(replace(turn, seat=self.seat)).legal_actions
        index = self.sheet.variant.index
        return max((self.entry(turn, index(cell), points) for cell, points in legal.entries.items()), default=0.0)

    def _share(self, index: int) -> float:
        variant, pool = self.sheet.variant, self.table.pool
        mechanic = variant.mechanic
        assert isinstance(mechanic, ChipPool)
        assert pool is not None
        row = index % len(variant.categories)
        mine = sum(points is not None for points in self.sheet.points[row :: len(variant.categories)])
        whole = mechanic.full_set / mechanic.chips if mine + pool.left[row] >= mechanic.chips else 0.0
        kinds, points = mechanic.different[-1] if mechanic.different else (1, 0)
        return whole if mine else whole + points / kinds


class ChipPoolStyle:
    """One turn, one chip."""

    def worth(self, game: Game) -> Worth:
        """Chips and their bonuses."""
        return ChipWorth(game.with_turn(None), game.acting()[0].seat)

    def beside(self, game: Game, ahead: Outlook) -> Iterator[Option]:  # noqa: ARG002 - the protocol's parameters
        """Taking nothing, where nothing can be taken."""
        yield from ((0.0, action) for action in game.legal_actions.others if isinstance(action, TakeNothing))


STYLES.register(ChipPool, ChipPoolStyle())
