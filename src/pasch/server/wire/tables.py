"""Tables: opening one, its snapshot, and lists of tables."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Absent, ActionKind, Answered, CellText, Name, RuleValues, Sent
from pasch.server.wire.variants import SheetLayout

Status = Literal["waiting", "running", "paused", "finished", "aborted"]
Visibility = Literal["private", "public"]
Kind = Literal["local", "human", "bot"]
Stage = Literal["ready", "rolled", "entry_due", "entered", "shifting", "claimed"]


class LocalSeat(Sent):
    """A seat of the session that opens the table: somebody at this device."""

    kind: Literal["local"]
    name: Name | None = None


class BotSeat(Sent):
    """A seat of a computer player."""

    kind: Literal["bot"]
    bot: Annotated[str, Field(max_length=40, description="Which one; see `GET /bots`.")] = "simple"
    name: Name | None = None


class HumanSeat(Sent):
    """An open seat: somebody at another device will take it."""

    kind: Literal["human"]


class SeatWish(RootModel[Annotated[LocalSeat | BotSeat | HumanSeat, Field(discriminator="kind")]]):
    """A seat of the table to be opened."""


class OpenTable(Sent):
    """A table to be opened."""

    variant: Annotated[str, Field(max_length=200, description="A key or alias of a variant.", examples=["kniffel"])]
    rules: RuleValues = Field(default_factory=dict)
    rules_name: Annotated[
        str | None,
        Field(max_length=10_000, description="What the house calls its rules, at most 40 characters; may be left out."),
    ] = None
    games: Annotated[int, Field(ge=1, le=1000, description="Games in the match.")] = 1
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=99)]
    visibility: Visibility = "private"
    start: Annotated[bool, Field(description="Start as soon as every seat is taken.")] = True
    hints: Annotated[
        bool | None,
        Field(
            description="Whether players may ask for advice while they play; left out, where there is no `human` seat."
        ),
    ] = None


class TakeSeat(Sent):
    """A wish for an open seat."""

    name: Name | None = None
    seat: Annotated[int | None, Field(ge=1, le=99, description="Which one; left out, the first open seat.")] = None
    seed: Annotated[
        str | None,
        Field(
            max_length=128,
            pattern=r"^[0-9a-fA-F]*$",
            description="A seed of one's own for the dice, in hex, so that the server alone does not decide them.",
        ),
    ] = None


class ScoreAfter(Answered):
    """What the sums of the seat would become."""

    upper: int
    saldo: int | None
    bonus: int
    total: int


class ActionBase(Answered):
    """What every legal action may carry."""

    seat: Annotated[int | Absent, Field(description="The acting seat.")] = None


class ScoreAction(ActionBase):
    """Enter the roll, or strike the cell with 0 points."""

    type: Literal["score"]
    cell: CellText
    points: int
    after: Annotated[ScoreAfter | Absent, Field(description="Left out for a scratch.")] = None
    after_column: Annotated[
        ScoreAfter | Absent, Field(description="The same for the cell's column; only told where there are several.")
    ] = None
    strong: Annotated[
        bool | Absent, Field(description="Whether an upper cell brings at least the share that the bonus needs.")
    ] = None
    extra: Annotated[int | Absent, Field(description="Extra points it would earn on top.")] = None


class RollAction(ActionBase):
    """Throw the dice; add `keep` to keep some. Left out, the least that the rules allow is kept."""

    type: Literal["roll"]
    keep: str | Absent = None


class AnnounceAction(ActionBase):
    """Announce a cell."""

    type: Literal["announce"]
    cell: CellText


class DoubleAction(ActionBase):
    """Let the entry of this turn count twice."""

    type: Literal["double"]


class UseActionAction(ActionBase):
    """Use an action die."""

    type: Literal["use_action"]
    action: ActionKind
    target: Annotated[int | Absent, Field(description="The seat that is hit; a shift has none.")] = None
    cell: Annotated[
        CellText | Absent, Field(description="The cell of that seat's sheet; swap and shift have none.")
    ] = None
    points: Annotated[
        int | Absent, Field(description="What a steal would move and a cross-out destroy; left out elsewhere.")
    ] = None


class EndTurnAction(ActionBase):
    """End the turn."""

    type: Literal["end_turn"]


class ClaimAction(ActionBase):
    """Say that so many points for this cell lie under the cup."""

    type: Literal["claim"]
    cell: CellText
    points: int
    honest: Annotated[bool, Field(description="Whether the dice bring at least so many points.")]


class BelieveAction(ActionBase):
    """Let the claim pass."""

    type: Literal["believe"]


class DoubtAction(ActionBase):
    """Doubt the claim."""

    type: Literal["doubt"]


class TakeNothingAction(ActionBase):
    """End the turn without an entry."""

    type: Literal["take_nothing"]


class NextGameAction(ActionBase):
    """Begin the next game of the match."""

    type: Literal["next_game"]


AnyLegalAction = (
    ScoreAction
    | RollAction
    | AnnounceAction
    | DoubleAction
    | UseActionAction
    | EndTurnAction
    | ClaimAction
    | BelieveAction
    | DoubtAction
    | TakeNothingAction
    | NextGameAction
)


class LegalAction(RootModel[Annotated[AnyLegalAction, Field(discriminator="type")]]):
    """What the caller may do now. Add an `id` and send it as a command."""


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


class Sheet(Sums):
    """A player's sheet."""

    cells: Annotated[dict[str, int], Field(description="Entries by cell; 0 is a struck one.", examples=[{"ones": 3}])]
    columns: list[ColumnSums]
    lies: Annotated[list[str], Field(description="Cells that were struck for a lie.")]
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


