"""The messages that clients received about tables, compared with the logs by a simple program that trusts neither.

Theory of operation. Clients record everything they send and receive: events with their numbers, snapshots, and the
answers to commands (`History`). Afterwards the program reads the database with plain SQL (`StoredTable`, see
`history_database`), and checks every table from its first event. It describes each deviation in one sentence. An empty
list means that

- the log has no gap, and begins at 1;
- every received event equals the log's, and every client received them in order, without gap or repetition, also
  across connections;
- a snapshot at a number equals the result of replaying the log up to this number;
- every acknowledged command is in the log, under the acknowledged number, always the same one; finally refused
  commands are not in the log;
- exactly one sent command caused each action of a person in the log, and asked for this action (`history_effects`);
- a program was entitled to every other change, in the table's state before it, and made it once: a step of the bot to
  move, the end of a time limit, an absence or a return (`history_programs`).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pasch.service.ids import handle_of
from pasch.service.log import LogEvent
from pasch.service.ports import TableRow
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.presence import time_text
from pasch.service.views.actions import legal_actions
from pasch.service.views.snapshot import Onlooker, view_of
from tests.support.history_effects import effect_errors, repeated_effects
from tests.support.history_programs import Reader, appends
from tests.support.protocol import as_sent

Json = dict[str, Any]
PersonHandle = str
"""A person, by the public handle."""

OK = 200
REFUSED = range(400, 500)
RATE_LIMITED = 429
"""A temporary refusal: the same command may be accepted later."""

HIDEABLE = frozenset({"dice", "keep", "kept_count"})
"""Parts of an event that may be hidden from a client."""

VOLATILE_FIELDS = frozenset({"now", "clock", "watchers", "kept_until"})
CALLER_FIELDS = frozenset({"can_start", "can_take_back", "rematch", "opener", "legal_actions", "text"})
SEAT_ROW_FIELDS = frozenset({"name", "kept", "mine", "person", "away"})
"""Parts of a snapshot beyond the state of the log, of the table and of each seat."""


@dataclass
class Stream:
    """The events of one table that one client received after event `after`, over all its connections."""

    after: int
    events: list[Json] = field(default_factory=list)


@dataclass
class SentCommand:
    """A command, sent once or more, and all answers to it: status and body."""

    body: Json
    answers: list[tuple[int, Json]] = field(default_factory=list)


@dataclass
class TableHistory:
    """The messages sent to and received from one table."""

    streams: dict[str, Stream] = field(default_factory=dict)
    commands: dict[tuple[PersonHandle, str], SentCommand] = field(default_factory=dict)
    snapshots: dict[int, list[Json]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class History:
    """All messages that clients sent and received, by table."""

    tables: dict[str, TableHistory] = field(default_factory=lambda: defaultdict(TableHistory))

    def only(self, tables: Iterable[str]) -> History:
        """The history of some tables."""
        return History({table: self.tables[table] for table in tables})

    def subscribe(self, table: str, client: str, after: int) -> None:
        """Record that a client listens after an event; later connections of the same client change nothing."""
        self.tables[table].streams.setdefault(client, Stream(after))

    def record_event(self, table: str, client: str, event: Json) -> None:
        """Record an event that a client received."""
        self.tables[table].streams[client].events.append(event)

    def record_snapshot(self, table: str, snapshot: Json) -> None:
        """Record a snapshot that a client received."""
        self.tables[table].snapshots[snapshot["seq"]].append(snapshot)

    def record_command(self, table: str, person: PersonHandle, body: Json) -> None:
        """Record a sent command, possibly a repetition."""
        self.tables[table].commands.setdefault((person, body["id"]), SentCommand(body))

    def record_answer(self, table: str, person: PersonHandle, command: str, status: int, body: Json) -> None:
        """Record the answer to a command."""
        self.tables[table].commands[person, command].answers.append((status, body))

    @property
    def acknowledged(self) -> int:
        """The number of accepted commands."""
        commands = (command for table in self.tables.values() for command in table.commands.values())
        return sum(any(status == OK for status, _ in command.answers) for command in commands)


class Kind(StrEnum):
    """The kind of a deviation: an acknowledged command is lost, an action happened twice, or a message was wrong."""

    LOST = "lost"
    DOUBLED = "doubled"
    WRONG = "wrong"


@dataclass(frozen=True)
class Deviation:
    """A deviation, in a sentence."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class StoredTable:
    """The database content of one table; `commands` are person, id and number."""

    row: TableRow
    events: Sequence[LogEvent]
    commands: Sequence[tuple[PersonHandle, str, int]]


