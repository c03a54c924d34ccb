"""Builds ruled blocks from the rows of a variant and the slots of its players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pasch.i18n import Translator
from pasch.rules.columns import Column
from pasch.rules.variant import Variant
from pasch.sheets.layout import (
    GAP,
    HEAD_ROW,
    Block,
    Cell,
    Contents,
    Kind,
    Line,
    Paper,
    Plan,
    Widths,
    height,
    planned,
    texts_height,
)
from pasch.sheets.rows import Row, Rows, Slot, Span
from pasch.words.cells import column_signs


@dataclass(frozen=True)
class Arranged:
    """The blocks of each page. `sums_due`: the sums of all games must follow the last block.

    `short` has the hints without room next to the rows.
    """

    pages: list[list[Block]]
    sums_due: bool
    short: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """The sheets of `slots`: all players of a game, one game after the other.

    `closing` are rows for all games together, drawn if one block contains all games.
    """

    variant: Variant
    t: Translator
    slots: Sequence[Slot]
    closing: Sequence[Row] = ()

    @property
    def _rows(self) -> Rows:
        return Rows(self.variant, self.t, self.slots)

    @property
    def players(self) -> int:
        """The number of sheets per game."""
        return len({slot.seat for slot in self.slots})

    @property
    def games(self) -> int:
        """The number of games."""
        return len({slot.game for slot in self.slots})

    @property
    def _heads(self) -> int:
        return 1 + (self.games > 1 and self.players > 1) + self._rows.several

    @property
    def _columns(self) -> int:
        """The number of columns of a slot, including its asides."""
        return len(self.variant.columns) + len(self._rows.asides)

    def plan(self, paper: Paper, reserved: float) -> Plan:
        """The layout; `reserved` is the height in millimetres that a page needs for other things."""
        rows = [*self._rows.all(), *self.closing, *self._rows.remarks()]
        contents = Contents(paper, rows, len(self.slots), self.players, self._columns, self._heads, reserved)
        plan = planned(contents)
        if plan.widths.hint or plan.widths.short:
            return plan
        return planned(replace(contents, reserved=reserved + texts_height(self.short_hints(), paper)))

    def short_hints(self) -> tuple[str, ...]:
        """The short hints of all rows in one text."""
        hints = [f"{row.name} {row.short}" for row in self._rows.all() if row.short]
        return (" · ".join(hints),) if hints else ()

    def arranged(self, plan: Plan, *, sums_due: bool) -> Arranged:
        """The blocks drawn as planned."""
        hints_in_rows = plan.widths.hint or plan.widths.short
        return Arranged(list(self._pages(plan)), sums_due, () if hints_in_rows else self.short_hints())

    def _pages(self, plan: Plan) -> Iterator[list[Block]]:
        whole = max(plan.slots, self.players)
        groups = (self.slots[at : at + whole] for at in range(0, len(self.slots), whole))
        parts = (group[at : at + plan.slots] for group in groups for at in range(0, len(group), plan.slots))
        blocks = [self._block(part, plan) for part in parts]
        for at in range(0, len(blocks), plan.blocks):
            yield blocks[at : at + plan.blocks]

    # --------------------------------------------------------------------------- a block

    def _block(self, slots: Sequence[Slot], plan: Plan) -> Block:
        widths = plan.widths
        first = 1 + bool(widths.hint or widths.short)
        aside = (widths.hint or widths.short,) if first > 1 else ()
        closing = self.closing if len(slots) == len(self.slots) else ()
        rows = [*self._rows.all(), *closing, *self._rows.remarks()]
        lines = [self._line(row, before, slots, plan) for row, before in zip(rows, [None, *rows], strict=False)]
        return Block(
            (widths.name, *aside, *[widths.column] * (len(slots) * self._columns)),
            tuple(self._head(slots, first)),
            tuple(lines),
            tuple(first + number * self._columns for number in range(len(slots)) if self._begins(slots, number)),
        )

    def _begins(self, slots: Sequence[Slot], number: int) -> bool:
        """Whether a slot has a heavy line to its left; always true for slots with several columns."""
        if self._columns > 1 or number == 0:
            return True
        return self.players > 1 and slots[number].game != slots[number - 1].game

    def _head(self, slots: Sequence[Slot], first: int) -> Iterator[Line]:
        corner, t = Cell(Kind.HEAD, "", first), self.t
        if self.games > 1 and self.players > 1:
            games = list(dict.fromkeys(slot.game for slot in slots))
            across = self._columns * len(slots) // len(games)
            named = [Cell(Kind.HEAD, t.text("replay", "Game {number}", number=game), across) for game in games]
            yield Line((corner, *named), HEAD_ROW)
        heads = [Cell(Kind.HEAD, self._head_of(slot), self._columns) for slot in slots]
        yield Line((corner, *heads), HEAD_ROW)
        if self._rows.several:
            columns = (column_mark(number, column) for number, column in enumerate(self.variant.columns, start=1))
            marks = [*columns, *self._rows.asides]
            yield Line((corner, *(Cell(Kind.HEAD, mark) for mark in marks * len(slots))), HEAD_ROW)

    def _head_of(self, slot: Slot) -> str:
        if self.players > 1 or (self.games == 1 and slot.name):
            return slot.name
        return self.t.text("replay", "Game {number}", number=slot.game)

    def _line(self, row: Row, before: Row | None, slots: Sequence[Slot], plan: Plan) -> Line:
        matches = row.span is Span.MATCH
        heavy = before is not None and (before.sum != row.sum or (before.span is Span.MATCH) != matches)
        cells = [cell for slot in slots for cell in self._cells(row, slot)]
        if matches:
            cells = [Cell(Kind.RESULT, row.value(slots[0], 0), len(slots) * self._columns)]
        return Line((*self._label(row, plan.widths), *cells), max(plan.row, height(row, plan.widths)), heavy)

    def _label(self, row: Row, widths: Widths) -> tuple[Cell, ...]:
        name = Cell(Kind.NAME, row.name)
        if widths.hint:
            return name, Cell(Kind.HINT, row.hint)
        if widths.short:
            return name, Cell(Kind.SHORT, row.short)
        return (name,)

    def _cells(self, row: Row, slot: Slot) -> Iterator[Cell]:
        if row.span is not Span.COLUMN:
            yield Cell(Kind.RESULT, row.value(slot, 0), self._columns)
            return
        kind = Kind.SUM if row.sum else Kind.ENTRY
        for column in range(len(self.variant.columns)):
            yield Cell(kind, row.value(slot, column), mark=row.mark(slot, column) if row.mark else "")
        aside = row.asides(slot) if row.asides else ("",) * len(self._rows.asides)
        yield from (Cell(Kind.SUM, text) for text in aside)


def column_mark(number: int, column: Column) -> str:
    """“2 ↓”."""
    return f"{number} {column_signs(column)}".strip()


def arranged(grid: Grid, paper: Paper, reserved: float, closing: Sequence[Row], table: float) -> Arranged:
    """The blocks of each page. The rows `closing` sum up all games of one player if one block holds them.

    Else the last block leaves room for a table of the height `table`. `reserved` is the height for other things.
    """
    if grid.games > 1 and grid.players == 1:
        whole = replace(grid, closing=closing)
        plan = whole.plan(paper, reserved)
        if plan.pages * plan.blocks == 1:
            return whole.arranged(plan, sums_due=False)
    due = grid.games > 1
    return grid.arranged(grid.plan(paper, reserved + due * (table + GAP)), sums_due=due)
