"""What ends a stream from outside: the end of the server, or of the caller's session."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pasch.rules.errors import PaschError

T = TypeVar("T")


class Closing:
    """Begins once. Long-lived answers end themselves when it does, so that the server need not wait for them."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._calls: set[Callable[[], None]] = set()
        self._failed = asyncio.Event()
        self.failure: PaschError | None = None
        """Why the server cannot go on; None if it ends for another reason."""
        self.announced = False
        """Whether the end is near: from then on nobody new should be sent here."""

    def announce(self) -> None:
        """Tell whoever watches over the process that it will end."""
        self.announced = True

    def fail(self, failure: PaschError) -> None:
        """Ask for the end because the server cannot go on."""
        self.announce()
        self.failure = failure
        self._failed.set()

    async def failed(self) -> None:
        """Return when the server cannot go on."""
        await self._failed.wait()

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

    async def through(
        self,
        items: AsyncIterator[T],
        silence: float | None = None,
        until: Callable[[], Awaitable[None]] | None = None,
    ) -> AsyncGenerator[T | None]:
        """The items until the server ends, or `until` returns; None whenever none has come for `silence` seconds.

        When `until` has returned no further item passes. Raises what `until` raises.
        """
        ending = asyncio.ensure_future(self.wait())
        revoked = asyncio.ensure_future((until or asyncio.Event().wait)())
        coming = asyncio.ensure_future(anext(items, None))
        waits = {ending, revoked, coming}
        try:
            while True:
                done, _ = await asyncio.wait(waits, timeout=silence, return_when=asyncio.FIRST_COMPLETED)
                if revoked in done:
                    revoked.result()
                    return
                if coming in done:
                    item = coming.result()
                    if item is None:
                        return
                    yield item
                    coming = asyncio.ensure_future(anext(items, None))
                    waits = {ending, revoked, coming}
                elif ending in done:
                    return
                else:
                    yield None
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.wait(waits)