def deviations(history: History, stored: Mapping[str, StoredTable]) -> list[Deviation]:
    """All deviations between the clients' messages and the database."""
    found: list[Deviation] = []
    for table, table_history in history.tables.items():
        if table in stored:
            found += [
                Deviation(deviation.kind, f"table {table}: {deviation.text}")
                for deviation in table_deviations(table_history, stored[table])
            ]
        else:
            found.append(_lost(f"table {table} is gone"))
    return found


def table_deviations(history: TableHistory, stored: StoredTable) -> list[Deviation]:
    """All deviations at one table."""
    numbers = [event.seq for event in stored.events]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        return [_lost(f"the log is not gapless: {numbers}")]
    return [
        *_stream_deviations(history, stored),
        *_command_deviations(history, stored),
        *_action_deviations(history, stored),
        *_state_deviations(history, stored),
    ]


def _lost(text: str) -> Deviation:
    return Deviation(Kind.LOST, text)


def _doubled(text: str) -> Deviation:
    return Deviation(Kind.DOUBLED, text)


def _wrong(text: str) -> Deviation:
    return Deviation(Kind.WRONG, text)


# ------------------------------------------------------------------------------- events


def _stream_deviations(history: TableHistory, stored: StoredTable) -> Iterator[Deviation]:
    for client, stream in history.streams.items():
        expected = stream.after
        for event in stream.events:
            expected += 1
            if event["seq"] != expected:
                yield _wrong(f"{client} heard event {event['seq']} where {expected} was due")
                break
            if expected > len(stored.events):
                yield _lost(f"{client} heard event {expected}, which is not in the log")
                break
            if not _same(event, stored.events[expected - 1]):
                yield _wrong(f"{client} heard event {expected} as {event}, the log says {stored.events[expected - 1]}")


def _same(received: Json, event: LogEvent) -> bool:
    data = {name: value for name, value in received["data"].items() if name not in {"name", *HIDEABLE}}
    logged = {name: value for name, value in event.data.items() if name not in HIDEABLE}
    head = (received["type"], received["seat"], received["at"])
    return head == (event.type, event.seat, time_text(event.at)) and data == logged and _same_dice(received, event)


def _same_dice(received: Json, event: LogEvent) -> bool:
    """Whether the received dice are true; dice under a cup are not sent."""
    return all(received["data"].get(name) in {None, event.data.get(name)} for name in ("dice", "keep"))


# ------------------------------------------------------------------------------- commands


def _command_deviations(history: TableHistory, stored: StoredTable) -> Iterator[Deviation]:
    stored_seqs = {(person, command): seq for person, command, seq in stored.commands}
    for key, command in history.commands.items():
        acknowledged_seqs = {body["seq"] for status, body in command.answers if status == OK}
        if len(acknowledged_seqs) > 1:
            yield _wrong(f"command {key} was answered with {sorted(acknowledged_seqs)}")
        if acknowledged_seqs and key not in stored_seqs:
            yield _lost(f"command {key} was acknowledged as {min(acknowledged_seqs)} and is lost")
        elif acknowledged_seqs and acknowledged_seqs != {stored_seqs[key]}:
            yield _wrong(f"command {key} was acknowledged as {min(acknowledged_seqs)} and stands at {stored_seqs[key]}")
        if key in stored_seqs and not acknowledged_seqs and _finally_refused(command):
            yield _doubled(f"command {key} was refused and stands at {stored_seqs[key]}")
    for key in stored_seqs.keys() - history.commands.keys():
        yield _doubled(f"command {key} at {stored_seqs[key]} was sent by nobody")
    yield from _repeated_commands(stored)


def _repeated_commands(stored: StoredTable) -> Iterator[Deviation]:
    for key, count in Counter((person, command) for person, command, _ in stored.commands).items():
        if count > 1:
            yield _doubled(f"command {key} was carried out {count} times")
    for seq, count in Counter(seq for _, _, seq in stored.commands).items():
        if count > 1:
            yield _doubled(f"event {seq} answers {count} commands")


