"""A table as a socket tells it: the legal actions as constraints and rows of numbers."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Absent, ActionKind, Answered, CellText
from pasch.server.wire.tables import TableSeen

Kind = Annotated[str, Field(description="The `type` of a command.", examples=["roll"])]
PackedSums = int | list[int | None]
Points = int | list[int]


class Offers(Answered):
    """What the caller may do. Everything is left out that is not possible."""

    kinds: Annotated[
        list[Kind] | Absent,
        Field(
            description="Types that need nothing else. With `roll` and `enter_dice` any dice may be kept that hold"
            " `locked` of the turn, and at least one is rolled."
        ),
    ] = None
    least: Annotated[int | Absent, Field(description="How many dice have to be kept.")] = None
    announce: Annotated[list[CellText] | Absent, Field(description="Cells that may be announced.")] = None
    score: Annotated[
        dict[str, list[PackedSums]] | Absent,
        Field(
            description="Entries by cell: points, the sums after it, whether it is strong (0, 1), extra points, and the"
            " sums of its column after it; zeros at the end are left out. Sums are the total, or total, upper points,"
            " saldo and bonus where one of the last three changes.",
            examples=[{"fives": [15, [55, 15, 0, 0], 1], "chance": [22, 62]}],
        ),
    ] = None
    scratch: Annotated[
        dict[str, int] | Absent,
        Field(description="Every cell in `score` may be scratched; those here then earn so many extra points."),
    ] = None
    claim: Annotated[
        dict[str, list[int]] | Absent,
        Field(description="By cell: the most points that would be true, then all that may be claimed."),
    ] = None
    points: Annotated[
        dict[str, list[Points]] | Absent,
        Field(description="Points of real dice by cell; a pair has points and extra points."),
    ] = None
    use: Annotated[
        dict[ActionKind, dict[str, dict[str, int | None]]] | Absent,
        Field(description="Action dice: by action, seat that is hit, and cell, the points that it moves or destroys."),
    ] = None


class Brief(TableSeen):
    """A table as its socket tells it.

    A sheet with one column whose sums are those of the sheet has no `columns`. A result without `seats` is that of the
    sheets in `seats`.
    """

    turn: Annotated[  # type: ignore[assignment] # a row in place of the object
        list[str | int | dict[str, object] | None] | None,
        Field(
            description="A row of the values that `names` of hello names; nulls at its end are left out. An object"
            " after them has all that is not as usual. `dice_count` and `kept_count` usually are those of the texts,"
            " `locked` is `k-`, all else false or null. Null when no player is to move.",
            examples=[[1, "rolled", 2, 1, "33456"]],
        ),
    ]

    offers: Annotated[Offers, Field(description="What the caller may do; empty when the caller is not to move.")]
