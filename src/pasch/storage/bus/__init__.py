"""How processes tell each other how far a topic is. `bus_of` makes what a URL names."""

from collections.abc import Callable
from functools import partial

from pasch.rules.errors import PaschError
from pasch.service.ports import Bus, Clock, Progress
from pasch.service.runtime.bus_settings import BusSettings
from pasch.storage.bus.local import LocalBus
from pasch.storage.bus.polling import PollingBus
from pasch.storage.database import PREFIX as SQLITE

__all__ = ["LocalBus", "MakeBus", "bus_of", "usual_bus"]

LOCAL = "local"
POLL = "poll"
SERVERS = ("redis://", "rediss://", "unix://")

MakeBus = Callable[[Progress, Clock], Bus]
"""Makes the bus once there is a store and a clock. Raises nothing."""


class NoSuchBus(PaschError):
    """No bus has this name; the sentence says which there are."""


def usual_bus(database: str | None) -> str:
    """The bus for a database where none is named: a file, which is None too, has one server, others may have many."""
    return LOCAL if database is None or database.startswith(SQLITE) else POLL


def bus_of(url: str, settings: BusSettings | None = None) -> MakeBus:
    """What makes the bus that a URL names: `local`, `poll`, or a Redis. Raises `NoSuchBus`."""
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
        pool.connection_class(**pool.connection_kwargs)  # connects to nothing yet, but reads the options
    except (ValueError, TypeError, RedisError):
        raise _refusal(url) from None
    return partial(RedisBus, address, settings=settings)


def _refusal(url: str) -> NoSuchBus:
    """Of what may hold a password only the kind is told: in a URL that is wrong nobody can say which part it is."""
    kind, found, _ = url.partition("://")
    shown = url[:80]
    if any(mark in url for mark in "@?#"):
        shown = f"{kind}://…" if found and kind.isalnum() else "…"
    return NoSuchBus(
        "“{bus}” is not a bus; write local (for a single server), poll, or a Redis address such as redis://host:6379",
        bus=shown,
    )
