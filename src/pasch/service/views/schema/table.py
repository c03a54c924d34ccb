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
    """Whether it can be used in this round already."""


class Gone(TypedDict):
    """An absent player."""

    why: Literal["closed", "lost"]
    """They closed the page, or their connection was lost."""
    until: str | None
    """Until when the others wait; null while they do not."""
    absent: Literal["bot", "entry"]
    """What happens in their turns when the others wait no longer."""


Status = Literal["waiting", "running", "paused", "finished", "aborted"]


Stage = Literal["ready", "rolled", "entry_due", "entered", "shifting", "claimed"]


class OpenClaim(TypedDict):
    """A claim that waits for answers."""

    seat: int
    """Who says it."""
    cell: str
    points: int
    doubts: list[int]
    """The seats that have doubted it so far."""


class Turn(TypedDict):
    """The turn that is being played."""

    seat: int
    """Who has to act: the owner of the turn, or who is asked about a claim."""
    stage: Stage
    """`ready` before the first roll, `rolled` with rolls left, `entry_due` without; `entered`: the entry is made and
    the turn waits for its end; `shifting`: sheets may change hands; `claimed`: a claim waits for an answer.
    """
    dice: str | None
    """Faces, ascending, such as `13356`; null before the first roll and when hidden."""
    kept: str | None
    """What was kept for the latest roll, such as `k33`."""
    hidden: bool
    """Whether dice lie there that the caller may not see."""
    dice_count: int
    """How many dice lie there, also when they are hidden."""
    kept_count: int
    """How many of them were kept for the latest roll."""
    rolls_left: int
    rolls_used: int
    chip: bool
    """Whether a chip can buy one more roll when none is left."""
    announced: str | None
    doubled: bool
    """Whether the entry will count twice."""
    doubles_next: bool
    """Whether the dice of the next roll will count twice."""
    claim: OpenClaim | None
    """What is claimed; null where nothing is."""
    locked: str
    """Dice that may not be rolled again; `k-` for none."""


class Pool(TypedDict):
    """The chips that lie on the table for all seats, by category."""

    left: dict[str, int]
    """Those that can be taken."""
    removed: dict[str, int]
    """Those that have left the game."""


class Weekend(TypedDict):
    """A weekend: the clock rests."""

    begins: str
    """When Saturday begins in the table's time zone."""
    ends: str
    """When Monday begins there."""


class RunningClock(TypedDict):
    """The clock of the seat that is to move."""

    seat: int
    running: bool
    """False: it stands, and the times below are as if it ran from `now` on."""
    turn_ends_at: str
    """When the seconds of the turn are gone and the bank begins."""
    ends_at: str
    """When the time is up."""
    banks: list[int]
    """Seconds left in the banks, by seat."""
    weekends: NotRequired[list[Weekend]]
    """The weekends from `now` until the time is up; left out where the clock never rests."""


class PauseAsked(TypedDict):
    """A pause that some have agreed to."""

    asked: int
    """The seat that asked."""
    agreed: list[int]
    """The seats that have agreed since."""


class TimeGiven(TypedDict):
    """Seconds to think: for every turn, and beyond them once for the whole match."""

    turn: int
    bank: int
    weekend_zone: NotRequired[str]
    """The time zone in whose weekends the clock rests; left out where it never rests."""


class Imported(TypedDict):
    """The match was played elsewhere and came here as a record."""

    date: str
    """The day in the record, YYYY-MM-DD; often empty."""
    proved: bool
    """Whether all of its dice follow from its seed. This server does not know when that seed was committed."""


class Hand(TypedDict):
    """What a seat holds beside its sheet."""

    bank: int
    """Rolls saved for later turns."""
    chips: int
    """Chips that can still buy a roll."""
    doubles: int
    """Entries that may still count twice."""
    frozen: list[str]
    """Open cells that are closed for its next turn."""
    dice: list[WonDie]
    """Action dice in stock, in the order in which they were won."""


