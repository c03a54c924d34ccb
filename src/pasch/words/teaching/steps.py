"""Steps of a first turn: their form, and the steps that every turn has."""

from collections.abc import Iterable
from typing import Literal

from typing_extensions import TypedDict

from pasch.i18n import Translator
from pasch.rules.columns import KeepRule
from pasch.rules.variant import Variant

Focus = Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"]
"""The part of the table that a step explains."""


class TutorialStep(TypedDict):
    """One step of a learner's first turn."""

    text: str
    """The text for the learner."""
    until: list[str]
    """Types of events at the learner's seat that end the step; empty: reading ends it."""
    focus: Focus
    """The part of the table that it explains."""


def step(text: str, until: Iterable[str], focus: Focus) -> TutorialStep:
    """One step of a first turn."""
    return {"text": text, "until": [*until], "focus": focus}


def first_roll(t: Translator) -> TutorialStep:
    """The roll that begins a turn."""
    return step(t.text("tutorial", "Roll all dice."), ("dice_rolled",), "roll")


def keeping(t: Translator, variant: Variant) -> list[TutorialStep]:
    """The choice of dice before the next roll; nothing in games with one roll."""
    if variant.keep is KeepRule.LOCK_ONE:
        text = t.text("tutorial", "Set at least one die aside and roll the others. Dice set aside stay there.")
    elif variant.rolls == 1:
        return []
    elif variant.keep is KeepRule.LOCKED:
        text = t.text("tutorial", "Choose the dice to keep and roll the others. Kept dice stay kept.")
    else:
        text = t.text("tutorial", "Choose the dice to keep and roll the others.")
    return [step(text, ("dice_rolled", "scored", "claimed", "nothing_taken"), "dice")]


def pencil(t: Translator) -> TutorialStep:
    """The preview of a roll on the sheet."""
    return step(t.text("tutorial", "Each cell shows in pencil what your roll would score."), (), "sheet")


def entry(t: Translator) -> TutorialStep:
    """The entry that ends a turn."""
    return step(t.text("tutorial", "Now enter your roll in a cell."), ("scored",), "sheet")
