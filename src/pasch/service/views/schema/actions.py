"""What a seat may do now."""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

ActionKind = Literal["steal", "freeze", "cross_out", "shift", "swap"]
"""What an action die lets its owner do."""


class ScoreAfter(TypedDict):
    """What the sums of the seat would become."""

    upper: int
    saldo: int | None
    bonus: int
    total: int


class ActionBase(TypedDict):
    """What every legal action may carry."""

    seat: NotRequired[int]
    """The acting seat."""


class ScoreAction(ActionBase):
    """Enter the roll, or scratch the cell with 0 points."""

    type: Literal["score"]
    cell: str
    points: int
    after: NotRequired[ScoreAfter]
    """Left out for a scratch."""
    after_column: NotRequired[ScoreAfter]
    """The same for the cell's column; only told where there are several."""
    strong: NotRequired[bool]
    """Whether an upper cell brings at least the share that the bonus needs."""
    extra: NotRequired[int]
    """Extra points it would earn on top."""


class RollAction(ActionBase):
    """Roll the dice; add `keep` to keep some. Left out, the least that the rules allow is kept."""

    type: Literal["roll"]
    keep: NotRequired[str]
    """The dice to keep."""


class EnterDiceAction(ActionBase):
    """Type in what real dice show; with `keep` from the second roll on."""

    type: Literal["enter_dice"]
    dice: str
    """What the dice show."""


class EnterPointsAction(ActionBase):
    """Enter points of real dice without saying what they showed."""

    type: Literal["enter_points"]
    cell: str
    points: int
    extra: NotRequired[int]
    """Extra points it would earn on top."""


class AnnounceAction(ActionBase):
    """Announce a cell."""

    type: Literal["announce"]
    cell: str


class DoubleAction(ActionBase):
    """Let the entry of this turn count twice."""

    type: Literal["double"]


class UseActionAction(ActionBase):
    """Use an action die."""

    type: Literal["use_action"]
    action: ActionKind
    target: NotRequired[int]
    """The seat that is hit; a shift has none."""
    cell: NotRequired[str]
    """The cell of that seat's sheet; swap and shift have none."""
    points: NotRequired[int]
    """What a steal would move and a cross-out destroy; left out elsewhere."""


class EndTurnAction(ActionBase):
    """End the turn."""

    type: Literal["end_turn"]


class ClaimAction(ActionBase):
    """Say that so many points for this cell lie under the cup."""

    type: Literal["claim"]
    cell: str
    points: int
    honest: bool
    """Whether the dice bring at least so many points."""


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
"""What the caller may do now. Add an `id` and send it as a command."""
