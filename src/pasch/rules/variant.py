"""A variant: playable rules that house rules can change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from pasch.rules.actions import (
    Action,
    Announce,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    EnterPoints,
    MechanicAction,
    RollDice,
    Score,
    TakeBack,
    TakeNothing,
    UseAction,
)
from pasch.rules.fingerprint import rule_data
from pasch.rules.ruleset import Ruleset
from pasch.rules.switches import SwitchValue, change
from pasch.rules.validation import check_variant


def mechanic_action_text(rules: Ruleset, action: MechanicAction) -> str:
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


# ------------------------------------------------------------------------------- variant


@rule_data(
    "Variant",
    "seats games dice ten_sided colors rolls keep banks_rolls chips served upper lower upper_bonus columns extra"
    " difference settlement instant_win doubles phase",
    mechanic="phase",
)
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Variant(Ruleset):
    """The rules of one game, checked; raises `InvalidVariant` if they cannot be played."""

    def __post_init__(self) -> None:
        check_variant(self)

    def replace(self, /, **switches: SwitchValue) -> Variant:
        """This variant with house rules changed, such as `joker="none"`.

        Raises `InvalidVariant` for an unknown switch, an invalid value, or a combination that cannot be played.
        """
        return change(self, switches)

    def action_text(self, action: Action) -> str:
        """The text form of an action: `k1234`, `roll`, `!pi`, `full_house@2`, `chance 0`."""
        match action:
            case RollDice(keep=keep):
                return "roll" if keep is None else keep.to_text()
            case Announce(cell=cell):
                return f"!{self.cell_text(cell)}"
            case Score(cell=cell, points=0):
                return f"{self.cell_text(cell)} 0"
            case Score(cell=cell):
                return self.cell_text(cell)
            case EnterPoints(cell=cell, points=points):
                return f"? {self.cell_text(cell)} {points}"
            case TakeBack():
                return "^"
            case _:
                return mechanic_action_text(self, action)
