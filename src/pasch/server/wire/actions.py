"""What a seat may do now."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Absent, ActionKind, Answered, CellText


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
    """Enter the roll, or scratch the cell with 0 points."""

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
    """Roll the dice; add `keep` to keep some. Left out, the least that the rules allow is kept."""

    type: Literal["roll"]
    keep: Annotated[str | Absent, Field(description="The dice to keep.")] = None


class EnterDiceAction(ActionBase):
    """Type in what real dice show; with `keep` from the second roll on."""

    type: Literal["enter_dice"]
    dice: Annotated[str, Field(description="What the dice show.")]


class EnterPointsAction(ActionBase):
    """Enter points of real dice without saying what they showed."""

    type: Literal["enter_points"]
    cell: CellText
    points: int
    extra: Annotated[int | Absent, Field(description="Extra points it would earn on top.")] = None


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
    | EnterDiceAction
    | EnterPointsAction
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
