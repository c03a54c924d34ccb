"""The interface of bots, and games between bots with dice from a seed."""

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

    A bot sees what a player sees. Future dice are not part of a game, so a bot cannot see them.
    """

    @property
    def key(self) -> str:
        """The name of the bot in commands and interfaces."""

    def choose(self, game: Game) -> Action:
        """One of `game.legal_actions`, which must not be empty: no dice are in the air."""


# ------------------------------------------------------------------------------- games of bots


def played(variant: Variant, bots: Sequence[Bot], seed: int, number: int = 1) -> Game:
    """A finished game with one bot per seat. `seed` and `number` determine the dice.

    Raises `InvalidInput` if the variant does not allow this number of players.
    """
    rng = Random(f"pasch {seed} {number}")  # noqa: S311 - games for statistics, not for a table
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
