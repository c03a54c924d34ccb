"""The messages that clients received about tables, compared with the logs by a simple program that trusts neither.

Theory of operation. Clients note everything they send and receive: events with their numbers, snapshots, and the
answers to commands (`History`). Afterwards the program reads the database as it is (`Kept`, see `history_kept`), and
checks every table once from its first event. It names each deviation in one sentence. An empty list means that

- the log has no gap, and begins at 1;
- every received event equals the log's, and every client received them in order, without gap or repetition, also
  across connections;
- a snapshot at a number equals the result of replaying the log up to this number;
- every acknowledged command is in the log, under the acknowledged number, always the same one; finally refused
  commands are not in the log;
- exactly one sent command caused each action of a person in the log, and asked for this action (`history_deeds`);
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
from pasch.service.views.actions import action_views
from pasch.service.views.snapshot import Onlooker, snapshot
from tests.support.history_deeds import misdeeds, repeated
from tests.support.history_programs import Reader, pieces
from tests.support.protocol import as_sent

Json = dict[str, Any]
Asker = str
"""A person, by the public handle."""

OK = 200
REFUSED = range(400, 500)
TOO_OFTEN = 429
"""A temporary refusal: the same command may be accepted later."""

COVERED = frozenset({"dice", "keep", "kept_count"})
"""Parts of an event that may be hidden from a client."""

OF_THE_MOMENT = frozenset({"now", "clock", "watchers", "kept_until"})
OF_THE_CALLER = frozenset({"can_start", "can_take_back", "rematch", "opener", "legal_actions", "text"})
OF_THE_ROW = frozenset({"name", "kept", "mine", "person", "away"})
"""Parts of a snapshot beyond the state of the log, of the table and of each seat."""


@dataclass
class Stream:
    """The events of one table that one client received after event `after`, over all its connections."""

    after: int
    events: list[Json] = field(default_factory=list)


@dataclass
class Asked:
    """A command, sent once or more, and all answers to it: status and body."""

    body: Json
    answers: list[tuple[int, Json]] = field(default_factory=list)


@dataclass
class TableHistory:
    """The messages sent to and received from one table."""

    streams: dict[str, Stream] = field(default_factory=dict)
    asked: dict[tuple[Asker, str], Asked] = field(default_factory=dict)
    shown: dict[int, list[Json]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class History:
    """All messages that clients sent and received, by table."""

    tables: dict[str, TableHistory] = field(default_factory=lambda: defaultdict(TableHistory))

    def only(self, tables: Iterable[str]) -> History:
        """The history of some tables."""
        return History({table: self.tables[table] for table in tables})

    def follows(self, table: str, client: str, after: int) -> None:
        """Record that a client listens after an event; later connections of the same client change nothing."""
        self.tables[table].streams.setdefault(client, Stream(after))

    def heard(self, table: str, client: str, event: Json) -> None:
        """Record an event that a client received."""
        self.tables[table].streams[client].events.append(event)

    def saw(self, table: str, shown: Json) -> None:
        """Record a snapshot that a client received."""
        self.tables[table].shown[shown["seq"]].append(shown)

    def sent(self, table: str, person: Asker, body: Json) -> None:
        """Record a sent command, possibly a repetition."""
        self.tables[table].asked.setdefault((person, body["id"]), Asked(body))

    def answered(self, table: str, person: Asker, command: str, status: int, body: Json) -> None:
        """Record the answer to a command."""
        self.tables[table].asked[person, command].answers.append((status, body))

    @property
    def acknowledged(self) -> int:
        """The number of accepted commands."""
        asked = (each for table in self.tables.values() for each in table.asked.values())
        return sum(any(status == OK for status, _ in each.answers) for each in asked)


class Kind(StrEnum):
    """The kind of a deviation: an acknowledged command is lost, an action happened twice, or a message was wrong."""

    LOST = "lost"
    DOUBLED = "doubled"
    WRONG = "wrong"


@dataclass(frozen=True)
class Lie:
    """A deviation, in a sentence."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Kept:
    """The database content of one table; `commands` are person, id and number."""

    row: TableRow
    events: Sequence[LogEvent]
    commands: Sequence[tuple[Asker, str, int]]


def lies(history: History, kept: Mapping[str, Kept]) -> list[Lie]:
    """All deviations between the clients' messages and the database."""
    found: list[Lie] = []
    for table, table_history in history.tables.items():
        if table in kept:
            found += [Lie(lie.kind, f"table {table}: {lie.text}") for lie in lies_at(table_history, kept[table])]
        else:
            found.append(_lost(f"table {table} is gone"))
    return found


def lies_at(history: TableHistory, kept: Kept) -> list[Lie]:
    """All deviations at one table."""
    numbers = [event.seq for event in kept.events]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        return [_lost(f"the log is not gapless: {numbers}")]
    return [*_streams(history, kept), *_commands(history, kept), *_deeds(history, kept), *_states(history, kept)]


def _lost(text: str) -> Lie:
    return Lie(Kind.LOST, text)


def _doubled(text: str) -> Lie:
    return Lie(Kind.DOUBLED, text)


def _wrong(text: str) -> Lie:
    return Lie(Kind.WRONG, text)


# ------------------------------------------------------------------------------- events


def _streams(history: TableHistory, kept: Kept) -> Iterator[Lie]:
    for client, stream in history.streams.items():
        expected = stream.after
        for event in stream.events:
            expected += 1
            if event["seq"] != expected:
                yield _wrong(f"{client} heard event {event['seq']} where {expected} was due")
                break
            if expected > len(kept.events):
                yield _lost(f"{client} heard event {expected}, which is not in the log")
                break
            if not _same(event, kept.events[expected - 1]):
                yield _wrong(f"{client} heard event {expected} as {event}, the log says {kept.events[expected - 1]}")


