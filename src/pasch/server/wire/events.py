"""Events: what happened at a table, numbered 1, 2, 3 … without gaps."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Absent, ActionKind, Answered


class Nothing(Answered):
    """No further data."""


class OpenedSeat(Answered):
    """A seat as it was asked for."""

    kind: Literal["local", "human", "bot"]
    bot: Annotated[str | None, Field(description="The computer player's key.")]


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


class Taken(Answered):
    """Who sat down."""

    name: str


class Left(Answered):
    """Who plays on."""

    bot: Annotated[
        str | Absent, Field(description="The computer player that takes over; left out before the start.")
    ] = None


class Started(Answered):
    """What the dice depend on: the promise, SHA-256 of the server's seed in hex, and the seats' own seeds."""

    commitment: str
    seeds: list[str]


class GameNumber(Answered):
    """Which game of the match."""

    game: int


class Rolled(Answered):
    """The dice that lie on the table after a throw."""

    dice: Annotated[str | None, Field(description="Null when the caller may not see them.")]
    keep: Annotated[str | None, Field(description="What was kept; null for the first throw and when hidden.")]
    roll: Annotated[int, Field(description="The number of the throw in its turn, from 1.")]
    rolls_left: int
    kept_count: Annotated[int | Absent, Field(description="How many dice were kept; told when they are hidden.")] = None


class CellNamed(Answered):
    """The cell it is about."""

    cell: str


class DieRolled(Answered):
    """The face of an action die, and what it wins."""

    face: int
    won: list[ActionKind]


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

    doubts: bool


class Settled(Said):
    """What came of a claim."""

    lied: bool
    doubters: list[int]
    hit: Annotated[list[int], Field(description="The doubters whose own cell was open and has an entry now.")]
    dice: Annotated[str | None, Field(description="The dice as they were shown; null when nobody doubted.")]


class Unused(Answered):
    """A roll that took nothing."""

    dice: str | None


class Entry(Answered):
    """An entry; 0 points: struck."""

    cell: str
    points: int
    extra: Annotated[int, Field(description="Extra points earned on top.")]
    dice: Annotated[str | None, Field(description="The roll that was entered; null when the caller may not see it.")]


class EntryUndone(Answered):
    """The entry that was taken back."""

    cell: str
    points: int


class GameResult(Answered):
    """Totals and places of a game, by seat."""

    totals: list[int]
    ranks: list[int]


class MatchResult(GameResult):
    """Totals and places of the match, by seat, and the seed of its dice."""

    grand_totals: list[int]
    server_seed: str


class EventBase(Answered):
    """What every event carries."""

    seq: Annotated[int, Field(description="Its number in the table's log, from 1.", ge=1)]
    at: Annotated[str, Field(description="When, UTC, RFC 3339.", examples=["2026-11-21T12:00:00.000Z"])]
    seat: Annotated[int | None, Field(description="Whose event it is, from 1; null for the table's own.")]
    text: Annotated[str, Field(description="The event as a sentence in the caller's language.")]


class TableOpened(EventBase):
    """The table was opened."""

    type: Literal["table_opened"]
    data: Opened


class SeatTaken(EventBase):
    """Somebody sat down."""

    type: Literal["seat_taken"]
    data: Taken


class SeatLeft(EventBase):
    """Somebody left the seat."""

    type: Literal["seat_left"]
    data: Left


class TableStarted(EventBase):
    """Play began."""

    type: Literal["table_started"]
    data: Started


class GameStarted(EventBase):
    """A further game of the match began."""

    type: Literal["game_started"]
    data: GameNumber


class DiceRolled(EventBase):
    """Dice were thrown."""

    type: Literal["dice_rolled"]
    data: Rolled


class Announced(EventBase):
    """A cell was announced."""

    type: Literal["announced"]
    data: CellNamed


class Scored(EventBase):
    """A cell was filled or struck."""

    type: Literal["scored"]
    data: Entry


class EntryTakenBack(EventBase):
    """The latest entry was taken back."""

    type: Literal["entry_taken_back"]
    data: EntryUndone


class Doubled(EventBase):
    """The entry of this turn will count twice."""

    type: Literal["doubled"]
    data: Nothing


class ActionDieRolled(EventBase):
    """An action die was won and thrown."""

    type: Literal["action_die_rolled"]
    data: DieRolled


class ActionUsed(EventBase):
    """An action die was used."""

    type: Literal["action_used"]
    data: Used


class TurnEnded(EventBase):
    """The dice were passed on."""

    type: Literal["turn_ended"]
    data: Nothing


class CellLost(EventBase):
    """Another's throw struck a cell of this seat and took its turn."""

    type: Literal["cell_lost"]
    data: CellNamed


class NothingTaken(EventBase):
    """A turn ended without an entry."""

    type: Literal["nothing_taken"]
    data: Unused


class ChipRemoved(EventBase):
    """A chip left the game, for nobody took one in this round."""

    type: Literal["chip_removed"]
    data: CellNamed


class Claimed(EventBase):
    """Something was said to lie under the cup."""

    type: Literal["claimed"]
    data: Said


class ClaimAnswered(EventBase):
    """A seat believed or doubted a claim."""

    type: Literal["claim_answered"]
    data: Answer


class ClaimSettled(EventBase):
    """A claim was settled; if anybody doubted it, the dice are shown."""

    type: Literal["claim_settled"]
    data: Settled


class GameFinished(EventBase):
    """A game of the match ended."""

    type: Literal["game_finished"]
    data: GameResult


class MatchFinished(EventBase):
    """The match ended; the seed of its dice is public now."""

    type: Literal["match_finished"]
    data: MatchResult


class Aborted(Answered):
    """The seed of the dice, when any were thrown."""

    server_seed: str | None = None


class TableAborted(EventBase):
    """The table was ended unfinished."""

    type: Literal["table_aborted"]
    data: Aborted


AnyEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | TableStarted
    | GameStarted
    | DiceRolled
    | Announced
    | Scored
    | EntryTakenBack
    | Doubled
    | ActionDieRolled
    | ActionUsed
    | TurnEnded
    | CellLost
    | NothingTaken
    | ChipRemoved
    | Claimed
    | ClaimAnswered
    | ClaimSettled
    | GameFinished
    | MatchFinished
    | TableAborted
)


class Event(RootModel[Annotated[AnyEvent, Field(discriminator="type")]]):
    """An event of a table's log. Ignore types you do not know: the list grows."""
