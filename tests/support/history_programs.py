"""What a table's log holds that nobody asked for: moves of bots, times that were up, and who was there or away.

Theory of operation. The events of one append have one time, and a command ends its append; so the log falls into
pieces. A piece that answers no command was caused by a program, and of several processes just one was to do it. It has
to be, as the table stood before it, exactly one of

- a step of the bot that was to move: what one legal action causes, with the dice that belong to this roll of this
  turn. The same step once more does not fit: another roll or another turn has other dice, and a cell is entered once;
- the end of somebody's time: that of the seat to move, not before the seconds of the turn are over, once until the
  seat is given back, with all that follows from it and nothing else;
- a word on who is there, which says something new, and the rest of a match at which no player is present.
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

BY_ITSELF = frozenset(
    {
        *("seat_taken", "seat_opened", "seat_left", "seat_moved", "seat_ready", "table_started", "clock_restarted"),
        *("seat_away", "seat_back", "seat_held", "seat_returned", "rematch_asked"),
    }
)
"""What happens at a table without a command: somebody comes or goes, it begins, its clock is set anew. Everything else
is done by a command, or by a bot or a clock instead of people."""
SLACK = timedelta(seconds=0.05)
"""By how much the clocks of two processes of one machine may differ."""
NEWS = {
    "seat_away": lambda place: place.away is None,
    "seat_back": lambda place: place.away is not None,
    "seat_held": lambda place: place.held is None,
    "seat_returned": lambda place: place.held is not None,
}
"""What is said of a seat, and when that is new."""
IDLE: Mapping[str, Callable[[TableState], bool]] = {
    "table_paused": lambda state: state.status is Status.RUNNING and not state.attended,
    "table_resumed": lambda state: state.idle and state.attended,
}
"""A match rests while no player is present: what is said of it, and when that is true."""


def pieces(events: Sequence[LogEvent], answers: Collection[int]) -> Iterator[Sequence[LogEvent]]:
    """The log by appends; `answers` are the numbers of the events with which commands ended."""
    first = 0
    for number, (one, other) in enumerate(pairwise(events), start=1):
        if one.at != other.at or one.seq in answers:
            yield events[first:number]
            first = number
    yield events[first:]


class Reader:
    """Goes through a table's log piece by piece. `begun` is since when the seat to move has had its time."""

    def __init__(self, row: TableRow, opening: Sequence[LogEvent]) -> None:
        self.row = row
        self._live = LiveTable(row, opening)
        self._begun = opening[-1].at

    @property
    def state(self) -> TableState:
        """The table after what was read."""
        return self._live.state

    def read(self, piece: Sequence[LogEvent]) -> None:
        """Go on."""
        for event in piece:
            before = self.state.thinking
            self._live.extend([event])
            mine = before is not None and event.seat == before.seat
            if self.state.thinking != before or (event.type == "seat_returned" and mine):
                self._begun = event.at

    def by_command(self, piece: Sequence[LogEvent]) -> Iterator[str]:
        """What is wrong with what a command did: people do not move for bots."""
        played = [event for event in piece if event.type in PLAYED]
        back = any(event.type == "seat_returned" for event in piece)
        if played and not back and self.state.bot_to_move is not None:
            yield f"event {played[0].seq} ({played[0].type}) was done by a command while a bot was to move"

    def by_program(self, piece: Sequence[LogEvent]) -> Iterator[str]:
        """What is wrong with what was done without a command."""
        first = piece[0]
        if any(event.type == "time_up" for event in piece):
            yield from self._out_of_time(piece)
        elif any(event.type in PLAYED for event in piece):
            if not self.state.waits_for_bot:
                yield f"event {first.seq} ({first.type}) was done by no command"
            elif _step(self.state, self.row, piece) != len(piece):
                yield f"the events {_span(piece)} are no single step of the bot to move"
        else:
            yield from self._said(piece)

    def _said(self, piece: Sequence[LogEvent]) -> Iterator[str]:
        state = self.state
        for event in piece:
            if event.type in IDLE and is_idle(event.data):
                if not IDLE[event.type](state):
                    yield f"event {event.seq} ({event.type}) does not fit who was present"
            elif event.type not in BY_ITSELF:
                yield f"event {event.seq} ({event.type}) was done by no command"
            if event.type in NEWS and event.seat is not None and not NEWS[event.type](state.places[event.seat - 1]):
                yield f"event {event.seq} ({event.type}) had been said before"
            state = state.evolve(event)

    def _out_of_time(self, piece: Sequence[LogEvent]) -> Iterator[str]:
        event, *after = piece
        thinking, limit = self.state.thinking, self.state.options.time
        if event.type != "time_up" or thinking is None or limit is None or event.seat != thinking.seat:
            yield f"the time was up at {_span(piece)}, of which no seat had any"
        elif self.state.bot_to_move is not None:
            yield f"the time of seat {event.seat} was up at {event.seq} while a bot was to move"
        elif event.at - self._begun < timedelta(seconds=limit.turn) - SLACK:
            yield f"the time of seat {event.seat} was up at {event.seq}, {event.at - self._begun} after it began"
        elif event.data.get("then") == "bot":
            if [(each.type, each.seat, each.data.get("why")) for each in after] != [("seat_held", event.seat, "time")]:
                yield f"the end of a time at {event.seq} has other consequences than a bot"
        elif not self._ends_the_turn(event, after):
            yield f"the end of a time at {event.seq} has other consequences than one entry"

    def _ends_the_turn(self, event: LogEvent, after: Sequence[LogEvent]) -> bool:
        """Whether these are steps of one turn, up to its end."""
        state, thinking = self.state.evolve(event), self.state.thinking
        while after and state.thinking == thinking:
            length = _step(state, self.row, after)
            if not length:
                return False
            for each in after[:length]:
                state = state.evolve(each)
            after = after[length:]
        return not after and state.thinking != thinking


def _step(state: TableState, row: TableRow, told: Sequence[LogEvent]) -> int:
    """With how many events an action begins that may have caused what is told; 0 when none may."""
    for action in _actions(state, told[0]):
        try:
            caused = new_events(state, row.id, row.server_seed, action, state.to_move)
        except PaschError:
            continue
        if len(caused) <= len(told) and all(map(_same, caused, told)):
            return len(caused)
    return 0


def _actions(state: TableState, first: LogEvent) -> Iterator[MatchAction]:
    if state.match is None or state.status is not Status.RUNNING:
        return
    if state.between_games:
        yield NextGame()
        return
    game = state.match.game
    if first.type == "claimed":  # anything may be claimed
        yield Claim(as_cell(str(first.data["cell"])), int(str(first.data["points"])))
    for action in game.legal_actions:
        if not isinstance(action, EnterPoints | TakeBack):
            yield action


def _same(caused: NewEvent, told: LogEvent) -> bool:
    data = json.loads(json.dumps(dict(caused.data)))
    return (caused.type, caused.seat, data) == (told.type, told.seat, dict(told.data))


def _span(piece: Sequence[LogEvent]) -> str:
    return f"{piece[0].seq} to {piece[-1].seq} ({', '.join(event.type for event in piece)})"
