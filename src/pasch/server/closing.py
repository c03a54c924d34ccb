"""The end of the server, as those see it who stream: a signal they wait for beside their events."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Closing:
    """Begins once. Long-lived answers end themselves when it does, so that the server need not wait for them."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._calls: set[Callable[[], None]] = set()
        self.announced = False
        """Whether the end is near: from then on nobody new should be sent here."""

    def announce(self) -> None:
        """Tell whoever watches over the process that it will end."""
        self.announced = True

    def begin(self) -> None:
        """Tell everybody who streams."""
        self.announce()
        self._event.set()
        for call in tuple(self._calls):
            call()

    @property
    def begun(self) -> bool:
        """Whether the server ends."""
        return self._event.is_set()

    @contextmanager
    def calling(self, call: Callable[[], None]) -> Iterator[None]:
        """Call when the server ends, while the context is open: what waits for something else can be called away."""
        self._calls.add(call)
        try:
            yield
        finally:
            self._calls.discard(call)

    async def wait(self) -> None:
        """Return when the server ends."""
        await self._event.wait()

    async def through(self, items: AsyncIterator[T], silence: float | None = None) -> AsyncGenerator[T | None]:
        """The items until the server ends; None whenever none has come for `silence` seconds."""
        ending = asyncio.ensure_future(self.wait())
        coming = asyncio.ensure_future(anext(items, None))
        try:
            while True:
                done, _ = await asyncio.wait({ending, coming}, timeout=silence, return_when=asyncio.FIRST_COMPLETED)
                if coming in done:
                    item = coming.result()
                    if item is None:
                        return
                    yield item
                    coming = asyncio.ensure_future(anext(items, None))
                elif ending in done:
                    return
                else:
                    yield None
        finally:
            ending.cancel()
            coming.cancel()
            await asyncio.wait({ending, coming})
