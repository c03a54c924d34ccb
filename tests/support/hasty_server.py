"""A real server on which nobody waits for long: clocks and graces of seconds, for tests that see them run out."""

from __future__ import annotations

from pasch.service.runtime.reading import TableSettings
from pasch.service.table.presence import Graces
from tests.support.altered_server import serve

HASTY = Graces(blink=0.5, short=5.0, long=20.0, linger=100.0)
"""So many seconds: a page that was closed is missed soon, a line that broke not while a test lasts."""

if __name__ == "__main__":
    serve(TableSettings(bot_pause=0.1, graces=HASTY))
