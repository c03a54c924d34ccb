"""Python's search for unreachable cycles, at moments when nobody waits for an answer.

A full search goes through every object of every table in memory: a fifth of a second for a hundred tables, in which
nothing is answered. Python starts one whenever enough has been added. Here what the program itself consists of is
passed over for good, young objects are searched as ever, and all of them only when the server is at rest, or when
that has not been so for long: then somebody waits once. What no cycle holds is freed at once, as everywhere.
"""

import asyncio
import gc
from collections.abc import Callable
from dataclasses import dataclass

YOUNG = (10_000, 20)
"""So many new objects are searched at once, and so many such searches are searched once more."""
NEVER = 1_000_000_000
LOOK = 1.0
"""Seconds between two looks whether the server is at rest."""


@dataclass
class Collector:
    """Decides when a full search is due. `seen` is what was counted at the last look, times are seconds."""

    pause: float = 60.0
    """Searches come no closer than this."""
    longest: float = 900.0
    """After so long one is made even though somebody may wait for it."""
    seen: int = 0
    last: float = 0.0

    def is_due(self, now: float, done: int) -> bool:
        """Whether to search now, `done` requests and commands after the start; True counts as a search made."""
        at_rest, self.seen = done == self.seen, done
        since = now - self.last
        if since < (self.pause if at_rest else self.longest):
            return False
        self.last = now
        return True


def pass_over_the_program() -> None:
    """Never search what has been loaded up to now, and leave full searches to `collect_at_rest`.

    Whoever starts the server may have turned all searches off, for they find nothing while it is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)
    gc.enable()


async def collect_at_rest(done: Callable[[], int]) -> None:
    """Make full searches until cancelled. `done` counts what was answered so far."""
    loop = asyncio.get_running_loop()
    collector = Collector(last=loop.time())
    while True:
        await asyncio.sleep(LOOK)
        if collector.is_due(loop.time(), done()):
            gc.collect()
