"""The sheets as rows and places with their content: styled texts, no widths yet.

Style alone carries no information: pencil has brackets, a scratched cell is a dash, the cursor is a pointer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rich.text import Text

from pasch.i18n import Translator
from pasch.rules.columns import Announce, Column, Order
from pasch.service.views.schema.sheets import Sums
from pasch.service.views.schema.table import Seat, Snapshot
from pasch.tui.mechanics import part_of
from pasch.tui.offers import NO_OFFER, Offer, Offers, owner
from pasch.words import SheetLayout
from pasch.words.cells import column_signs

STRUCK = "–"
OPEN = "·"
FROZEN = "*"
LIE = "L"
ANNOUNCED = "!"
LATEST = "•"
TYPED = "~"
CORRECTED = "^"
CURSOR = "›"
BECOMES = "→"
MORE = "+"


class Sum(StrEnum):
    """The rows that are not cells."""

    UPPER = "upper"
    BONUS_MARGIN = "saldo"
    BONUS = "bonus"
    LOWER = "lower"
    EXTRA = "extra"
    TOTAL = "total"
    SCORE = "score"
    GRAND = "grand"


@dataclass(frozen=True)
class Row:
    """A row: a category by its key, or a sum."""

    name: str
    category: str = ""
    sum: Sum | None = None


@dataclass(frozen=True)
class Place:
    """One column of a seat's sheet; both count from 1."""

    seat: int
    column: int


@dataclass(frozen=True)
class SheetStyle:
    """The view of the sheets, in addition to the snapshot.

    `cursor` is the current cell on the sheet of `seat`, `latest` the newest entry by seat. `covered`: the points of the
    dice are not for all eyes at the moment.
    """

    seat: int | None = None
    cursor: str | None = None
    latest: Mapping[int, str] = field(default_factory=dict)
    covered: bool = False


def cell_of(layout: SheetLayout, category: str, column: int) -> str:
    """A cell in wire form: with the column only where there are several."""
    return f"{category}@{column}" if len(layout["columns"]) > 1 else category


def split_cell(cell: str) -> tuple[str, int]:
    """Category and column of a cell."""
    category, _, column = cell.partition("@")
    return category, int(column or 1)


def cell_words(t: Translator, layout: SheetLayout, cell: str) -> str:
    """A cell's name for display."""
    category, column = split_cell(cell)
    name = next((one["name"] for one in layout["categories"] if one["key"] == category), category)
    if len(layout["columns"]) == 1:
        return name
    return t.text("tui", "{category} in column {column}", category=name, column=column)


def settled(snapshot: Snapshot) -> bool:
    """Whether the result differs from the sum of the cells."""
    own = part_of(snapshot["sheet"]).total is not None
    return own or any(seat["score"] != seat["total"] for seat in snapshot["seats"])


def rows_of(t: Translator, snapshot: Snapshot) -> list[Row]:
    """All rows from top to bottom; those without meaning in this game are left out."""
    layout = snapshot["sheet"]
    several, counts = len(layout["columns"]) > 1, settled(snapshot)
    chips = {} if snapshot["pool"] is None else snapshot["pool"]["left"]
    named_cells = [
        (f"{one['name']} ×{chips[one['key']]}" if chips else one["name"], one) for one in layout["categories"]
    ]
    upper = [Row(name, one["key"]) for name, one in named_cells if one["section"] == "upper"]
    lower = [Row(name, one["key"]) for name, one in named_cells if one["section"] == "lower"]
    sums: list[Sum] = [Sum.SCORE] if counts and not several else []
    sums += [Sum.TOTAL, *([Sum.SCORE] if counts and several else []), *([Sum.GRAND] if several else [])]
    halves = [Sum.UPPER] if upper and lower else []
    bonus = [Sum.BONUS_MARGIN, Sum.BONUS] if layout["upper_bonus"] else []
    below = [*([Sum.LOWER] if upper and lower else []), *([Sum.EXTRA] if layout["extra"] else [])]

    def named(which: list[Sum]) -> list[Row]:
        return [Row(_sum_name(t, snapshot, one), sum=one) for one in which]

    return [*upper, *named([*halves, *bonus]), *lower, *named([*below, *sums])]


def _sum_name(t: Translator, snapshot: Snapshot, which: Sum) -> str:
    layout = snapshot["sheet"]
    match which:
        case Sum.UPPER:
            return t.text("sheet", "Upper section")
        case Sum.BONUS_MARGIN:
            return t.text("sheet", "Balance")
        case Sum.BONUS:
            return _bonus_name(t, layout)
        case Sum.LOWER:
            return t.text("sheet", "Lower section")
        case Sum.EXTRA:
            return layout["extra"]["name"] if layout["extra"] else ""
        case Sum.TOTAL if len(layout["columns"]) > 1:
            return t.text("sheet", "Column")
        case Sum.SCORE:
            return t.text("sheet", "Points")
        case Sum.TOTAL | Sum.GRAND:
            own = part_of(layout).total
            if own is not None:
                return own(t)
            return t.text("sheet", "Result") if settled(snapshot) else t.text("sheet", "Total")


