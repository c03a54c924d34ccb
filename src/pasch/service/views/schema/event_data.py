"""What events of a table's log tell beside their seat and moment."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.service.views.schema.actions import ActionKind
from pasch.service.views.schema.table import TimeGiven


class Nothing(TypedDict):
    """No further data."""


class OpenedSeat(TypedDict):
    """A seat as it was asked for."""

    kind: Literal["local", "human", "bot"]
    bot: str | None
    """The computer player's key."""


class TimeAgreed(TimeGiven):
    """Seconds to think: for every turn, and beyond them once for the whole match."""


class OpenedFrom(TypedDict):
    """Of a match that was played elsewhere: the SHA-256 and the header lines of its record."""

    fingerprint: str
    """SHA-256 of the record, in hex."""
    proved: bool
    """Whether all of its dice are those that its seed makes."""
    date: str
    """The day that the record names; often empty."""
    table: str
    """The table that the record names; often empty."""
    dice: str
    """Whose dice: `server` or `manual`."""
    commitment: str
    seed: str
    """The seed of the dice, in hex; often empty."""
    seeds: list[tuple[int, str]]
    """Seats with the seeds that they gave."""


class Opened(TypedDict):
    """What was agreed when the table was opened."""

    variant: str
    rules: dict[str, SwitchValue]
    rules_name: NotRequired[str]
    """Left out when the house has no name for them."""
    games: int
    seats: list[OpenedSeat]
    visibility: Literal["private", "public"]
    start: bool
    """Whether the match begins as soon as every seat is taken."""
    commitment: str
    hints: NotRequired[bool]
    """Whether players may ask for advice; left out in old logs."""
    time: NotRequired[TimeAgreed | None]
    """Null or left out: there is no clock."""
    absent: NotRequired[Literal["bot", "entry"]]
    """What happens when time or grace is over; left out in old logs."""
    bots: NotRequired[bool]
    """Whether bots are welcome; left out in old logs."""
    final: NotRequired[bool]
    """Present and true when no entry is taken back."""
    imported: NotRequired[OpenedFrom]
    """Left out where the match was played here."""


class Readiness(TypedDict):
    """Whether a seat has no more to wait for before the match begins."""

    ready: bool


class Taken(TypedDict):
    """Who sat down."""

    name: str
    bot: NotRequired[str]
    """The computer player whom the opener has put there."""
    computer: NotRequired[bool]
    """Present and true when it is a bot's account."""
    shared: NotRequired[bool]
    """Present and true when the seat is played at the device of another seat."""


class Left(TypedDict):
    """Who plays on."""

    bot: NotRequired[str]
    """The computer player that takes over; left out where none does."""
    frozen: NotRequired[bool]
    """True when the sheet stays as it is."""
    opener: NotRequired[int]
    """The seat that may start the match from now on."""


class Started(TypedDict):
    """What the dice depend on: the promise, SHA-256 of the server's seed in hex, and the seats' own seeds."""

    commitment: str
    seeds: list[str]
    """The seats' own seeds, in hex, by seat; empty where none was given."""


class GameNumber(TypedDict):
    """Which game of the match."""

    game: int


class Rolled(TypedDict):
    """The dice that lie on the table after a roll."""

    dice: str | None
    """Null when the caller may not see them."""
    keep: str | None
    """What was kept; null for the first roll and when hidden."""
    roll: int
    """The number of the roll in its turn, from 1."""
    rolls_left: int
    by_hand: NotRequired[bool]
    """Present and true for real dice that were typed in."""
    kept_count: NotRequired[int]
    """How many dice were kept; told when they are hidden."""


class CellNamed(TypedDict):
    """The cell it is about."""

    cell: str


class DieRolled(TypedDict):
    """The face of an action die, and what it wins."""

    face: int
    won: list[ActionKind]
    """The actions it wins."""


