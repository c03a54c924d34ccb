"""A real server with settings unlike those of `pasch serve`; accepts the options that tests need."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pasch.cli.service import service_on
from pasch.server.app import create_app
from pasch.server.configuration.settings import ServerSettings, Solving
from pasch.server.run import bind, in_loop
from pasch.server.run import serve as serve_app
from pasch.server.solver import ServerSolver

if TYPE_CHECKING:
    import socket

    from pasch.service.ports import Entropy
    from pasch.service.results.results import ResultSettings
    from pasch.service.runtime.writer import TableSettings


def serve(tables: TableSettings, results: ResultSettings | None = None, entropy: Entropy | None = None) -> None:
    """Serve until the process ends. Missing arguments have defaults. Tables of optimal play are made on demand."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True)
    arguments = parser.parse_args()
    solver, settings = ServerSolver(Solving(ahead=0)), ServerSettings()

    async def served(listener: socket.socket) -> None:
        async with service_on(arguments.database, tables, solver.bots, results, entropy) as service:
            await serve_app(create_app(service, solver, settings), [listener], settings, lambda: None)

    with bind(arguments.host, arguments.port) as listener:
        in_loop(served(listener))
