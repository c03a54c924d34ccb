"""The buses over which processes publish the progress of topics. `bus_of` chooses one by its URL."""

from collections.abc import Callable
from functools import partial

from pasch.rules.errors import PaschError
from pasch.service.bus import BusSettings
from pasch.service.ports import Bus, Clock, Progress
from pasch.storage.bus.local import LocalBus, PollingBus
from pasch.storage.database import PREFIX as SQLITE

__all__ = ["LocalBus", "MakeBus", "bus_of", "default_bus"]

LOCAL = "local"
POLL = "poll"
SERVERS = ("redis://", "rediss://", "unix://")

MakeBus = Callable[[Progress, Clock], Bus]
"""Makes a bus from a store and a clock. Raises nothing."""


class NoSuchBus(PaschError):
    """The URL names no known bus; the message lists the known ones."""


def default_bus(database: str | None) -> str:
    """The default bus for a database: a file (or None) has one server, other databases may have several."""
    return LOCAL if database is None or database.startswith(SQLITE) else POLL


def bus_of(url: str, settings: BusSettings | None = None) -> MakeBus:
    """The factory for the bus that a URL names: `local`, `poll`, or a Redis. Raises `NoSuchBus`."""
    if url == LOCAL:
        return lambda _progress, _clock: LocalBus()
    if url == POLL:
        return partial(PollingBus, settings=settings)
    if url.startswith(SERVERS):
        return _redis(url, settings)
    raise _refusal(url)


def _redis(url: str, settings: BusSettings | None) -> MakeBus:
    from redis.exceptions import RedisError

    from pasch.storage.bus.redis import Address, RedisBus, client_of

    try:
        address = Address.of(url)
        pool = client_of(address).connection_pool
        pool.connection_class(**pool.connection_kwargs)  # does not connect yet, but validates the options
    except (ValueError, TypeError, RedisError):
        raise _refusal(url) from None
    return partial(RedisBus, address, settings=settings)


def _refusal(url: str) -> NoSuchBus:
    """The refusal names only the scheme of the URL: any other part of an invalid URL may be the password."""
    kind, found, _ = url.partition("://")
    shown = url[:80]
    if any(mark in url for mark in "@?#"):
        shown = f"{kind}://…" if found and kind.isalnum() else "…"
    return NoSuchBus(
        "“{bus}” is not a bus; write local (for a single server), poll, or a Redis address such as redis://host:6379",
        bus=shown,
    )
