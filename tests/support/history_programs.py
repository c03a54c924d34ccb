"""The entries of a table's log without a command: bot moves, expired times, and presence.

Theory of operation. The events of one append have one time, and a command ends its append; so the log splits into
pieces. A program caused each piece that answers no command, and only one of several processes was entitled to do so.
In the table's state before it, the piece must be exactly one of

- a step of the bot to move: the effect of one legal action, with the dice of this roll of this turn. A repetition of
  the step does not fit: another roll or another turn has other dice, and a cell is entered once;
- the end of a time limit: that of the seat to move, not before the seconds of the turn are over, once until the seat is
  given back, with all its consequences and nothing else;
- a change of presence that is new, and the rest of a match without any present player.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

from pasch.rules.actions import Claim, EnterPoints, NextGame, TakeBack
from pasch.rules.category import as_cell
from pasch.rules.errors import PaschError
from pasch.service.log import PLAYED, LogEvent, NewEvent
from pasch.service.ports import TableRow
from pasch.service.requests import MatchAction, Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.moves import new_events
from pasch.service.table.state import TableState, is_idle

WITHOUT_COMMAND = frozenset(
    {
        *("seat_taken", "seat_opened", "seat_left", "seat_moved", "seat_ready", "table_started", "clock_restarted"),
        *("seat_away", "seat_back", "seat_held", "seat_returned", "rematch_asked"),
    }
)
"""Events without a command: a person comes or goes, the table begins, its clock restarts.

