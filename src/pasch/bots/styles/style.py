"""What a style is, and the plain one."""

from collections.abc import Iterable
from typing import Protocol

from pasch.bots.outlook import Outlook
from pasch.bots.worth import SheetWorth, Worth
from pasch.rules.actions import Action
from pasch.rules.game import Game
from pasch.rules.mechanics.behaviour import Registry

Option = tuple[float, Action]
"""An action and its worth; all options of a moment are compared with each other."""


class Style(Protocol):
    """How the turn of a game is valued."""

    def worth(self, game: Game) -> Worth:
        """What the ends of this turn are worth."""

    def beside(self, game: Game, ahead: Outlook) -> Iterable[Option]:
        """What can be done besides rolling, announcing and entering."""


class PlainStyle:
    """For the sum of one's own sheet, and nothing beside it."""

    def worth(self, game: Game) -> Worth:
        """Points, less the par of the cell."""
        return SheetWorth(game.acting()[1])

    def beside(self, game: Game, ahead: Outlook) -> Iterable[Option]:  # noqa: ARG002 - the protocol's parameters
        """Nothing."""
        return ()


STYLES = Registry[Style](PlainStyle())
"""How the simple bot plays what only some games know."""
