"""Events of a table, numbered 1, 2, 3 … without gaps."""

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from pasch.service.views.schema.event_data import (
    Aborted,
    Absence,
    AbsenceChoice,
    Answer,
    CellNamed,
    Correction,
    DieRolled,
    Entry,
    EntryUndone,
    GameNumber,
    GameResult,
    Held,
    Left,
    MatchResult,
    Moved,
    Nothing,
    Opened,
    Pause,
    PauseDeclined,
    PauseOver,
    PauseWanted,
    Readiness,
    Restarted,
    Rolled,
    Said,
    SeatFreed,
    Settled,
    Started,
    Taken,
    TimeOver,
    Unused,
    Used,
)


class EventBase(TypedDict):
    """Fields of every event."""

    seq: int
    """Its number in the table's log, from 1."""
    at: str
    """The time, UTC, RFC 3339."""
    seat: int | None
    """The seat, from 1; null for events of the table."""
    text: str
    """The event as a sentence in the caller's language."""


class TableOpened(EventBase):
    """The table was opened."""

    type: Literal["table_opened"]
    data: Opened


class SeatTaken(EventBase):
    """A player took a seat."""

    type: Literal["seat_taken"]
    data: Taken


class SeatLeft(EventBase):
    """A player left the seat."""

    type: Literal["seat_left"]
    data: Left


class SeatOpened(EventBase):
    """A bot seat, or a reserved seat, is open to every player."""

    type: Literal["seat_opened"]
    data: SeatFreed


class SeatMoved(EventBase):
    """The player of the seat continues on another device, by the key of the seat."""

    type: Literal["seat_moved"]
    data: Moved


class SeatReady(EventBase):
    """A player is ready for the start, or no longer ready."""

    type: Literal["seat_ready"]
    data: Readiness


class SeatAway(EventBase):
    """A player is absent."""

    type: Literal["seat_away"]
    data: Absence


class SeatBack(EventBase):
    """A player is back."""

    type: Literal["seat_back"]
    data: Nothing


class SeatHeld(EventBase):
    """A bot plays for this seat until its owner is back."""

    type: Literal["seat_held"]
    data: Held


class AbsenceDecided(EventBase):
    """A remaining player has chosen what happens in the turns of a missing player."""

    type: Literal["absence_decided"]
    data: AbsenceChoice


class SeatReturned(EventBase):
    """The owner of the seat plays again."""

    type: Literal["seat_returned"]
    data: Nothing


class TimeUp(EventBase):
    """The time of this seat is up."""

    type: Literal["time_up"]
    data: TimeOver


class AskedForPause(EventBase):
    """A pause was requested."""

    type: Literal["pause_asked"]
    data: PauseWanted


class AgreedToPause(EventBase):
    """A player agreed to the pause."""

    type: Literal["pause_agreed"]
    data: Nothing


class RefusedPause(EventBase):
    """The pause was refused or withdrawn."""

    type: Literal["pause_refused"]
    data: PauseDeclined


class TablePaused(EventBase):
    """The pause began: all moves are refused, and all clocks stand still."""

    type: Literal["table_paused"]
    data: Pause


class TableResumed(EventBase):
    """The pause ended."""

    type: Literal["table_resumed"]
    data: PauseOver


class ClockRestarted(EventBase):
    """The server is back: all clocks continue from their values at the event before."""

    type: Literal["clock_restarted"]
    data: Restarted


class TableStarted(EventBase):
    """The match began."""

    type: Literal["table_started"]
    data: Started


class GameStarted(EventBase):
    """Another game of the match began."""

    type: Literal["game_started"]
    data: GameNumber


class DiceRolled(EventBase):
    """Dice were rolled."""

    type: Literal["dice_rolled"]
    data: Rolled


class Announced(EventBase):
    """A cell was announced."""

    type: Literal["announced"]
    data: CellNamed


class Scored(EventBase):
    """A cell was filled or scratched."""

    type: Literal["scored"]
    data: Entry


class EntryTakenBack(EventBase):
    """The latest entry was taken back."""

    type: Literal["entry_taken_back"]
    data: EntryUndone


class TurnCorrected(EventBase):
    """A turn with real dice was corrected, and everything after it was replayed."""

    type: Literal["turn_corrected"]
    data: Correction


class Doubled(EventBase):
    """The entry of this turn will count twice."""

    type: Literal["doubled"]
    data: Nothing


class ActionDieRolled(EventBase):
    """An action die was won and rolled."""

    type: Literal["action_die_rolled"]
    data: DieRolled


class ActionUsed(EventBase):
    """An action die was used."""

    type: Literal["action_used"]
    data: Used


class TurnEnded(EventBase):
    """The dice were passed on."""

    type: Literal["turn_ended"]
    data: Nothing


class CellLost(EventBase):
    """Another player's roll scratched a cell of this seat and took its turn."""

    type: Literal["cell_lost"]
    data: CellNamed


class NothingTaken(EventBase):
    """A turn ended without an entry."""

    type: Literal["nothing_taken"]
    data: Unused


class ChipRemoved(EventBase):
    """A chip left the game because no player took one in this round."""

    type: Literal["chip_removed"]
    data: CellNamed


class SheetFrozen(EventBase):
    """A player has left for good: the sheet stays as it is, and the seat has no more turns."""

    type: Literal["sheet_frozen"]
    data: Nothing


class Claimed(EventBase):
    """A claim was made about the hidden dice."""

    type: Literal["claimed"]
    data: Said


class ClaimAnswered(EventBase):
    """A seat believed or doubted a claim."""

    type: Literal["claim_answered"]
    data: Answer


class ClaimSettled(EventBase):
    """A claim was settled; if a player doubted it, the dice are shown."""

    type: Literal["claim_settled"]
    data: Settled


class GameFinished(EventBase):
    """A game of the match ended."""

    type: Literal["game_finished"]
    data: GameResult


class MatchFinished(EventBase):
    """The match ended; the seed of its dice is public now."""

    type: Literal["match_finished"]
    data: MatchResult


class RematchAsked(EventBase):
    """A player has opened a table for a rematch; the last event of an ended table."""

    type: Literal["rematch_asked"]
    data: Nothing


class TableAborted(EventBase):
    """The table was aborted."""

    type: Literal["table_aborted"]
    data: Aborted


Event = TypeAliasType(
    "Event",
    TableOpened
    | SeatTaken
    | SeatLeft
    | SeatOpened
    | SeatMoved
    | SeatReady
    | SeatAway
    | SeatBack
    | SeatHeld
    | AbsenceDecided
    | SeatReturned
    | TimeUp
    | AskedForPause
    | AgreedToPause
    | RefusedPause
    | TablePaused
    | TableResumed
    | ClockRestarted
    | TableStarted
    | GameStarted
    | DiceRolled
    | Announced
    | Scored
    | EntryTakenBack
    | TurnCorrected
    | Doubled
    | ActionDieRolled
    | ActionUsed
    | TurnEnded
    | CellLost
    | NothingTaken
    | ChipRemoved
    | SheetFrozen
    | Claimed
    | ClaimAnswered
    | ClaimSettled
    | GameFinished
    | MatchFinished
    | TableAborted
    | RematchAsked,
)
"""An event of a table's log. Ignore types you do not know: the list grows."""