def _finally_refused(command: SentCommand) -> bool:
    return any(status in REFUSED and status != RATE_LIMITED for status, _ in command.answers)


# ------------------------------------------------------------------------------- what was done, and by what


def _action_deviations(history: TableHistory, stored: StoredTable) -> Iterator[Deviation]:
    """Deviations in actions: a command acts once and as asked; without one, an entitled program acts once."""
    answers = {seq: (person, command) for person, command, seq in stored.commands}
    opening, *rest = appends(stored.events, answers)
    reader = Reader(stored.row, opening)
    for append in rest:
        key = answers.get(append[-1].seq)
        if key is None:
            found = [_doubled(text) for text in reader.program_errors(append)]
        else:
            found = [_doubled(text) for text in (*reader.command_errors(append), *repeated_effects(append))]
            if key in history.commands:  # commands that no client sent are reported elsewhere
                found += [
                    _wrong(text)
                    for text in effect_errors(append, history.commands[key].body, _seats_of(key[0], stored))
                ]
        yield from found
        if found:
            return  # later events depend on a table state that the rules do not reproduce
        reader.read(append)


def _seats_of(person: PersonHandle, stored: StoredTable) -> frozenset[int]:
    return frozenset(seat.seat for seat in stored.row.seats if seat.session and handle_of(seat.session) == person)


# ------------------------------------------------------------------------------- states


def _state_deviations(history: TableHistory, stored: StoredTable) -> Iterator[Deviation]:
    live = LiveTable(stored.row, stored.events[:1])
    for seq in history.snapshots.keys() - range(1, len(stored.events) + 1):
        yield _lost(f"somebody was shown the table at {seq}, the log ends at {len(stored.events)}")
    for event in stored.events:
        live.extend([event])
        received = history.snapshots.get(event.seq, ())
        if received:
            yield from _differences(live, received)


def _differences(live: LiveTable, received: Sequence[Json]) -> Iterator[Deviation]:
    state = live.state
    replayed = shared_fields(dict(view_of(Onlooker(None, "en", state.at), live).snapshot))
    for received_snapshot in received:
        seen = shared_fields(received_snapshot)
        for name in (replayed.keys() | seen.keys()) - {"turn"}:
            if seen.get(name) != replayed.get(name):
                yield _wrong(f"at {state.seq} {name} was shown as {seen.get(name)}, the log gives {replayed.get(name)}")
        if not _same_turn(seen["turn"], replayed["turn"]):
            yield _wrong(f"at {state.seq} the turn was shown as {seen['turn']}, the log gives {replayed['turn']}")
        own_seats = tuple(seat["seat"] for seat in received_snapshot["seats"] if seat["mine"])
        legal = {"legal_actions": [dict(action) for action in legal_actions(state, own_seats).all_actions]}
        if _actions(received_snapshot) != _actions(legal):
            yield _wrong(f"at {state.seq} other actions were offered to the seats {own_seats} than are legal")


def _actions(snapshot: Json) -> list[str]:
    """The legal actions in sorted order; a socket does not list the keeps."""
    return sorted(json.dumps(action, sort_keys=True) for action in as_sent(snapshot)["legal_actions"])


def shared_fields(snapshot: Json) -> Json:
    """The part of a snapshot that all viewers share at any time, and that comes from the log alone."""
    fields = {name: value for name, value in snapshot.items() if name not in VOLATILE_FIELDS | CALLER_FIELDS}
    seats = [{name: value for name, value in seat.items() if name not in SEAT_ROW_FIELDS} for seat in snapshot["seats"]]
    return fields | {"seats": seats}


def _same_turn(seen: Json | None, replayed: Json | None) -> bool:
    """Whether a received turn is true; one viewer may see the dice of a cup and the other not."""
    if seen is None or replayed is None or seen["hidden"] == replayed["hidden"]:
        return seen == replayed
    public_fields = replayed.keys() - {"hidden", "dice", "kept", "kept_count", "locked"}
    return all(seen[name] == replayed[name] for name in public_fields)
