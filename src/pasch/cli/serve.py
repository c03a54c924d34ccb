"""`pasch serve`: the server with the web client."""

from __future__ import annotations

import errno
import gc
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pasch.cli.console import AsJson, Lang, print_json
from pasch.cli.secured import CERTIFICATE, CannotServe, Secured, encrypted_port, secured_by
from pasch.i18n import translator

if TYPE_CHECKING:
    import socket

    from pasch.server.configuration.reading import Setup
    from pasch.server.configuration.settings import Reach
    from pasch.server.run import Ready
    from pasch.storage.bus import MakeBus

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only --lan asks for it
SQLITE = "sqlite:///"
TRIED_PORTS = 20


Host = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Address to listen on; 127.0.0.1 unless --lan is given.")
]
Port = Annotated[
    int | None,
    typer.Option(metavar="PORT", min=0, max=65535, help="Port to listen on, by default 8000; 0 takes a free one."),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="sqlite:////path or postgresql://user@host/name; by default a file in your data folder."
    ),
]
BusUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="How processes exchange news: local (one process), poll, or redis://host:6379?prefix=pasch.",
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(metavar="COUNT", min=1, help="Number of processes that share the port; several need a bus."),
]
Lan = Annotated[bool, typer.Option("--lan", help="Let the home network join; prints addresses and a QR code.")]
Https = Annotated[
    bool, typer.Option("--https", help="With --lan: serve HTTPS too, for phones that trust this machine.")
]
Limits = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Change a limit, such as connections=2000 or refusals=300,20."),
]
Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Settings in TOML; the environment (PASCH_…) takes precedence.")
]
ShowConfig = Annotated[bool, typer.Option("--show-config", help="Print all settings with their origin, and end.")]
Handover = Annotated[str | None, typer.Option(hidden=True)]


