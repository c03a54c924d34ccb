"""Turns a drawing into a PDF: the adapter for typst. `sheet.typ` has the design; the fonts are next to it.

`python -m pasch.sheets.typesetting pdf` reads a drawing as JSON and writes the PDF, `… png` a picture of its first
page. `pasch.sheets.typeset_in_child` runs it.
"""

import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Literal

import typst

from pasch.sheets.layout import Document, written

HERE = Path(__file__).parent

Standard = Literal["ua-1"]
COURTESY = 10
"""The process's niceness above the server's."""
TAGGED: list[Standard] = ["ua-1"]
"""PDF/UA: readable aloud, every text selectable. It requires a glyph for every character."""
SHARP = 110.0
"""Dots per inch of a picture: makes a sheet as wide as the pixels of a phone."""


def typeset(document: Document) -> bytes:
    """The PDF. Costs some 20 ms of processor time, more for the first PDF and for names in rare scripts.

    Letters missing in the package's fonts come from the machine's fonts, or else become boxes.
    """
    return _typeset(written(document))


def main() -> None:
    """Typeset the drawing on standard input."""
    form = sys.argv[1]
    assert form in FORMS
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    sys.stdout.buffer.write(FORMS[form](sys.stdin.buffer.read().decode()))


def _typeset(drawing: str) -> bytes:
    for machine in (False, True):
        try:
            return _compiled(drawing, _fonts(machine=machine), TAGGED)
        except typst.TypstError as error:
            if "could not be displayed" not in error.message:
                raise
    return _compiled(drawing, _fonts(machine=True), [])


def _picture(drawing: str) -> bytes:
    """The first page as PNG, cropped after its text; letters missing in all fonts become boxes."""
    compiler = typst.Compiler(font_paths=_fonts(machine=True), sys_inputs={"document": drawing, "picture": "yes"})
    pages = compiler.compile(_source(), format="png", ppi=SHARP, timestamp=0)
    first = pages[0] if isinstance(pages, list) else pages
    assert isinstance(first, bytes)
    return first


def _compiled(drawing: str, fonts: typst.Fonts, standards: list[Standard]) -> bytes:
    """The compiled file, without a timestamp, so that equal sheets are equal files. Raises `TypstError`."""
    compiler = typst.Compiler(font_paths=fonts, sys_inputs={"document": drawing})
    pdf = compiler.compile(_source(), format="pdf", pdf_standards=[*standards], timestamp=0)
    assert isinstance(pdf, bytes)
    return pdf


@lru_cache(maxsize=1)
def _source() -> bytes:
    return (HERE / "sheet.typ").read_bytes()


@lru_cache(maxsize=2)
def _fonts(*, machine: bool) -> typst.Fonts:
    """The package's fonts, and those of the machine if asked."""
    return typst.Fonts(include_system_fonts=machine, include_embedded_fonts=True, font_paths=[HERE / "fonts"])


FORMS = {"pdf": _typeset, "png": _picture}

if __name__ == "__main__":
    main()
