"""The terminal client as one sees it: its screen as text, and keys for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual.pilot import Pilot

from pasch.tui.app import PaschApp

PATIENCE = 15.0
"""Seconds to wait for something to be seen."""


@dataclass(frozen=True)
class Screen:
    """A running client."""

    app: PaschApp
    pilot: Pilot[str]

    @property
    def text(self) -> str:
        """Everything that is shown, without colours and without blanks at the end of lines."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other; what they cause here has happened then."""
        for key in keys:
            await self.pilot.press(key)

    async def until(self, seen: str | Callable[[str], bool]) -> str:
        """Wait until a text is on the screen, or something holds for it. The screen then."""
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
