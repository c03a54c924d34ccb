"""Fits the sheets into a part of a terminal: whole seats side by side, the last sum always visible."""

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from pasch.service.views.schema.table import Snapshot
from pasch.tui.offers import owner
from pasch.tui.sheet import Place, Row, Sheets, SheetStyle, cell_of, column_mark, rows_of

ONE_COLUMN = 7
SEVERAL_COLUMNS = 6
WIDEST_COLUMN = 10
NARROWEST_NAME = 10
TURN = "▶"


@dataclass(frozen=True)
class Viewport:
    """The size of the drawing area, the seat that must be visible, and the number of rows scrolled away above."""

    width: int
    height: int
    seat: int = 1
    top: int = 0


@dataclass(frozen=True)
class Grid:
    """Sheets laid out in a viewport: the visible rows and places, and their widths."""

    snapshot: Snapshot
    rows: tuple[Row, ...]
    last: Row
    places: tuple[Place, ...]
    name_width: int
    column_width: int
    head: int
    above: int
    below: int

    def row_of(self, line: int) -> Row | None:
        """The row on a line, from 0."""
        index = line - self.head
        if index == len(self.rows):
            return self.last
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def cell_at(self, x: int, y: int) -> tuple[int, str] | None:
        """The seat and the cell at a point; None outside all cells."""
        row, index = self.row_of(y), (x - self.name_width) // self.column_width
        if row is None or row.sum is not None or x < self.name_width or index >= len(self.places):
            return None
        place = self.places[index]
        return place.seat, cell_of(self.snapshot["sheet"], row.category, place.column)


def fitted(sheets: Sheets, viewport: Viewport) -> Grid:
    """The sheets laid out so that the current seat and cell are visible."""
    snapshot = sheets.snapshot
    columns = len(snapshot["sheet"]["columns"])
    *rows, last = rows_of(sheets.t, snapshot)
    least = SEVERAL_COLUMNS if columns > 1 else ONE_COLUMN
    longest = max(cell_len(row.name) for row in (*rows, last)) + 1
    name_width = min(longest, max(NARROWEST_NAME, viewport.width - columns * least))
    seats = len(snapshot["seats"])
    fit = max(1, min(seats, (viewport.width - name_width) // (columns * least)))
    width = max(3, min(WIDEST_COLUMN, (viewport.width - name_width) // (fit * columns)))
    first = max(0, min(viewport.seat - 1, seats - fit))
    places = tuple(Place(seat + 1, column + 1) for seat in range(first, first + fit) for column in range(columns))
    head = 1 if columns == 1 else 2
    space = max(1, viewport.height - head - 1)
    top = _top(rows, sheets.style, viewport.top, space)
    return Grid(
        snapshot,
        tuple(rows[top : top + space]),
        last,
        places,
        name_width,
        width,
        head,
        above=top,
        below=max(0, len(rows) - top - space),
    )


def _top(rows: list[Row], style: SheetStyle, wanted: int, space: int) -> int:
    """The number of rows scrolled away, limited so that the current cell is visible."""
    if style.cursor is not None:
        category = style.cursor.partition("@")[0]
        at = next((n for n, row in enumerate(rows) if row.category == category), 0)
        wanted = min(max(wanted, at - space + 1), at)
    return max(0, min(wanted, len(rows) - space))


def drawn(sheets: Sheets, grid: Grid) -> list[Text]:
    """The lines of the sheets."""
    lines = _heads(grid)
    for row in (*grid.rows, grid.last):
        line = Text(_sized(row.name, grid.name_width), style="bold" if row.sum else "")
        for place in grid.places:
            found = sheets.shown(row, place)
            line.append(_right(found.plain, grid.column_width), style=found.style)
        lines.append(line)
    return lines


def _heads(grid: Grid) -> list[Text]:
    """The names over the sheets, with a sign at the seat to move; the corner counts the rows scrolled away."""
    layout, columns = grid.snapshot["sheet"], len(grid.snapshot["sheet"]["columns"])
    corner = f"{f'▲{grid.above} ' if grid.above else ''}{f'▼{grid.below} ' if grid.below else ''}"
    names = Text.assemble((_sized(corner, grid.name_width), "dim"))
    turn = owner(grid.snapshot)
    for place in grid.places[::columns]:
        seat = grid.snapshot["seats"][place.seat - 1]
        mark = TURN if place.seat == turn else ""
        names.append(_right(f"{mark}{seat['name']}", grid.column_width * columns), style="bold")
    if columns == 1:
        return [names]
    marks = Text(" " * grid.name_width)
    for place in grid.places:
        marks.append(_right(column_mark(layout, place.column), grid.column_width), style="dim")
    return [names, marks]


def _sized(text: str, width: int) -> str:
    """The text padded to a width, with an ellipsis where it is too long."""
    return set_cell_size(shortened(text, width - 1), width)


def _right(text: str, width: int) -> str:
    """The text aligned right, after at least one blank."""
    shown = shortened(text, width - 1)
    return " " * (width - cell_len(shown)) + shown


def shortened(text: str, width: int) -> str:
    """The text, with an ellipsis where it is wider than this."""
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"
