"""Commands: what a seated session may send. Every legal action of a snapshot, given an `id`, is one of them."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args, get_type_hints

from pydantic import ConfigDict, Field, RootModel, model_validator

from pasch.server.wire.base import CellText, CommandId, ExpectSeq, SeatNumber, Sent
from pasch.service.views.schema.actions import LegalAction

ActingSeat = Annotated[SeatNumber | None, Field(description="The acting seat; left out, the seat to move.")]


SHOWN: Mapping[str, frozenset[str]] = {
    get_args(fields["type"])[0]: frozenset(fields) for fields in map(get_type_hints, get_args(LegalAction.__value__))
}
"""What the server says with a legal action of each type: a client sends it back as it came."""


class CommandBase(Sent):
    """What every command carries. What a legal action shows beside that may come back with it, and is not read."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": True})

    id: CommandId
    expect_seq: ExpectSeq = None
    seat: ActingSeat = None

    @model_validator(mode="before")
    @classmethod
    def _unread(cls, sent: object) -> object:
        """Leave out what was only shown."""
        if not isinstance(sent, dict) or sent.keys() <= cls.model_fields.keys():
            return sent
        only_shown = SHOWN.get(sent["type"], frozenset()) - cls.model_fields.keys()
        return {name: value for name, value in sent.items() if name not in only_shown}


class Roll(CommandBase):
    """Roll the dice that are not kept."""

    type: Literal["roll"]
    keep: Annotated[
        str | None,
        Field(
            max_length=40,
            description="The dice to keep, such as `k335` or `k-`; left out, the least that the rules allow.",
        ),
    ] = None


class Score(CommandBase):
    """Enter the roll in a cell, or scratch the cell."""

    type: Literal["score"]
    cell: CellText
    points: Annotated[
        int | None,
        Field(description="0 crosses the cell out; without points it scores; other points must be those of the roll."),
    ] = None


class EnterDice(CommandBase):
    """Type in what real dice show, where a seat plays with them."""

    type: Literal["enter_dice"]
    dice: Annotated[str, Field(max_length=40, description="All dice on the table.", examples=["13356"])]
    keep: Annotated[
        str | None,
        Field(
            max_length=40,
            description="From the second roll on the dice that were not rolled again, such as `k335`; left out, the "
            "least that the rules allow.",
        ),
    ] = None


class EnterPoints(CommandBase):
    """Enter points of real dice without saying what they showed."""

    type: Literal["enter_points"]
    cell: CellText
    points: Annotated[int, Field(ge=0, le=2**53, description="What the cell can hold; 0 crosses it out.")]
    extra: Annotated[int, Field(ge=0, le=2**53, description="Extra points earned on top.")] = 0


class Correct(CommandBase):
    """Correct what was typed in for a turn with real dice; at any time, also when the match is over.

    What is left out stays as it was. `seat` is the one whose turn it was; left out, the caller's only one. At the turn
    that is running `dice` replaces its last roll; without `dice` that roll is taken away.
    """

    type: Literal["correct"]
    game: Annotated[int | None, Field(ge=1, le=1000, description="Left out, the latest.")] = None
    round: Annotated[int, Field(ge=1, le=9999, description="The round of the turn.")]
    cell: Annotated[CellText | None, Field(description="The cell that the entry goes to.")] = None
    dice: Annotated[str | None, Field(max_length=40, description="The dice as they lay at the entry.")] = None
    points: Annotated[
        int | None,
        Field(
            ge=0,
            le=2**53,
            description="With `dice` as in `score`; without `dice` only the points are known.",
        ),
    ] = None
    extra: Annotated[int, Field(ge=0, le=2**53, description="Extra points on top; with `dice` they follow.")] = 0


class Announce(CommandBase):
    """Announce the cell to be played for, after the first roll."""

    type: Literal["announce"]
    cell: CellText


class Double(CommandBase):
    """Let the entry of this turn count twice; said before the first roll, where the house rules know it."""

    type: Literal["double"]


class UseAction(CommandBase):
    """Use an action die (Kniffeliger)."""

    type: Literal["use_action"]
    action: Annotated[
        str, Field(max_length=40, description="`steal`, `freeze`, `cross_out`, `shift` or `swap`.", examples=["steal"])
    ]
    target: Annotated[SeatNumber | None, Field(description="The seat it is aimed at; a shift has none.")] = None
    cell: Annotated[CellText | None, Field(description="The cell of that seat's sheet; swap and shift have none.")] = (
        None
    )


class EndTurn(CommandBase):
    """Pass the dice on, where a turn does not end with its entry (Kniffeliger)."""

    type: Literal["end_turn"]


class Claim(CommandBase):
    """Say what lies under the cup, true or not (Lügenkniffel)."""

    type: Literal["claim"]
    cell: CellText
    points: Annotated[int, Field(ge=-(2**53), le=2**53, description="The points said to lie there.")]


class Believe(CommandBase):
    """Let the claim pass."""

    type: Literal["believe"]


class Doubt(CommandBase):
    """Doubt the claim: when everybody has answered, the dice are shown."""

    type: Literal["doubt"]


class TakeNothing(CommandBase):
    """End the turn without an entry, where the roll takes nothing (Dice Duel)."""

    type: Literal["take_nothing"]


class NextGame(CommandBase):
    """Begin the next game of the match."""

    type: Literal["next_game"]


class Ready(CommandBase):
    """Say that nothing more is waited for, or take it back; left out, `seat` means all the caller's seats."""

    type: Literal["ready"]
    ready: bool = True


class TakeBack(CommandBase):
    """Take the latest entry back, until the next roll; only where all people share one device."""

    type: Literal["take_back"]


class AskPause(CommandBase):
    """Ask for a pause, or agree to one; it begins when everybody who is there has."""

    type: Literal["pause"]
    until: Annotated[
        str | None,
        Field(
            max_length=40,
            description="When the match goes on, RFC 3339: at most 90 days away, and three quarters of the time for "
            "which interrupted tables are kept (by default 21 days). Left out, the pause lasts until a player ends it.",
            examples=["2026-12-27T18:00:00+01:00"],
        ),
    ] = None


class Agree(CommandBase):
    """Agree to the pause that is asked for."""

    type: Literal["agree"]


class Refuse(CommandBase):
    """Play on without the requested pause; from the player who asked, it withdraws the request."""

    type: Literal["refuse"]


class Resume(CommandBase):
    """End the pause."""

    type: Literal["resume"]


class Return(CommandBase):
    """Play again for oneself instead of the bot that holds the seat."""

    type: Literal["return"]


class DecideAbsence(CommandBase):
    """Say what happens in the turns of a player who is missed: away longer than the others wait (`away.until`)."""

    type: Literal["absent"]
    target: Annotated[SeatNumber, Field(description="The seat of the missing player.")]
    choice: Annotated[
        Literal["bot", "entry"],
        Field(description="The bot plays until they are back, or the entry that loses least ends each of their turns."),
    ]


class Abort(CommandBase):
    """End the table for good, unfinished."""

    type: Literal["abort"]


AnyCommand = (
    Roll
    | Score
    | Announce
    | Double
    | UseAction
    | EndTurn
    | Claim
    | Believe
    | Doubt
    | TakeNothing
    | NextGame
    | TakeBack
    | Abort
    | Ready
    | AskPause
    | Agree
    | Refuse
    | Resume
    | Return
    | DecideAbsence
    | EnterDice
    | EnterPoints
    | Correct
)


class Command(RootModel[Annotated[AnyCommand, Field(discriminator="type")]]):
    """A command: a legal action with an `id`, or what concerns the table (`take_back`, `pause`, `abort` …)."""
