"""A real server with short waits: clocks and graces of seconds, for tests that see them expire."""

from __future__ import annotations

from pasch.service.runtime.writer import TableSettings
from pasch.service.table.presence import Graces
from tests.support.altered_server import serve

SHORT_GRACES = Graces(blink=0.5, short=5.0, long=20.0, linger=100.0)
"""Graces in seconds: a closed page counts as absent soon, a broken connection does not during a test."""

if __name__ == "__main__":
    serve(TableSettings(bot_pause=0.1, graces=SHORT_GRACES))
