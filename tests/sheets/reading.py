"""Read printed sheets back as tables of cells, based on the drawn lines. Lengths are in millimetres."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from pdfminer.high_level import extract_pages
from pdfminer.layout import LAParams, LTChar, LTLine, LTPage, LTTextBox, LTTextLine
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser

from pasch.sheets.layout import LEAST_COLUMN, LEAST_ROW, MARGIN

DRAWN = frozenset({"kniffel", "yams", "kniffel-extreme", "kniffeliger", "dice-duel"})
"""Games with different sheets: plain, with columns, ten-sided dice, action dice and chips."""

MM = 72 / 25.4

NEARLY = 0.11
"""Tolerance in millimetres: lines are read with one decimal."""


@dataclass(frozen=True)
class Box:
    """A cell, or a line of text; y grows upwards."""

    left: float
    right: float
    bottom: float
    top: float
    text: str = ""

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def holds(self, other: "Box") -> bool:
        """Whether the middle of another box is within this one."""
        x, y = (other.left + other.right) / 2, (other.bottom + other.top) / 2
        return self.left < x < self.right and self.bottom < y < self.top


@dataclass(frozen=True)
class Page:
    """The contents of a page: table rows with cells from left to right, and the text next to the tables."""

    width: float
    height: float
    rows: list[list[Box]]
    texts: list[Box]
    beside: list[str]

    @property
    def words(self) -> list[list[str]]:
        """The rows as texts."""
        return [[cell.text for cell in row] for row in self.rows]

    def row(self, name: str) -> list[str]:
        """The cells of the first row with this name, without the name."""
        return next(words[1:] for words in self.words if words[0] == name)


def pages_of(pdf: bytes) -> list[Page]:
    """Every page, in order."""
    spacing = LAParams(char_margin=0.6, line_margin=0.1, boxes_flow=None)
    return [_page(page) for page in extract_pages(BytesIO(pdf), laparams=spacing)]


def count_pages(pdf: bytes) -> int:
    """The number of pages; much faster than reading the pages."""
    return sum(1 for _ in PDFPage.create_pages(PDFDocument(PDFParser(BytesIO(pdf)))))


def catalog(pdf: bytes) -> dict[str, object]:
    """The metadata of the file."""
    return PDFDocument(PDFParser(BytesIO(pdf))).catalog


def _page(page: LTPage) -> Page:
    texts = [_text(line) for box in page if isinstance(box, LTTextBox) for line in _lines(box)]
    lines = [_box(line) for line in page if isinstance(line, LTLine)]
    rows = [[_filled(cell, texts) for cell in row] for row in _rows(lines)]
    beside = [text.text for text in texts if not any(cell.holds(text) for row in rows for cell in row)]
    return Page(page.width / MM, page.height / MM, rows, texts, beside)


def _lines(box: LTTextBox) -> Iterator[LTTextLine]:
    return (line for line in box if isinstance(line, LTTextLine))


def _text(line: LTTextLine) -> Box:
    """A line of text. The blank at a line break takes no width."""
    letters = [thing for thing in line if isinstance(thing, LTChar) and thing.get_text().strip()]
    left, right = min(letter.x0 for letter in letters), max(letter.x1 for letter in letters)
    return Box(left / MM, right / MM, line.y0 / MM, line.y1 / MM, line.get_text().strip())


def _box(line: LTLine) -> Box:
    return Box(line.x0 / MM, line.x1 / MM, line.y0 / MM, line.y1 / MM)


def _rows(lines: list[Box]) -> Iterator[list[Box]]:
    """The cells between the lines, row by row from top to bottom."""
    across = [line for line in lines if line.width > line.height]
    down = [line for line in lines if line.width <= line.height]
    heights = sorted({round(line.top, 1) for line in across}, reverse=True)
    for top, bottom in pairwise(heights):
        middle = (top + bottom) / 2
        edges = sorted({round(line.left, 1) for line in down if line.bottom < middle < line.top})
        if edges:
            yield [Box(left, right, bottom, top) for left, right in pairwise(edges)]


def _filled(cell: Box, texts: list[Box]) -> Box:
    inside = sorted((text for text in texts if cell.holds(text)), key=lambda text: -text.top)
    return Box(cell.left, cell.right, cell.bottom, cell.top, " ".join(text.text for text in inside))


def check_page(page: Page) -> None:
    """Check that text stays within margins and lines, and that every cell has room to write."""
    for text in page.texts:
        assert text.left >= MARGIN - NEARLY, text
        assert text.right <= page.width - MARGIN + NEARLY, text
        assert text.bottom >= MARGIN / 2, text
        assert text.top <= page.height - MARGIN / 2, text
    for cell in (cell for row in page.rows for cell in row):
        assert cell.height >= LEAST_ROW - NEARLY, cell
        assert cell.width >= LEAST_COLUMN - NEARLY, cell
        for text in page.texts:
            if cell.holds(text):
                check_inside(cell, text)


def check_inside(cell: Box, text: Box) -> None:
    """Check that a text stays within its cell. The font's space above and below letters may cross the line."""
    assert cell.left <= text.left, (cell, text)
    assert text.right <= cell.right, (cell, text)
    assert cell.bottom - 2 <= text.bottom, (cell, text)
    assert text.top <= cell.top + 2, (cell, text)
