"""A terminal client in a separate thread, next to a browser that needs the test's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from threading import Thread
from types import TracebackType
from typing import Self

from pasch.tui.app import PaschApp
from tests.support.screen import Screen, shown

ScreenAction = Callable[[Screen], Awaitable[str | None]]
TIMEOUT = 30.0
CLOSE_TIMEOUT = 2.0
"""Seconds allowed for closing connections to the server."""


class TerminalThread:
    """A client on a separate event loop. `open_app` starts it there; use it as a context manager."""

    def __init__(self, open_app: Callable[[], Awaitable[PaschApp]], size: tuple[int, int] = (100, 30)) -> None:
        self._open_app = open_app
        self._size = size
        self._actions: asyncio.Queue[tuple[ScreenAction, Future[str]] | None] = asyncio.Queue()
        self._started: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = Thread(target=lambda: asyncio.run(self._run()))

    async def _run(self) -> None:
        """Runs everything in one task, because Textual stores its app's context there."""
        try:
            app = await self._open_app()
            async with shown(app, self._size) as screen:
                self._started.set_result(asyncio.get_running_loop())
                while (request := await self._actions.get()) is not None:
                    await self._do(screen, *request)
        except BaseException as error:
            if not self._started.done():
                self._started.set_exception(error)
            raise
        finally:
            await _wait_for_tasks()

    async def _do(self, screen: Screen, action: ScreenAction, done: Future[str]) -> None:
        try:
            done.set_result(await action(screen) or screen.text)
        except BaseException as error:  # noqa: BLE001 - the caller raises it
            done.set_exception(error)

    def press(self, *keys: str) -> str:
        """Press keys; returns the screen afterwards."""
        return self._run_action(lambda screen: screen.press(*keys))

    def until(self, seen: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows something; returns the screen."""
        return self._run_action(lambda screen: screen.until(seen))

    def address(self) -> str:
        """The address of the shown table."""

        async def table_address(screen: Screen) -> str:
            link = screen.app.link
            assert link is not None
            assert link.address is not None
            return link.address

        return self._run_action(table_address)

    def _run_action(self, action: Callable[[Screen], Awaitable[str | None]]) -> str:
        done: Future[str] = Future()
        self._started.result(TIMEOUT).call_soon_threadsafe(self._actions.put_nowait, (action, done))
        return done.result(TIMEOUT)

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.result(TIMEOUT)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._started.result(TIMEOUT).call_soon_threadsafe(self._actions.put_nowait, None)
        self._thread.join(TIMEOUT)


async def _wait_for_tasks() -> None:
    """Wait for the client's tasks to end: a loop that stops before its connections close leaves sockets behind."""
    if tasks := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(tasks, timeout=CLOSE_TIMEOUT)
    await asyncio.sleep(0)
