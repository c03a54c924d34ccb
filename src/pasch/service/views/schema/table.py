"""A table as its callers see it."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.service.views.schema.actions import ActionKind, LegalAction
from pasch.service.views.schema.sheets import GameSheets, ResultSheet
from pasch.words import SheetLayout

Kind = Literal["local", "human", "bot"]


Visibility = Literal["private", "public"]


WhenAbsent = Literal["bot", "entry"]


class WonDie(TypedDict):
    """An action die in stock."""

    action: ActionKind
    usable: bool
    """Whether it is usable in this round."""


class Gone(TypedDict):
    """An absent player."""

    why: Literal["closed", "lost"]
    """They closed the page, or their connection was lost."""
    until: str | None
    """Until when the others wait; null if they no longer wait."""
    absent: Literal["bot", "entry"]
    """What happens in their turns after that."""


Status = Literal["waiting", "running", "paused", "finished", "aborted"]


Stage = Literal["ready", "rolled", "entry_due", "entered", "shifting", "claimed"]


class OpenClaim(TypedDict):
    """A claim that waits for answers."""

    seat: int
    """The seat that made it."""
    cell: str
    points: int
    doubts: list[int]
    """The seats that have doubted it so far."""


class Turn(TypedDict):
    """The current turn."""

    seat: int
    """The seat to act: the owner of the turn, or the seat that has to answer a claim."""
    stage: Stage
    """`ready` before the first roll, `rolled` with rolls left, `entry_due` without; `entered`: the entry is made and
    the turn waits for its end; `shifting`: sheets may change hands; `claimed`: a claim waits for an answer.
    """
    dice: str | None
    """Faces, ascending, such as `13356`; null before the first roll and for hidden dice."""
    kept: str | None
    """The dice kept for the latest roll, such as `k33`."""
    hidden: bool
    """Whether the dice on the table are hidden from the caller."""
    dice_count: int
    """The number of dice on the table, also of hidden ones."""
    kept_count: int
    """The number of dice kept for the latest roll."""
    rolls_left: int
    rolls_used: int
    chip: bool
    """Whether a chip can buy an additional roll."""
    announced: str | None
    doubled: bool
    """Whether the entry will count twice."""
    doubles_next: bool
    """Whether the dice of the next roll will count twice."""
    claim: OpenClaim | None
    """The claim; null without one."""
    locked: str
    """Dice that may not be rolled again; `k-` for none."""


class Pool(TypedDict):
    """The shared chips on the table, by category."""

    left: dict[str, int]
    """Available chips."""
    removed: dict[str, int]
    """Chips out of the game."""


class Weekend(TypedDict):
    """A weekend: the clock rests."""

    begins: str
    """When Saturday begins in the table's time zone."""
    ends: str
    """When Monday begins there."""


class RunningClock(TypedDict):
    """The clock of the seat to move."""

    seat: int
    running: bool
    """False: it stands still, and the times below assume that it runs from `now` on."""
    turn_ends_at: str
    """When the seconds of the turn are used up and the bank begins."""
    ends_at: str
    """When the time is up."""
    banks: list[int]
    """Seconds left in the banks, by seat."""
    weekends: NotRequired[list[Weekend]]
    """The weekends from `now` until the time is up; absent if the clock never rests."""


class PauseAsked(TypedDict):
    """A requested pause."""

    asked: int
    """The requesting seat."""
    agreed: list[int]
    """The seats that have agreed since."""


class TimeGiven(TypedDict):
    """Seconds to think: for every turn, and a bank for the whole match."""

    turn: int
    bank: int
    weekend_zone: NotRequired[str]
    """The time zone of the weekends at which the clock rests; absent if it never rests."""


class Imported(TypedDict):
    """The origin of an imported match."""

    date: str
    """The date in the record, YYYY-MM-DD; often empty."""
    proved: bool
    """Whether all of its dice follow from its seed. This server does not know when that seed was committed."""


class Hand(TypedDict):
    """A seat's holdings in addition to its sheet."""

    bank: int
    """Rolls saved for later turns."""
    chips: int
    """Chips that can still buy a roll."""
    doubles: int
    """Entries that may still count twice."""
    frozen: list[str]
    """Open cells that are closed for its next turn."""
    dice: list[WonDie]
    """Action dice in stock, in the order of winning them."""


