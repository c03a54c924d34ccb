"""Sheets on paper: blank forms and filled sheets of every variant as PDF, drawn from the variant's data alone."""

from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.sheets.child import picture_in_child, typeset_in_child
from pasch.sheets.drawing import Paper, written
from pasch.sheets.filled import filled_sheets
from pasch.sheets.forms import Form, blank_form

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


def form_pdf(variant: Variant, form: Form, lang: str) -> bytes:
    """A blank form. Costs some 50 ms of processor time. Raises `InvalidInput`."""
    from pasch.sheets.typesetting import typeset

    return typeset(blank_form(variant, form, lang))


def record_pdf(record: Record, paper: Paper, lang: str, seat: int | None = None) -> bytes:
    """The sheets of all players of a match, or of one seat. Costs some 30 ms a page. Raises `InvalidInput`."""
    from pasch.sheets.typesetting import typeset

    return typeset(filled_sheets(record, paper, lang, seat))


def form_drawing(variant: Variant, form: Form, lang: str) -> str:
    """A blank form before it is typeset. Raises `InvalidInput`."""
    return written(blank_form(variant, form, lang))


def record_drawing(record: Record, paper: Paper, lang: str, seat: int | None = None) -> str:
    """Filled sheets before they are typeset. Raises `InvalidInput`."""
    return written(filled_sheets(record, paper, lang, seat))
