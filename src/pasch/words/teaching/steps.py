"""Steps of a first turn: what one is, and those that every turn has."""

from dataclasses import dataclass
from typing import Literal

from pasch.i18n import Translator
from pasch.rules.columns import KeepRule
from pasch.rules.variant import Variant

Focus = Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"]
"""The part of the table a step is about."""


@dataclass(frozen=True)
class Step:
    """One step: done when an event of one of the types in `until` comes for the learner's seat.

    With none of them it is done when it has been read.
    """

    text: str
    until: tuple[str, ...]
    focus: Focus


def first_roll(t: Translator) -> Step:
    """The roll that begins a turn."""
    return Step(t.text("tutorial", "Roll all dice."), ("dice_rolled",), "roll")


def keeping(t: Translator, variant: Variant) -> list[Step]:
    """What to do with the dice before the next roll; nothing where there is one roll."""
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
    """What the sheet shows of a roll."""
    return Step(t.text("tutorial", "Each cell shows in pencil what your roll would score."), (), "sheet")


def entry(t: Translator) -> Step:
    """The entry that ends a turn."""
    return Step(t.text("tutorial", "Now enter your roll in a cell."), ("scored",), "sheet")
