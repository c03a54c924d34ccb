"""Tables: as text in a terminal, as HTML in a notebook, as plain dicts elsewhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from html import escape

Plain = str | int | float | None
"""What a field of a row holds."""

Row = dict[str, Plain]


class Tabular(ABC):
    """Something with rows. `pandas.DataFrame(thing.rows())` makes a frame of them."""

    @abstractmethod
    def rows(self) -> list[Row]:
        """The rows as plain dicts, all with the same keys."""

    def __str__(self) -> str:
        return text_table(self.rows())

    def _repr_html_(self) -> str:
        return html_table(self.rows())


def text_table(rows: Sequence[Mapping[str, Plain]]) -> str:
    """One line per row below a line of names; numbers are aligned right."""
    if not rows:
        return ""
    names = list(rows[0])
    cells = [names, *([_text(row[name]) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [not any(isinstance(row[name], str) for row in rows) for name in names]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in cells
    )


def html_table(rows: Sequence[Mapping[str, Plain]]) -> str:
    """The same as a table of HTML."""
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0]) if rows else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(_text(cell))}</td>' for cell in row.values())}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(cell: Plain) -> str:
    match cell:
        case None:
            return ""
        case float():
            return f"{cell:.2f}"
        case _:
            return str(cell)
