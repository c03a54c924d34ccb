"""Why a step that the table of the turn does not know is not possible now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pasch.rules.actions import Announce, Double, EndTurn, RollDice, Score, TakeBack
from pasch.rules.errors import IllegalAction, NoRollsLeft, NotRolled
from pasch.rules.events import DiceRolled
from pasch.rules.turn import Stage

if TYPE_CHECKING:
    from pasch.rules.transitions import Step


def untimely(stage: Stage, step: Step) -> IllegalAction:
    """The refusal of a step in this stage."""
    return _waiting(stage) or _unfitting(stage, step)


def _waiting(stage: Stage) -> IllegalAction | None:
    """The refusal in a stage that waits for one thing, whatever else is tried."""
    match stage:
        case Stage.OVER:
            return IllegalAction("The game is over")
        case Stage.IN_THE_AIR:
            return IllegalAction("The dice are still in the air")
        case Stage.DIE_IN_THE_AIR:
            return IllegalAction("The action die is still in the air")
        case Stage.ENTERED:
            return IllegalAction("The entry is made: end the turn")
        case Stage.SHIFTING:
            return IllegalAction("Only sheets change hands now: swap, shift or end the turn")
        case Stage.CLAIMED:
            return IllegalAction("A claim waits for an answer: believe or doubt it")
        case _:
            return None


def _unfitting(stage: Stage, step: Step) -> IllegalAction:
    match stage, step:
        case Stage.ENTRY_DUE, RollDice() | DiceRolled():
            return NoRollsLeft("All rolls of this turn are used: make an entry")
        case Stage.READY, Score() | Announce():
            return NotRolled("An entry needs dice: roll first")
        case _, Double():
            return IllegalAction("A turn is doubled before its first roll")
        case _, EndTurn():
            return IllegalAction("The turn ends with its entry")
        case _, TakeBack():
            return IllegalAction("After a roll the entry before it stands")
        case _:
            return IllegalAction("That is not possible now")
