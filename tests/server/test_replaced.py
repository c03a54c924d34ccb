"""A server that another process has replaced."""

import asyncio
import sys
from collections.abc import Iterator

import pytest

from pasch.cli.service import service_on
from pasch.server.app import create_app
from pasch.server.configuration.settings import ServerSettings, Solving
from pasch.server.run import JUST_COME, SWITCH, bind, serve
from pasch.server.solver import ServerSolver

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Restore the thread switch interval, which belongs to the whole process."""
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


async def test_replaced_server_answers_new_connections_before_it_ends(database):
    replaced, serving, resting, rested = (asyncio.Event() for _ in range(4))
    solver, settings = ServerSolver(Solving(ahead=0)), ServerSettings()

    def ready() -> asyncio.Event:
        serving.set()
        return replaced

    async def rest(seconds: float) -> None:
        assert seconds == JUST_COME
        resting.set()
        await rested.wait()

    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        async with service_on(f"sqlite:///{database}", bots=solver.bots) as service:
            running = asyncio.create_task(
                serve(create_app(service, solver, settings), [listener], settings, ready, rest)
            )
            await serving.wait()
            assert sys.getswitchinterval() == pytest.approx(SWITCH)  # threads leave room for the loop
            first, second = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            assert await asked(*second)  # so both connections are accepted, and the first one had no request
            replaced.set()
            async with asyncio.timeout(30):
                await resting.wait()
                assert listener.fileno() == -1
                assert await asked(*first)
                rested.set()
                await running
            for _, writer in (first, second):
                writer.close()


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Whether the server answers a request on this connection."""
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return (await reader.readline()).startswith(b"HTTP/1.1 200")
