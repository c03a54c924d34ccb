"""The rows of a sheet from top to bottom, made from the variant's data: cells, sums, and their content."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from pasch.i18n import Translator
from pasch.rules.bonus import CountsIn, Difference
from pasch.rules.category import Cell
from pasch.rules.columns import DoubleWhen
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.variant import Variant
from pasch.sheets.mechanics import ROWS
from pasch.words.cards import SheetLayout, sheet_layout

SCRATCHED = "–"
LIE = "L"

TYPED_DICE = "~"
TYPED_POINTS = "?"
CORRECTED = "^"
"""Marks of entries with real dice, as in records."""


@dataclass(frozen=True)
class Slot:
    """One sheet in a table. Game and seat count from 1. A missing game or name leaves room to write.

    `marks` follow the entries of some cells.
    """

    game: int
    seat: int
    name: str = ""
    played: Game | None = None
    marks: Mapping[Cell, str] = field(default_factory=dict)

    @property
    def sheet(self) -> Sheet | None:
        """The sheet with the entries; None for a blank form."""
        return None if self.played is None else self.played.sheets[self.seat - 1]

    @property
    def result(self) -> Totals | None:
        """The sums as the game counts them."""
        return None if self.played is None else self.played.results[self.seat - 1]

    def column(self, number: int) -> Totals | None:
        """The sums of a column; columns count from 0."""
        return None if self.sheet is None else self.sheet.columns[number]

    def mark(self, column: int, row: int) -> str:
        """The mark after an entry; column and row count from 0."""
        if self.played is None or not self.marks:
            return ""
        variant = self.played.variant
        return self.marks.get(variant.cells[column * len(variant.categories) + row], "")

    def entry(self, t: Translator, column: int, row: int) -> str:
        """The text in a cell; column and row count from 0."""
        sheet = self.sheet
        points = None if sheet is None else sheet.at(column, row)
        if sheet is None or points is None:
            return ""
        if points:
            return t.number(points)
        return LIE if column * len(sheet.variant.categories) + row in sheet.lies else SCRATCHED


def entries_of(slot: Slot, row: int) -> list[int] | None:
    """The entries of a row in all columns; None while there are none."""
    if slot.sheet is None:
        return None
    points = (slot.sheet.at(column, row) for column in range(len(slot.sheet.variant.columns)))
    return [written for written in points if written is not None] or None


# ------------------------------------------------------------------------------- rows


CIRCLE = "○"
"""One expendable item, to be crossed out."""


class Span(Enum):
    """The span of one cell of a row."""

    COLUMN = "column"
    GAME = "game"
    MATCH = "match"


Value = Callable[[Slot, int], str]
"""The text of a row in a column, from 0; empty for room to write."""


@dataclass(frozen=True)
class Row:
    """A row. `short` is the hint for little room. `asides` are next to the columns of a game.

    `mark` is set small after a value.
    """

    name: str
    value: Value
    hint: str = ""
    short: str = ""
    span: Span = Span.COLUMN
    sum: bool = True
    asides: Callable[[Slot], tuple[str, ...]] | None = None
    mark: Value | None = None


@dataclass(frozen=True)
class Rows:
    """Builds the rows of a variant. `slots` are the sheets that the rows will show."""

    variant: Variant
    t: Translator
    slots: Sequence[Slot]

    @property
    def _layout(self) -> SheetLayout:
        return sheet_layout(self.variant, self.t.language)

    @property
    def several(self) -> bool:
        """Whether a player has several columns with separate sums."""
        return self.variant.chooses_column

    @property
    def asides(self) -> tuple[str, ...]:
        """The heads of the asides next to the columns of a game."""
        if self.variant.settlement is None:
            return ()
        return "Σ", self.t.text("paper", "pts")

    def all(self) -> list[Row]:
        """All rows."""
        split = len(self.variant.upper)
        both = 0 < split < len(self.variant.categories)
        return [
            *self._cells(0, split),
            *self._upper_sums(both=both),
            *self._cells(split, len(self.variant.categories)),
            *self._lower_sums(both=both),
            *self._totals(),
            *self._items(),
        ]

    def remarks(self) -> list[Row]:
        """Rows for notes on a blank form."""
        if any(slot.played for slot in self.slots):
            return []
        return [Row(self.t.text("paper", "Remarks"), lambda _slot, _column: "", span=Span.MATCH)]

    def _cells(self, first: int, end: int) -> Iterator[Row]:
        for number, category in enumerate(self._layout["categories"][first:end], start=first):
            fixed = "" if category["fixed"] is None else self.t.number(category["fixed"])
            yield Row(
                category["name"],
                self._entry(number),
                category["hint"],
                fixed,
                sum=False,
                asides=self._asides_of(number),
                mark=self._mark(number),
            )

    def _entry(self, row: int) -> Value:
        return lambda slot, column: slot.entry(self.t, column, row)

    def _mark(self, row: int) -> Value:
        return lambda slot, column: slot.mark(column, row)

    def _asides_of(self, row: int) -> Callable[[Slot], tuple[str, ...]] | None:
        """The sum of a row, and its points by settlement."""
        settlement, key = self.variant.settlement, self.variant.categories[row].key
        if settlement is None:
            return None
        own_awards = replace(settlement, awards=tuple(a for a in settlement.awards if a.category == key), steps=())

        def lines(slot: Slot) -> tuple[str, ...]:
            written = entries_of(slot, row)
            if slot.sheet is None or written is None:
                return "", ""
            entries = [slot.sheet.at(column, row) for column in range(len(self.variant.columns))]
            points = self.t.number(own_awards.settle({key: entries}, 0)) if own_awards.awards else ""
            return self.t.number(sum(written)), points

        return lines

    # --------------------------------------------------------------------------- sums

    def _upper_sums(self, *, both: bool) -> Iterator[Row]:
        if both:
            yield Row(self.t.text("paper", "Upper sum"), self._part(lambda sums: sums.upper))
        if self.variant.upper_bonus:
            steps = self._bonus_steps()
            yield Row(self.t.text("sheet", "Bonus"), self._part(lambda sums: sums.bonus), steps, steps)
            if both and not self.several:
                yield self._whole_upper()

    def _whole_upper(self) -> Row:
        """The sum of the upper section with its bonus; printed blocks have it there and again below."""
        return Row(self.t.text("paper", "Whole upper section"), self._part(lambda sums: sums.upper + sums.bonus))

    def _bonus_steps(self) -> str:
        """“from 63: 35”, for each step and each factor of a column."""
        steps = {
            (step["threshold"] * column.factor, step["points"] * column.factor): None
            for column in self.variant.columns
            for step in self._layout["upper_bonus"]
        }
        return " · ".join(
            self.t.text("paper", "from {threshold}: {points}", threshold=threshold, points=points)
            for threshold, points in steps
        )

    def _lower_sums(self, *, both: bool) -> Iterator[Row]:
        difference = self.variant.difference
        if difference is not None:
            names = {row["key"]: row["name"] for row in self._layout["categories"]}
            name = f"({names[difference.high]} − {names[difference.low]}) × {names[difference.times]}"
            yield Row(name, self._difference(difference))
        if both:
            yield Row(self.t.text("paper", "Lower sum"), self._part(lambda sums: sums.lower))
            if self.variant.upper_bonus and not self.several:
                yield self._whole_upper()
        if self.variant.extra.counts_in is CountsIn.GAME:
            yield from self._extra()

    def _difference(self, rule: Difference) -> Value:
        def value(slot: Slot, column: int) -> str:
            if slot.sheet is None:
                return ""
            sheet, factor = slot.sheet, self.variant.columns[column].factor

            def entry(key: str) -> int | None:
                written = sheet.at(column, self.variant.rows[key])
                return None if written is None else written // factor

            return self.t.number(rule.points(entry) * factor)

        return value

    def _extra(self) -> Iterator[Row]:
        extra = self._layout["extra"]
        if extra is None:
            return
        worth = dict.fromkeys(extra["points"] * column.factor for column in self.variant.columns)
        each = self.t.listing(map(self.t.number, worth), style="or")
        short = each if self.variant.extra.most == 1 else self.t.text("paper", "{points} each", points=each)
        hint = short
        if extra["counts_in"] == "match":
            hint = self.t.text("paper", "{points} each, outside the games", points=each)
        yield Row(extra["name"], self._part(lambda sums: sums.extra), hint, short)

    def _totals(self) -> Iterator[Row]:
        t, settled, own = self.t, self._settled, ROWS.of(self.variant)
        total = t.text("paper", "Total")
        for name, part in own.sums(t):
            yield Row(name, self._result(part), span=Span.GAME)
        if self.several:
            yield Row(t.text("sheet", "Column"), self._part(lambda sums: sums.score))
        if settled:
            name = t.text("paper", "Cell total")
            yield Row(name, self._result(lambda sums: sums.score), span=Span.GAME)
            total = own.total(t) or t.text("sheet", "Result")
        yield Row(total, self._result(lambda sums: sums.total), span=Span.GAME)
        if self.variant.extra.counts_in is CountsIn.MATCH:
            yield from self._extra()

    @property
    def _settled(self) -> bool:
        """Whether the result differs in kind from the sum of the cells."""
        if self.variant.settlement or ROWS.of(self.variant).total(self.t):
            return True
        return any(slot.result and slot.result.score != slot.result.total for slot in self.slots)

    def _part(self, part: Callable[[Totals], int]) -> Value:
        """A sum of each column."""

        def value(slot: Slot, column: int) -> str:
            sums = slot.column(column)
            return "" if sums is None else self.t.number(part(sums))

        return value

    def _result(self, part: Callable[[Totals], int]) -> Value:
        """A sum of the game."""

        def value(slot: Slot, _column: int) -> str:
            return "" if slot.result is None else self.t.number(part(slot.result))

        return value

    # --------------------------------------------------------------------------- expendable items

    def _items(self) -> Iterator[Row]:
        """Rows on a blank form for the items that a player holds in addition to the sheet."""
        if any(slot.played for slot in self.slots):
            return
        t, variant = self.t, self.variant
        if variant.chips:
            hint = t.text("paper", "each buys one more roll")
            yield Row(t.text("paper", "Chips"), _circles(variant.chips), hint, span=Span.GAME)
        if variant.doubles:
            hint = (
                t.text("paper", "announced before a roll")
                if variant.double_when is DoubleWhen.BEFORE_ANY_ROLL
                else t.text("paper", "announced before the first roll")
            )
            yield Row(t.text("paper", "Doubled entries"), _circles(variant.doubles), hint, span=Span.GAME)
        if variant.banks_rolls:
            hint = t.text("paper", "a stroke for each")
            yield Row(t.text("paper", "Saved rolls"), lambda _slot, _column: "", hint, span=Span.GAME)


def _circles(count: int) -> Value:
    return lambda _slot, _column: " ".join(CIRCLE * count)
