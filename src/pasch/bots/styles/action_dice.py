"""Action dice: a steal when it beats a turn, the dearest entry crossed out, the better sheet taken."""

from collections.abc import Iterator

from pasch.bots.outlook import Outlook
from pasch.bots.par import pars
from pasch.bots.styles.style import STYLES, Option, PlainStyle
from pasch.bots.worth import gain, par_of, prospect
from pasch.rules.actions import ActionKind, EndTurn, UseAction
from pasch.rules.game import Game
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.reach import moving_seats
from pasch.rules.turn import Stage


class ReachingStyle(PlainStyle):
    """What others lose is worth its share among all rivals; what changes hands, the difference."""

    def beside(self, game: Game, ahead: Outlook) -> Iterator[Option]:  # noqa: ARG002 - the protocol's parameters
        """A steal beside the first roll, freezes and cross-outs once the entry is made, sheets between rounds."""
        for action in game.legal_actions.others:
            match action:
                case EndTurn():
                    yield 0.0, action
                case UseAction(ActionKind.STEAL):
                    yield _stolen(game, action), action
                case UseAction(ActionKind.SWAP | ActionKind.SHIFT):
                    yield _moved(game, action), action
                case UseAction() if game.stage is Stage.ENTERED:
                    yield _hurt(game, action), action


def _stolen(game: Game, use: UseAction) -> float:
    """What the entry brings here, and a rival loses."""
    index, victim = _reached(game, use)
    points = game.sheets[victim].points[index] or 0
    return gain(game.acting()[1], index, points) + points / (len(game.players) - 1)


def _moved(game: Game, use: UseAction) -> float:
    """How much further the sheet leads that comes for this one. A shift brings that of the seat before."""
    seat, seats = game.acting()[0].seat, moving_seats(game)
    coming = seats[seats.index(seat) - 1] - 1 if use.target is None else use.target - 1
    return prospect(game.sheets[coming]) - prospect(game.sheets[seat - 1])


def _hurt(game: Game, use: UseAction) -> float:
    """What a rival loses; below 0 while there will be more to cross out later."""
    turn, _ = game.acting()
    index, victim = _reached(game, use)
    sheet = game.sheets[victim]
    if use.action is ActionKind.FREEZE:
        return par_of(sheet, index) / len(sheet.open)  # the chance that it would have been filled next
    entry = sheet.points[index]
    lost = par_of(sheet, index) if entry is None else float(entry)
    dice = sum(die.kind is use.action for die in game.hands[turn.seat - 1].dice)
    waits = game.rounds - turn.round >= dice
    average = sum(pars(game.variant)) / len(game.variant.categories)
    return lost - average if waits else lost


def _reached(game: Game, use: UseAction) -> tuple[int, int]:
    """The cell's place, and the victim's place among the sheets."""
    assert use.cell is not None
    assert use.target is not None
    return game.variant.index(use.cell), use.target - 1


STYLES.register(ActionDice, ReachingStyle())
