"""Progress of long computations: a line on standard error after two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

Progress = Callable[[float], None]
"""A callback that receives the completed share, 0 to 1."""

PATIENCE = 2.0
"""Seconds before progress appears."""

PERIOD = 0.5
"""Seconds between two updates."""

WIDTH = 24


def watched() -> bool:
    """Whether progress is visible: standard error is a terminal, or the program is a notebook."""
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)


@contextmanager
def shown(what: str, progress: Progress | None = None) -> Iterator[Progress]:
    """The callback for the completed share: `progress` if given, else a line on standard error."""
    if progress is not None or not watched():
        yield progress or _ignore
        return
    bar = _Bar(what)
    thread = Thread(target=bar.draw, name="progress", daemon=True)
    thread.start()
    try:
        yield bar.advance
    finally:
        bar.ended.set()
        thread.join()


def stretch(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Progress of a part that covers one range of the whole."""
    return None if progress is None else lambda share: progress(start + (end - start) * share)


def _ignore(_share: float) -> None:
    pass


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


class _Bar:
    def __init__(self, what: str) -> None:
        self.ended = Event()
        self._what, self._share, self._began = what, 0.0, monotonic()

    def advance(self, share: float) -> None:
        self._share = share

    def draw(self) -> None:
        """Draw the line until the work ends, then erase it."""
        line = ""
        wait = PATIENCE
        while not self.ended.wait(wait):
            wait, before = PERIOD, len(line)
            line = self.line()
            _write("\r" + line.ljust(before))
        if line:
            _write("\r" + " " * len(line) + "\r")

    def line(self) -> str:
        """The current bar. The share is zero while the compiler works."""
        filled = round(self._share * WIDTH)
        return f"{self._what} [{'#' * filled:.<{WIDTH}}] {self._share:4.0%}, {monotonic() - self._began:.0f} s"
