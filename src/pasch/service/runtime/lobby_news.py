"""Tells whoever looks at the lobby that the list of public tables has changed."""

from pasch.service.ports import Bus
from pasch.service.requests import Visibility
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.state import TableState
from pasch.service.topics import LOBBY


class LobbyNews:
    """Publishes news of the lobby. Any process may: nobody compares its numbers with those of others."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._number = 0

    async def changed(self, live: LiveTable, before: TableState | None) -> None:
        """A table has moved on; None: it is new. Single rolls and entries are no news there, rounds are."""
        state = live.state
        if live.row.visibility is Visibility.PUBLIC and (before is None or _shown(before) != _shown(state)):
            self._number += 1
            await self._bus.publish(LOBBY, self._number)


def _shown(state: TableState) -> tuple[object, ...]:
    return state.status, state.places, state.game_number, state.round
