"""Work that is counted, not timed: the same number on every machine, under any load."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class LineLimitExceeded(BaseException):
    """The work exceeded its limit; no error handler mistakes it for an error of the input."""


@contextmanager
def limit_lines(lines: int, label: object = "") -> Iterator[None]:
    """Count the lines of Python that this thread runs in the context, and stop it after `lines`.

    Raises `LineLimitExceeded`. Called code takes about ten times as long. Work inside C is not counted; an endless call
    ends at the limit of pytest-timeout.
    """
    count, previous = 0, sys.gettrace()

    def traced(_frame: FrameType, event: str, _about: Any) -> Any:
        nonlocal count
        if event == "line":
            count += 1
            if count > lines:
                raise LineLimitExceeded(f"more than {lines} lines were run: {label!r}"[:500])
        return traced

    sys.settrace(traced)
    try:
        yield
    finally:
        sys.settrace(previous)