class SceneSeat(ResultSheet, Hand):
    """A seat and its sheet in the current game, as everyone sees it."""

    sheet_frozen: bool
    """Whether its owner has left for good: the sheet is frozen, and its turns are skipped."""
    name: str
    kind: Kind
    bot: str | None
    """The computer player's key."""
    present: bool
    """Whether the player of the seat is present."""
    away: Gone | None
    """Null for a present player."""
    held: str | None
    """The bot that plays until its owner is back."""
    open: bool
    """Whether it is open to another player."""
    ready: bool
    """Before the start: whether it is ready. Bots always are."""
    person: str | None
    """The handle of its player; null for bots and open seats."""
    computer: bool
    """Whether a bot's account sits there."""
    mark: int | None
    """The face of the die that its player chose to appear next to the name; null for initials."""
    real_dice: bool
    """Whether the player of this seat types real dice."""


class Ownership(TypedDict):
    """The caller's relation to a seat."""

    kept: Literal["you", "another"] | None
    """The player for whom the open seat is reserved since the last match; null: for none."""
    mine: bool
    """Whether the caller plays this seat."""


class Seat(SceneSeat, Ownership):
    """A seat and its sheet in the current game, with its other holdings."""


class VariantPlayed(TypedDict):
    """The game."""

    variant: str
    variant_name: str
    rules: dict[str, SwitchValue]


class Progress(TypedDict):
    """The progress of the match."""

    game: int
    games: int
    round: int
    rounds: int


class Identity(TypedDict):
    """The table's identity, latest event, origin and retention."""

    id: str
    seq: int
    """The number of its latest event."""
    status: Status
    visibility: Visibility
    opened_at: str
    imported: Imported | None
    """Null for a match that was played here."""
    kept_until: str
    """When the table is deleted if nothing more happens there; finished tables at which an account has played are kept.
    """


class Agreement(VariantPlayed):
    """The agreed options of the table."""

    rules_name: str
    """The name of the house rules; often empty."""
    hints: bool
    """Whether its players may request advice during the match."""
    time: TimeGiven | None
    """Null: there is no clock."""
    absent: WhenAbsent
    """What happens when time or grace is over."""
    bots: bool
    """Whether bots may join."""


class Moment(TypedDict):
    """Clock and pause."""

    clock: RunningClock | None
    """Null without a clock, and if no player is to move."""
    pause: PauseAsked | None
    """Null unless a pause is requested."""
    pause_ends: str | None
    """When the requested or running pause ends, UTC, RFC 3339; null: a player ends it."""


class Participants(TypedDict):
    """Watchers, the seat that may start, and the table of the rematch."""

    watchers: int
    """The number of watchers."""
    opener: int | None
    """The seat that may start the match; null: the opener has no seat."""
    rematch: str | None
    """The table of the rematch, for its players only; null: none yet."""


class DicePromise(TypedDict):
    """The commitment of the dice, and the seed that proves it once it is public."""

    commitment: str
    """The commitment: SHA-256 of the seed of the dice, in hex, published before the first roll."""
    server_seed: str | None
    """The seed of the dice, in hex, after the end."""


class Scores(TypedDict):
    """The finished games, and the totals."""

    results: list[GameSheets]
    """The finished games."""
    totals: list[int]
    """By seat, over the games so far."""
    grand_totals: list[int]
    """The same, including points outside the games."""
    ranks: list[int]


class Permissions(TypedDict):
    """The caller's rights besides playing."""

    every_throw: bool
    """Whether every roll of real dice must be typed: in this game their number matters."""
    can_take_back: bool
    """Whether `take_back` would be accepted."""
    can_start: bool
    """Whether the caller may start the match now."""


class Surroundings(Identity, Agreement, Progress, Scores):
    """The part that is equal for all callers, except for the turn."""

    sheet: SheetLayout
    pool: Pool | None
    """Null in games without shared chips."""
    text: str
    """The current options, in one sentence."""


class TableScene(Surroundings):
    """The part that depends only on the dice that a caller may see."""

    turn: Turn | None
    """Null when no player is to move."""


class Circumstances(DicePromise, Moment, Participants, Permissions):
    """The part that depends on the caller or on the time, except for the seats."""


class TableSeen(Surroundings, Circumstances):
    """The common part of a snapshot and its short form."""

    now: str
    """The server's time, for countdowns."""
    seats: list[Seat]


class Snapshot(TableSeen):
    """A table with the caller's legal actions."""

    turn: Turn | None
    """Null when no player is to move."""
    legal_actions: list[LegalAction]
    """Empty if the caller is not to move."""
