"""Sheets on paper: blank forms and filled sheets of every variant as PDF, drawn from the variant's data alone."""

import subprocess
import sys

from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.sheets.layout import Paper, written
from pasch.sheets.pages import Form, blank_form, filled_sheets

__all__ = [
    "Form",
    "Paper",
    "form_drawing",
    "form_pdf",
    "picture_in_child",
    "record_drawing",
    "record_pdf",
    "typeset_in_child",
]

COMMAND = (sys.executable, "-P", "-m", "pasch.sheets.typesetting")
"""The command line, to be followed by the format: `pdf` or `png`."""
LONGEST = 60.0
"""The timeout for typesetting in seconds; the longest match takes five."""


def form_pdf(variant: Variant, form: Form, lang: str) -> bytes:
    """A blank form. Costs some 50 ms of processor time. Raises `InvalidInput`."""
    from pasch.sheets.typesetting import typeset

    return typeset(blank_form(variant, form, lang))


def record_pdf(record: Record, paper: Paper, lang: str, seat: int | None = None) -> bytes:
    """The sheets of all players of a match, or of one seat. Costs some 30 ms a page. Raises `InvalidInput`."""
    from pasch.sheets.typesetting import typeset

    return typeset(filled_sheets(record, paper, lang, seat))


def form_drawing(variant: Variant, form: Form, lang: str) -> str:
    """The drawing of a blank form, not typeset yet. Raises `InvalidInput`."""
    return written(blank_form(variant, form, lang))


def record_drawing(record: Record, paper: Paper, lang: str, seat: int | None = None) -> str:
    """The drawing of filled sheets, not typeset yet. Raises `InvalidInput`."""
    return written(filled_sheets(record, paper, lang, seat))


# ------------------------------------------------------------------------------- in a child process
# For servers, one process per PDF: Typst caches what it has set, and ten sheets of long matches would take
# a gigabyte of the server's memory permanently.


def typeset_in_child(drawing: str) -> bytes:
    """The PDF of a written drawing. Costs 0.25 s more than `typeset`."""
    return _made(drawing, "pdf")


def picture_in_child(drawing: str) -> bytes:
    """The first page of a written drawing as PNG."""
    return _made(drawing, "png")


def _made(drawing: str, form: str) -> bytes:
    command = (*COMMAND, form)
    made = subprocess.run(command, input=drawing.encode(), stdout=subprocess.PIPE, timeout=LONGEST, check=True)
    return made.stdout
