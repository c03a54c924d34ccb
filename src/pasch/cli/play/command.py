"""`pasch play`: a match in the terminal, from the first roll to the record."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pasch.cli.console import visible, write_text
from pasch.cli.play.lines import Lines
from pasch.cli.play.options import PlayOptions, check
from pasch.cli.play.reading import Keyboard
from pasch.cli.play.table import BOT, JsonScreen, Screen, SeededDice, Stopped, Table
from pasch.cli.service import service_on
from pasch.i18n import translator
from pasch.rules.errors import PaschError
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.server.configuration.settings import Solving
from pasch.server.sockets.commands import read_command
from pasch.server.solver import ServerSolver
from pasch.service.coach import Coach
from pasch.service.people.names import clean_name, distinct_names
from pasch.service.requests import OpenSeat, OpenTable, SeatKind
from pasch.tui.server.local import LocalLink
from pasch.words import bot_name, default_name

NOTHING_AHEAD = Solving(ahead=0.0)
"""Solve a table of optimal play only when a hint or a bot needs it."""


def play_local(options: PlayOptions) -> str:
    """Play full-screen or in lines; returns the record of the last match. Raises `InvalidInput`."""
    return asyncio.run(_play(options))


async def _play(options: PlayOptions) -> str:
    async with _table_here(options) as link:
        if options.full_screen:
            from pasch.tui.app import PaschApp

            app = PaschApp(link)
            await app.run_async()
            return await (app.link or link).record()
        lines = Lines(link, "", options.as_json)
        try:
            await lines.play()
        except asyncio.CancelledError:  # Ctrl-C
            print(file=sys.stderr)  # end the line that was being typed
        return await _ended(link, lines)


async def _ended(link: LocalLink, lines: Lines) -> str:
    """The record of the match, which is ended if it still runs."""
    finished = lines.over()
    if not finished:
        await link.end()
    lines.end(finished=finished)
    return await link.record()


@asynccontextmanager
async def _table_here(options: PlayOptions) -> AsyncIterator[LocalLink]:
    """A table of this process while the context is open, with bots and hints."""
    solver = ServerSolver(NOTHING_AHEAD)
    with TemporaryDirectory(prefix="pasch-") as folder, solver.working():
        async with service_on(f"sqlite:///{folder}/table.sqlite3", bots=solver.bots) as service:
            session, tables = (await service.sessions.open()).session, service.tables
            async with tables.playing_bots():
                table = await tables.open(session, _opening(options))
                coach = Coach(tables, solver)
                yield LocalLink(
                    tables, coach, session, table, options.lang, lambda body: read_command(json.dumps(body))
                )


def _opening(options: PlayOptions) -> OpenTable:
    """The request for the table."""
    people = [OpenSeat(SeatKind.LOCAL, name, real=options.has_real_dice(name)) for name in options.players]
    seats = (*people, *[OpenSeat(SeatKind.BOT)] * options.bots)
    return OpenTable(options.variant.key, seats, dict(options.variant.switches), options.games)


def play(options: PlayOptions) -> None:
    """Play a match. Raises `InvalidInput` for wrong names or numbers, `Refused` for the record's file."""
    check(options)
    if options.server is not None or options.full_screen or options.real_dice or options.real_for:
        _play_at_table(options)
    else:
        _play_in_lines(options)


def _play_at_table(options: PlayOptions) -> None:
    """Play at a table of a server or of this process, and write its record into the file."""
    if options.record is None:
        _record_of(options)
        return
    known = options.record.exists()
    write_text(options.record, "")  # refuse a file that cannot be written before the match begins
    try:
        record = _record_of(options) or ""
    except PaschError:
        if not known:
            options.record.unlink(missing_ok=True)
        raise
    _save(options.record, record, options)


def _record_of(options: PlayOptions) -> str | None:
    """Play; returns the record of the match."""
    if options.server is not None:
        from pasch.cli.play.remote import play_remote

        return play_remote(options.server, options)

    return play_local(options)


def _play_in_lines(options: PlayOptions) -> None:
    names, bots = seats(options)
    start = Match.begin(options.variant, names, options.games)
    dice = SeededDice()
    covered = bots if len(bots) < len(names) else frozenset[int]()
    screen = (JsonScreen if options.as_json else Screen)(options.lang, names, covered)
    table = Table(start, dice.land, bots, screen)
    if options.record:
        write_text(options.record, write_record(Record.of(start, ())))
    finished = True
    try:
        table.play(Keyboard.of(sys.stdin, aside=options.as_json))
    except Stopped:
        finished = False
    except KeyboardInterrupt:
        print(file=sys.stderr)  # end the line of the question
        finished = False
    screen.end(table.match, finished=finished)
    if options.record:
        origin = dice.provenance(datetime.now(UTC).date().isoformat())
        record = Record.of(start, table.events, aborted=not finished, provenance=origin)
        _save(options.record, write_record(record), options)


def _save(file: Path, record: str, options: PlayOptions) -> None:
    write_text(file, record)
    message = translator(options.lang).text("play", "Record saved to {file}.", file=str(file))
    print(visible(message), file=sys.stderr if options.as_json else sys.stdout, flush=True)


def seats(options: PlayOptions) -> tuple[tuple[str, ...], frozenset[int]]:
    """The names by seat, and the seats of bots. Raises `InvalidInput`."""
    people = [
        clean_name(name) or default_name(seat, options.lang) for seat, name in enumerate(options.players, start=1)
    ]
    names = distinct_names([*people, *[bot_name(BOT, options.lang)] * options.bots])
    return names, frozenset(range(len(people) + 1, len(names) + 1))
