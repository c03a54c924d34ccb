"""What callers see of a table, in the plain data of the wire."""

from typing import NotRequired, TypedDict

from pasch.rules.fingerprint import Plain
from pasch.rules.switches import SwitchValue
from pasch.words import SheetLayout

PROTOCOL = 3
"""The version of what is said on a table's socket; a client names the one it knows."""
WRONG_VERSION = 4010
"""The code with which a socket is closed for a client that names another version."""


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
    dice: NotRequired[str]
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
    doubles_next: bool
    claim: ClaimView | None
    locked: str


class PoolView(TypedDict):
    """Chips that lie on the table for all, by category."""

    left: dict[str, int]
    removed: dict[str, int]


class SumsView(TypedDict):
    """The sums of a sheet or of one of its columns, in points."""

    upper: int
    saldo: int | None
    bonus: int
    lower: int
    extra: int
    total: int


class ColumnView(SumsView):
    """The sums of one column."""

    column: int
    score: int


class TypedView(TypedDict):
    """An entry with real dice, in which round it was made; `dice` None: only the points are known."""

    cell: str
    round: int
    dice: str | None
    corrected: bool


class SheetView(SumsView):
    """The sheet of one seat in one game; `typed` are its entries with real dice."""

    seat: int
    cells: dict[str, int]
    score: int
    columns: list[ColumnView]
    lies: list[str]
    typed: list[TypedView]
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


class AwayView(TypedDict):
    """Somebody who is not there, and until when the others wait; None while nobody does."""

    why: str
    until: str | None
    absent: str


class SceneSeatView(SheetView, HandView):
    """A seat with the sheet of the game that is running or ended last, as everybody sees it."""

    sheet_frozen: bool
    name: str
    kind: str
    bot: str | None
    present: bool
    away: AwayView | None
    held: str | None
    open: bool
    ready: bool
    person: str | None
    computer: bool
    real_dice: bool


class OwnershipView(TypedDict):
    """Whose a seat is, for one caller."""

    kept: str | None
    mine: bool


class SeatView(SceneSeatView, OwnershipView):
    """A seat as one caller sees it."""


class ResultView(TypedDict):
    """A finished game."""

    game: int
    seats: list[SheetView]


class WeekendView(TypedDict):
    """When a weekend begins and ends."""

    begins: str
    ends: str


class ClockView(TypedDict):
    """The clock of whoever is to move: when the turn's seconds and then the bank are gone, if it runs from now on."""

    seat: int
    running: bool
    turn_ends_at: str
    ends_at: str
    banks: list[int]
    weekends: NotRequired[list[WeekendView]]


class PauseView(TypedDict):
    """A pause that is asked for: by whom, and who has agreed."""

    asked: int
    agreed: list[int]


class TimeView(TypedDict):
    """Seconds to think: for every turn, and beyond them once for the whole match."""

    turn: int
    bank: int
    weekend_zone: NotRequired[str]


class ImportedView(TypedDict):
    """Of a match that was played elsewhere: the day that its record tells, and whether its seed makes its dice."""

    date: str
    proved: bool


class VariantView(TypedDict):
    """What is played; `rules` are the switches that a house has changed."""

    variant: str
    variant_name: str
    rules: dict[str, SwitchValue]


class ProgressView(TypedDict):
    """How far the match is."""

    game: int
    games: int
    round: int
    rounds: int


class IdentityView(TypedDict):
    """Which table this is, after which event, where it comes from and how long it will be there."""

    id: str
    seq: int
    status: str
    visibility: str
    opened_at: str
    imported: ImportedView | None
    kept_until: str


class AgreedView(VariantView):
    """What was agreed when the table was opened; `rules_name` is what the house calls its rules."""

    rules_name: str
    hints: bool
    time: TimeView | None
    absent: str
    bots: bool


class MomentView(TypedDict):
    """How the time stands."""

    now: str
    clock: ClockView | None
    pause: PauseView | None
    pause_ends: str | None


class CompanyView(TypedDict):
    """Who watches, who may start the match, and where the same people play again."""

    watchers: int
    opener: int | None
    rematch: str | None


class DicePromiseView(TypedDict):
    """What the dice were promised with, and the seed that proves it once it may be known."""

    commitment: str
    server_seed: str | None


class OffersView(TypedDict):
    """What the caller may do."""

    legal_actions: list[ActionView]
    every_throw: bool
    can_take_back: bool
    can_start: bool


class ScoresView(TypedDict):
    """The games that are finished, and how the seats stand."""

    results: list[ResultView]
    totals: list[int]
    grand_totals: list[int]
    ranks: list[int]


class SceneView(IdentityView, AgreedView, ProgressView, ScoresView):
    """What does not depend on who looks, but on the dice that they may know."""

    sheet: SheetLayout
    turn: TurnView | None
    pool: PoolView | None
    text: str


class Snapshot(SceneView, DicePromiseView, MomentView, CompanyView, OffersView):
    """A table as one caller sees it at event `seq`."""

    seats: list[SeatView]


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
    open: bool
    total: int


class TableItem(VariantView, ProgressView):
    """A table in a list of tables."""

    id: str
    rules_name: str
    status: str
    time: TimeView | None
    bots: bool
    seats: list[ItemSeatView]
    open_seats: int
    updated_at: str
    kept_until: str


class PersonView(TypedDict):
    """Somebody: the handle that stays, and the name as it is now."""

    person: str
    name: str


class LineView(PersonView):
    """A line of chat; `person` said it. `to` has who else hears it, when that is one person alone.

    An `earlier` one was said at the table of the last match.
    """

    id: int
    room: str
    at: str
    seat: int | None
    mine: bool
    to: PersonView | None
    text: str
    removed: bool
    earlier: bool


class RoomView(TypedDict):
    """A room that somebody hears, and whether they may write there."""

    room: str
    write: bool


class TalkView(TypedDict):
    """Lines in order; with `more` there are older ones."""

    lines: list[LineView]
    more: bool
    rooms: list[RoomView]
