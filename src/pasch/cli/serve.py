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


def serve(  # noqa: PLR0913 - the options of the command
    *,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Address to listen on; 127.0.0.1 unless --lan is given.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(metavar="PORT", min=0, max=65535, help="Port to listen on, 8000 unless set; 0 takes a free one."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="sqlite:////path or postgresql://user@host/name; left out, a file in your folder for data.",
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="How servers tell each other: local (there is one), poll, redis://host:6379?prefix=pasch.",
        ),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="COUNT", min=1, help="How many processes serve together; several need a bus.")
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let the home network join; prints addresses and a QR code.")
    ] = False,
    https: Annotated[
        bool,
        typer.Option("--https", help="With --lan: serve HTTPS too, for phones that trust this machine."),
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Change a limit, such as connections=2000 or refusals=300,20."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings in TOML; the environment (PASCH_…) goes before it.")
    ] = None,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Say which settings are in force, and where from, and end.")
    ] = False,
    inherited: Annotated[str | None, typer.Option(hidden=True)] = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Run the server with the web client until Ctrl-C."""
    from pasch.server.configuration.reading import limits_of, read_setup

    asked: dict[str, object] = {"host": host or (EVERYWHERE if lan else None), "port": port, "processes": processes}
    setup = read_setup(config, {**limits_of(limit or ()), **asked, "database": database, "bus": bus})
    if show_config:
        _show(setup, as_json=as_json)
        return
    if https and (not lan or setup.listening.processes > 1):
        raise CannotServe("--https goes with --lan, and with one process")
    make_bus = _make_bus(setup)
    telling = Telling(lang, lan=lan, as_json=as_json)
    if inherited is not None:
        _serve_with_others(inherited, setup, make_bus, telling)
        return
    _serve_on_port(setup, make_bus, telling, https=https)


def _serve_on_port(setup: Setup, make_bus: MakeBus, telling: Telling, *, https: bool) -> None:
    """Listen and serve: one process, one with HTTPS on a second port, or several."""
    with _listen(setup.listening.host, setup.listening.port) as listener:
        if https:
            with _listen(setup.listening.host, encrypted_port(listener)) as encrypted:
                _serve(listener, setup, make_bus, telling, encrypted)
        elif setup.listening.processes == 1:
            _serve(listener, setup, make_bus, telling)
        else:
            _look_after(listener, setup, telling)


def _bus(setup: Setup) -> str:
    """The bus that was set, else that which suits the database."""
    from pasch.storage.bus import usual_bus

    return setup.listening.bus or usual_bus(setup.listening.database)


def _make_bus(setup: Setup) -> MakeBus:
    """What makes that bus. Raises `NoSuchBus`."""
    from pasch.storage.bus import bus_of

    return bus_of(_bus(setup), setup.bus_settings)


def _show(setup: Setup, *, as_json: bool) -> None:
    """Print the settings as the file that sets them so, and where they come from; secrets are masked."""
    values = setup.values()
    if as_json:
        print_json(values)
        return
    for name, value in values.items():
        # What is not set has no value in TOML.
        line = f"# {name} =" if value is None else f"{name} = {json.dumps(value, ensure_ascii=False)}"
        print(f"{line}  # {setup.sources[name]}" if name in setup.sources else line)


def usual_database() -> str:
    """The database that file or environment set for the server, else the default one.

    Raises `InvalidSetting`, `CannotServe`.
    """
    if not any(os.environ.get(name) for name in ("PASCH_CONFIG", "PASCH_DATABASE")):
        return default_database()
    from pasch.server.configuration.reading import read_setup

    return read_setup().listening.database or default_database()


def default_database() -> str:
    """The SQLite file in the user's folder for data; the folder is made. Raises `CannotServe`."""
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


def absolute_database(url: str) -> str:
    """A URL as it is, but for `sqlite:///` with a relative path: the whole path of that file.

    Raises `CannotStore` for a URL that names no database.
    """
    from pasch.storage.database import is_postgres, sqlite_path

    return url if is_postgres(url) else f"{SQLITE}{sqlite_path(url)}"


@dataclass(frozen=True)
class Telling:
    """How the start is told: in which language, with addresses of the home network, for people or programs."""

    lang: str
    lan: bool
    as_json: bool


@dataclass(frozen=True)
class Place:
    """Where the server can be reached, here and from the home network, and where it keeps its tables."""

    url: str
    addresses: tuple[str, ...]
    database: str
    reach: Reach
    host_unknown: bool
    """Whether the server listens everywhere without a name that it could insist on."""
    secured: tuple[str, ...] = ()
    """The addresses for HTTPS."""


def _listen(host: str, port: int) -> socket.socket:
    """Take the port. Raises `CannotServe`, with a port that is free when this one is taken."""
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
    """The next free port; 0, which takes any, when all ports nearby are taken."""
    from pasch.server.run import bind

    for port in range(taken + 1, min(taken + 1 + TRIED_PORTS, 65536)):
        try:
            bind(host, port).close()
        except OSError:
            continue
        return port
    return 0


