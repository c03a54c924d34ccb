"""What this server takes on: estimates before anything begins, and how much room tables may take on the disk."""

import os
from contextlib import suppress
from copy import copy
from threading import Lock
from time import time

from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant
from pasch.server.configuration.settings import Solving
from pasch.solver import cache
from pasch.solver.estimates import Estimate
from pasch.solver.program import compile_variant
from pasch.solver.solve import estimate

MEGABYTE = 1_000_000
REMEMBERED = 500
"""Variants whose estimate is kept."""
HALF_MADE = 3600.0
"""Seconds after which a file that was begun and never finished is nobody's any more."""


class Bounds:
    """Which variants this server solves. An estimate takes some milliseconds, the first time."""

    def __init__(self, settings: Solving) -> None:
        self._settings = settings
        self._known: dict[str, Estimate | InvalidInput] = {}
        self._lock = Lock()

    def check(self, variant: Variant) -> None:
        """Raise `InvalidInput` when there is no exact table, or none that can be had here, with the number."""
        match self._expected(variant):
            case InvalidInput() as trouble:
                raise copy(trouble)
            case Estimate(seconds=seconds) if seconds > self._settings.seconds:
                raise InvalidInput(
                    "To solve {variant} would take about {seconds} seconds; this server takes {most} at most",
                    variant=variant.key,
                    seconds=round(seconds),
                    most=round(self._settings.seconds),
                )
            case Estimate(bytes=needed) if needed > self._settings.memory:
                raise InvalidInput(
                    "To solve {variant} would take {needed} MB of memory; this server takes {most} at most",
                    variant=variant.key,
                    needed=-(-needed // MEGABYTE),
                    most=self._settings.memory // MEGABYTE,
                )

    def within(self, variant: Variant, seconds: float) -> bool:
        """Whether it can be solved in so many seconds."""
        expected = self._expected(variant)
        return isinstance(expected, Estimate) and expected.seconds <= seconds

    def _expected(self, variant: Variant) -> Estimate | InvalidInput:
        with self._lock:
            known = self._known.get(variant.fingerprint)
            if known is None:
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                known = self._known[variant.fingerprint] = _estimated(variant)
            return known


def _estimated(variant: Variant) -> Estimate | InvalidInput:
    try:
        return estimate(compile_variant(variant), threads=os.cpu_count() or 1)
    except InvalidInput as error:
        return error


def make_room(most: int, largest: int) -> None:
    """Remove the tables longest unused until at most so many bytes lie in the cache folder, and what is half made.

    Tables larger than `largest` stay and do not count: no server makes them, an operator took the time. Where the disk
    keeps no times of reading the oldest go first. A table that is mapped stays readable.
    """
    with suppress(OSError):
        for leftover in cache.folder().glob(".new-*"):
            if time() - leftover.stat().st_mtime > HALF_MADE:
                leftover.unlink()
        tables = ((file.stat(), file) for file in cache.folder().glob("*.table"))
        files = [(facts, file) for facts, file in tables if facts.st_size <= largest]
        over = sum(facts.st_size for facts, _ in files) - most
        for facts, file in sorted(files, key=lambda known: max(known[0].st_atime, known[0].st_mtime)):
            if over <= 0:
                break
            file.unlink()
            over -= facts.st_size
