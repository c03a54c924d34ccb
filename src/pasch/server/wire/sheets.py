"""Sheets and seats, and their sums."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import ActionKind, Answered
from pasch.server.wire.opening import Kind


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
