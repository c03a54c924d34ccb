"""A match with all players at this terminal: the service in this process, over a temporary file.

Full-screen, or in lines for players with real dice, because the service handles typed dice and corrections.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory

from pasch.cli.play.lines import Lines
from pasch.cli.play.options import PlayOptions
from pasch.cli.service import service_on
from pasch.server.configuration.settings import Solving
from pasch.server.sockets.commands import read_command
from pasch.server.solving import ServerSolver
from pasch.service.coach import Coach
from pasch.service.requests import OpenSeat, OpenTable, SeatKind
from pasch.tui.server.local import LocalLink

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
