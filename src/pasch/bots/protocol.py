"""What a bot is."""

from typing import Protocol

from pasch.rules.actions import Action
from pasch.rules.game import Game


class Bot(Protocol):
    """A player that chooses an action from a game.

    A bot sees what a player sees. Dice that have not fallen are no part of a game, so it is blind to them by
    construction.
    """

    @property
    def key(self) -> str:
        """What the bot is called in commands and interfaces."""

    def choose(self, game: Game) -> Action:
        """One of `game.legal_actions`, of which there must be some: the dice are not in the air."""
