"""Bots' games by the rules of the game, in as many processes as there are processors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context

from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant

BUNDLE = 25
"""Games that a process plays before it tells how they ended; so few are not worth a second process."""


@dataclass(frozen=True)
class Ended:
    """How a game ended for the bots, in the order in which they were named."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    bonuses: tuple[bool, ...]


def endings(variant: Variant, bots: tuple[str, ...], games: int, seed: int) -> Iterator[Ended]:
    """The games number 1, 2 … of a seed. Who sits where goes round, so that everybody begins equally often."""
    rules = dict(variant.switches)
    bundles = [
        (variant.key, rules, bots, seed, first, min(first + BUNDLE, games + 1)) for first in range(1, games + 1, BUNDLE)
    ]
    processes = min(len(bundles), os.cpu_count() or 1)
    if processes <= 1:
        for bundle in bundles:
            yield from _play(bundle)
        return
    with ExitStack() as stack:
        # Fresh processes: what Numba's threads leave behind in a fork is not to be relied on.
        pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_one_thread)
        stack.callback(pool.shutdown, cancel_futures=True)
        for ended in pool.map(_play, bundles):
            yield from ended


def _one_thread() -> None:
    os.environ["NUMBA_NUM_THREADS"] = "1"


_Bundle = tuple[str, dict[str, SwitchValue], tuple[str, ...], int, int, int]


def _play(bundle: _Bundle) -> list[Ended]:
    from pasch.bots import find_bot
    from pasch.bots.play import played
    from pasch.rules.variants import variant_with

    key, rules, names, seed, first, end = bundle
    variant, found = variant_with(key, rules), []
    for number in range(first, end):
        turned = [(place + number - 1) % len(names) for place in range(len(names))]
        game = played(variant, [find_bot(names[which]) for which in turned], seed, number)
        seats = sorted(range(len(names)), key=lambda seat: turned[seat])
        found.append(
            Ended(
                totals=tuple(game.totals[seat] for seat in seats),
                places=tuple(game.ranks[seat] for seat in seats),
                bonuses=tuple(game.results[seat].bonus > 0 for seat in seats),
            )
        )
    return found
