"""The log of a table: numbered events without gaps, in plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pasch.rules.fingerprint import Plain
from pasch.rules.match import Match

Data = Mapping[str, Plain]
"""The content of an event without its seat. It refers to seats by number, never to people by name."""

GAME_ENDS = frozenset({"game_finished", "table_aborted"})
"""The events that end games."""

PLAYED = frozenset(
    {
        "dice_rolled",
        "announced",
        "doubled",
        "scored",
        "entry_taken_back",
        "action_die_rolled",
        "action_used",
        "turn_ended",
        "cell_lost",
        "claimed",
        "claim_answered",
        "claim_settled",
        "nothing_taken",
        "chip_removed",
        "sheet_frozen",
        "game_started",
        "turn_corrected",
    }
)
"""The events of the rules; a record contains the same ones."""

SEATING = frozenset({"seat_taken", "seat_left", "seat_opened", "seat_moved", "rematch_asked"})
"""The events that change the row of the table or of a seat."""

QUIET = frozenset(
    {
        *("seat_ready", "seat_away", "seat_back", "absence_decided"),
        *("pause_asked", "pause_agreed", "pause_refused", "clock_restarted"),
    }
)
"""The events that do not affect play: a command decided before them is not stale."""

PRESENCE = frozenset({"seat_away", "seat_back", "seat_held", "seat_returned", "absence_decided"})
PAUSING = frozenset({"pause_asked", "pause_agreed", "pause_refused", "table_paused", "table_resumed"})


@dataclass(frozen=True, slots=True)
class Fold:
    """One folded event of the rules: the match before it and the match after it."""

    before: Match
    after: Match


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event without a number yet.

    `fold` is what the decision has already folded, which saves folding the log again; None for events that do not
    change the match. It is never stored.
    """

    type: str
    seat: int | None
    data: Data
    fold: Fold | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An event with its number; `seq` counts from 1. `at` is in UTC."""

    seq: int
    type: str
    at: datetime
    seat: int | None
    data: Data
