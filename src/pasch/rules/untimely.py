"""Why a step that the table of the turn does not know is not possible now."""

from pasch.rules.actions import Action, Announce, Double, EndTurn, RollDice, Score, TakeBack
from pasch.rules.errors import IllegalAction, NoRollsLeft, NotRolled
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.turn import Stage

_WAITS = {
    Stage.OVER: "The game is over",
    Stage.IN_THE_AIR: "The dice are still in the air",
    Stage.DIE_IN_THE_AIR: "The action die is still in the air",
    Stage.ENTERED: "The entry is made: end the turn",
    Stage.SHIFTING: "Only sheets change hands now: swap, shift or end the turn",
    Stage.CLAIMED: "A claim waits for an answer: believe or doubt it",
}
"""Stages that wait for one thing, whatever else is tried."""


def untimely(stage: Stage, step: Action | DiceRolled | ActionDieRolled) -> IllegalAction:
    """The refusal of a step in this stage."""
    waits = _WAITS.get(stage)
    if waits is not None:
        return IllegalAction(waits)
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
