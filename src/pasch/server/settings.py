"""What an operator may set. The defaults suit a family at home and a small public server alike."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rate:
    """How often something may happen: `burst` times at once, and `per_second` again as time goes by."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Solving:
    """What the solving process of this server takes on. Estimates are rough, and for all processors of the machine."""

    ahead: float = 10.0
    """Variants that take fewer seconds than this, as estimated, are solved in the background at the start."""
    seconds: float = 120.0
    """The longest solve, as estimated, that somebody may ask for; longer ones an operator begins: `pasch solve`."""
    memory: int = 2_000_000_000
    """The most memory a solve may take, in bytes."""
    waiting: int = 20
    """How many jobs may wait that somebody asked for."""
    patience: float = 10.0
    """How long a bot waits for a table that is being solved, before it plays without."""
    disk: int = 4_000_000_000
    """How much the cache folder may hold before the tables longest unused are removed, in bytes."""
    solves: Rate = Rate(burst=20, per_second=1 / 60)
    """Solves that one address, or all bots together, may cause; questions about solved variants are not counted."""
    callers: int = 20_000
    """How many addresses the limit remembers."""


@dataclass(frozen=True)
class ServerSettings:
    """Bounds and limits of one server process. Times are seconds, sizes bytes."""

    body_limit: int = 64 * 1024
    """The largest body of a request, and the largest message on a socket."""
    drain_limit: int = 4 * 1024 * 1024
    """How much of a body that is too large is still read, so that its sender gets to see the refusal."""
    origins: frozenset[str] = frozenset()
    """Further origins whose pages may act with the session cookie, such as `https://pasch.example`."""
    sessions: Rate = Rate(burst=1000, per_second=5)
    """New sessions for one address."""
    openings: Rate = Rate(burst=1000, per_second=5)
    """New tables for one session, and as many for its address."""
    changes: Rate = Rate(burst=300, per_second=5)
    """Changed rules for one address: to put a game into words takes a moment."""
    refusals: Rate = Rate(burst=300, per_second=20)
    """Refused commands for one session. Accepted commands are not counted."""
    advice: Rate = Rate(burst=300, per_second=10)
    """Questions what to do, for one address. An answer takes some milliseconds."""
    analyses: Rate = Rate(burst=120, per_second=2)
    """Ledgers for one address. One takes about a millisecond for every throw."""
    callers: int = 20_000
    """How many addresses and sessions the limits remember; the longest unseen are forgotten first."""
    patience: float = 20.0
    """How long a socket's reader may take nothing before it is disconnected; it resumes where it was."""
    heartbeat: float = 15.0
    """The longest silence on a stream of server-sent events."""
    home: str | None = None
    """The root address under which other devices of the home reach this server; None when it listens here alone."""
    client: Path = field(default_factory=lambda: Path(__file__).parent / "client")
    """The folder with the built web client."""
