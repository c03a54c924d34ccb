"""What a bot is, and games that bots play among themselves, with dice from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from pasch.rules.actions import Action
from pasch.rules.dice import NOTHING, SIX_SIDED, TEN_SIDED, Roll
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game, blind
from pasch.rules.state import Stage, Step
from pasch.rules.variant import Variant


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


# ------------------------------------------------------------------------------- games of bots


def played(variant: Variant, bots: Sequence[Bot], seed: int, number: int = 1) -> Game:
    """A game to its end, one bot for each seat. Seed and number of the game decide the dice.

    Raises `InvalidInput` when the variant is not for so many players.
    """
    rng = Random(f"pasch {seed} {number}")  # noqa: S311 - games for counting, not for anybody's table
    game = Game(variant, [bot.key for bot in bots])
    while not game.over:
        game, _ = game.apply(_next_step(game, bots, rng))
    return game


def _next_step(game: Game, bots: Sequence[Bot], rng: Random) -> Step:
    if game.stage is Stage.DIE_IN_THE_AIR:
        return ActionDieRolled(rng.randint(1, 6))
    if game.stage is Stage.IN_THE_AIR:
        return DiceRolled(_landed(game, rng))
    seat = game.to_move or 1
    return bots[seat - 1].choose(blind(game, seat))


def _landed(game: Game, rng: Random) -> Roll:
    turn, _ = game.acting()
    kept = turn.staying or NOTHING
    six = rng.choices(SIX_SIDED, k=game.variant.dice - len(kept.faces))
    ten = rng.choices(TEN_SIDED, k=game.variant.ten_sided - len(kept.tens))
    return Roll((*kept.faces, *six), (*kept.tens, *ten))
