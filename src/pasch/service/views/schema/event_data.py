"""The data of events in a table's log, in addition to seat and time."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.service.views.schema.actions import ActionKind
from pasch.service.views.schema.table import TimeGiven


class Nothing(TypedDict):
    """No further data."""


class OpenedSeat(TypedDict):
    """A requested seat."""

    kind: Literal["local", "human", "bot"]
    bot: str | None
    """The computer player's key."""
    mark: NotRequired[int]
    """The face of the die next to the name."""


class TimeAgreed(TimeGiven):
    """Seconds to think: for every turn, and a bank for the whole match."""


class OpenedFrom(TypedDict):
    """The origin of an imported match: the SHA-256 and the header lines of its record."""

    fingerprint: str
    """SHA-256 of the record, in hex."""
    proved: bool
    """Whether all of its dice follow from its seed."""
    date: str
    """The date in the record; often empty."""
    table: str
    """The table in the record; often empty."""
    dice: str
    """The source of the dice: `server` or `manual`."""
    commitment: str
    seed: str
    """The seed of the dice, in hex; often empty."""
    seeds: list[tuple[int, str]]
    """The seats with their own seeds."""


class Opened(TypedDict):
    """The agreed options of the table."""

    variant: str
    rules: dict[str, SwitchValue]
    rules_name: NotRequired[str]
    """Absent if the house rules have no name."""
    games: int
    seats: list[OpenedSeat]
    visibility: Literal["private", "public"]
    start: bool
    """Whether the match begins as soon as every seat is taken."""
    commitment: str
    hints: NotRequired[bool]
    """Whether players may request advice; absent in old logs."""
    time: NotRequired[TimeAgreed | None]
    """Null or absent: there is no clock."""
    absent: NotRequired[Literal["bot", "entry"]]
    """What happens when time or grace is over; absent in old logs."""
    bots: NotRequired[bool]
    """Whether bots may join; absent in old logs."""
    final: NotRequired[bool]
    """Present and true if no entry can be taken back."""
    imported: NotRequired[OpenedFrom]
    """Absent if the match was played here."""


class Readiness(TypedDict):
    """Whether a seat is ready for the start."""

    ready: bool


class Taken(TypedDict):
    """The player of a seat."""

    name: str
    bot: NotRequired[str]
    """The computer player that the opener chose."""
    computer: NotRequired[bool]
    """Present and true for a bot's account."""
    shared: NotRequired[bool]
    """Present and true if the seat shares the device of another seat."""
    mark: NotRequired[int]
    """The face of the die next to the name."""


class Left(TypedDict):
    """The successor at a seat."""

    bot: NotRequired[str]
    """The computer player that takes over; absent without one."""
    frozen: NotRequired[bool]
    """True if the sheet is frozen."""
    opener: NotRequired[int]
    """The seat that may start the match from now on."""


class Started(TypedDict):
    """The sources of the dice: the commitment (SHA-256 of the server's seed in hex), and the seats' own seeds."""

    commitment: str
    seeds: list[str]
    """The seats' own seeds, in hex, by seat; empty without one."""


class GameNumber(TypedDict):
    """The number of the game in the match."""

    game: int


class Rolled(TypedDict):
    """The dice on the table after a roll."""

    dice: str | None
    """Null if they are hidden from the caller."""
    keep: str | None
    """The kept dice; null for the first roll and for hidden dice."""
    roll: int
    """The number of the roll in its turn, from 1."""
    rolls_left: int
    by_hand: NotRequired[bool]
    """Present and true for typed real dice."""
    kept_count: NotRequired[int]
    """The number of kept dice; only for hidden dice."""


class CellNamed(TypedDict):
    """The cell."""

    cell: str


class DieRolled(TypedDict):
    """The face of an action die, and the actions it wins."""

    face: int
    won: list[ActionKind]
    """The actions it wins."""


class Used(TypedDict):
    """The effect of an action die."""

    action: ActionKind
    target: int | None
    """The victim's seat; null for a shift."""
    cell: str | None
    """The cell of that seat's sheet; null for swap and shift."""
    points: int
    """The points that a steal moved or a cross-out destroyed."""


class Said(TypedDict):
    """A claim about the hidden dice."""

    cell: str
    points: int


class Answer(TypedDict):
    """A seat's answer to a claim."""

    doubts: bool
    """Whether the seat doubts the claim."""


class Settled(Said):
    """The settlement of a claim."""

    lied: bool
    """Whether the claim was a lie."""
    doubters: list[int]
    hit: list[int]
    """The doubters whose own open cell has got an entry."""
    dice: str | None
    """The revealed dice; null without a doubt."""


class Unused(TypedDict):
    """A roll that took nothing."""

    dice: str | None
    """The roll; null if it is hidden from the caller."""


class Entry(TypedDict):
    """An entry; 0 points: scratched."""

    cell: str
    points: int
    extra: int
    """Its extra points."""
    dice: str | None
    """The entered roll; null if it is hidden from the caller."""
    by_hand: NotRequired[bool]
    """Present and true if only the points of real dice are known."""


class EntryUndone(TypedDict):
    """The entry that was taken back."""

    cell: str
    points: int


class Correction(TypedDict):
    """A corrected turn, in the notation of records."""

    game: int
    round: int
    turn: str
    """The turn after the correction, such as `~13356 > chance 18`."""
    was: str
    """The turn before the correction, such as `~13355 > chance 17`."""


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
    """The player who continues there."""

    computer: NotRequired[bool]
    """Present and true for a bot's account."""


class Absence(TypedDict):
    """How a player left, and until when the others wait."""

    why: Literal["closed", "lost"]
    """They closed the page, or their connection was lost."""
    until: str


class SeatFreed(TypedDict):
    """Whether the player for whom the seat was reserved declined it."""

    declined: NotRequired[Literal[True]]
    """Present and true if the player with the reservation declined the seat."""


class Held(TypedDict):
    """The bot that plays, and why: the owner is away, or their time is up."""

    bot: str
    why: Literal["away", "time"]
    """The owner is away, or their time is up."""


class AbsenceChoice(TypedDict):
    """The missing player, and what happens in their turns."""

    target: int
    """The seat of the missing player."""
    choice: Literal["bot", "entry"]
    """The bot plays, or each of their turns ends with one entry."""


class TimeOver(TypedDict):
    """What happens now: the bot plays, or one entry is made."""

    then: Literal["bot", "entry"]
    """The bot plays, or one entry is made."""


class Restarted(TypedDict):
    """How long the clock rests until the player to move is back."""

    until: NotRequired[str]


class PauseWanted(TypedDict):
    """When the requested pause ends."""

    until: NotRequired[str]
    """When the match continues; absent if that is open."""


class Pause(TypedDict):
    """Whether it begins because no player is present, and when it ends."""

    idle: NotRequired[Literal[True]]
    """True if no player is present; otherwise absent."""
    until: NotRequired[str]
    """When the match continues; absent if that is open."""


class PauseOver(TypedDict):
    """Whether it ends because a player is back, or at its set time."""

    idle: NotRequired[Literal[True]]
    """True if a player is back; otherwise absent."""
    planned: NotRequired[Literal[True]]
    """True at its set time; otherwise absent."""


class PauseDeclined(TypedDict):
    """Whether the requesting player withdrew the request."""

    withdrawn: bool
    """Whether the requesting seat withdrew it."""


class Aborted(TypedDict):
    """The seed of the dice, if any were rolled."""

    server_seed: NotRequired[str | None]
