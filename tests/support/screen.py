"""The terminal client from the user's view: its screen as text, and keys for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual.pilot import Pilot

from pasch.tui.app import PaschApp

PATIENCE = 15.0
"""Seconds to wait for something on the screen."""


@dataclass(frozen=True)
class Screen:
    """A running client."""

    app: PaschApp
    pilot: Pilot[str]

    @property
    def text(self) -> str:
        """The shown text, without colours and trailing blanks."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other, and wait for their local effects."""
        for key in keys:
            await self.pilot.press(key)

    async def until(self, seen: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows a text, or a condition on it holds. Returns the screen."""
        holds = seen if callable(seen) else lambda text: seen in text
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds(self.text):
                    await self.pilot.pause()
        except TimeoutError:
            raise AssertionError(f"{seen!r} was never seen; this was:\n{self.text}") from None
        return self.text


@asynccontextmanager
async def shown(app: PaschApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Screen]:
    """The client in a terminal of this size, while the context is open."""
    async with app.run_test(size=size) as pilot:
        yield Screen(app, pilot)
