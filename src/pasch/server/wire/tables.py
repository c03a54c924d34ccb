"""A table on the wire: its snapshot, its sheets, lists of tables, and the keys to go on elsewhere."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.actions import LegalAction
from pasch.server.wire.base import Absent, ActionKind, Answered, CellText, Sent, WeekendZone
from pasch.server.wire.opening import Kind, Visibility, WhenAbsent
from pasch.server.wire.variants import SheetLayout
from pasch.service.people.continuing import LONGEST_INPUT


class Sums(Answered):
    """The sums of a sheet or of one of its columns, in points."""

    upper: int
    saldo: Annotated[
        int | None,
        Field(description="Upper points less the share of each number, over the decided cells; null without a bonus."),
    ]
    bonus: int
    lower: int
    extra: int
    total: int
    score: Annotated[
        int, Field(description="Everything in it that counts; `total` is the same unless results are of another kind.")
    ]


class ColumnSums(Sums):
    """The sums of one column."""

    column: int


class TypedEntry(Answered):
    """An entry with real dice."""

    cell: str
    round: Annotated[int, Field(description="In which round it was made; `correct` asks for it.")]
    dice: Annotated[str | None, Field(description="What was typed in; null where only the points are known.")]
    corrected: Annotated[bool, Field(description="Whether it was told otherwise before.")]


class Sheet(Sums):
    """A player's sheet."""

    cells: Annotated[
        dict[str, int], Field(description="Entries by cell; 0 is a crossed-out one.", examples=[{"ones": 3}])
    ]
    columns: list[ColumnSums]
    lies: Annotated[list[str], Field(description="Cells that were crossed out for a lie.")]
    typed: Annotated[list[TypedEntry], Field(description="Its entries with real dice.")]
    rank: Annotated[int, Field(description="The place in this game; equal totals share one (1, 1, 3).")]


class ResultSheet(Sheet):
    """A player's sheet of a finished game."""

    seat: int


class GameSheets(Answered):
    """A finished game of the match."""

    game: int
    seats: list[ResultSheet]


class WonDie(Answered):
    """An action die in stock."""

    action: ActionKind
    usable: Annotated[bool, Field(description="Whether it can be used in this round already.")]


class Gone(Answered):
    """An absent player."""

    why: Annotated[Literal["closed", "lost"], Field(description="They closed the page, or their connection was lost.")]
    until: Annotated[str | None, Field(description="Until when the others wait; null while they do not.")]
    absent: Annotated[
        Literal["bot", "entry"], Field(description="What happens in their turns when the others wait no longer.")
    ]


class Seat(Sheet):
    """A seat and its sheet in the current game, with what it holds beside the sheet."""

    seat: int
    name: str
    kind: Kind
    bot: Annotated[str | None, Field(description="The computer player's key.")]
    present: Annotated[bool, Field(description="Whether the player of the seat is present.")]
    away: Annotated[Gone | None, Field(description="Null for everybody who is there.")]
    held: Annotated[str | None, Field(description="The bot that plays until its owner is back.")]
    open: Annotated[bool, Field(description="Whether it is open to another player.")]
    kept: Annotated[
        Literal["you", "another"] | None,
        Field(description="For whom the open seat is reserved since the last match; null: for no player."),
    ]
    ready: Annotated[bool, Field(description="Before the start: whether it waits for nothing more. Bots are.")]
    mine: Annotated[bool, Field(description="Whether the caller plays this seat.")]
    person: Annotated[str | None, Field(description="The handle of its player; null for bots and open seats.")]
    computer: Annotated[bool, Field(description="Whether a bot's account sits there.")]
    real_dice: Annotated[bool, Field(description="Whether people on this seat type in what real dice show.")]
    bank: Annotated[int, Field(description="Rolls saved for later turns.")]
    chips: Annotated[int, Field(description="Chips that can still buy a roll.")]
    doubles: Annotated[int, Field(description="Entries that may still count twice.")]
    frozen: Annotated[list[str], Field(description="Open cells that are closed for its next turn.")]
    sheet_frozen: Annotated[
        bool, Field(description="Whether its owner has left for good: the sheet stays as it is, its turns are skipped.")
    ]
    dice: Annotated[list[WonDie], Field(description="Action dice in stock, in the order in which they were won.")]


Status = Literal["waiting", "running", "paused", "finished", "aborted"]
Stage = Literal["ready", "rolled", "entry_due", "entered", "shifting", "claimed"]


