"""Dice under a cup: what of a game somebody else may know."""

from dataclasses import replace

from pasch.rules.dice import NOTHING
from pasch.rules.game import Game
from pasch.rules.turn import Stage
from pasch.rules.variant import Variant


def hides_dice(variant: Variant) -> bool:
    """Whether the dice are known only to the seat whose turn it is, until they are shown."""
    return variant.mechanic is not None and variant.mechanic.hides_dice


def blind(game: Game, seat: int | None) -> Game:
    """The game as a seat sees it: without dice under the cup of another, nor any way back to such.

    `seat` None is somebody who only watches. Everything that is open to all stays as it is, the
    stage of the turn included; so whoever is asked about a claim can answer it in this game.
    """
    if not hides_dice(game.variant):
        return game
    if game.turn is None:
        return game.having(None) if game.winner is None else game.won_by(game.winner)
    turn = game.turn
    if turn.seat != seat and turn.stage is not Stage.READY:
        turn = replace(turn, roll=None, kept=NOTHING, thrown=None, beyond=turn.stage)
    return game.having(turn)
