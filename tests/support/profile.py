"""A person's browser: its profile, its watch, and the same session without a page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.support.player import Player
from tests.support.watch import Watch

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}
FITS = "document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"
"""Whether a page fits its screen's width. On a phone `innerWidth` is no measure, because it grows with the page."""
SETTINGS = "pasch.settings"


@dataclass(frozen=True)
class Profile:
    """One browser profile on one server."""

    context: BrowserContext
    watch: Watch
    player: Player

    @classmethod
    def on(cls, context: BrowserContext, home: str) -> Self:
        """A watched profile."""
        watch = Watch(home)
        watch.follow(context)
        return cls(context, watch, Player(context.request, home))

    def visit(self, path: str) -> Page:
        """A new tab at an address of the server."""
        page = self.context.new_page()
        page.goto(path)
        return page

    def prefer(self, **settings: object) -> None:
        """Store settings from an earlier visit: `handover`, `singleKeys`, `animation`, …"""
        stored = json.dumps(settings)
        key = json.dumps(SETTINGS)
        self.context.add_init_script(
            f"if (origin !== 'null' && !localStorage.getItem({key})) localStorage.setItem({key}, {json.dumps(stored)})"
        )