class Used(TypedDict):
    """What an action die did."""

    action: ActionKind
    target: int | None
    """The seat that was hit; null for a shift."""
    cell: str | None
    """The cell of that seat's sheet; null for swap and shift."""
    points: int
    """What a steal moved or a cross-out destroyed."""


class Said(TypedDict):
    """What is claimed to lie under the cup."""

    cell: str
    points: int


class Answer(TypedDict):
    """What a seat thinks of a claim."""

    doubts: bool
    """Whether the seat doubts the claim."""


class Settled(Said):
    """What came of a claim."""

    lied: bool
    """Whether the claim was untrue."""
    doubters: list[int]
    hit: list[int]
    """The doubters whose own cell was open and has an entry now."""
    dice: str | None
    """The dice as they were shown; null when no player doubted."""


class Unused(TypedDict):
    """A roll that took nothing."""

    dice: str | None
    """The roll; null when the caller may not see it."""


class Entry(TypedDict):
    """An entry; 0 points: scratched."""

    cell: str
    points: int
    extra: int
    """Extra points earned on top."""
    dice: str | None
    """The roll that was entered; null when the caller may not see it."""
    by_hand: NotRequired[bool]
    """Present and true when of real dice only the points are known."""


class EntryUndone(TypedDict):
    """The entry that was taken back."""

    cell: str
    points: int


class Correction(TypedDict):
    """A turn told anew, as records write turns."""

    game: int
    round: int
    turn: str
    """What counts now, such as `~13356 > chance 18`."""
    was: str
    """What counted before, such as `~13355 > chance 17`."""


class GameResult(TypedDict):
    """Totals and places of a game, by seat."""

    totals: list[int]
    ranks: list[int]


class MatchResult(GameResult):
    """Totals and places of the match, by seat, and the seed of its dice."""

    grand_totals: list[int]
    server_seed: str | None
    """The seed, in hex; null while an event shares it."""


class Moved(TypedDict):
    """Who goes on there."""

    computer: NotRequired[bool]
    """Present and true when it is a bot's account."""


class Absence(TypedDict):
    """How a player left, and until when the others wait."""

    why: Literal["closed", "lost"]
    """They closed the page, or their connection was lost."""
    until: str


class SeatFreed(TypedDict):
    """Whether the player for whom the seat was reserved declined it."""

    declined: NotRequired[Literal[True]]
    """Present and true when the player it was kept for does not want it."""


class Held(TypedDict):
    """The bot that plays, and why: its owner is away, or their time was up."""

    bot: str
    why: Literal["away", "time"]
    """The owner is away, or their time was up."""


class AbsenceChoice(TypedDict):
    """Who is missed, and what happens in their turns."""

    target: int
    """The seat of the player who is missed."""
    choice: Literal["bot", "entry"]
    """The bot plays, or each of their turns ends with one entry."""


class TimeOver(TypedDict):
    """What happens now: the bot plays, or one entry is made."""

    then: Literal["bot", "entry"]
    """The bot plays, or one entry is made."""


class Restarted(TypedDict):
    """How long the clock rests while the player to move is not back."""

    until: NotRequired[str]


class PauseWanted(TypedDict):
    """When the pause that is asked for is to end."""

    until: NotRequired[str]
    """When the match goes on; left out where that is open."""


class Pause(TypedDict):
    """Whether it begins because no player is present, and when it ends."""

    idle: NotRequired[Literal[True]]
    """True when no player is present; else left out."""
    until: NotRequired[str]
    """When the match goes on; left out where that is open."""


class PauseOver(TypedDict):
    """Whether it ends because a player is back, or because its time has come."""

    idle: NotRequired[Literal[True]]
    """True when a player is back; else left out."""
    planned: NotRequired[Literal[True]]
    """True when its end has come; else left out."""


class PauseDeclined(TypedDict):
    """Whether the player who asked withdrew the request."""

    withdrawn: bool
    """Whether the seat that asked took it back."""


class Aborted(TypedDict):
    """The seed of the dice, when any were rolled."""

    server_seed: NotRequired[str | None]