A command causes all other events, or a bot or a clock acting for people.
"""
SLACK = timedelta(seconds=0.05)
"""The possible difference between the clocks of two processes on one machine."""
PRESENCE_CHANGES = {
    "seat_away": lambda place: place.away is None,
    "seat_back": lambda place: place.away is not None,
    "seat_held": lambda place: place.substitute is None,
    "seat_returned": lambda place: place.substitute is not None,
}
"""Presence events of a seat, and when each is new."""
IDLE: Mapping[str, Callable[[TableState], bool]] = {
    "table_paused": lambda state: state.status is Status.RUNNING and not state.attended,
    "table_resumed": lambda state: state.idle and state.attended,
}
"""Pause events of a match without present players, and when each is true."""


def appends(events: Sequence[LogEvent], answers: Collection[int]) -> Iterator[Sequence[LogEvent]]:
    """The log by appends; `answers` are the numbers of the events that end commands."""
    first = 0
    for number, (one, other) in enumerate(pairwise(events), start=1):
        if one.at != other.at or one.seq in answers:
            yield events[first:number]
            first = number
    yield events[first:]


class Reader:
    """Reads a table's log piece by piece. `_turn_began` is the start of the time of the seat to move."""

    def __init__(self, row: TableRow, opening: Sequence[LogEvent]) -> None:
        self.row = row
        self._live = LiveTable(row, opening)
        self._turn_began = opening[-1].at

    @property
    def state(self) -> TableState:
        """The table after the events read so far."""
        return self._live.state

    def read(self, append: Sequence[LogEvent]) -> None:
        """Read the next piece."""
        for event in append:
            thinking_before = self.state.thinking
            self._live.extend([event])
            own_event = thinking_before is not None and event.seat == thinking_before.seat
            if self.state.thinking != thinking_before or (event.type == "seat_returned" and own_event):
                self._turn_began = event.at

    def command_errors(self, append: Sequence[LogEvent]) -> Iterator[str]:
        """Errors in the effect of a command: people do not move for bots."""
        played = [event for event in append if event.type in PLAYED]
        returned = any(event.type == "seat_returned" for event in append)
        if played and not returned and self.state.bot_to_move is not None:
            yield f"event {played[0].seq} ({played[0].type}) was done by a command while a bot was to move"

    def program_errors(self, append: Sequence[LogEvent]) -> Iterator[str]:
        """Errors in the changes without a command."""
        first = append[0]
        if any(event.type == "time_up" for event in append):
            yield from self._timeout_errors(append)
        elif any(event.type in PLAYED for event in append):
            if not self.state.waits_for_bot:
                yield f"event {first.seq} ({first.type}) was done by no command"
            elif _step(self.state, self.row, append) != len(append):
                yield f"the events {_describe(append)} are no single step of the bot to move"
        else:
            yield from self._presence_errors(append)

    def _presence_errors(self, append: Sequence[LogEvent]) -> Iterator[str]:
        state = self.state
        for event in append:
            if event.type in IDLE and is_idle(event.data):
                if not IDLE[event.type](state):
                    yield f"event {event.seq} ({event.type}) does not fit who was present"
            elif event.type not in WITHOUT_COMMAND:
                yield f"event {event.seq} ({event.type}) was done by no command"
            if (
                event.type in PRESENCE_CHANGES
                and event.seat is not None
                and not PRESENCE_CHANGES[event.type](state.places[event.seat - 1])
            ):
                yield f"event {event.seq} ({event.type}) had been said before"
            state = state.evolve(event)

    def _timeout_errors(self, append: Sequence[LogEvent]) -> Iterator[str]:
        event, *consequences = append
        thinking, limit = self.state.thinking, self.state.options.time
        if event.type != "time_up" or thinking is None or limit is None or event.seat != thinking.seat:
            yield f"the time was up at {_describe(append)}, of which no seat had any"
        elif self.state.bot_to_move is not None:
            yield f"the time of seat {event.seat} was up at {event.seq} while a bot was to move"
        elif event.at - self._turn_began < timedelta(seconds=limit.turn) - SLACK:
            yield f"the time of seat {event.seat} was up at {event.seq}, {event.at - self._turn_began} after it began"
        elif event.data.get("then") == "bot":
            if [(each.type, each.seat, each.data.get("why")) for each in consequences] != [
                ("seat_held", event.seat, "time")
            ]:
                yield f"the end of a time at {event.seq} has other consequences than a bot"
        elif not self._is_one_turn(event, consequences):
            yield f"the end of a time at {event.seq} has other consequences than one entry"

    def _is_one_turn(self, event: LogEvent, consequences: Sequence[LogEvent]) -> bool:
        """Whether these are steps of one turn, up to its end."""
        state, thinking = self.state.evolve(event), self.state.thinking
        while consequences and state.thinking == thinking:
            length = _step(state, self.row, consequences)
            if not length:
                return False
            for each in consequences[:length]:
                state = state.evolve(each)
            consequences = consequences[length:]
        return not consequences and state.thinking != thinking


def _step(state: TableState, row: TableRow, logged: Sequence[LogEvent]) -> int:
    """The number of events of a possible action that caused these events; 0 if no action fits."""
    for action in _actions(state, logged[0]):
        try:
            caused = new_events(state, row.id, row.server_seed, action, state.to_move)
        except PaschError:
            continue
        if len(caused) <= len(logged) and all(map(_same, caused, logged)):
            return len(caused)
    return 0


def _actions(state: TableState, first: LogEvent) -> Iterator[MatchAction]:
    if state.match is None or state.status is not Status.RUNNING:
        return
    if state.between_games:
        yield NextGame()
        return
    game = state.match.game
    if first.type == "claimed":  # a claim may name any dice
        yield Claim(as_cell(str(first.data["cell"])), int(str(first.data["points"])))
    for action in game.legal_actions:
        if not isinstance(action, EnterPoints | TakeBack):
            yield action


def _same(caused: NewEvent, logged: LogEvent) -> bool:
    data = json.loads(json.dumps(dict(caused.data)))
    return (caused.type, caused.seat, data) == (logged.type, logged.seat, dict(logged.data))


def _describe(append: Sequence[LogEvent]) -> str:
    return f"{append[0].seq} to {append[-1].seq} ({', '.join(event.type for event in append)})"
