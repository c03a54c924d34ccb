"""What an operator may set. The defaults suit a family at home and a small public server alike.

`pasch.server.configuration.reading` reads these from a file, the environment and the command line; every field is a
setting of the same name there, save `reach` and `client`.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Literal

from pasch.service.retention import Retention


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
    share: int = 5
    """How many of them one address may have waiting, or all bots together."""
    patience: float = 10.0
    """How long a bot waits for a table that is being solved, before it plays without."""
    disk: int = 4_000_000_000
    """How much the cache folder may hold before the tables longest unused are removed, in bytes."""
    solves: Rate = Rate(burst=20, per_second=1 / 60)
    """Solves that one address, or all bots together, may cause; questions about solved variants are not counted."""
    callers: int = 20_000
    """How many addresses the limit remembers."""


@dataclass(frozen=True)
class Reach:
    """How other machines reach this process, as found out at its start."""

    home: str | None = None
    """The root address for other devices of the home; None when the server listens on this machine alone."""
    hosts: frozenset[str] = frozenset()
    """The address that the server listens on, and in a home network this machine's addresses and names."""
    any_address: bool = False
    """Whether requests may name any IP address: the server listens everywhere, and knows no public name."""
    authority: bytes = b""
    """The certificate that phones install to trust `serve --https`; empty without it."""


