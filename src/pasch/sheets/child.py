"""Typesetting in a process that ends with each PDF, for servers.

Typst keeps what it has set: ten sheets of long matches would take a gigabyte of the server's memory for good.
"""

import subprocess
import sys

COMMAND = (sys.executable, "-P", "-m", "pasch.sheets.typesetting")
LONGEST = 60.0
"""Seconds after which typesetting is given up; the longest match takes five."""


def typeset_in_child(drawing: str) -> bytes:
    """The PDF of a written drawing. Costs a quarter of a second more than `typeset`."""
    made = subprocess.run(COMMAND, input=drawing.encode(), stdout=subprocess.PIPE, timeout=LONGEST, check=True)
    return made.stdout