class Seat(Sheet):
    """A seat and its sheet in the current game, with what it holds beside the sheet."""

    seat: int
    name: str
    kind: Kind
    bot: Annotated[str | None, Field(description="The computer player's key.")]
    present: bool
    mine: Annotated[bool, Field(description="Whether the caller plays this seat.")]
    bank: Annotated[int, Field(description="Rolls saved for later turns.")]
    chips: Annotated[int, Field(description="Chips that can still buy a roll.")]
    doubles: Annotated[int, Field(description="Entries that may still count twice.")]
    frozen: Annotated[list[str], Field(description="Open cells that are closed for its next turn.")]
    dice: Annotated[list[WonDie], Field(description="Action dice in stock, in the order in which they were won.")]


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
    kept: Annotated[str | None, Field(description="What was kept for the latest throw.", examples=["k33"])]
    hidden: Annotated[bool, Field(description="Whether dice lie there that the caller may not see.")]
    dice_count: Annotated[int, Field(description="How many dice lie there, also when they are hidden.")]
    kept_count: Annotated[int, Field(description="How many of them were kept for the latest throw.")]
    rolls_left: int
    rolls_used: int
    chip: Annotated[bool, Field(description="Whether a chip can buy one more roll when none is left.")]
    announced: str | None
    doubled: Annotated[bool, Field(description="Whether the entry will count twice.")]
    claim: Annotated[OpenClaim | None, Field(description="What is claimed; null where nothing is.")]
    locked: Annotated[str, Field(description="Dice that may not be thrown again; `k-` for none.")]


class Pool(Answered):
    """The chips that lie on the table for all seats, by category."""

    left: Annotated[dict[str, int], Field(description="Those that can be taken.", examples=[{"full_house": 4}])]
    removed: Annotated[dict[str, int], Field(description="Those that have left the game.")]


class Snapshot(Answered):
    """A table as it stands, with what the caller may do."""

    id: str
    seq: Annotated[int, Field(description="The number of its latest event.")]
    status: Status
    visibility: Visibility
    opened_at: str
    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    rules_name: Annotated[str, Field(description="What the house calls its rules; often empty.")]
    hints: Annotated[bool, Field(description="Whether its players may ask for advice while they play.")]
    game: int
    games: int
    round: int
    rounds: int
    commitment: Annotated[
        str, Field(description="SHA-256 of the seed of the dice, in hex: promised before the first roll.")
    ]
    server_seed: Annotated[str | None, Field(description="The seed of the dice, in hex, after the end.")]
    sheet: SheetLayout
    turn: Annotated[Turn | None, Field(description="Null when nobody is to move.")]
    pool: Annotated[Pool | None, Field(description="Null where no chips lie on the table.")]
    seats: list[Seat]
    legal_actions: Annotated[list[LegalAction], Field(description="Empty when the caller is not to move.")]
    can_take_back: Annotated[bool, Field(description="Whether `take_back` would be accepted.")]
    can_start: Annotated[bool, Field(description="Whether the caller may start the match now.")]
    results: Annotated[list[GameSheets], Field(description="The finished games.")]
    totals: Annotated[list[int], Field(description="By seat, over the games so far.")]
    grand_totals: Annotated[list[int], Field(description="The same with points outside the games.")]
    ranks: list[int]
    text: Annotated[str, Field(description="What may be done now, in one sentence.")]


class ListedSeat(Answered):
    """A seat of a listed table."""

    seat: int
    name: str
    kind: Kind
    total: int


class ListedTable(Answered):
    """A table in a list."""

    id: str
    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    rules_name: str
    status: Status
    game: int
    games: int
    round: int
    rounds: int
    seats: list[ListedSeat]
    updated_at: str
    open_seats: Annotated[int, Field(description="Seats that somebody may take.")]


class Tables(Answered):
    """A list of tables, newest first."""

    tables: list[ListedTable]
