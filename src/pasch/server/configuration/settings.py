"""The operator's settings. The defaults suit a family at home and a small public server alike.

`pasch.server.configuration.reading` reads these from a file, the environment and the command line. Every field is a
setting of the same name there, save `reach` and `client`.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Literal

from pasch.service.retention import Retention


@dataclass(frozen=True)
class Rate:
    """A rate limit: `burst` events at once, and `per_second` more as time passes."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Solving:
    """Limits of this server's solving process. Estimates are rough, and assume all processors of the machine."""

    ahead: float = 10.0
    """Variants with a shorter estimate, in seconds, are solved in the background at the start."""
    seconds: float = 120.0
    """The longest solve that users may request, as estimated in seconds; operators start longer ones: `pasch solve`."""
    memory: int = 2_000_000_000
    """The most memory a solve may take, in bytes."""
    waiting: int = 20
    """How many requested jobs may wait."""
    share: int = 5
    """How many of these jobs one address may have waiting, or all bots together."""
    patience: float = 10.0
    """Seconds that a bot waits for a table that is being solved, before it plays without."""
    disk: int = 4_000_000_000
    """The largest size of the cache folder, in bytes; beyond it the tables longest unused are removed."""
    solves: Rate = Rate(burst=20, per_second=1 / 60)
    """Solves that one address, or all bots together, may cause; requests for solved variants are not counted."""
    callers: int = 20_000
    """How many addresses the limit remembers."""


@dataclass(frozen=True)
class Reach:
    """The addresses at which other machines reach this process, determined at its start."""

    home: str | None = None
    """The root address for other devices of the home; None when the server listens on this machine alone."""
    hosts: frozenset[str] = frozenset()
    """The listening address, and in a home network this machine's addresses and names."""
    any_address: bool = False
    """Whether requests may name any IP address: the server listens everywhere, and has no public name."""
    authority: bytes = b""
    """The certificate that phones install to trust `serve --https`; empty without it."""


@dataclass(frozen=True)
class Operation:
    """The operation of a server process: its proxies, its log, and its shutdown."""

    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Networks of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    public_url: str | None = None
    """The root address that people type, such as `https://pasch.example`; None: the address of the request."""
    home_page: str | None = None
    """The operator's own page, linked in the footer of every page."""
    imprint: str | None = None
    """The page that says who runs the server, linked in the footer."""
    contact: str | None = None
    """A mail address or a page for questions, linked in the footer."""
    allowed_hosts: tuple[str, ...] = ()
    """Further hosts that requests may name, besides loopback, the listening address, `public_url` and `origins`."""
    hsts: bool = False
    """Whether responses over TLS make browsers use TLS alone for a year."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least severe level that is logged."""
    log_format: Literal["auto", "json", "plain"] = "auto"
    """Lines of JSON, or plain ones; `auto` is plain at a terminal."""
    log_key: str | None = None
    """Secret of the hashes that replace tables in the log; None: a new one at every start."""
    slow_request: float = 1.0
    """Seconds after which a request or command is logged."""
    shutdown_notice: float = 0.0
    """Seconds between the first notice of the shutdown, at `/readyz`, and the end of listening."""
    shutdown_grace: float = 5.0
    """Seconds that running requests get to finish when the server ends."""


