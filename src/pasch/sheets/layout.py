"""A drawing of sheets as plain data, which `sheet.typ` sets, and its layout: pure arithmetic.

Lengths are in millimetres, letter sizes in points. Games are side by side in a block, blocks are below each other, and
pages follow as needed: no cell is too small to write in. Text lengths are estimated slightly too long, and rows grow
with their text. So a wrong estimate costs room, never a letter.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from math import ceil

from pasch.sheets.rows import Row

MARGIN = 12.0
"""The margin on every side: more than any printer needs."""

LEAST_ROW = 7.0
LEAST_COLUMN = 8.0
"""The minimum height and width of a cell to write in."""


class Paper(StrEnum):
    """Paper sizes, in portrait format."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def width(self) -> float:
        """The width from edge to edge."""
        return 210.0 if self is Paper.A4 else 215.9

    @property
    def height(self) -> float:
        """The height from edge to edge."""
        return 297.0 if self is Paper.A4 else 279.4

    @property
    def inner_width(self) -> float:
        """Between the margins."""
        return self.width - 2 * MARGIN

    @property
    def inner_height(self) -> float:
        """Between the margins."""
        return self.height - 2 * MARGIN


class Kind(StrEnum):
    """The role of a cell; the typesetting gives each kind its typeface."""

    NAME = "name"
    HINT = "hint"
    SHORT = "short"
    HEAD = "head"
    ENTRY = "entry"
    SUM = "sum"
    RESULT = "result"


@dataclass(frozen=True)
class Cell:
    """A cell that spans columns; an empty cell is room to write. `mark` is set small after the text."""

    kind: Kind
    text: str = ""
    across: int = 1
    mark: str = ""


@dataclass(frozen=True)
class Line:
    """A row of cells, at least `height` high; `rule` draws a heavy line above it."""

    cells: tuple[Cell, ...]
    height: float
    rule: bool = False


