"""A database file that is moved, replaced or cut under a running server."""

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from pasch.cli.service import service_on
from pasch.server.app import create_app
from pasch.server.configuration.settings import ServerSettings, Solving
from pasch.server.run import bind, serve
from pasch.server.solver import ServerSolver
from pasch.service.errors import DatabaseReplaced
from pasch.storage.database import CannotStore
from pasch.storage.opening import SqliteFile
from pasch.storage.tables import SqlTables
from pasch.storage.writer import FileReplaced
from tests.storage.logs import row, step
from tests.support.server import Server

pytestmark = pytest.mark.anyio


def move(file: Path) -> None:
    file.rename(file.with_name("moved"))


def replace(file: Path) -> None:
    other = file.with_name("other")
    shutil.copy(file, other)
    other.replace(file)


def overwrite(file: Path) -> None:
    file.write_bytes(b"x" * 5000)


def overwrite_with_more(file: Path) -> None:
    file.write_bytes(b"x" * 1_000_000)


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def remove_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


DISASTERS = [move, replace, overwrite, overwrite_with_more, cut, remove_log]


@pytest.mark.parametrize("disaster", DISASTERS)
async def test_replaced_file_is_neither_written_nor_read(tmp_path: Path, disaster: Callable[[Path], None]) -> None:
    path = tmp_path / "pasch.sqlite3"
    with SqliteFile.opened(f"sqlite:///{path}") as file:
        store = SqlTables(file)
        await store.create(row(), step(0, "table_opened"))
        disaster(path)
        left = contents(tmp_path)
        for _ in range(2):
            with pytest.raises(FileReplaced, match="was replaced or cut"):
                await store.append(step(1, "table_started"))
            with pytest.raises(FileReplaced):
                await store.read(row().id, 0)
    assert contents(tmp_path) == left


def contents(folder: Path) -> dict[str, bytes]:
    """Every file that a later start reads; SQLite rebuilds the index of the log."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


async def test_running_write_is_not_confirmed_after_a_move(tmp_path: Path) -> None:
    path = tmp_path / "pasch.sqlite3"
    with SqliteFile.opened(f"sqlite:///{path}") as file:
        await file.run("CREATE TABLE x (a)")

        async def job(db):
            await db.run("INSERT INTO x VALUES (1)")
            move(path)

        with pytest.raises(FileReplaced):
            await file.write(job)


async def test_second_connection_and_restart_keep_the_file_usable(tmp_path: Path) -> None:
    path = tmp_path / "pasch.sqlite3"
    for number in range(2):
        with SqliteFile.opened(f"sqlite:///{path}") as file, SqliteFile.opened(f"sqlite:///{path}") as second:
            await asyncio.gather(*(each.run("DELETE FROM results_due") for each in (file, second)))
            if number == 0:
                await SqlTables(file).create(row(), step(0, *["dice_rolled"] * 5000))
                await second.rows("PRAGMA wal_checkpoint(TRUNCATE)")
            assert len(await SqlTables(file).read(row().id, 0)) == 5000


async def test_lost_connection_is_not_a_replaced_file(tmp_path: Path) -> None:
    """The last connection to close deletes the log; the next connection creates a new one."""
    path = tmp_path / "pasch.sqlite3"

    async def lose(db):
        db._db.close()
        await db.run("SELECT 1")

    with SqliteFile.opened(f"sqlite:///{path}") as file:
        for reader in [*file._readers.queue]:
            reader.close()
        for _ in range(2):
            with pytest.raises(CannotStore, match="is not available"):
                await file.write(lose)
            await file.run("DELETE FROM results_due")


async def test_server_ends_with_the_reason_after_a_moved_file(tmp_path: Path) -> None:
    path, serving = tmp_path / "pasch.sqlite3", asyncio.Event()
    solver, settings = ServerSolver(Solving(ahead=0)), ServerSettings()
    with bind("127.0.0.1", 0) as listener:
        async with service_on(f"sqlite:///{path}", bots=solver.bots) as service:
            app = create_app(service, solver, settings)
            running = asyncio.create_task(serve(app, [listener], settings, serving.set))
            await serving.wait()
            async with httpx.AsyncClient(base_url="http://{}:{}".format(*listener.getsockname())) as http:
                move(path)
                opened = await http.post("/api/v1/session")
                assert (opened.status_code, opened.json()["code"]) == (503, "not_ready")
                assert (await http.get("/readyz")).status_code == 503
            with pytest.raises(DatabaseReplaced, match="pasch admin check"):
                async with asyncio.timeout(10):
                    await running


@pytest.mark.slow
def test_serve_command_ends_with_one_message_after_a_moved_file(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert server.process is not None
        move(server.database)
        assert server.process.wait(30) == 1
        said = server.log.read_text("utf-8")
    assert said.count("was replaced or cut") == 1
    assert "Traceback" not in said
    assert sorted(file.name for file in tmp_path.iterdir() if "sqlite3" in file.name and "-" not in file.name) == []