class SceneSeat(ResultSheet, Hand):
    """A seat and its sheet in the current game, as everybody sees it."""

    sheet_frozen: bool
    """Whether its owner has left for good: the sheet stays as it is, its turns are skipped."""
    name: str
    kind: Kind
    bot: str | None
    """The computer player's key."""
    present: bool
    """Whether the player of the seat is present."""
    away: Gone | None
    """Null for everybody who is there."""
    held: str | None
    """The bot that plays until its owner is back."""
    open: bool
    """Whether it is open to another player."""
    ready: bool
    """Before the start: whether it waits for nothing more. Bots are."""
    person: str | None
    """The handle of its player; null for bots and open seats."""
    computer: bool
    """Whether a bot's account sits there."""
    real_dice: bool
    """Whether people on this seat type in what real dice show."""


class Ownership(TypedDict):
    """Whose a seat is, for one caller."""

    kept: Literal["you", "another"] | None
    """For whom the open seat is reserved since the last match; null: for no player."""
    mine: bool
    """Whether the caller plays this seat."""


class Seat(SceneSeat, Ownership):
    """A seat and its sheet in the current game, with what it holds beside the sheet."""


class VariantPlayed(TypedDict):
    """What is played."""

    variant: str
    variant_name: str
    rules: dict[str, SwitchValue]


class Progress(TypedDict):
    """How far the match is."""

    game: int
    games: int
    round: int
    rounds: int


class Identity(TypedDict):
    """Which table this is, after which event, where it comes from and how long it will be there."""

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
    """What was agreed when the table was opened."""

    rules_name: str
    """What the house calls its rules; often empty."""
    hints: bool
    """Whether its players may ask for advice while they play."""
    time: TimeGiven | None
    """Null: there is no clock."""
    absent: WhenAbsent
    """What happens when time or grace is over."""
    bots: bool
    """Whether bots are welcome."""


class Moment(TypedDict):
    """How the time stands."""

    now: str
    """The server's time, for countdowns."""
    clock: RunningClock | None
    """Null without a clock, and while no player has to move."""
    pause: PauseAsked | None
    """Null unless a pause is requested."""
    pause_ends: str | None
    """When the requested or running pause ends, UTC, RFC 3339; null: a player ends it."""


class Participants(TypedDict):
    """Who watches, who may start the match, and where the same people play again."""

    watchers: int
    """How many people watch without a seat."""
    opener: int | None
    """The seat that may start the match; null: they sit nowhere."""
    rematch: str | None
    """The table where its people play again, for them alone; null: nowhere yet."""


class DicePromise(TypedDict):
    """What the dice were promised with, and the seed that proves it once it may be known."""

    commitment: str
    """SHA-256 of the seed of the dice, in hex: promised before the first roll."""
    server_seed: str | None
    """The seed of the dice, in hex, after the end."""


class Scores(TypedDict):
    """The games that are finished, and how the seats stand."""

    results: list[GameSheets]
    """The finished games."""
    totals: list[int]
    """By seat, over the games so far."""
    grand_totals: list[int]
    """The same with points outside the games."""
    ranks: list[int]


class Permissions(TypedDict):
    """What the caller may do besides playing."""

    every_throw: bool
    """Whether of real dice every roll is to be typed in: here their number matters."""
    can_take_back: bool
    """Whether `take_back` would be accepted."""
    can_start: bool
    """Whether the caller may start the match now."""


class Surroundings(Identity, Agreement, Progress, Scores):
    """What does not depend on who looks, except for the turn."""

    sheet: SheetLayout
    pool: Pool | None
    """Null where no chips lie on the table."""
    text: str
    """What may be done now, in one sentence."""


class TableScene(Surroundings):
    """What does not depend on who looks, but on the dice that they may know."""

    turn: Turn | None
    """Null when no player is to move."""


class TableSeen(Surroundings, DicePromise, Moment, Participants, Permissions):
    """What a snapshot and its short form have in common."""

    seats: list[Seat]


class Snapshot(TableSeen):
    """A table as it stands, with what the caller may do."""

    turn: Turn | None
    """Null when no player is to move."""
    legal_actions: list[LegalAction]
    """Empty when the caller is not to move."""