@dataclass(frozen=True)
class Block:
    """A ruled table. `heavy` are the columns, from 0, that have a heavy line to their left."""

    widths: tuple[float, ...]
    head: tuple[Line, ...]
    body: tuple[Line, ...]
    heavy: tuple[int, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page from top to bottom. `fields` are labels next to the title, to be filled in by hand."""

    title: str
    subtitle: str = ""
    fields: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    legend: tuple[str, ...] = ()


@dataclass(frozen=True)
class Document:
    """All pages that are printed together. `page_label` has the placeholders `{page}` and `{pages}`."""

    title: str
    lang: str
    paper: Paper
    page_label: str
    pages: tuple[Page, ...]


def written(document: Document) -> str:
    """The drawing as JSON."""
    return json.dumps(asdict(document))


NAME_SIZE = 10.0
HINT_SIZE = 7.0
HEAD_ROW = 8.0
GAP = 6.0
"""The space between blocks."""

HIGHEST_ROW = 12.0
WIDEST_COLUMN = 26.0
PLEASANT_COLUMN = 11.0
"""Columns narrower than this take the room of the hints instead."""

NAME_WIDTH = (30.0, 52.0)
HINT_WIDTH = 42.0
SHORT_WIDTH = 17.0

_POINT = 25.4 / 72
_LETTER = 0.50
"""The mean width of a letter relative to its size; `_BOLD` is that of bold letters."""
_BOLD = 0.60
_LEADING = 1.2
_BESIDE = 3.0
_ABOVE = 1.6
"""The free space in a cell around its text, both sides together."""


@dataclass(frozen=True)
class Widths:
    """The widths of a block's columns. `short` replaces a missing `hint`; both may be 0."""

    name: float
    hint: float
    short: float
    column: float


@dataclass(frozen=True)
class Contents:
    """What is laid out: `slots` slots in groups of `group`, each with `columns` columns.

    `heads` are the lines of a block's head, `reserved` is the height that a page needs for everything else.
    """

    paper: Paper
    rows: Sequence[Row]
    slots: int
    group: int
    columns: int
    heads: int
    reserved: float


@dataclass(frozen=True)
class Plan:
    """The number of slots in a block and of blocks on a page, and the normal height of a row."""

    pages: int
    blocks: int
    slots: int
    widths: Widths
    row: float


def planned(contents: Contents) -> Plan:
    """The plan with the fewest pages, then the fewest blocks. Costs some additions per way to divide the slots."""
    plans = list(_plans(contents))
    fitting = [plan for plan in plans if plan.row]
    if fitting:
        return min(fitting, key=lambda plan: plan.pages)
    # Too high for any page: one block after another, each continued on the next page.
    return replace(plans[-1], row=LEAST_ROW)


def _plans(contents: Contents) -> Iterator[Plan]:
    """All ways to divide the slots that fit the width, fewest blocks first; `row` is 0 if one is too high."""
    for slots in _divisions(contents):
        widths = _widths(contents, slots)
        if widths is None:
            continue
        blocks = _blocks(contents.slots, contents.group, slots)
        for pages in range(1, blocks + 1):
            together = ceil(blocks / pages)
            row = _row(contents, widths, together)
            if row is not None or pages == blocks:
                yield Plan(pages, together, slots, widths, row or 0.0)
                break


def _divisions(contents: Contents) -> Iterator[int]:
    """The possible numbers of slots in a block: whole groups, the most first, then parts of one group."""
    groups = contents.slots // contents.group
    yield from dict.fromkeys(ceil(groups / blocks) * contents.group for blocks in range(1, groups + 1))
    yield from dict.fromkeys(ceil(contents.group / parts) for parts in range(2, contents.group + 1))


def _blocks(slots: int, group: int, most: int) -> int:
    """The number of blocks with at most `most` slots; a group that does not fit begins a new block."""
    return ceil(slots / most) if most >= group else slots // group * ceil(group / most)


def _row(contents: Contents, widths: Widths, blocks: int) -> float | None:
    """The normal row height with which blocks fill the page; None if they are too high for it."""
    free = contents.paper.inner_height - contents.reserved - (blocks - 1) * GAP
    free = free / blocks - contents.heads * HEAD_ROW
    needed = sorted(height(row, widths) for row in contents.rows)
    if sum(needed) > free:
        return None
    while needed and needed[-1] * len(needed) > free:
        free -= needed.pop()
    return min(HIGHEST_ROW, free / len(needed))


def _widths(contents: Contents, slots: int) -> Widths | None:
    """Comfortable column widths, with hints if there is room; None if there is not enough room."""
    width, columns = contents.paper.inner_width, slots * contents.columns
    low, high = NAME_WIDTH
    name = min(high, max(low, *(text_width(row.name, NAME_SIZE, bold=True) + _BESIDE for row in contents.rows)))
    short = SHORT_WIDTH if any(row.short for row in contents.rows) else 0.0
    column = (width - name - HINT_WIDTH) / columns
    if column >= PLEASANT_COLUMN:
        column = min(column, WIDEST_COLUMN)
        return Widths(name, width - name - columns * column, 0.0, column)
    for hint in (short, 0.0):
        column = (width - name - hint) / columns
        if column >= LEAST_COLUMN:
            return Widths(name, 0.0, hint, column)
    narrow = width - columns * LEAST_COLUMN
    return Widths(narrow, 0.0, 0.0, LEAST_COLUMN) if narrow >= low else None


def height(row: Row, widths: Widths) -> float:
    """The minimum height of a row."""
    name = lines(row.name, widths.name, NAME_SIZE, bold=True) * NAME_SIZE
    text, room = (row.hint, widths.hint) if widths.hint else (row.short, widths.short)
    hint = lines(text, room, HINT_SIZE) * HINT_SIZE if room else 0.0
    return max(LEAST_ROW, max(name, hint) * _POINT * _LEADING + _ABOVE)


def lines(text: str, width: float, size: float, *, bold: bool = False) -> int:
    """The number of lines of a text."""
    return ceil(text_width(text, size, bold=bold) / (width - _BESIDE))


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text on one line."""
    return len(text) * size * _POINT * (_BOLD if bold else _LETTER)


def texts_height(texts: Iterable[str], paper: Paper) -> float:
    """The height of running texts in the size of hints."""
    found = [lines(text, paper.inner_width, HINT_SIZE) * HINT_SIZE * _POINT * (_LEADING + 0.3) for text in texts]
    return sum(found) + GAP if found else 0.0