@dataclass(frozen=True)
class ServerSettings:
    """Bounds and limits of one server process. Times are in seconds, sizes in bytes."""

    body_limit: int = 64 * 1024
    """The largest body of a request, and the largest message on a socket."""
    import_limit: int = 4 * 1024 * 1024
    """The largest file of records that may be imported."""
    drain_limit: int = 4 * 1024 * 1024
    """How much of an oversized body is still read, so that its sender receives the error."""
    origins: frozenset[str] = frozenset()
    """Further origins whose pages may act with the session cookie, such as `https://pasch.example`."""
    sessions: Rate = Rate(burst=1000, per_second=5)
    """New sessions for one address."""
    openings: Rate = Rate(burst=1000, per_second=5)
    """New tables for one session, and as many for its address."""
    bot_tables: Rate = Rate(burst=30, per_second=1 / 120)
    """New tables with bots alone, for one session, and as many for its address: bots write without pausing."""
    public_tables: int = 20
    """Public tables that one person may have open at once."""
    address_tables: int = 60
    """Public tables that one address may have open at once: fewer than the lobby lists."""
    changes: Rate = Rate(burst=300, per_second=5)
    """Changed rules for one address: describing a game takes a moment."""
    refusals: Rate = Rate(burst=300, per_second=20)
    """Refused commands for one session. Accepted commands are not counted."""
    asides: Rate = Rate(burst=300, per_second=2)
    """Steps that do not advance the match, such as ready, pauses and corrections, for one person, address and table."""
    advice: Rate = Rate(burst=300, per_second=10)
    """Requests for advice, for one address. An answer takes some milliseconds."""
    analyses: Rate = Rate(burst=120, per_second=2)
    """Ledgers for one address. One takes about a millisecond for each roll."""
    connections: int = 600
    """Concurrent connections of one address: sockets, streams, and running requests."""
    idle_connections: int = 100
    """Idle connections that one address may have open; beyond, the longest idle is closed."""
    misses: Rate = Rate(burst=300, per_second=5)
    """Answers 401 and 404 for one address; beyond, only players at a table get answers about it."""
    results: Rate = Rate(burst=120, per_second=2)
    """Requests for high scores, statistics and profiles, for one address. One takes some milliseconds."""
    files: Rate = Rate(burst=30, per_second=1 / 10)
    """Files of past matches exported or imported, for one address. A match takes some ten milliseconds."""
    imports: int = 2
    """Concurrent uploads of one address."""
    imported: Rate = Rate(burst=64 * 1024 * 1024, per_second=1000)
    """Bytes of imported matches, for one person, and as many for one address."""
    sheets: Rate = Rate(burst=60, per_second=1)
    """Printed sheets for one address. A page takes some thirty milliseconds."""
    chat: Rate = Rate(burst=20, per_second=1)
    """Lines of chat for one session, and as many for its address."""
    reports: Rate = Rate(burst=20, per_second=1 / 60)
    """Reported lines for one session, and as many for its address."""
    guesses: Rate = Rate(burst=20, per_second=1 / 30)
    """Attempts at one account's password from one address, and at codes and keys from one address, correct ones too."""
    address_guesses: Rate = Rate(burst=100, per_second=1 / 6)
    """Attempts at the passwords of all accounts from one address; known devices have their own `guesses`."""
    account_guesses: Rate = Rate(burst=500, per_second=1 / 10)
    """Attempts at one account's password from all addresses; known devices are not counted."""
    links: Rate = Rate(burst=20, per_second=1 / 30)
    """New codes for further devices, for one session, and as many for its address."""
    accounts: Rate = Rate(burst=20, per_second=1 / 60)
    """New accounts from one address: each withdraws a name from all others."""
    callers: int = 20_000
    """How many addresses and sessions the limits remember; those longest unseen are forgotten first."""
    patience: float = 20.0
    """Seconds after which a socket that accepts no data is disconnected; its client resumes where it was."""
    heartbeat: float = 15.0
    """The longest silence on a stream of server-sent events."""
    household: bool = False
    """Whether the start page shows all interrupted matches to every visitor, with the names of their players."""
    keep_interrupted: float = 28.0
    """Days for which an unfinished match is stored after its last event."""
    keep_aborted: float = 1.0
    """Days for which a match that was ended early is stored."""
    keep_finished: float = 90.0
    """Days for which a finished match without players with accounts is stored."""
    operation: Operation = field(default_factory=Operation)
    """How the process is run."""
    reach: Reach = field(default_factory=Reach)
    """How other machines reach the process."""
    client: Path = field(default_factory=lambda: Path(__file__).parents[1] / "client")
    """The folder with the built web client."""

    @property
    def first_page(self) -> dict[str, str]:
        """The server's settings that the web client's first page contains, by name."""
        operation = self.operation
        links = {"home_page": operation.home_page, "imprint": operation.imprint, "contact": operation.contact}
        household = {"household": "yes"} if self.household else {}
        return {name: link for name, link in links.items() if link is not None} | household


def retention_of(settings: ServerSettings) -> Retention:
    """The retention times of matches."""
    return Retention(
        timedelta(days=settings.keep_interrupted),
        timedelta(days=settings.keep_aborted),
        timedelta(days=settings.keep_finished),
    )
