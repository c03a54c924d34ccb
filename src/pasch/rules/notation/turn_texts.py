"""What happens in a turn, as it is written; `pasch.rules.notation.turns` reads it."""

import re

from pasch.rules.actions import UseAction
from pasch.rules.category import Cell
from pasch.rules.events import ActionUsed, CellLost, DiceRolled, Scored
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
