"""Typesetting in a process that ends with each PDF, for servers.

Typst keeps what it has set: ten sheets of long matches would take a gigabyte of the server's memory for good.
"""

import subprocess
import sys

COMMAND = (sys.executable, "-P", "-m", "pasch.sheets.typesetting")
"""And the form that is asked for: `pdf` or `png`."""
LONGEST = 60.0
"""Seconds after which typesetting is given up; the longest match takes five."""


def typeset_in_child(drawing: str) -> bytes:
    """The PDF of a written drawing. Costs a quarter of a second more than `typeset`."""
    return _made(drawing, "pdf")


def picture_in_child(drawing: str) -> bytes:
    """The first page of a written drawing as PNG."""
    return _made(drawing, "png")


def _made(drawing: str, form: str) -> bytes:
    command = (*COMMAND, form)
    made = subprocess.run(command, input=drawing.encode(), stdout=subprocess.PIPE, timeout=LONGEST, check=True)
    return made.stdout
