"""What events of a table's log tell beside their seat and moment."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Absent, ActionKind, Answered, WeekendZone


class Nothing(Answered):
    """No further data."""


class OpenedSeat(Answered):
    """A seat as it was asked for."""

    kind: Literal["local", "human", "bot"]
    bot: Annotated[str | None, Field(description="The computer player's key.")]


class TimeAgreed(Answered):
    """Seconds to think: for every turn, and beyond them once for the whole match."""

    turn: int
    bank: int
    weekend_zone: WeekendZone = None


class OpenedFrom(Answered):
    """Of a match that was played elsewhere: the SHA-256 and the header lines of its record."""

    fingerprint: Annotated[str, Field(description="SHA-256 of the record, in hex.")]
    proved: Annotated[bool, Field(description="Whether all of its dice are those that its seed makes.")]
    date: Annotated[str, Field(description="The day that the record names; often empty.")]
    table: Annotated[str, Field(description="The table that the record names; often empty.")]
    dice: Annotated[str, Field(description="Whose dice: `server` or `manual`.")]
    commitment: str
    seed: Annotated[str, Field(description="The seed of the dice, in hex; often empty.")]
    seeds: Annotated[list[tuple[int, str]], Field(description="Seats with the seeds that they gave.")]


class Opened(Answered):
    """What was agreed when the table was opened."""

    variant: str
    rules: dict[str, str | int | bool | None]
    rules_name: Annotated[str, Field(description="Left out when the house has no name for them.")] = ""
    games: int
    seats: list[OpenedSeat]
    visibility: Literal["private", "public"]
    start: Annotated[bool, Field(description="Whether the match begins as soon as every seat is taken.")]
    commitment: str
    hints: Annotated[bool | Absent, Field(description="Whether players may ask for advice; left out in old logs.")] = (
        None
    )
    time: Annotated[TimeAgreed | None, Field(description="Null or left out: there is no clock.")] = None
    absent: Annotated[
        Literal["bot", "entry"] | Absent,
        Field(description="What happens when time or grace is over; left out in old logs."),
    ] = None
    bots: Annotated[bool | Absent, Field(description="Whether bots are welcome; left out in old logs.")] = None
    final: Annotated[bool | Absent, Field(description="Present and true when no entry is taken back.")] = None
    imported: Annotated[OpenedFrom | Absent, Field(description="Left out where the match was played here.")] = None


class Readiness(Answered):
    """Whether a seat has no more to wait for before the match begins."""

    ready: bool


class Taken(Answered):
    """Who sat down."""

    name: str
    bot: Annotated[str | Absent, Field(description="The computer player whom the opener has put there.")] = None
    computer: Annotated[bool | Absent, Field(description="Present and true when it is a bot's account.")] = None
    shared: Annotated[
        bool | Absent, Field(description="Present and true when the seat is played at the device of another seat.")
    ] = None


class Left(Answered):
    """Who plays on."""

    bot: Annotated[
        str | Absent, Field(description="The computer player that takes over; left out where none does.")
    ] = None
    frozen: Annotated[bool | Absent, Field(description="True when the sheet stays as it is.")] = None
    opener: Annotated[int | Absent, Field(description="The seat that may start the match from now on.")] = None


class Started(Answered):
    """What the dice depend on: the promise, SHA-256 of the server's seed in hex, and the seats' own seeds."""

    commitment: str
    seeds: Annotated[list[str], Field(description="The seats' own seeds, in hex, by seat; empty where none was given.")]


class GameNumber(Answered):
    """Which game of the match."""

    game: int


class Rolled(Answered):
    """The dice that lie on the table after a roll."""

    dice: Annotated[str | None, Field(description="Null when the caller may not see them.")]
    keep: Annotated[str | None, Field(description="What was kept; null for the first roll and when hidden.")]
    roll: Annotated[int, Field(description="The number of the roll in its turn, from 1.")]
    rolls_left: int
    by_hand: Annotated[bool | Absent, Field(description="Present and true for real dice that were typed in.")] = None
    kept_count: Annotated[int | Absent, Field(description="How many dice were kept; told when they are hidden.")] = None


class CellNamed(Answered):
    """The cell it is about."""

    cell: str


class DieRolled(Answered):
    """The face of an action die, and what it wins."""

    face: int
    won: Annotated[list[ActionKind], Field(description="The actions it wins.")]


class Used(Answered):
    """What an action die did."""

    action: ActionKind
    target: Annotated[int | None, Field(description="The seat that was hit; null for a shift.")]
    cell: Annotated[str | None, Field(description="The cell of that seat's sheet; null for swap and shift.")]
    points: Annotated[int, Field(description="What a steal moved or a cross-out destroyed.")]


class Said(Answered):
    """What is claimed to lie under the cup."""

    cell: str
    points: int


class Answer(Answered):
    """What a seat thinks of a claim."""

    doubts: Annotated[bool, Field(description="Whether the seat doubts the claim.")]


class Settled(Said):
    """What came of a claim."""

    lied: Annotated[bool, Field(description="Whether the claim was untrue.")]
    doubters: list[int]
    hit: Annotated[list[int], Field(description="The doubters whose own cell was open and has an entry now.")]
    dice: Annotated[str | None, Field(description="The dice as they were shown; null when no player doubted.")]


class Unused(Answered):
    """A roll that took nothing."""

    dice: Annotated[str | None, Field(description="The roll; null when the caller may not see it.")]


class Entry(Answered):
    """An entry; 0 points: scratched."""

    cell: str
    points: int
    extra: Annotated[int, Field(description="Extra points earned on top.")]
    dice: Annotated[str | None, Field(description="The roll that was entered; null when the caller may not see it.")]
    by_hand: Annotated[
        bool | Absent, Field(description="Present and true when of real dice only the points are known.")
    ] = None


class EntryUndone(Answered):
    """The entry that was taken back."""

    cell: str
    points: int


class Correction(Answered):
    """A turn told anew, as records write turns."""

    game: int
    round: int
    turn: Annotated[str, Field(description="What counts now.", examples=["~13356 > chance 18"])]
    was: Annotated[str, Field(description="What counted before.", examples=["~13355 > chance 17"])]


class GameResult(Answered):
    """Totals and places of a game, by seat."""

    totals: list[int]
    ranks: list[int]


class MatchResult(GameResult):
    """Totals and places of the match, by seat, and the seed of its dice."""

    grand_totals: list[int]
    server_seed: Annotated[str | None, Field(description="The seed, in hex; null while an event shares it.")]


class Moved(Answered):
    """Who goes on there."""

    computer: Annotated[bool | Absent, Field(description="Present and true when it is a bot's account.")] = None


class Absence(Answered):
    """How a player left, and until when the others wait."""

    why: Annotated[Literal["closed", "lost"], Field(description="They closed the page, or their connection was lost.")]
    until: str


class SeatFreed(Answered):
    """Whether the player for whom the seat was reserved declined it."""

    declined: Annotated[
        Literal[True] | Absent, Field(description="Present and true when the player it was kept for does not want it.")
    ] = None


class Held(Answered):
    """The bot that plays, and why: its owner is away, or their time was up."""

    bot: str
    why: Annotated[Literal["away", "time"], Field(description="The owner is away, or their time was up.")]


class AbsenceChoice(Answered):
    """Who is missed, and what happens in their turns."""

    target: Annotated[int, Field(description="The seat of the player who is missed.")]
    choice: Annotated[
        Literal["bot", "entry"], Field(description="The bot plays, or each of their turns ends with one entry.")
    ]


class TimeOver(Answered):
    """What happens now: the bot plays, or one entry is made."""

    then: Annotated[Literal["bot", "entry"], Field(description="The bot plays, or one entry is made.")]


class Restarted(Answered):
    """How long the clock rests while the player to move is not back."""

    until: str | Absent = None


PauseEnd = Annotated[str | Absent, Field(description="When the match goes on; left out where that is open.")]


class PauseWanted(Answered):
    """When the pause that is asked for is to end."""

    until: PauseEnd = None


class Pause(Answered):
    """Whether it begins because no player is present, and when it ends."""

    idle: Annotated[Literal[True] | Absent, Field(description="True when no player is present; else left out.")] = None
    until: PauseEnd = None


class PauseOver(Answered):
    """Whether it ends because a player is back, or because its time has come."""

    idle: Annotated[Literal[True] | Absent, Field(description="True when a player is back; else left out.")] = None
    planned: Annotated[Literal[True] | Absent, Field(description="True when its end has come; else left out.")] = None


class PauseDeclined(Answered):
    """Whether the player who asked withdrew the request."""

    withdrawn: Annotated[bool, Field(description="Whether the seat that asked took it back.")]


class Aborted(Answered):
    """The seed of the dice, when any were rolled."""

    server_seed: str | None = None
