"""What callers see of a table, in the plain data of the wire."""

from typing import NotRequired, TypedDict

from pasch.rules.fingerprint import Plain
from pasch.words import SheetLayout


class AfterView(TypedDict):
    """What the sums of the sheet would be after an entry."""

    upper: int
    saldo: int | None
    bonus: int
    total: int


class ActionView(TypedDict):
    """A command body, less its id: `type` says which of the other keys there are."""

    type: str
    seat: NotRequired[int]
    keep: NotRequired[str]
    cell: NotRequired[str]
    points: NotRequired[int]
    after: NotRequired[AfterView]
    after_column: NotRequired[AfterView]
    strong: NotRequired[bool]
    extra: NotRequired[int]
    action: NotRequired[str]
    target: NotRequired[int]
    honest: NotRequired[bool]


class ClaimView(TypedDict):
    """A claim that waits for answers: who says it, and who has doubted it so far."""

    seat: int
    cell: str
    points: int
    doubts: list[int]


class TurnView(TypedDict):
    """The turn that is running; `seat` is who has to act. With `hidden` dice lie there that the caller may not see."""

    seat: int
    stage: str
    dice: str | None
    kept: str | None
    hidden: bool
    dice_count: int
    kept_count: int
    rolls_left: int
    rolls_used: int
    chip: bool
    announced: str | None
    doubled: bool
    claim: ClaimView | None
    locked: str


class PoolView(TypedDict):
    """Chips that lie on the table for all, by category."""

    left: dict[str, int]
    removed: dict[str, int]


class ColumnView(TypedDict):
    """The sums of one column."""

    column: int
    upper: int
    saldo: int | None
    bonus: int
    lower: int
    extra: int
    total: int
    score: int


class SheetView(TypedDict):
    """The sheet of one seat in one game."""

    seat: int
    cells: dict[str, int]
    upper: int
    saldo: int | None
    bonus: int
    lower: int
    extra: int
    total: int
    score: int
    columns: list[ColumnView]
    lies: list[str]
    rank: int


class WonDieView(TypedDict):
    """An action die in stock."""

    action: str
    usable: bool


class HandView(TypedDict):
    """What a seat holds beside its sheet, and the cells that are closed for its next turn."""

    bank: int
    chips: int
    doubles: int
    frozen: list[str]
    dice: list[WonDieView]


class SeatView(SheetView, HandView):
    """A seat with the sheet of the game that is running or ended last."""

    name: str
    kind: str
    bot: str | None
    present: bool
    mine: bool


class ResultView(TypedDict):
    """A finished game."""

    game: int
    seats: list[SheetView]


class Snapshot(TypedDict):
    """A table as one caller sees it at event `seq`."""

    id: str
    seq: int
    status: str
    visibility: str
    opened_at: str
    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    rules_name: str
    hints: bool
    game: int
    games: int
    round: int
    rounds: int
    commitment: str
    server_seed: str | None
    sheet: SheetLayout
    turn: TurnView | None
    pool: PoolView | None
    seats: list[SeatView]
    legal_actions: list[ActionView]
    can_take_back: bool
    can_start: bool
    results: list[ResultView]
    totals: list[int]
    grand_totals: list[int]
    ranks: list[int]
    text: str


class EventView(TypedDict):
    """An event of the log with its sentence."""

    seq: int
    type: str
    at: str
    seat: int | None
    data: dict[str, Plain]
    text: str


class ItemSeatView(TypedDict):
    """A seat in a list of tables."""

    seat: int
    name: str
    kind: str
    total: int


class TableItem(TypedDict):
    """A table in a list of tables."""

    id: str
    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    rules_name: str
    status: str
    game: int
    games: int
    round: int
    rounds: int
    seats: list[ItemSeatView]
    open_seats: int
    updated_at: str


class Batch(TypedDict):
    """Events that came together, and the table after the last of them."""

    events: list[EventView]
    snapshot: Snapshot
