"""The legal actions of a seat."""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

ActionKind = Literal["steal", "freeze", "cross_out", "shift", "swap"]
"""The actions of an action die."""


class ScoreAfter(TypedDict):
    """The sums of the seat after the action."""

    upper: int
    saldo: int | None
    bonus: int
    total: int


class ActionBase(TypedDict):
    """Fields of every legal action."""

    seat: NotRequired[int]
    """The acting seat."""


class ScoreAction(ActionBase):
    """Enter the roll, or scratch the cell with 0 points."""

    type: Literal["score"]
    cell: str
    points: int
    after: NotRequired[ScoreAfter]
    """Absent for a scratch."""
    after_column: NotRequired[ScoreAfter]
    """The same for the cell's column; only with several columns."""
    strong: NotRequired[bool]
    """Whether an entry in an upper cell reaches the share that the bonus needs."""
    extra: NotRequired[int]
    """Its extra points."""


class RollAction(ActionBase):
    """Roll the dice; add `keep` to keep some. Without it, the fewest that the rules allow are kept."""

    type: Literal["roll"]
    keep: NotRequired[str]
    """The dice to keep."""


class EnterDiceAction(ActionBase):
    """Type the faces of real dice; with `keep` from the second roll on."""

    type: Literal["enter_dice"]
    dice: str
    """The faces."""


class EnterPointsAction(ActionBase):
    """Enter the points of real dice without their faces."""

    type: Literal["enter_points"]
    cell: str
    points: int
    extra: NotRequired[int]
    """Its extra points."""


class AnnounceAction(ActionBase):
    """Announce a cell."""

    type: Literal["announce"]
    cell: str


class DoubleAction(ActionBase):
    """Double the entry of this turn."""

    type: Literal["double"]


class UseActionAction(ActionBase):
    """Use an action die."""

    type: Literal["use_action"]
    action: ActionKind
    target: NotRequired[int]
    """The victim's seat; a shift has none."""
    cell: NotRequired[str]
    """The cell of that seat's sheet; swap and shift have none."""
    points: NotRequired[int]
    """The points that a steal would move or a cross-out destroy; absent otherwise."""


class EndTurnAction(ActionBase):
    """End the turn."""

    type: Literal["end_turn"]


class ClaimAction(ActionBase):
    """Claim this many points for the hidden dice in this cell."""

    type: Literal["claim"]
    cell: str
    points: int
    honest: bool
    """Whether the dice score at least this many points."""


class BelieveAction(ActionBase):
    """Believe the claim."""

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


LegalAction = TypeAliasType(
    "LegalAction",
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
    | NextGameAction,
)
"""A legal action of the caller. Add an `id` and send it as a command."""
