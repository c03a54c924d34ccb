"""A drawing as plain data: paper and pages with ruled blocks. `sheet.typ` sets it. Lengths are millimetres."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum

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
