"""Steps of a first turn: their form, and the steps that every turn has."""

from dataclasses import dataclass
from typing import Literal

from pasch.i18n import Translator
from pasch.rules.columns import KeepRule
from pasch.rules.variant import Variant

Focus = Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"]
"""The part of the table that a step explains."""


@dataclass(frozen=True)
class Step:
    """One step, done when the learner's seat has an event of one of the types in `until`.

    With no types it is done when read.
    """

    text: str
    until: tuple[str, ...]
    focus: Focus


def first_roll(t: Translator) -> Step:
    """The roll that begins a turn."""
    return Step(t.text("tutorial", "Roll all dice."), ("dice_rolled",), "roll")


def keeping(t: Translator, variant: Variant) -> list[Step]:
    """The choice of dice before the next roll; nothing in games with one roll."""
    if variant.keep is KeepRule.LOCK_ONE:
        text = t.text("tutorial", "Set at least one die aside and roll the others. Dice set aside stay there.")
    elif variant.rolls == 1:
        return []
    elif variant.keep is KeepRule.LOCKED:
        text = t.text("tutorial", "Choose the dice to keep and roll the others. Kept dice stay kept.")
    else:
        text = t.text("tutorial", "Choose the dice to keep and roll the others.")
    return [Step(text, ("dice_rolled", "scored", "claimed", "nothing_taken"), "dice")]


def pencil(t: Translator) -> Step:
    """The preview of a roll on the sheet."""
    return Step(t.text("tutorial", "Each cell shows in pencil what your roll would score."), (), "sheet")


def entry(t: Translator) -> Step:
    """The entry that ends a turn."""
    return Step(t.text("tutorial", "Now enter your roll in a cell."), ("scored",), "sheet")