@dataclass(frozen=True)
class Operation:
    """How a server process is run: what stands before it, what it tells its operator, how it ends."""

    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Networks of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    public_url: str | None = None
    """The root address that people type, such as `https://pasch.example`; None: the one a request came to."""
    home_page: str | None = None
    """The operator's own page, linked in the footer of every page."""
    imprint: str | None = None
    """The page that says who runs the server, linked in the footer."""
    contact: str | None = None
    """A mail address or a page for questions, linked in the footer."""
    allowed_hosts: tuple[str, ...] = ()
    """Further hosts that requests may name, besides loopback, the listening address, `public_url` and `origins`."""
    hsts: bool = False
    """Whether browsers are told, over TLS, to come back over TLS alone for a year."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """What is less important than this is not logged."""
    log_format: Literal["auto", "json", "plain"] = "auto"
    """Lines of JSON, or plain ones; `auto` is plain at a terminal."""
    log_key: str | None = None
    """Secret of the hashes that stand for tables in the log; None: another one at every start."""
    slow_request: float = 1.0
    """Seconds after which a request or command is told in the log."""
    shutdown_notice: float = 0.0
    """Seconds between the first sign of the end, at `/readyz`, and the end of listening."""
    shutdown_grace: float = 5.0
    """Seconds that requests under way get to finish when the server ends."""


@dataclass(frozen=True)
class ServerSettings:
    """Bounds and limits of one server process. Times are seconds, sizes bytes."""

    body_limit: int = 64 * 1024
    """The largest body of a request, and the largest message on a socket."""
    import_limit: int = 4 * 1024 * 1024
    """The largest file of records that may be imported."""
    drain_limit: int = 4 * 1024 * 1024
    """How much of a body that is too large is still read, so that its sender gets to see the refusal."""
    origins: frozenset[str] = frozenset()
    """Further origins whose pages may act with the session cookie, such as `https://pasch.example`."""
    sessions: Rate = Rate(burst=1000, per_second=5)
    """New sessions for one address."""
    openings: Rate = Rate(burst=1000, per_second=5)
    """New tables for one session, and as many for its address."""
    bot_tables: Rate = Rate(burst=30, per_second=1 / 120)
    """New tables at which only bots play, for one session, and as many for its address: bots write without pausing."""
    public_tables: int = 20
    """Public tables that one person may have open at once."""
    address_tables: int = 60
    """Public tables that one address may have open at once: fewer than the lobby lists."""
    changes: Rate = Rate(burst=300, per_second=5)
    """Changed rules for one address: to put a game into words takes a moment."""
    refusals: Rate = Rate(burst=300, per_second=20)
    """Refused commands for one session. Accepted commands are not counted."""
    asides: Rate = Rate(burst=300, per_second=2)
    """Steps that do not play the match on, such as ready, pauses and corrections, for one person, address and table."""
    advice: Rate = Rate(burst=300, per_second=10)
    """Questions what to do, for one address. An answer takes some milliseconds."""
    analyses: Rate = Rate(burst=120, per_second=2)
    """Ledgers for one address. One takes about a millisecond for every roll."""
    connections: int = 600
    """What one address may have open at once: sockets, streams, and requests under way."""
    idle_connections: int = 100
    """Connections without a request under way that one address may have open; beyond, the longest idle is closed."""
    misses: Rate = Rate(burst=300, per_second=5)
    """Answers 401 and 404 for one address; beyond, only those who sit at a table are told of it there."""
    results: Rate = Rate(burst=120, per_second=2)
    """Questions about high scores and statistics, for one address. One takes some milliseconds."""
    files: Rate = Rate(burst=30, per_second=1 / 10)
    """Files of past matches, taken or brought along, for one address. A match takes some ten milliseconds."""
    imports: int = 2
    """Files that one address may be sending at once."""
    imported: Rate = Rate(burst=64 * 1024 * 1024, per_second=1000)
    """Bytes of imported matches, for one person, and as many for one address."""
    sheets: Rate = Rate(burst=60, per_second=1)
    """Printed sheets for one address. A page takes some thirty milliseconds."""
    chat: Rate = Rate(burst=20, per_second=1)
    """Lines of chat for one session, and as many for its address."""
    reports: Rate = Rate(burst=20, per_second=1 / 60)
    """Reported lines for one session, and as many for its address."""
    guesses: Rate = Rate(burst=20, per_second=1 / 30)
    """Passwords tried for one account from one address, codes and keys from one address, right ones too."""
    address_guesses: Rate = Rate(burst=100, per_second=1 / 6)
    """Passwords tried for all accounts from one address; known devices have `guesses` to themselves."""
    account_guesses: Rate = Rate(burst=500, per_second=1 / 10)
    """Passwords tried for one account from all addresses; known devices are not counted."""
    links: Rate = Rate(burst=20, per_second=1 / 30)
    """New codes for further devices, for one session, and as many for its address."""
    accounts: Rate = Rate(burst=20, per_second=1 / 60)
    """New accounts from one address: a name that is protected is taken from everybody else."""
    callers: int = 20_000
    """How many addresses and sessions the limits remember; the longest unseen are forgotten first."""
    patience: float = 20.0
    """How long a socket's reader may take nothing before it is disconnected; it resumes where it was."""
    heartbeat: float = 15.0
    """The longest silence on a stream of server-sent events."""
    household: bool = False
    """Whether the start page shows every visitor all interrupted matches, with the names of their players."""
    keep_interrupted: float = 28.0
    """Days for which a match that has not ended is kept after the last thing that happened there."""
    keep_aborted: float = 1.0
    """Days for which a match that was ended early is kept."""
    keep_finished: float = 90.0
    """Days for which a finished match is kept that nobody with an account has played in."""
    operation: Operation = field(default_factory=Operation)
    """How the process is run."""
    reach: Reach = field(default_factory=Reach)
    """How other machines reach the process."""
    client: Path = field(default_factory=lambda: Path(__file__).parents[1] / "client")
    """The folder with the built web client."""

    @property
    def first_page(self) -> dict[str, str]:
        """What the web client's first page says about this server, by name."""
        operation = self.operation
        told = {"home_page": operation.home_page, "imprint": operation.imprint, "contact": operation.contact}
        household = {"household": "yes"} if self.household else {}
        return {name: link for name, link in told.items() if link is not None} | household


def retention_of(settings: ServerSettings) -> Retention:
    """How long matches are kept."""
    return Retention(
        timedelta(days=settings.keep_interrupted),
        timedelta(days=settings.keep_aborted),
        timedelta(days=settings.keep_finished),
    )
