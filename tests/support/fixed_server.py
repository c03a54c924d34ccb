"""A real server whose chance is fixed: the same tables and the same dice at every start, for pictures.

Takes `--host`, `--port` and `--database` like `pasch serve`, and everything but the chance is what that runs.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools

from pasch.server.app import create_app
from pasch.server.run import bind, run
from pasch.server.settings import ServerSettings, Solving
from pasch.server.solving import ServerSolver
from pasch.service.sessions import Sessions
from pasch.service.system import SystemClock
from pasch.service.tables import Tables, TableSettings
from pasch.storage.bus import LocalBus
from pasch.storage.sqlite import SqliteStore


class FixedEntropy:
    """The same row of "random" bytes every time. Everybody can guess it: never serve people with this."""

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def token(self, size: int = 32) -> str:
        """Hexadecimal digits."""
        return self.seed().hex()[: 2 * size]

    def seed(self) -> bytes:
        """32 bytes."""
        return hashlib.sha256(b"pictures %d" % next(self._numbers)).digest()


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True)
    wanted = parser.parse_args()
    clock, entropy, solver, settings = SystemClock(), FixedEntropy(), ServerSolver(Solving(ahead=0)), ServerSettings()
    with bind(wanted.host, wanted.port) as listener, SqliteStore.opened(wanted.database) as store:
        tables = Tables(store, LocalBus(), clock, entropy, TableSettings(bot_pause=0), solver.bots)
        app = create_app(tables, Sessions(store, clock, entropy), solver, settings)
        run(app, listener, settings, lambda: None)


if __name__ == "__main__":
    main()
