"""`pasch play --server`: play on a server, full-screen or in lines, as the guest of a stored token."""

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pasch.cli.console import Refused
from pasch.cli.play.lines import Lines
from pasch.cli.play.options import PlayOptions, check_joining, check_listing
from pasch.i18n import translator
from pasch.tui.server.link import Link, LinkRefused
from pasch.tui.server.online import OnlineLink, Server, server_of, table_request

MINE = 0o600


@dataclass(frozen=True)
class Tokens:
    """The token of each server, in `file`. If the file cannot be read or written, the next game has a new guest."""

    file: Path

    def find(self, url: str) -> str:
        """The token for a server, empty if there is none."""
        return self._all().get(url, "")

    def keep(self, url: str, token: str) -> None:
        """Store a token in a file that only its owner can read."""
        tokens = {**self._all(), url: token}
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            made = self.file.with_name(f"{self.file.name}.{os.getpid()}")
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MINE), "w") as written:
                json.dump(tokens, written)
            made.replace(self.file)

    def _all(self) -> dict[str, str]:
        try:
            found = json.loads(self.file.read_text())
        except (OSError, ValueError):
            return {}
        return {str(url): str(token) for url, token in found.items()} if isinstance(found, dict) else {}


class CannotSit(Refused):
    """A refusal by a server, with its sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__("{sentence}", sentence=sentence.rstrip("."))


def play_remote(address: str, options: PlayOptions) -> str | None:
    """Play on a server, full-screen or in lines; returns the record if requested. Raises `CannotSit`, `Refused`."""
    try:
        ending, record = asyncio.run((_play if options.full_screen else _play_in_lines)(address, options))
    except LinkRefused as refused:
        raise CannotSit(refused.sentence) from None
    if ending:
        print(ending)
    return record


async def _play(address: str, options: PlayOptions) -> tuple[str, str | None]:
    from pasch.tui.app import PaschApp

    server, link = await _arrived(address, options)
    if link is None and is_daily(address):
        return await server.daily_result(), None
    app = PaschApp(link, server, _name(options))
    ending = await app.run_async() or await _daily_result(server, address)
    return ending, await _record(app.link, options)


async def _play_in_lines(address: str, options: PlayOptions) -> tuple[str, str | None]:
    server, link = await _arrived(address, options)
    if link is None and is_daily(address):
        return await server.daily_result(), None
    if link is None:
        t = translator(options.lang)
        raise LinkRefused("invalid_input", t.text("tui", "Name a table by its address, or open one with --guests"))
    lines = Lines(link, _name(options), options.as_json)
    try:
        await lines.play()
    except asyncio.CancelledError:  # Ctrl-C
        print(file=sys.stderr)  # end the line that was being typed
    return await _ending(lines, server, address, options), await _record(link, options)


async def _ending(lines: Lines, server: Server, address: str, options: PlayOptions) -> str:
    """The last sentence: the result of the daily game, or where a match goes on."""
    if options.as_json:
        return ""
    if lines.over() or lines.link.address is None:
        return await _daily_result(server, address)
    return lines.t.text("play", "Stopped. The table stays at {address}", address=lines.link.address)


async def _record(link: Link | None, options: PlayOptions) -> str | None:
    """The record of the last table so far; None if none was requested."""
    if options.record is None:
        return None
    if link is None:
        t = translator(options.lang)
        raise LinkRefused("invalid_input", t.text("tui", "There is no record: you joined no table"))
    return await link.record()


async def _daily_result(server: Server, address: str) -> str:
    """The result of the daily game; empty at other tables, and while there is none."""
    with suppress(LinkRefused):
        return await server.daily_result() if is_daily(address) else ""
    return ""


def _name(options: PlayOptions) -> str:
    """The name for the server; empty if none was given."""
    return options.players[0] if options.players else ""


async def _arrived(address: str, options: PlayOptions) -> tuple[Server, OnlineLink | None]:
    """The server with a session, and the table: that of the address, or a new one. Raises `LinkRefused`.

    There is no table for a list of tables, and for a daily game that has been played.
    """
    visitor, table = server_of(address, options.lang)
    code = event_of(address)
    if table is not None or code is not None or is_daily(address):
        check_joining(options)
    elif options.guests is None:
        check_listing(options)
    server = await _known(visitor, _name(options))
    if table is not None:
        return server, OnlineLink(server, table)
    if code is not None:
        return server, await server.event(code, _name(options))
    if is_daily(address):
        return server, await _daily(server)
    if options.guests is None:
        return server, None
    request = table_request(
        options.variant.key,
        list(options.players),
        guests=options.guests,
        bots=options.bots,
        games=options.games,
        public=options.public,
        rules=dict(options.variant.switches),
        real_dice=options.real_dice,
        real_for=[name for name in options.players if options.has_real_dice(name)],
    )
    return server, await server.open(request)


async def _daily(server: Server) -> OnlineLink | None:
    """The attempt at the daily game; None when it has ended."""
    try:
        return await server.daily()
    except LinkRefused as refused:
        if refused.code == "illegal_action":
            return None
        raise


async def _known(server: Server, name: str) -> Server:
    """The server with a session: the token of the environment, the stored one, or a new guest.

    Raises `LinkRefused` if the server does not know the token of the environment.
    """
    from platformdirs import user_data_path

    tokens = Tokens(user_data_path("pasch", appauthor=False) / "terminal.json")
    given = os.environ.get("PASCH_TOKEN", "")
    known = Server(server.url, server.lang, given or tokens.find(server.url))
    if await known.known():
        return known
    if given:  # a new guest would replace the stored one, and lose its seats
        t = translator(server.lang)
        text = t.text("tui", "The server does not know the token in PASCH_TOKEN: correct or remove it")
        raise LinkRefused("unauthenticated", text)
    guest = await server.guest(name)
    tokens.keep(server.url, guest.token)
    return guest


def is_daily(address: str) -> bool:
    """Whether an address is that of a server's daily game."""
    return _path(address) == ["daily"]


def event_of(address: str) -> str | None:
    """The code of the shared event that an address names; None for every other address."""
    match _path(address):
        case ["e", code]:
            return code
        case _:
            return None


def _path(address: str) -> list[str]:
    return urlsplit(address if "//" in address else f"http://{address}").path.strip("/").split("/")
