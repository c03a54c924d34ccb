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

Deed = Callable[[Screen], Awaitable[str | None]]
PATIENCE = 30.0
LAST_WORDS = 2.0
"""Seconds allowed for closing connections to the server."""


class Beside:
    """A client on a separate event loop. `arrive` starts it there; use it as a context manager."""

    def __init__(self, arrive: Callable[[], Awaitable[PaschApp]], size: tuple[int, int] = (100, 30)) -> None:
        self._arrive = arrive
        self._size = size
        self._deeds: asyncio.Queue[tuple[Deed, Future[str]] | None] = asyncio.Queue()
        self._begun: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = Thread(target=lambda: asyncio.run(self._run()))

    async def _run(self) -> None:
        """Runs everything in one task, because Textual stores its app's context there."""
        try:
            app = await self._arrive()
            async with shown(app, self._size) as screen:
                self._begun.set_result(asyncio.get_running_loop())
                while (wanted := await self._deeds.get()) is not None:
                    await self._do(screen, *wanted)
        except BaseException as error:
            if not self._begun.done():
                self._begun.set_exception(error)
            raise
        finally:
            await _closed()

    async def _do(self, screen: Screen, deed: Deed, done: Future[str]) -> None:
        try:
            done.set_result(await deed(screen) or screen.text)
        except BaseException as error:  # noqa: BLE001 - the caller raises it
            done.set_exception(error)

    def press(self, *keys: str) -> str:
        """Press keys; returns the screen afterwards."""
        return self._ask(lambda screen: screen.press(*keys))

    def until(self, seen: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows something; returns the screen."""
        return self._ask(lambda screen: screen.until(seen))

    def address(self) -> str:
        """The address of the shown table."""

        async def found(screen: Screen) -> str:
            link = screen.app.link
            assert link is not None
            assert link.address is not None
            return link.address

        return self._ask(found)

    def _ask(self, deed: Callable[[Screen], Awaitable[str | None]]) -> str:
        done: Future[str] = Future()
        self._begun.result(PATIENCE).call_soon_threadsafe(self._deeds.put_nowait, (deed, done))
        return done.result(PATIENCE)

    def __enter__(self) -> Self:
        self._thread.start()
        self._begun.result(PATIENCE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._begun.result(PATIENCE).call_soon_threadsafe(self._deeds.put_nowait, None)
        self._thread.join(PATIENCE)


async def _closed() -> None:
    """Wait for the client's tasks to end: a loop that stops before its connections close leaves sockets behind."""
    if left := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(left, timeout=LAST_WORDS)
    await asyncio.sleep(0)
