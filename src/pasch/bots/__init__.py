"""The registry of bots."""

from collections.abc import Mapping

from pasch.bots.levels import LEVELS, LevelBot
from pasch.bots.perfect import Judge, PerfectBot, Solutions, WinnerBot, judged, least_loss_entry, solved
from pasch.bots.play import Bot
from pasch.bots.simple import SimpleBot
from pasch.rules.actions import Action
from pasch.rules.errors import InvalidInput, wrong_type
from pasch.rules.game import Game, blind, closed

__all__ = ["BOTS", "bot_action", "bots_with", "find_bot", "least_loss_entry"]


def bots_with(solutions: Solutions, judge: Judge = judged) -> Mapping[str, Bot]:
    """All bots by key, in display order; `solutions` and `judge` provide their tables and winning chances."""
    levels = (LevelBot(key, error, solutions) for key, error in LEVELS.items())
    bots: tuple[Bot, ...] = (SimpleBot(), *levels, PerfectBot(solutions), WinnerBot(solutions, judge))
    return {bot.key: bot for bot in bots}


BOTS: Mapping[str, Bot] = bots_with(solved)
"""The bots for a program that may solve while playing."""


def find_bot(key: str, bots: Mapping[str, Bot] = BOTS) -> Bot:
    """The bot with this key. Raises `InvalidInput`, naming the existing bots."""
    if not isinstance(key, str):
        raise wrong_type(key, "The key of a bot")
    bot = bots.get(key)
    if bot is None:
        raise InvalidInput("There is no bot “{name}”; there are {keys}", name=key[:40], keys=", ".join(bots))
    return bot


def bot_action(key: str, game: Game, bots: Mapping[str, Bot] = BOTS) -> Action:
    """The action of the bot with this key for the seat to move; the bot sees only what that seat may see.

    Raises `InvalidInput` when there is no such bot.
    """
    return find_bot(key, bots).choose(closed(blind(game, game.to_move)))