class OpenClaim(Answered):
    """A claim that waits for answers."""

    seat: Annotated[int, Field(description="Who says it.")]
    cell: CellText
    points: int
    doubts: Annotated[list[int], Field(description="The seats that have doubted it so far.")]


class Turn(Answered):
    """The turn that is being played."""

    seat: Annotated[int, Field(description="Who has to act: the owner of the turn, or who is asked about a claim.")]
    stage: Annotated[
        Stage,
        Field(
            description="`ready` before the first roll, `rolled` with rolls left, `entry_due` without; `entered`: the "
            "entry is made and the turn waits for its end; `shifting`: sheets may change hands; `claimed`: a claim "
            "waits for an answer."
        ),
    ]
    dice: Annotated[
        str | None,
        Field(description="Faces, ascending; null before the first roll and when hidden.", examples=["13356"]),
    ]
    kept: Annotated[str | None, Field(description="What was kept for the latest roll.", examples=["k33"])]
    hidden: Annotated[bool, Field(description="Whether dice lie there that the caller may not see.")]
    dice_count: Annotated[int, Field(description="How many dice lie there, also when they are hidden.")]
    kept_count: Annotated[int, Field(description="How many of them were kept for the latest roll.")]
    rolls_left: int
    rolls_used: int
    chip: Annotated[bool, Field(description="Whether a chip can buy one more roll when none is left.")]
    announced: str | None
    doubled: Annotated[bool, Field(description="Whether the entry will count twice.")]
    doubles_next: Annotated[bool, Field(description="Whether the dice of the next roll will count twice.")]
    claim: Annotated[OpenClaim | None, Field(description="What is claimed; null where nothing is.")]
    locked: Annotated[str, Field(description="Dice that may not be rolled again; `k-` for none.")]


class Pool(Answered):
    """The chips that lie on the table for all seats, by category."""

    left: Annotated[dict[str, int], Field(description="Those that can be taken.", examples=[{"full_house": 4}])]
    removed: Annotated[dict[str, int], Field(description="Those that have left the game.")]


class Weekend(Answered):
    """A weekend: the clock rests."""

    begins: Annotated[str, Field(description="When Saturday begins in the table's time zone.")]
    ends: Annotated[str, Field(description="When Monday begins there.")]


class RunningClock(Answered):
    """The clock of the seat that is to move."""

    seat: int
    running: Annotated[bool, Field(description="False: it stands, and the times below are as if it ran from `now` on.")]
    turn_ends_at: Annotated[str, Field(description="When the seconds of the turn are gone and the bank begins.")]
    ends_at: Annotated[str, Field(description="When the time is up.")]
    banks: Annotated[list[int], Field(description="Seconds left in the banks, by seat.")]
    weekends: Annotated[
        list[Weekend] | Absent,
        Field(description="The weekends from `now` until the time is up; left out where the clock never rests."),
    ] = None


class PauseAsked(Answered):
    """A pause that some have agreed to."""

    asked: Annotated[int, Field(description="The seat that asked.")]
    agreed: Annotated[list[int], Field(description="The seats that have agreed since.")]


class TimeGiven(Answered):
    """Seconds to think: for every turn, and beyond them once for the whole match."""

    turn: int
    bank: int
    weekend_zone: WeekendZone = None


class Imported(Answered):
    """The match was played elsewhere and came here as a record."""

    date: Annotated[str, Field(description="The day in the record, YYYY-MM-DD; often empty.")]
    proved: Annotated[
        bool,
        Field(
            description="Whether all of its dice follow from its seed. This server does not know when that seed was"
            " committed."
        ),
    ]


