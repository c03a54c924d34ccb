"""`pasch serve`: the server with the web client, put together from storage, service and HTTP."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from pasch.cli.options import AsJson, Lang
from pasch.cli.output import print_json
from pasch.i18n import translator
from pasch.rules.errors import PaschError

if TYPE_CHECKING:
    from pasch.bots.protocol import Bot
    from pasch.service.sessions import Sessions
    from pasch.service.tables import Tables, TableSettings

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only --lan asks for it
LOCAL_BUS = "local"
SQLITE = "sqlite:///"
TRIED_PORTS = 20


class CannotServe(PaschError):
    """The server cannot start; the sentence says what would help."""


def serve(  # noqa: PLR0913 - the options of the command
    *,
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 unless --lan is given.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:////absolute/path; left out, a file in your folder for data."),
    ] = None,
    bus: Annotated[
        str, typer.Option(metavar="URL", help="How servers tell each other; local means that there is one.")
    ] = LOCAL_BUS,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let the home network join; prints addresses and a QR code.")
    ] = False,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Run the server with the web client until Ctrl-C."""
    if bus != LOCAL_BUS:
        raise CannotServe("The bus “{bus}” is not possible; “local” is, for a single server", bus=bus[:80])
    with _listen(host or (EVERYWHERE if lan else HERE), port) as listener:
        _serve(listener, database or default_database(), Telling(lang, lan=lan, as_json=as_json))


@contextmanager
def service_on(
    database: str, settings: TableSettings | None = None, bots: Mapping[str, Bot] | None = None
) -> Iterator[tuple[Tables, Sessions]]:
    """The service over a database, for one process. Raises `CannotStore`."""
    from pasch.bots import BOTS
    from pasch.service.sessions import Sessions
    from pasch.service.system import SystemClock, SystemEntropy
    from pasch.service.tables import Tables
    from pasch.storage.bus import LocalBus
    from pasch.storage.sqlite import SqliteStore

    clock, entropy = SystemClock(), SystemEntropy()
    with SqliteStore.opened(database) as store:
        yield Tables(store, LocalBus(), clock, entropy, settings, bots or BOTS), Sessions(store, clock, entropy)


def default_database() -> str:
    """The SQLite file in the user's folder for data; the folder is made. Raises `CannotServe`."""
    from platformdirs import user_data_path

    folder = user_data_path("pasch", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(
            "The folder {folder} cannot be made: {reason}; name another file with --database",
            folder=str(folder),
            reason=error.strerror or "",
        ) from None
    return f"{SQLITE}{folder / 'pasch.sqlite3'}"


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
            raise CannotServe("Port {port} is not allowed to you; try --port 8000", port=str(port)) from None
        raise CannotServe("{host} is no address of this machine", host=host[:80]) from None


def _free_port(host: str, taken: int) -> int:
    """The next port that nobody listens on; 0, which takes any, when all those near are taken."""
    from pasch.server.run import bind

    for port in range(taken + 1, min(taken + 1 + TRIED_PORTS, 65536)):
        try:
            bind(host, port).close()
        except OSError:
            continue
        return port
    return 0


def _serve(listener: socket.socket, database: str, telling: Telling) -> None:
    from pasch.server.app import create_app
    from pasch.server.run import run
    from pasch.server.settings import ServerSettings
    from pasch.server.solving import ServerSolver

    place = _place(listener, database, lan=telling.lan)
    settings = ServerSettings(home=place.addresses[0] if place.addresses else None)
    solver = ServerSolver()
    with service_on(database, bots=solver.bots) as (tables, sessions):
        run(create_app(tables, sessions, solver, settings), listener, settings, lambda: _tell(place, telling))


def _place(listener: socket.socket, database: str, *, lan: bool) -> Place:
    from pasch.server.home import home_addresses, url_of

    host, port = listener.getsockname()[:2]
    everywhere = host in {EVERYWHERE, "::"}
    hosts = home_addresses() if everywhere else [host] if lan else []
    urls = tuple(url_of(address, port) for address in hosts)
    return Place(url_of(HERE if everywhere else host, port), urls, database)


def _tell(place: Place, telling: Telling) -> None:
    """Say where the server is, on standard output."""
    if telling.as_json:
        print_json({"url": place.url, "addresses": place.addresses, "database": place.database})
    else:
        say = translator(telling.lang).text
        print(say("serve", "Pasch is ready: {url}", url=place.url))
        if telling.lan:
            _tell_home(place.addresses, telling.lang)
        print(say("serve", "Tables are kept in {file}", file=place.database.removeprefix(SQLITE)))
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
        print(say("serve", "This machine has no address in a home network just now."))