def _same(received: Json, event: LogEvent) -> bool:
    data = {name: value for name, value in received["data"].items() if name not in {"name", *COVERED}}
    logged = {name: value for name, value in event.data.items() if name not in COVERED}
    head = (received["type"], received["seat"], received["at"])
    return head == (event.type, event.seat, time_text(event.at)) and data == logged and _uncovered(received, event)


def _uncovered(received: Json, event: LogEvent) -> bool:
    """Whether the received dice are true; dice under a cup are not sent."""
    return all(received["data"].get(name) in {None, event.data.get(name)} for name in ("dice", "keep"))


# ------------------------------------------------------------------------------- commands


def _commands(history: TableHistory, kept: Kept) -> Iterator[Lie]:
    done = {(person, command): seq for person, command, seq in kept.commands}
    for key, asked in history.asked.items():
        given = {body["seq"] for status, body in asked.answers if status == OK}
        if len(given) > 1:
            yield _wrong(f"command {key} was answered with {sorted(given)}")
        if given and key not in done:
            yield _lost(f"command {key} was acknowledged as {min(given)} and is lost")
        elif given and given != {done[key]}:
            yield _wrong(f"command {key} was acknowledged as {min(given)} and stands at {done[key]}")
        if key in done and not given and _refused_for_good(asked):
            yield _doubled(f"command {key} was refused and stands at {done[key]}")
    for key in done.keys() - history.asked.keys():
        yield _doubled(f"command {key} at {done[key]} was sent by nobody")
    yield from _more_than_once(kept)


def _more_than_once(kept: Kept) -> Iterator[Lie]:
    for key, count in Counter((person, command) for person, command, _ in kept.commands).items():
        if count > 1:
            yield _doubled(f"command {key} was carried out {count} times")
    for seq, count in Counter(seq for _, _, seq in kept.commands).items():
        if count > 1:
            yield _doubled(f"event {seq} answers {count} commands")


def _refused_for_good(asked: Asked) -> bool:
    return any(status in REFUSED and status != TOO_OFTEN for status, _ in asked.answers)


# ------------------------------------------------------------------------------- what was done, and by what


def _deeds(history: TableHistory, kept: Kept) -> Iterator[Lie]:
    """Deviations in actions: a command acts once and as asked; without one, an entitled program acts once."""
    answers = {seq: (person, command) for person, command, seq in kept.commands}
    opening, *rest = pieces(kept.events, answers)
    reader = Reader(kept.row, opening)
    for piece in rest:
        key = answers.get(piece[-1].seq)
        if key is None:
            found = [_doubled(text) for text in reader.by_program(piece)]
        else:
            found = [_doubled(text) for text in (*reader.by_command(piece), *repeated(piece))]
            if key in history.asked:  # commands that no client sent are reported elsewhere
                found += [_wrong(text) for text in misdeeds(piece, history.asked[key].body, _seats_of(key[0], kept))]
        yield from found
        if found:
            return  # later events depend on a table state that the rules do not reproduce
        reader.read(piece)


def _seats_of(person: Asker, kept: Kept) -> frozenset[int]:
    return frozenset(seat.seat for seat in kept.row.seats if seat.session and handle_of(seat.session) == person)


# ------------------------------------------------------------------------------- states


def _states(history: TableHistory, kept: Kept) -> Iterator[Lie]:
    live = LiveTable(kept.row, kept.events[:1])
    for seq in history.shown.keys() - range(1, len(kept.events) + 1):
        yield _lost(f"somebody was shown the table at {seq}, the log ends at {len(kept.events)}")
    for event in kept.events:
        live.extend([event])
        shown = history.shown.get(event.seq, ())
        if shown:
            yield from _differences(live, shown)


def _differences(live: LiveTable, shown: Sequence[Json]) -> Iterator[Lie]:
    state = live.state
    replayed = shared(dict(snapshot(Onlooker(None, "en", state.at), live)))
    for each in shown:
        seen = shared(each)
        for name in (replayed.keys() | seen.keys()) - {"turn"}:
            if seen.get(name) != replayed.get(name):
                yield _wrong(f"at {state.seq} {name} was shown as {seen.get(name)}, the log gives {replayed.get(name)}")
        if not _same_turn(seen["turn"], replayed["turn"]):
            yield _wrong(f"at {state.seq} the turn was shown as {seen['turn']}, the log gives {replayed['turn']}")
        mine = tuple(seat["seat"] for seat in each["seats"] if seat["mine"])
        legal = {"legal_actions": [dict(action) for action in action_views(state, mine)]}
        if _actions(each) != _actions(legal):
            yield _wrong(f"at {state.seq} other actions were offered to the seats {mine} than are legal")


def _actions(shown: Json) -> list[str]:
    """The legal actions in sorted order; a socket does not list the keeps."""
    return sorted(json.dumps(action, sort_keys=True) for action in as_sent(shown)["legal_actions"])


def shared(shown: Json) -> Json:
    """The part of a snapshot that all viewers share at any time, and that comes from the log alone."""
    left = {name: value for name, value in shown.items() if name not in OF_THE_MOMENT | OF_THE_CALLER}
    seats = [{name: value for name, value in seat.items() if name not in OF_THE_ROW} for seat in shown["seats"]]
    return left | {"seats": seats}


def _same_turn(seen: Json | None, replayed: Json | None) -> bool:
    """Whether a received turn is true; one viewer may see the dice of a cup and the other not."""
    if seen is None or replayed is None or seen["hidden"] == replayed["hidden"]:
        return seen == replayed
    open_to_all = replayed.keys() - {"hidden", "dice", "kept", "kept_count", "locked"}
    return all(seen[name] == replayed[name] for name in open_to_all)