def serve(  # noqa: PLR0913 - the options of the command
    *,
    host: Host = None,
    port: Port = None,
    database: DatabaseUrl = None,
    bus: BusUrl = None,
    processes: Processes = None,
    lan: Lan = False,
    https: Https = False,
    limit: Limits = None,
    config: Config = None,
    show_config: ShowConfig = False,
    inherited: Handover = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Run the server with the web client until Ctrl-C."""
    from pasch.server.configuration.reading import limits_of, read_setup
    from pasch.storage.bus import bus_of

    asked: dict[str, object] = {"host": host or (EVERYWHERE if lan else None), "port": port, "processes": processes}
    setup = read_setup(config, {**limits_of(limit or ()), **asked, "database": database, "bus": bus})
    if show_config:
        _show(setup, as_json=as_json)
        return
    if https and (not lan or setup.listening.processes > 1):
        raise CannotServe("--https goes with --lan, and with one process")
    make_bus = bus_of(_bus(setup), setup.bus_settings)
    announcement = Announcement(lang, lan=lan, as_json=as_json)
    if inherited is not None:
        _serve_with_others(inherited, setup, make_bus, announcement)
        return
    _serve_on_port(setup, make_bus, announcement, https=https)


def _serve_on_port(setup: Setup, make_bus: MakeBus, announcement: Announcement, *, https: bool) -> None:
    """Listen and serve: one process, one with HTTPS on a second port, or several."""
    with _listen(setup.listening.host, setup.listening.port) as listener:
        if https:
            with _listen(setup.listening.host, encrypted_port(listener)) as encrypted:
                _serve(listener, setup, make_bus, announcement, encrypted)
        elif setup.listening.processes == 1:
            _serve(listener, setup, make_bus, announcement)
        else:
            _supervise(listener, setup, announcement)


def _bus(setup: Setup) -> str:
    """The bus of the settings, else the default for the database."""
    from pasch.storage.bus import default_bus

    return setup.listening.bus or default_bus(setup.listening.database)


def _show(setup: Setup, *, as_json: bool) -> None:
    """Print the settings as a settings file with the origin of each; secrets are masked."""
    values = setup.values()
    if as_json:
        print_json(values)
        return
    for name, value in values.items():
        # TOML has no empty value.
        line = f"# {name} =" if value is None else f"{name} = {json.dumps(value, ensure_ascii=False)}"
        print(f"{line}  # {setup.sources[name]}" if name in setup.sources else line)


def usual_database() -> str:
    """The database that the settings file or the environment names, else the default.

    Raises `InvalidSetting`, `CannotServe`.
    """
    if not any(os.environ.get(name) for name in ("PASCH_CONFIG", "PASCH_DATABASE")):
        return default_database()
    from pasch.server.configuration.reading import read_setup

    return read_setup().listening.database or default_database()


def default_database() -> str:
    """The SQLite file in the user's data folder, which is created. Raises `CannotServe`."""
    from platformdirs import user_data_path

    folder = user_data_path("pasch", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(
            "The folder {folder} cannot be created: {reason}; name another file with --database",
            folder=str(folder),
            reason=error.strerror or "",
        ) from None
    return f"{SQLITE}{folder / 'pasch.sqlite3'}"


@dataclass(frozen=True)
class Announcement:
    """How to announce the start: the language, whether with addresses of the home network, as text or JSON."""

    lang: str
    lan: bool
    as_json: bool


@dataclass(frozen=True)
class Place:
    """The addresses of the server, on this machine and in the home network, and its database."""

    url: str
    addresses: tuple[str, ...]
    database: str
    reach: Reach
    host_unknown: bool
    """Whether the server listens on all addresses without a host name to check requests against."""
    secured: tuple[str, ...] = ()
    """The addresses for HTTPS."""


def _listen(host: str, port: int) -> socket.socket:
    """Listen on a port. Raises `CannotServe`, which names a free port if this one is taken."""
    from pasch.server.run import bind

    try:
        return bind(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                "Port {port} on {host} is taken; try --port {free}",
                port=str(port),
                host=host,
                free=str(_free_port(host, port)),
            ) from None
        if error.errno == errno.EACCES:
            raise CannotServe("You may not use port {port}; try --port 8000", port=str(port)) from None
        raise CannotServe("{host} is not an address of this machine", host=host[:80]) from None


def _free_port(host: str, taken: int) -> int:
    """The next free port; 0 (any) if the following ones are taken."""
    from pasch.server.run import bind

    for port in range(taken + 1, min(taken + 1 + TRIED_PORTS, 65536)):
        try:
            bind(host, port).close()
        except OSError:
            continue
        return port
    return 0


def _serve(
    listener: socket.socket,
    setup: Setup,
    make_bus: MakeBus,
    announcement: Announcement,
    encrypted: socket.socket | None = None,
) -> None:
    from pasch.server.run import in_loop
    from pasch.storage.serving import served_alone

    place = _place(listener, setup, lan=announcement.lan)
    secured = None if encrypted is None else secured_by(encrypted, place.addresses)
    if secured is not None:
        place = replace(place, secured=secured.urls, reach=replace(place.reach, authority=secured.authority))
    with served_alone(place.database):
        in_loop(_served(listener, setup, make_bus, place, lambda: _announce(place, announcement), secured=secured))


def _supervise(listener: socket.socket, setup: Setup, announcement: Announcement) -> None:
    """Start and supervise several processes. Raises `CannotShare`, and `typer.Exit` if they do not start."""
    from pasch.cli.processes import check_shared, own_sockets, supervise
    from pasch.server.log import logging_to

    listening, operation = setup.listening, setup.server.operation
    check_shared(listening.database, _bus(setup))
    place = _place(listener, setup, lan=announcement.lan)
    shared = [[listener] for _ in range(listening.processes)]
    if listening.process_ports:
        for each, own in zip(shared, own_sockets(listening.host, listening.process_ports, len(shared)), strict=True):
            each.append(own)
    with logging_to(sys.stderr, operation):
        status = supervise(shared, operation, lambda: _announce(place, announcement))
    if status:
        raise typer.Exit(status)


def _serve_with_others(inherited: str, setup: Setup, make_bus: MakeBus, announcement: Announcement) -> None:
    """Serve as one of several processes."""
    from pasch.cli.processes import Inherited
    from pasch.server.run import in_loop

    given = Inherited.from_text(inherited)
    # The first process solves in advance for all: the tables are on disk.
    setup = setup if given.number == 0 else replace(setup, solving=replace(setup.solving, ahead=0.0))
    listener, *own = given.listening()
    place = _place(listener, setup, lan=announcement.lan)
    in_loop(_served(listener, setup, make_bus, place, given.report, own))


async def _served(  # noqa: PLR0913, PLR0917 - the options of the command, and the inherited sockets
    listener: socket.socket,
    setup: Setup,
    make_bus: MakeBus,
    place: Place,
    ready: Ready,
    own: Sequence[socket.socket] = (),
    *,
    secured: Secured | None = None,
) -> None:
    gc.disable()  # imports stay in memory; the server enables collection when it starts to serve

    from pasch.cli.service import service_on
    from pasch.server.app import create_app
    from pasch.server.log import logging_to
    from pasch.server.run import serve
    from pasch.server.solver import ServerSolver
    from pasch.storage.database import is_postgres

    settings = replace(setup.server, reach=place.reach)
    solver = ServerSolver(setup.solving, budget=setup.tables.work)
    with logging_to(sys.stderr, settings.operation):
        locks_at = setup.listening.ownership_database
        tables = replace(setup.tables, sole_writer=not is_postgres(place.database))
        service_of = service_on(place.database, tables, solver.bots, make_bus=make_bus, locks_at=locks_at)
        async with service_of as service:
            app = create_app(service, solver, settings)
            with _logged(place, setup):
                encrypted = None if secured is None else secured.encrypted
                await serve(app, [listener, *own], settings, ready, encrypted=encrypted)


@contextmanager
def _logged(place: Place, setup: Setup) -> Iterator[None]:
    """Log start and end, with the kinds of URLs only."""
    import logging
    import time

    from pasch import __version__

    log, began = logging.getLogger("pasch.server"), time.monotonic()
    kinds = {"database": place.database.partition(":")[0], "bus": _bus(setup).partition(":")[0]}
    log.info("started", extra={"version": __version__, **kinds})
    if place.host_unknown:
        log.warning("any_address_allowed", extra={"what": "public_url is not set"})
    for name in setup.retired:
        log.warning("setting_retired", extra={"what": name})
    try:
        yield
    finally:
        log.info("ended", extra={"seconds": round(time.monotonic() - began, 1)})


def _place(listener: socket.socket, setup: Setup, *, lan: bool) -> Place:
    """The place with the absolute path of an SQLite file. Raises `CannotStore` for a URL that names no database."""
    from pasch.server.home import home_addresses, reach_of, url_of
    from pasch.storage.database import is_postgres, sqlite_path

    host, port = listener.getsockname()[:2]
    everywhere = host in {EVERYWHERE, "::"}
    hosts = home_addresses() if everywhere else [host] if lan else []
    urls = tuple(url_of(address, port) for address in hosts)
    reach = reach_of(host, urls, any_address=everywhere and (lan or setup.server.operation.public_url is None))
    database = setup.listening.database or default_database()
    if not is_postgres(database):
        database = f"{SQLITE}{sqlite_path(database)}"
    return Place(
        url_of(HERE if everywhere else host, port), urls, database, reach, host_unknown=reach.any_address and not lan
    )


def _announce(place: Place, announcement: Announcement) -> None:
    """Print the addresses of the server on standard output."""
    from pasch.service.addresses import without_password

    database = without_password(place.database)
    if announcement.as_json:
        print_json(
            {"url": place.url, "addresses": place.addresses, "database": database}
            | ({"https": place.secured} if place.secured else {})
        )
    else:
        say = translator(announcement.lang).text
        print(say("serve", "Pasch is ready: {url}", url=place.url))
        if announcement.lan:
            _print_home(place.addresses, announcement.lang)
        if place.secured and place.addresses:
            print(say("serve", "With HTTPS: {url}", url=place.secured[0]))
            certificate = f"{place.addresses[0]}{CERTIFICATE}"
            print(say("serve", "Phones trust it once they have installed {certificate}", certificate=certificate))
        print(say("serve", "Tables are kept in {file}", file=database.removeprefix(SQLITE)))
        print(say("serve", "Ctrl-C ends the server; every table is kept."))
    sys.stdout.flush()


def _print_home(addresses: tuple[str, ...], lang: str) -> None:
    import segno

    say = translator(lang).text
    for address in addresses:
        print(say("serve", "From the home network: {url}", url=address))
    if addresses:
        segno.make(addresses[0], error="m").terminal(out=sys.stdout, compact=True)
    else:
        print(say("serve", "This machine has no address in a home network at the moment."))
