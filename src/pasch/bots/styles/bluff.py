"""Hidden dice: played honestly, claimed a little higher, doubted by what a turn can bring at all.

A player aims at a cell. The chance that three rolls bring what is claimed is the same for everybody, so whoever hears
a claim can weigh it: either it came, or it did not and the claim is made all the same, which `BOLD` of all players do.
"""

from collections.abc import Iterator

from pasch.bots.outlook import Outlook
from pasch.bots.par import chance
from pasch.bots.styles.style import STYLES, Option, PlainStyle
from pasch.bots.worth import gain
from pasch.rules.actions import Believe, Claim, Doubt
from pasch.rules.game import Game
from pasch.rules.legal import honest_points
from pasch.rules.mechanics.bluff import Bluff

BOLD = 1 / 3
"""How many of those who miss a cell are taken to claim it nevertheless."""


class BluffStyle(PlainStyle):
    """Others' dice are not looked at: a bot is given games in which they are not to be seen."""

    def beside(self, game: Game, ahead: Outlook) -> Iterator[Option]:  # noqa: ARG002 - the protocol's parameters
        """Claims of one's own dice; doubt and belief of another's."""
        for action in game.legal_actions.others:
            match action:
                case Claim():
                    yield _claimed(game, action), action
                case Believe():
                    yield 0.0, action
                case Doubt():
                    yield _doubted(game), action
                case _:
                    pass


def suspicion(game: Game, index: int, points: int) -> float:
    """The probability that a claim is a lie."""
    column, row = divmod(index, len(game.variant.categories))
    factor = game.variant.columns[column].factor
    true = chance(game.variant, row, -(-points // factor))
    return (1 - true) * BOLD / (true + (1 - true) * BOLD)


def _claimed(game: Game, claim: Claim) -> float:
    """The points of a claim, less the value of the cell; a lie scores only when no player doubts it."""
    index, rivals = game.variant.index(claim.cell), len(game.players) - 1
    sheet = game.acting()[1]
    if claim.points <= honest_points(game, claim.cell):
        return gain(sheet, index, claim.points)
    believed = (1 - suspicion(game, index, claim.points)) ** rivals
    caught = gain(sheet, index, 0) - claim.points / rivals
    return believed * gain(sheet, index, claim.points) + (1 - believed) * caught


def _doubted(game: Game) -> float:
    """What doubting a claim brings: its points when it is a lie, a cell scratched when it is true."""
    claim = game.acting()[0].claim
    assert claim is not None
    index, sheet = game.variant.index(claim.cell), game.sheets[claim.asked - 1]
    lie, still_open = suspicion(game, index, claim.points), sheet.points[index] is None
    caught = claim.points / (len(game.players) - 1) + (gain(sheet, index, claim.points) if still_open else 0.0)
    return lie * caught + (1 - lie) * (gain(sheet, index, 0) if still_open else 0.0)


STYLES.register(Bluff, BluffStyle())
