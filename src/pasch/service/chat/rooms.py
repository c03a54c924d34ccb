"""Who may hear and say what at a table."""

from dataclasses import dataclass

from pasch.service.chat.store import Room
from pasch.service.ids import SessionId
from pasch.service.requests import Status, Visibility
from pasch.service.runtime.cache import LiveTable


@dataclass(frozen=True)
class Rooms:
    """The rooms in which somebody hears and speaks."""

    heard: frozenset[Room] = frozenset()
    spoken: frozenset[Room] = frozenset()


BOTH = frozenset({Room.PLAYERS, Room.WATCHERS})
_PLAYERS = frozenset({Room.PLAYERS})
_WATCHERS = frozenset({Room.WATCHERS})


def rooms_of_lobby(person: SessionId | None) -> Rooms:
    """Everybody hears the lobby; to say something one needs a session."""
    everywhere = frozenset({Room.LOBBY})
    return Rooms(everywhere, frozenset() if person is None else everywhere)


def rooms_at(live: LiveTable, person: SessionId | None) -> Rooms:
    """The rooms of a table that somebody sees.

    Players have theirs, and do not hear the watchers before the end: those may have seen what they must not know.
    Watchers have theirs; at a public table they hear the players, who speak in front of everybody, but never speak
    among them.
    """
    ended = live.state.status.ended
    if _plays(live, person):
        return Rooms(BOTH, BOTH) if ended else Rooms(_PLAYERS, _PLAYERS)
    open_doors = ended or live.row.visibility is Visibility.PUBLIC
    return Rooms(BOTH if open_doors else _WATCHERS, frozenset() if person is None else _WATCHERS)


def seat_at(live: LiveTable, person: SessionId) -> int | None:
    """The first seat of somebody."""
    return next((row.seat for row in live.row.seats if row.session == person), None)


def _plays(live: LiveTable, person: SessionId | None) -> bool:
    """Whether somebody has a seat, or waits for others at a table of their own."""
    if person is None:
        return False
    waits = live.state.status is Status.WAITING and person == live.row.opener
    return waits or seat_at(live, person) is not None
