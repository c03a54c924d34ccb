"""Tables: opening one, its snapshot, and lists of tables."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Absent, Answered, CellText, Name, RuleValues, Sent
from pasch.server.wire.variants import SheetLayout

Status = Literal["waiting", "running", "paused", "finished", "aborted"]
Visibility = Literal["private", "public"]
Kind = Literal["local", "human", "bot"]


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
    games: Annotated[int, Field(ge=1, le=1000, description="Games in the match.")] = 1
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=99)]
    visibility: Visibility = "private"
    start: Annotated[bool, Field(description="Start as soon as every seat is taken.")] = True


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


class UseActionAction(ActionBase):
    """Use an action die."""

    type: Literal["use_action"]
    action: str
    target: int | Absent = None
    cell: CellText | Absent = None


class EndTurnAction(ActionBase):
    """End the turn."""

    type: Literal["end_turn"]


class NextGameAction(ActionBase):
    """Begin the next game of the match."""

    type: Literal["next_game"]


AnyLegalAction = ScoreAction | RollAction | AnnounceAction | UseActionAction | EndTurnAction | NextGameAction


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


class ColumnSums(Sums):
    """The sums of one column."""

    column: int


class Sheet(Sums):
    """A player's sheet."""

    cells: Annotated[dict[str, int], Field(description="Entries by cell; 0 is a struck one.", examples=[{"ones": 3}])]
    columns: list[ColumnSums]
    rank: Annotated[int, Field(description="The place in this game; equal totals share one (1, 1, 3).")]


class ResultSheet(Sheet):
    """A player's sheet of a finished game."""

    seat: int


class GameSheets(Answered):
    """A finished game of the match."""

    game: int
    seats: list[ResultSheet]


class Seat(Sheet):
    """A seat and its sheet in the current game."""

    seat: int
    name: str
    kind: Kind
    bot: Annotated[str | None, Field(description="The computer player's key.")]
    present: bool
    mine: Annotated[bool, Field(description="Whether the caller plays this seat.")]


class Turn(Answered):
    """The turn that is being played."""

    seat: int
    dice: Annotated[str | None, Field(description="Faces, ascending; null before the first roll.", examples=["13356"])]
    kept: Annotated[str | None, Field(description="What was kept for the latest throw.", examples=["k33"])]
    rolls_left: int
    rolls_used: int
    announced: str | None
    locked: Annotated[str, Field(description="Dice that may not be thrown again; `k-` for none.")]


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
