"""Where bots get solved tables from: the seam between playing and solving.

A bot asks for the table of a variant when it is about to act, and plays without one where there is none. Whoever must
not solve while somebody waits, as a server, hands its bots a function of its own that answers None until a table is
ready.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant

if TYPE_CHECKING:
    from pasch.solver.solve import Solution

Solutions = Callable[[Variant], "Solution | None"]
"""The solved table of a variant, None where there is none (yet)."""

PATIENCE = 5.0
"""Seconds, as estimated, that a solve on the spot may take; longer ones have to be done before (`pasch solve`)."""

ONE_AT_A_TIME = Lock()
"""Held while compiled code runs on several threads: two of them at once are more than Numba's own pool can bear."""


def solved(variant: Variant) -> Solution | None:
    """The table of a variant: from memory, from the cache folder, or solved now where that takes seconds."""
    from pasch.solver.store import loaded, solve

    if variant.mechanic is not None:
        return None  # a table knows nothing of what players do to each other

    with ONE_AT_A_TIME:
        found = loaded(variant)
        return solve(variant) if found is None and _soon(variant) else found


def at_hand(variant: Variant) -> Solution | None:
    """The table of a variant from memory or from the cache folder, None where it would have to be solved first.

    One at a time: a large table is checked for half a second when it is read.
    """
    from pasch.solver.store import loaded

    with ONE_AT_A_TIME:
        return loaded(variant)


@lru_cache(maxsize=64)
def _soon(variant: Variant) -> bool:
    """Whether there is an exact table that can be had in a moment."""
    from pasch.solver.estimates import NoRoom, check_room
    from pasch.solver.program import compile_variant
    from pasch.solver.solve import estimate

    try:
        expected = estimate(compile_variant(variant))
        check_room(variant, expected.bytes)
    except (InvalidInput, NoRoom):
        return False
    return expected.seconds <= PATIENCE