def _serve(
    listener: socket.socket, setup: Setup, make_bus: MakeBus, telling: Telling, encrypted: socket.socket | None = None
) -> None:
    from pasch.server.run import in_loop
    from pasch.storage.serving import served_alone

    place = _place(listener, setup, lan=telling.lan)
    secured = None if encrypted is None else secured_by(encrypted, place.addresses)
    if secured is not None:
        place = replace(place, secured=secured.urls, reach=replace(place.reach, authority=secured.authority))
    with served_alone(place.database):
        in_loop(_served(listener, setup, make_bus, place, lambda: _tell(place, telling), secured=secured))


def _look_after(listener: socket.socket, setup: Setup, telling: Telling) -> None:
    """Let several processes serve. Raises `CannotShare`, `typer.Exit` when they do not begin."""
    from pasch.cli.processes import check_shared, look_after, own_sockets
    from pasch.server.operation.log import logging_to

    listening, operation = setup.listening, setup.server.operation
    check_shared(listening.database, _bus(setup))
    place = _place(listener, setup, lan=telling.lan)
    shared = [[listener] for _ in range(listening.processes)]
    if listening.process_ports:
        for each, own in zip(shared, own_sockets(listening.host, listening.process_ports, len(shared)), strict=True):
            each.append(own)
    with logging_to(sys.stderr, operation):
        status = look_after(shared, operation, lambda: _tell(place, telling))
    if status:
        raise typer.Exit(status)


def _serve_with_others(inherited: str, setup: Setup, make_bus: MakeBus, telling: Telling) -> None:
    """Serve as one of several processes."""
    from pasch.cli.processes import Inherited
    from pasch.server.run import in_loop

    given = Inherited.from_text(inherited)
    # What is solved ahead lies on disk for all.
    setup = setup if given.number == 0 else replace(setup, solving=replace(setup.solving, ahead=0.0))
    listener, *own = given.listening()
    place = _place(listener, setup, lan=telling.lan)
    in_loop(_served(listener, setup, make_bus, place, given.report, own))


async def _served(  # noqa: PLR0913, PLR0917 - what the command was asked, and what it has been handed
    listener: socket.socket,
    setup: Setup,
    make_bus: MakeBus,
    place: Place,
    ready: Ready,
    own: Sequence[socket.socket] = (),
    *,
    secured: Secured | None = None,
) -> None:
    gc.disable()  # what is loaded now stays; the server searches as soon as it serves

    from pasch.cli.service import service_on
    from pasch.server.app import create_app
    from pasch.server.operation.log import logging_to
    from pasch.server.run import serve
    from pasch.server.solving import ServerSolver

    settings = replace(setup.server, reach=place.reach)
    solver = ServerSolver(setup.solving, budget=setup.tables.work)
    with logging_to(sys.stderr, settings.operation):
        locks_at = setup.listening.ownership_database
        house_of = service_on(place.database, setup.tables, solver.bots, make_bus=make_bus, locks_at=locks_at)
        async with house_of as house:
            app = create_app(house, solver, settings)
            with _logged(place, setup):
                encrypted = None if secured is None else secured.encrypted
                await serve(app, [listener, *own], settings, ready, encrypted=encrypted)


@contextmanager
def _logged(place: Place, setup: Setup) -> Iterator[None]:
    """Log start and end; of URLs only their kind."""
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
    from pasch.server.home import home_addresses, reach_of, url_of

    host, port = listener.getsockname()[:2]
    everywhere = host in {EVERYWHERE, "::"}
    hosts = home_addresses() if everywhere else [host] if lan else []
    urls = tuple(url_of(address, port) for address in hosts)
    reach = reach_of(host, urls, any_address=everywhere and (lan or setup.server.operation.public_url is None))
    database = absolute_database(setup.listening.database or default_database())
    return Place(
        url_of(HERE if everywhere else host, port), urls, database, reach, host_unknown=reach.any_address and not lan
    )


def _tell(place: Place, telling: Telling) -> None:
    """Say where the server is, on standard output."""
    from pasch.service.addresses import without_password

    database = without_password(place.database)
    if telling.as_json:
        print_json(
            {"url": place.url, "addresses": place.addresses, "database": database}
            | ({"https": place.secured} if place.secured else {})
        )
    else:
        say = translator(telling.lang).text
        print(say("serve", "Pasch is ready: {url}", url=place.url))
        if telling.lan:
            _tell_home(place.addresses, telling.lang)
        if place.secured and place.addresses:
            print(say("serve", "With HTTPS: {url}", url=place.secured[0]))
            certificate = f"{place.addresses[0]}{CERTIFICATE}"
            print(say("serve", "Phones trust it once they have installed {certificate}", certificate=certificate))
        print(say("serve", "Tables are kept in {file}", file=database.removeprefix(SQLITE)))
        print(say("serve", "Ctrl-C ends the server; every table is kept."))
    sys.stdout.flush()


def _tell_home(addresses: tuple[str, ...], lang: str) -> None:
    import segno

    say = translator(lang).text
    for address in addresses:
        print(say("serve", "From the home network: {url}", url=address))
    if addresses:
        segno.make(addresses[0], error="m").terminal(out=sys.stdout, compact=True)
    else:
        print(say("serve", "This machine has no address in a home network at the moment."))
