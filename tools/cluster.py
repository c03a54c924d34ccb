"""`./pasch cluster`: PostgreSQL, Valkey or Redis, and several servers on one port, for developers of Pasch.

The programs come from the path, else from the development packages. Ctrl-C ends everything and deletes the data, unless
`--folder` names a place for them. Other arguments go to `pasch serve`.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.postgres import Postgres, find_programs
from tests.support.valkey import Valkey, find_redis

ON_THE_PATH = "; put it on the path, or have it brought: .venv/bin/python -m pip install -r requirements-dev.lock"


@dataclass(frozen=True)
class Places:
    """The addresses of database and bus."""

    database: str
    bus: str


@contextmanager
def places(folder: Path | None = None, *, durable: bool = False) -> Iterator[Places]:
    """PostgreSQL, with its data in the given folder or a temporary one, and Valkey or Redis, until the context ends.

    Raises `FileNotFoundError` with a sentence, `OSError`.
    """
    postgres, valkey = find_programs(), find_redis()
    if postgres is None:
        raise FileNotFoundError("PostgreSQL is missing" + ON_THE_PATH)
    if valkey is None:
        raise FileNotFoundError("Valkey or Redis is missing" + ON_THE_PATH)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    kept = None if folder is None else folder.absolute() / "postgres"
    with Postgres(postgres, durable=durable or kept is not None, data_folder=kept) as database, Valkey(valkey) as bus:
        yield Places(f"{database.address}/postgres", bus.url)


def serve(places: Places, options: Sequence[str]) -> int:
    """Run `pasch serve` until a signal, and pass the signal on; returns its exit code."""
    command = [sys.executable, "-m", "pasch", "serve", f"--database={places.database}", f"--bus={places.bus}", *options]
    # In a separate process group, so that Ctrl-C reaches it once, and the database outlives it.
    with subprocess.Popen(command, process_group=0) as server:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda heard, _frame: server.send_signal(heard))
        return server.wait()


def main() -> int:
    """Read the command line, start everything, wait, and end everything."""
    parser = argparse.ArgumentParser(prog="./pasch cluster", description=__doc__)
    parser.add_argument("--processes", type=int, default=3, help="number of servers on the port, by default 3")
    parser.add_argument("--folder", type=Path, help="folder for the data; by default they are deleted at the end")
    wanted, others = parser.parse_known_args()
    try:
        with places(wanted.folder) as found:
            print(f"PostgreSQL: {found.database}\nBus: {found.bus}", flush=True)
            return serve(found, [f"--processes={wanted.processes}", *others])
    except (AssertionError, OSError) as trouble:
        # The last line of a program's output has the reason.
        print(f"pasch: {str(trouble).strip().splitlines()[-1]}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