def _bonus_name(t: Translator, layout: SheetLayout) -> str:
    if len(layout["columns"]) > 1:
        return t.text("sheet", "Bonus")
    return t.text("sheet", "Bonus from {threshold} on", threshold=layout["upper_bonus"][0]["threshold"])


def column_mark(layout: SheetLayout, column: int) -> str:
    """A column's number, with signs for its constraints: `2↓`, `3×3`, `4!`."""
    one = layout["columns"][column - 1]
    bound = Column(one["factor"], Order(one["order"]), Announce(one["announce"]), one["max_rolls"])
    return f"{column}{column_signs(bound)}"


# ------------------------------------------------------------------------------- the content of a place


@dataclass(frozen=True)
class Sheets:
    """The sheets of a table in their current view, with the entries that the legal actions would write."""

    t: Translator
    snapshot: Snapshot
    offers: Offers
    style: SheetStyle

    def shown(self, row: Row, place: Place) -> Text:
        """The content of a row in a place."""
        seat = self.snapshot["seats"][place.seat - 1]
        if row.sum is None:
            cell = cell_of(self.snapshot["sheet"], row.category, place.column)
            found = self._entry(seat, cell)
            if self.style.seat != place.seat or self.style.cursor != cell:
                return found
            return Text(f"{CURSOR}{found.plain}", f"{found.style} reverse".strip())
        now, then = self._sum(seat, place, row.sum), self._after(place).get(row.sum.value)
        if then is not None and now != then:
            return Text(f"{BECOMES}{self._written(row.sum, then)}", "italic")
        return Text("" if now is None else self._written(row.sum, now), "bold")

    def _entry(self, seat: Seat, cell: str) -> Text:
        number, points = seat["seat"], seat["cells"].get(cell)
        if points is not None:
            text = self.t.number(points) if points else LIE if cell in seat["lies"] else STRUCK
            text += next((CORRECTED if one["corrected"] else TYPED for one in seat["typed"] if one["cell"] == cell), "")
            return Text(f"{text}{LATEST}" if self.style.latest.get(number) == cell else text, "bold" if points else "")
        offer = self.offers.get(cell) if self.style.seat == number else None
        turn = self.snapshot["turn"]
        if turn is not None and turn["announced"] == cell and owner(self.snapshot) == number:
            return Text(f"{ANNOUNCED}{'' if offer is None else self._pencil(offer)}", "bold")
        if offer is not None:
            pencil = self._pencil(offer)
            return Text(pencil, "dim" if pencil in {OPEN, "[0]"} else "italic")
        return Text(FROZEN if cell in seat["frozen"] else OPEN, "dim")

    def _pencil(self, offer: Offer) -> str:
        """The points of the roll, in brackets; claims in round ones."""
        if self.style.covered:
            return OPEN
        if offer.claims:
            return f"({self.t.number(offer.honest)})"
        if offer.score is None and offer.forgoing:
            return f"[{MORE}{self.t.number(offer.forgoing)}]"
        entry = offer.score or offer.scratch
        if entry is not None:
            return f"[{self.t.number(entry['points'])}]{MORE if offer.forgoing else ''}"
        return ANNOUNCED if offer.announce is not None else TYPED if offer.points else OPEN

    def _after(self, place: Place) -> Mapping[str, object]:
        """The sums of this place after an entry in the current cell."""
        cursor = self.style.cursor
        if self.style.seat != place.seat or cursor is None or self.style.covered:
            return {}
        offer = self.offers.get(cursor, NO_OFFER)
        action = offer.score or offer.scratch
        if action is None or "after" not in action:
            return {}
        if "after_column" not in action:
            return action["after"]
        whole = {Sum.GRAND.value: action["after"]["total"]} if place.column == 1 else {}
        return {**action["after_column"], **whole} if place.column == split_cell(cursor)[1] else whole

    def _sum(self, seat: Seat, place: Place, which: Sum) -> int | None:
        """A sum; the first column shows those over all columns."""
        several = len(self.snapshot["sheet"]["columns"]) > 1
        sums: Sums = seat["columns"][place.column - 1] if several else seat
        match which:
            case Sum.SCORE:
                return seat["score"] if place.column == 1 else None
            case Sum.GRAND:
                return seat["total"] if place.column == 1 else None
            case Sum.UPPER | Sum.BONUS_MARGIN | Sum.BONUS | Sum.LOWER | Sum.EXTRA | Sum.TOTAL:
                found: Mapping[str, object] = sums
                value = found[which.value]
                return value if isinstance(value, int) else None

    def _written(self, which: Sum, value: object) -> str:
        assert isinstance(value, int)
        return signed(value) if which is Sum.BONUS_MARGIN else self.t.number(value)


def signed(points: int) -> str:
    """+3, −3 or ±0."""
    return "±0" if points == 0 else f"{'+' if points > 0 else '−'}{abs(points)}"
