"""A record as others may read it while dice lie hidden under cups.

The dice of a turn without a doubt were never shown: the record keeps only the entry with `?`
for its rolls. Of a claim that was doubted the dice as they were shown are left, of the turn
that is running nothing but what was said before its first roll.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import assert_never

from pasch.rules.corrections import TurnCorrected
from pasch.rules.dice import NOTHING
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    Announced,
    CellLost,
    ChipRemoved,
    ClaimAnswered,
    Claimed,
    ClaimSettled,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    GameStarted,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.game import hides_dice
from pasch.rules.match import MatchEvent
from pasch.rules.notation.record import Ending, Record
from pasch.rules.turn import Turn

_Said = Announced | Claimed | ClaimAnswered | SheetFrozen


def redacted(record: Record, seats: Collection[int] = ()) -> Record:
    """The record without hidden dice that were never shown, but with all dice of these seats.

    A record of a game that hides no dice stays as it is. The entries and totals are the same.
    """
    if not hides_dice(record.match.variant):
        return record
    match, cup = record.start, _Cup()
    for event in record.events:
        turn = match.game.turn
        if turn is None or turn.seat in seats:
            cup.shown.append(event)
        else:
            cup.tell(event, turn)
        match = match.evolve(event)
    aborted = record.ending is Ending.ABORTED
    return Record.of(record.start, cup.shown, aborted=aborted, provenance=record.provenance)


@dataclass
class _Cup:
    """What may be shown so far, and what was said in the turn that is running."""

    shown: list[MatchEvent] = field(default_factory=list)
    said: list[_Said] = field(default_factory=list)

    def tell(self, event: MatchEvent, turn: Turn) -> None:
        """Take in an event of a turn whose dice are hidden."""
        match event:
            case DiceRolled():
                return
            case Announced() | Claimed() | ClaimAnswered():
                self.said.append(event)
                return
            case ClaimSettled(seat, roll=roll) if roll is not None:
                self.shown += (DiceRolled(roll, NOTHING, seat, by_hand=turn.by_hand), *self.said, event)
            case ClaimSettled(seat, cell, points):
                self.shown += (*self._frozen(), Scored(seat, cell, points, by_hand=True))
            case Scored():
                self.shown += (*self._frozen(), replace(event, by_hand=True))
            case SheetFrozen(seat) if seat != turn.seat:
                self.said.append(event)
                return
            case SheetFrozen():
                self.shown += (*self._frozen(), event)
            # Named one by one: a new event has to say whether it gives hidden dice away.
            case (Doubled() | EntryTakenBack() | TurnEnded() | CellLost() | NothingTaken() | ChipRemoved()) | (
                ActionDieRolled() | ActionUsed() | GameStarted() | TurnCorrected()
            ):
                self.shown.append(event)
                return
            case _:
                assert_never(event)
        self.said.clear()

    def _frozen(self) -> list[SheetFrozen]:
        """The sheets that were frozen in this turn."""
        return [event for event in self.said if isinstance(event, SheetFrozen)]
