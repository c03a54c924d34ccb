"""How the actions of mechanics are written."""

from __future__ import annotations

from typing import assert_never

from pasch.rules.actions import Believe, Claim, Double, Doubt, EndTurn, PhaseAction, TakeNothing, UseAction
from pasch.rules.ruleset import Ruleset


def phase_action_text(rules: Ruleset, action: PhaseAction) -> str:
    """`!x2`, `*steal 2 chance`, `end_turn`, `claim full_house 25`, `believe`, `doubt`, `-`."""
    match action:
        case Double():
            return "!x2"
        case UseAction(kind, target, cell):
            words = [f"*{kind.value}", "" if target is None else str(target)]
            words.append("" if cell is None else rules.cell_text(cell))
            return " ".join(filter(None, words))
        case EndTurn():
            return "end_turn"
        case Claim(cell, points):
            return f"claim {rules.cell_text(cell)} {points}"
        case Believe():
            return "believe"
        case Doubt():
            return "doubt"
        case TakeNothing():
            return "-"
    assert_never(action)
