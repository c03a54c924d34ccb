"""Bots' games by the rules of the game, in as many processes as there are processors, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from pasch.bots import BOTS
from pasch.bots.perfect import solved
from pasch.bots.play import Bot
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pasch.cli.cluster import Cluster

BUNDLE = 25
"""Games that a process plays before it tells how they ended; so few are not worth a second process."""


@dataclass(frozen=True)
class Ended:
    """How a game ended for the bots, in the order in which they were named."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    bonuses: tuple[bool, ...]


def endings(
    variant: Variant, bots: tuple[str, ...], games: int, seed: int, elsewhere: Cluster | None = None
) -> Iterator[Ended]:
    """The games number 1, 2 … of a seed. Seats rotate, so that each player begins equally often."""
    rules = dict(variant.switches)
    bundles = [
        (variant.key, rules, bots, seed, first, min(first + BUNDLE, games + 1)) for first in range(1, games + 1, BUNDLE)
    ]
    for ended in _here(bundles) if elsewhere is None else _there(variant, bundles, elsewhere):
        yield from ended


def _there(variant: Variant, bundles: list[_Bundle], elsewhere: Cluster) -> Iterator[list[Ended]]:
    """Workers are handed the table that is known here, and use no other: the games are those that are played here."""
    known = solved(variant)
    yield from elsewhere.results(_play_with, bundles, None if known is None else elsewhere.hand_out(known.table))


def _here(bundles: list[_Bundle]) -> Iterator[list[Ended]]:
    processes = min(len(bundles), os.cpu_count() or 1)
    if processes <= 1:
        yield from map(_play, bundles)
        return
    with ExitStack() as stack:
        # Fresh processes: what Numba's threads leave behind in a fork is not to be relied on.
        pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_one_thread)
        stack.callback(pool.shutdown, cancel_futures=True)
        yield from pool.map(_play, bundles)


def _one_thread() -> None:
    os.environ["NUMBA_NUM_THREADS"] = "1"


_Bundle = tuple[str, dict[str, SwitchValue], tuple[str, ...], int, int, int]


def _play_with(bundle: _Bundle, table: NDArray[Any] | None) -> list[Ended]:
    from pasch.bots import bots_with
    from pasch.cli.cluster import solution_with

    known = None if table is None else solution_with(variant_with(*bundle[:2]), table)
    return _play(bundle, bots_with(lambda _variant: known))


def _play(bundle: _Bundle, players: Mapping[str, Bot] = BOTS) -> list[Ended]:
    from pasch.bots.play import played

    key, rules, names, seed, first, end = bundle
    variant, found = variant_with(key, rules), []
    for number in range(first, end):
        turned = [(place + number - 1) % len(names) for place in range(len(names))]
        game = played(variant, [players[names[which]] for which in turned], seed, number)
        seats = sorted(range(len(names)), key=lambda seat: turned[seat])
        found.append(
            Ended(
                totals=tuple(game.totals[seat] for seat in seats),
                places=tuple(game.ranks[seat] for seat in seats),
                bonuses=tuple(game.results[seat].bonus > 0 for seat in seats),
            )
        )
    return found
