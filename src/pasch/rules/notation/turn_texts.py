"""What happens in a turn, as it is written; `pasch.rules.notation.turns` reads it."""

import re
from collections.abc import Iterable

from pasch.rules.actions import UseAction
from pasch.rules.category import Cell
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    Announced,
    CellLost,
    Claimed,
    DiceRolled,
    Doubled,
    Event,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.notation.claims import ClaimText
from pasch.rules.notation.turns import DOUBLE, DOUBLE_NEXT, FROZEN, NOTHING
from pasch.rules.variant import Variant

_LOST = re.compile(r"lost\s*>\s*(\S+)\s+0")


def throw_text(event: DiceRolled, *, first: bool) -> str:
    """A throw, with what was kept for it unless it is the turn's first."""
    roll = ("~" if event.by_hand else "") + event.roll.to_text()
    return roll if first or event.keep is None else f"{event.keep.to_text()} {roll}"


def entry_text(variant: Variant, event: Scored) -> str:
    """An entry from the arrow on, and what stands there instead of dice that are not known."""
    known = "? " if event.by_hand else ""
    extra = f" +{event.extra}" if event.extra else ""
    return f"{known}> {variant.cell_text(event.cell)} {event.points}{extra}"


def action_text(variant: Variant, event: ActionUsed) -> str:
    """The use of an action die."""
    return variant.action_text(UseAction(event.action, event.target, event.cell))


def lost_text(variant: Variant, event: CellLost) -> str:
    """A turn that another's throw took, without its number."""
    return f"lost > {variant.cell_text(event.cell)} 0"


def lost_cell(text: str) -> Cell | None:
    """The cell that a lost turn struck, None when the line tells something else. Raises `InvalidInput`."""
    found = _LOST.fullmatch(text)
    return Cell.from_text(found[1]) if found else None


def turn_text(variant: Variant, events: Iterable[Event]) -> str:
    """All of a turn, without its number, nor the turns that it takes from others."""
    words: list[str] = []
    thrown = False
    for event in events:
        if isinstance(event, CellLost):
            continue
        words += (
            [NOTHING] if isinstance(event, TurnEnded) and not words else event_words(variant, event, first=not thrown)
        )
        thrown = thrown or isinstance(event, DiceRolled)
    return " ".join(words)


def event_words(variant: Variant, event: Event, *, first: bool) -> list[str]:
    """What one event adds to its turn, often nothing; `first`: no dice have fallen before."""
    match event:
        case DiceRolled():
            return [throw_text(event, first=first)]
        case Announced(_, cell):
            return [f"!{variant.cell_text(cell)}"]
        case Doubled():
            return [DOUBLE if first else DOUBLE_NEXT]
        case Scored():
            return [entry_text(variant, event)]
        case SheetFrozen(seat):
            return [f"{FROZEN} {seat}"]
        case _:
            return _phase_words(variant, event)


def _phase_words(variant: Variant, event: Event) -> list[str]:
    match event:
        case ActionDieRolled(face):
            return [f"*{face}"]
        case ActionUsed():
            return [action_text(variant, event)]
        case CellLost():
            return [lost_text(variant, event)]
        case NothingTaken():
            return [f"> {NOTHING}"]
        case Claimed(_, cell, points):
            return [f"> {ClaimText(cell, points).to_text(variant)}"]
        case _:
            return []  # answers to a claim follow from who doubted it
