"""The live lobby: the list of public tables, whenever it changes."""

from collections.abc import AsyncGenerator, Sequence

from pasch.service.ports import Bus, Clock
from pasch.service.runtime.tables import Tables
from pasch.service.topics import LOBBY
from pasch.service.views.schema.lists import ListedTable

PAUSE = 0.5
"""The minimum number of seconds between two lists for the same reader."""


class Lobby:
    """Distributes the list. One change costs one list per language, however many readers there are."""

    def __init__(self, tables: Tables, bus: Bus, clock: Clock, pause: float = PAUSE) -> None:
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._pause = pause
        self._lists: dict[str, tuple[int, Sequence[ListedTable]]] = {}

    async def follow(self, lang: str) -> AsyncGenerator[Sequence[ListedTable]]:
        """The current list, then a new one after each change. Never ends."""
        with self._bus.subscribe(LOBBY) as subscription:
            shown = await self._tables.lobby(lang)
            yield shown
            while True:
                listed = await self._at(await subscription.news(), lang)
                if listed != shown:
                    shown = listed
                    yield shown
                await self._clock.sleep(self._pause)

    async def _at(self, number: int, lang: str) -> Sequence[ListedTable]:
        """The list after a piece of news: shared with readers who received the same news, or a new one."""
        known, listed = self._lists.get(lang, (0, ()))
        if known < number:
            listed = await self._tables.lobby(lang)
            self._lists[lang] = number, listed
        return listed
