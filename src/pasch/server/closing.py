"""The end of the server, as those see it who stream: a signal they wait for beside their events."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


class Closing:
    """Begins once. Long-lived answers end themselves when it does, so that the server need not wait for them."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def begin(self) -> None:
        """Tell everybody who streams."""
        self._event.set()

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