class TableSeen(Answered):
    """A table as it stands."""

    id: str
    seq: Annotated[int, Field(description="The number of its latest event.")]
    status: Status
    visibility: Visibility
    opened_at: str
    imported: Annotated[Imported | None, Field(description="Null for a match that was played here.")]
    kept_until: Annotated[
        str,
        Field(
            description="When the table is deleted if nothing more happens there;"
            " finished tables at which an account has played are kept."
        ),
    ]
    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    rules_name: Annotated[str, Field(description="What the house calls its rules; often empty.")]
    hints: Annotated[bool, Field(description="Whether its players may ask for advice while they play.")]
    time: Annotated[TimeGiven | None, Field(description="Null: there is no clock.")]
    absent: Annotated[WhenAbsent, Field(description="What happens when time or grace is over.")]
    bots: Annotated[bool, Field(description="Whether bots are welcome.")]
    now: Annotated[str, Field(description="The server's time, for countdowns.")]
    clock: Annotated[RunningClock | None, Field(description="Null without a clock, and while no player has to move.")]
    pause: Annotated[PauseAsked | None, Field(description="Null unless a pause is requested.")]
    pause_ends: Annotated[
        str | None,
        Field(description="When the requested or running pause ends, UTC, RFC 3339; null: a player ends it."),
    ]
    watchers: Annotated[int, Field(description="How many people watch without a seat.")]
    opener: Annotated[int | None, Field(description="The seat that may start the match; null: they sit nowhere.")]
    rematch: Annotated[
        str | None, Field(description="The table where its people play again, for them alone; null: nowhere yet.")
    ]
    game: int
    games: int
    round: int
    rounds: int
    commitment: Annotated[
        str, Field(description="SHA-256 of the seed of the dice, in hex: promised before the first roll.")
    ]
    server_seed: Annotated[str | None, Field(description="The seed of the dice, in hex, after the end.")]
    sheet: SheetLayout
    turn: Annotated[Turn | None, Field(description="Null when no player is to move.")]
    pool: Annotated[Pool | None, Field(description="Null where no chips lie on the table.")]
    seats: list[Seat]
    every_throw: Annotated[
        bool, Field(description="Whether of real dice every roll is to be typed in: here their number matters.")
    ]
    can_take_back: Annotated[bool, Field(description="Whether `take_back` would be accepted.")]
    can_start: Annotated[bool, Field(description="Whether the caller may start the match now.")]
    results: Annotated[list[GameSheets], Field(description="The finished games.")]
    totals: Annotated[list[int], Field(description="By seat, over the games so far.")]
    grand_totals: Annotated[list[int], Field(description="The same with points outside the games.")]
    ranks: list[int]
    text: Annotated[str, Field(description="What may be done now, in one sentence.")]


class Snapshot(TableSeen):
    """A table as it stands, with what the caller may do."""

    legal_actions: Annotated[list[LegalAction], Field(description="Empty when the caller is not to move.")]


class ListedSeat(Answered):
    """A seat of a listed table."""

    seat: int
    name: str
    kind: Kind
    open: Annotated[bool, Field(description="Whether it is open to another player.")]
    total: int


class ListedMatch(Answered):
    """A match in a list, without the way to its table."""

    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    rules_name: str
    status: Status
    game: int
    games: int
    round: int
    rounds: int
    time: Annotated[TimeGiven | None, Field(description="Null: there is no clock.")]
    bots: Annotated[bool, Field(description="Whether bots are welcome.")]
    seats: list[ListedSeat]
    updated_at: str
    kept_until: Annotated[str, Field(description="When the table is deleted if nothing more happens there.")]
    open_seats: Annotated[int, Field(description="Seats open to every player, without reserved ones.")]


class InterruptedMatches(Answered):
    """The interrupted matches of a household."""

    matches: Annotated[list[ListedMatch], Field(description="Changed last first.")]


class ListedTable(ListedMatch):
    """A table in a list."""

    id: str


class Tables(Answered):
    """A list of tables, newest first."""

    tables: list[ListedTable]


class SeatKey(Answered):
    """The caller's key at a table, the same for as long as the match lasts."""

    key: Annotated[
        str,
        Field(
            description="Sixteen characters in groups; its holder plays on in the caller's place.",
            examples=["92MH-VXV2-F4J5-X8VW"],
        ),
    ]
    address: Annotated[str, Field(description="Opened on another device, it asks there and goes on.")]
    qr: Annotated[str, Field(description="The address as a QR code, an SVG document.")]
    kept_until: Annotated[str, Field(description="When the match is deleted unless it is continued before.")]


class Interrupted(SeatKey):
    """The key, and the table after the interruption."""

    table: Annotated[
        Snapshot, Field(description="It is `paused`, or others are asked for a `pause`; before the start it waits on.")
    ]


class BringKey(Sent):
    """A key from another device."""

    key: Annotated[
        str,
        Field(
            max_length=10_000,
            description="As it was read or typed, in small letters too, with blanks or without:"
            f" at most {LONGEST_INPUT} characters.",
        ),
    ]
