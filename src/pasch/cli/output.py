"""What commands print: tables that also read well aloud and through pipes, and JSON."""

import json
import sys
from collections.abc import Sequence
from unicodedata import combining, east_asian_width

Row = Sequence[str]


def print_json(value: object) -> None:
    """One line of JSON."""
    print(json_line(value))


def json_line(value: object) -> str:
    """JSON on one line, with every letter as it is where the output can show it."""
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    return json.dumps(value, ensure_ascii=plain)


def print_table(head: Row, rows: Sequence[Row], *, numbers: int = 0) -> None:
    """A table without lines; the last `numbers` columns are set to the right. Nothing is cut off."""
    lines = [[visible(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    first_number = len(head) - numbers
    for line in lines:
        cells = (
            _padded(cell, width, right=number >= first_number)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def _padded(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks


def _width(text: str) -> int:
    """How many places a text takes in a terminal: two for wide letters, none for marks on others."""
    return sum(2 if east_asian_width(c) in "WF" else 0 if combining(c) else 1 for c in text)


NO_BREAK = "\N{NO-BREAK SPACE}"
"""What stands before a German per cent sign; Python counts it among what cannot be printed."""


def visible(text: str) -> str:
    """The text without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() or c == NO_BREAK else "�" for c in text)
