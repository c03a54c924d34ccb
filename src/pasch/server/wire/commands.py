"""Commands of a seated session. Every legal action of a snapshot, given an `id`, is one of them."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args, get_type_hints

from pydantic import ConfigDict, Field, RootModel, model_validator

from pasch.server.wire.base import CellText, CommandId, ExpectSeq, SeatNumber, Sent
from pasch.service.views.schema.actions import LegalAction

ActingSeat = Annotated[SeatNumber | None, Field(description="The acting seat; by default the seat to move.")]


SHOWN: Mapping[str, frozenset[str]] = {
    get_args(fields["type"])[0]: frozenset(fields) for fields in map(get_type_hints, get_args(LegalAction.__value__))
}
"""The descriptive fields of each type of legal action, which a client may send back."""


class CommandBase(Sent):
    """Fields of every command. The descriptive fields of a legal action may come back with it, and are ignored."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": True})

    id: CommandId
    expect_seq: ExpectSeq = None
    seat: ActingSeat = None

    @model_validator(mode="before")
    @classmethod
    def _unread(cls, sent: object) -> object:
        """Remove the descriptive fields."""
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
            description="The dice to keep, such as `k335` or `k-`; by default the fewest that the rules allow.",
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
    """Type the faces of real dice, at a seat with real dice."""

    type: Literal["enter_dice"]
    dice: Annotated[str, Field(max_length=40, description="All dice on the table.", examples=["13356"])]
    keep: Annotated[
        str | None,
        Field(
            max_length=40,
            description="From the second roll on, the kept dice, such as `k335`; by default the fewest that the rules "
            "allow.",
        ),
    ] = None


class EnterPoints(CommandBase):
    """Enter the points of real dice without their faces."""

    type: Literal["enter_points"]
    cell: CellText
    points: Annotated[int, Field(ge=0, le=2**53, description="Possible points of the cell; 0 crosses it out.")]
    extra: Annotated[int, Field(ge=0, le=2**53, description="Extra points.")] = 0


class Correct(CommandBase):
    """Correct a turn with real dice, at any time, even after the match.

    Omitted fields stay unchanged. `seat` is the owner of the turn; by default the caller's only one. In the running
    turn, `dice` replaces the last roll; without `dice` that roll is removed.
    """

    type: Literal["correct"]
    game: Annotated[int | None, Field(ge=1, le=1000, description="By default the latest.")] = None
    round: Annotated[int, Field(ge=1, le=9999, description="The round of the turn.")]
    cell: Annotated[CellText | None, Field(description="The cell of the entry.")] = None
    dice: Annotated[str | None, Field(max_length=40, description="The dice of the entry.")] = None
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
    """Announce a cell after the first roll."""

    type: Literal["announce"]
    cell: CellText


class Double(CommandBase):
    """Double the entry of this turn; before the first roll, if the house rules allow it."""

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
    """Pass the dice on, in games whose turns do not end with the entry (Kniffeliger)."""

    type: Literal["end_turn"]


class Claim(CommandBase):
    """Claim points for the hidden dice, honestly or not (Lügenkniffel)."""

    type: Literal["claim"]
    cell: CellText
    points: Annotated[int, Field(ge=-(2**53), le=2**53, description="The points said to lie there.")]


class Believe(CommandBase):
    """Believe the claim."""

    type: Literal["believe"]


class Doubt(CommandBase):
    """Doubt the claim: the dice are shown once all have answered."""

    type: Literal["doubt"]


class TakeNothing(CommandBase):
    """End the turn without an entry, if the roll takes no chip (Dice Duel)."""

    type: Literal["take_nothing"]


class NextGame(CommandBase):
    """Begin the next game of the match."""

    type: Literal["next_game"]


class Ready(CommandBase):
    """Declare a seat ready, or not ready any more; by default all of the caller's seats."""

    type: Literal["ready"]
    ready: bool = True


class TakeBack(CommandBase):
    """Take the latest entry back, until the next roll; only if all people share one device."""

    type: Literal["take_back"]


class AskPause(CommandBase):
    """Request a pause, or agree to one; it begins when all present players have agreed."""

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
    """Agree to the requested pause."""

    type: Literal["agree"]


class Refuse(CommandBase):
    """Refuse the requested pause; from the player who requested it, this withdraws the request."""

    type: Literal["refuse"]


class Resume(CommandBase):
    """End the pause."""

    type: Literal["resume"]


class Return(CommandBase):
    """Take the seat back from the bot that plays it."""

    type: Literal["return"]


class DecideAbsence(CommandBase):
    """Choose what happens in the turns of a missing player, absent longer than the others wait (`away.until`)."""

    type: Literal["absent"]
    target: Annotated[SeatNumber, Field(description="The seat of the missing player.")]
    choice: Annotated[
        Literal["bot", "entry"],
        Field(description="The bot plays until they are back, or the entry that loses least ends each of their turns."),
    ]


class Abort(CommandBase):
    """Abort the match for good."""

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
    """A command: a legal action with an `id`, or one about the table (`take_back`, `pause`, `abort` …)."""
