"""Players that need nobody: the registry of bots."""

from collections.abc import Mapping

from pasch.bots.protocol import Bot
from pasch.bots.simple import SimpleBot
from pasch.rules.actions import Action
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.hidden import blind

BOTS: Mapping[str, Bot] = {bot.key: bot for bot in (SimpleBot(),)}
"""Key to bot, in the order in which they are offered."""


def find_bot(key: str) -> Bot:
    """The bot of this key. Raises `InvalidInput`, naming those there are."""
    bot = BOTS.get(key)
    if bot is None:
        raise InvalidInput("There is no bot “{name}”; there are {keys}", name=key[:40], keys=", ".join(BOTS))
    return bot


def bot_action(key: str, game: Game) -> Action:
    """What the bot of this key does for the seat to move; it is not shown what that seat may not see.

    Raises `InvalidInput` when there is no such bot.
    """
    return find_bot(key).choose(blind(game, game.to_move))
