"""Work that is counted, not timed: the same number on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooMuchWork(BaseException):
    """More was done than may be; no handler of errors takes it for an error of the input."""


@contextmanager
def at_most(lines: int, said: object = "") -> Iterator[None]:
    """Count the lines of Python that this thread runs in the context, and stop it after so many.

    Raises `TooMuchWork`. What is called takes about ten times as long; work inside of C is not seen, and ends by the
    limit of pytest-timeout if it never ends.
    """
    run, before = 0, sys.gettrace()

    def traced(_frame: FrameType, event: str, _about: Any) -> Any:
        nonlocal run
        if event == "line":
            run += 1
            if run > lines:
                raise TooMuchWork(f"more than {lines} lines were run: {said!r}"[:500])
        return traced

    sys.settrace(traced)
    try:
        yield
    finally:
        sys.settrace(before)
