"""Cell against cell: an entry is worth the chance to win its cell, whatever it counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pasch.bots.lattice import lattice
from pasch.bots.outlook import Outlook
from pasch.bots.par import turn_means
from pasch.bots.styles.style import STYLES, Option
from pasch.bots.worth import IMPOSSIBLE, Worth
from pasch.rules.game import Game
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.mechanics.contest import Contest
from pasch.rules.sheet import Sheet
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant


@dataclass(frozen=True)
class ContestWorth:
    """A cell won counts 1, a cell lost −1. What a cell costs is what a turn played for it alone would win there."""

    sheet: Sheet
    rival: Sheet

    def entry(self, turn: Turn, index: int, points: int) -> float:  # noqa: ARG002 - the protocol's parameters
        """Against an entry the result, less what was to be expected; else what the rival can still do about it."""
        column, row = divmod(index, len(self.sheet.variant.categories))
        factor = self.sheet.variant.columns[column].factor
        theirs = self.rival.points[index]
        if theirs is None:
            return -duel(self.sheet.variant, row, points // factor)
        return _sign(points - theirs) - duel(self.sheet.variant, row, theirs // factor)

    def best(self, turn: Turn) -> float:
        """The worth of the best entry."""
        cells = enterable_cells(self.sheet, turn)
        pairs = zip(cells, entry_points(self.sheet, turn, cells), strict=True)
        return max((self.entry(turn, cell, points) for cell, points in pairs), default=IMPOSSIBLE)


@lru_cache(maxsize=2048)
def duel(variant: Variant, row: int, points: int) -> float:
    """What a turn played for this row alone wins on average against so many points there."""
    dice = lattice(variant.dice, variant.ten_sided)
    brought = (variant.natural(roll, variant.rolls, served=False)[row] for roll in dice.rolls)
    return turn_means(dice, [float(_sign(mine - points)) for mine in brought], variant.rolls)[-1]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class ContestStyle:
    """For cells, not for points."""

    def worth(self, game: Game) -> Worth:
        """Cells won, against the other one's sheet."""
        seat = game.acting()[0].seat
        return ContestWorth(game.sheets[seat - 1], game.sheets[2 - seat])

    def beside(self, game: Game, ahead: Outlook) -> Iterable[Option]:  # noqa: ARG002 - the protocol's parameters
        """Nothing."""
        return ()


STYLES.register(Contest, ContestStyle())
