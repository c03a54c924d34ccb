"""Ends the turn of an absent player: no further roll, no risk, no action against others."""

from __future__ import annotations

from pasch.bots.perfect import values_for
from pasch.bots.simple import ends_of_turn
from pasch.bots.styles import Option
from pasch.bots.tables import Solutions, at_hand
from pasch.rules.actions import Action, Believe, Claim, EndTurn, RollDice, Score, TakeNothing
from pasch.rules.game import Game
from pasch.rules.legal import honest_points
from pasch.rules.turn import Stage

_ENDINGS = Score | Claim | TakeNothing | Believe | EndTurn


def least_loss_entry(game: Game, solutions: Solutions = at_hand) -> Action:
    """What brings the turn nearer to its end and loses least, in a game that waits for an action.

    With dice on the table that is an entry (`Score`): the best one by the solved table where one is at hand, else as
    the simple bot judges. Before the first roll it is that roll. Games that end a turn otherwise get what does so: an
    honest claim, a chip not taken, a claim believed, `EndTurn`. So whoever repeats it until another seat has to move
    ends any turn; dice that fall in between are not its business. Never solves; some milliseconds.

    Raises `IllegalAction` when the game is over.
    """
    if game.stage is Stage.READY:
        return RollDice()
    return max(_options(game, solutions), key=lambda option: option[0])[1]


def _options(game: Game, solutions: Solutions) -> list[Option]:
    values = values_for(game, solutions) if game.variant.mechanic is None else None
    if values is not None:
        return [(value, action) for action, value in values.items() if isinstance(action, Score)]
    return [(worth, action) for worth, action in ends_of_turn(game) if _ends_honestly(game, action)]


def _ends_honestly(game: Game, action: Action) -> bool:
    match action:
        case Claim(cell=cell, points=points):
            return points <= honest_points(game, cell)
        case _:
            return isinstance(action, _ENDINGS)
