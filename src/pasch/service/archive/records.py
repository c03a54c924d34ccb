"""Records of tables: written from their game events, and imported."""

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from pasch.fairness.stream import seat_seed
from pasch.fairness.verify import Checked, check_reading
from pasch.rules.errors import DamagedRecord, IllegalAction, InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.match import Match
from pasch.rules.notation.events import event_from_data
from pasch.rules.notation.record import Ending, Provenance, Record
from pasch.rules.notation.record_reader import Reading, read_as_far_as_sound
from pasch.rules.notation.record_writer import redacted, write_record
from pasch.service.ids import SessionId, TableId
from pasch.service.log import PLAYED, NewEvent
from pasch.service.people.names import clean_name
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import SeatKind, Status, Visibility
from pasch.service.runtime.cache import LiveTable
from pasch.service.table.imported import Imported
from pasch.service.table.moves import as_logged, dice_name, endings
from pasch.service.table.place import Place
from pasch.service.table.state import TableState, opening
from pasch.service.views.redaction import Seats, keeps_secrets, open_to, seed_is_open
from pasch.service.views.scene import names


def record_text(live: LiveTable, seats: Seats, lang: str, now: datetime) -> str:
    """The record as the caller may read it. Raises `IllegalAction` before the match has begun.

    While the table hides dice, `?` replaces rolls that were not shown.
    """
    record = record_of(live, lang, now)
    return write_record(redacted(record, open_to(seats)) if keeps_secrets(live.state) else record)


def record_of(live: LiveTable, lang: str, now: datetime | None = None) -> Record:
    """The match so far, with its seed if it may be known `now`. Raises `IllegalAction` before it has begun."""
    state, row = live.state, live.row
    if state.match is None:
        raise IllegalAction("The match has not begun yet")
    start = Match.begin(state.variant, names(row, state.places, lang), state.games)
    events = [logged.event for logged in live.log if logged.event.type in PLAYED]
    return Record.of(
        start,
        [event_from_data(event.type, event.seat, event.data) for event in events],
        aborted=state.status is Status.ABORTED,
        provenance=_provenance(live, now),
    )


def _dice(live: LiveTable) -> str:
    """The source of the dice: `manual` where something was typed in and the server rolled nothing."""
    events = [each.event for each in live.log if each.event.type in {"dice_rolled", "scored"}]
    typed = any(event.data.get("by_hand") is True for event in events)
    rolled = any(event.type == "dice_rolled" and event.data.get("by_hand") is not True for event in events)
    return "manual" if typed and not rolled else "server"


def _provenance(live: LiveTable, now: datetime | None) -> Provenance:
    """The origin of the dice, with the seed if it may be known `now`."""
    row, state = live.row, live.state
    if state.imported is not None:
        return state.imported.origin
    return Provenance(
        date=live.log[0].event.at.date().isoformat(),
        table=dice_name(state, live.id),
        dice=_dice(live),
        commitment=state.commitment,
        seed=row.server_seed.hex() if now is not None and seed_is_open(row, state, now) else "",
        seeds=tuple((seat.seat, seat.seed) for seat in row.seats if seat.seed is not None),
    )


_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TEXTS = {
    "table": re.compile(r"[\w.~-]{0,100}", re.ASCII),
    "dice": re.compile(r"[a-z]{0,20}"),
    "commitment": re.compile(r"([0-9a-fA-F]{64})?"),
    "seed": re.compile(r"([0-9a-fA-F]{64})?"),
}
"""Allowed values of header lines that no other check covers."""

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class CheckedRecord:
    """A record fit for import, with the names as they will be shown."""

    record: Record
    names: tuple[str, ...]
    imported: Imported


def checked_record(text: str, today: date) -> CheckedRecord:
    """The record in a text, replayed; its dice are recomputed if it contains the seed.

    Costs some ten milliseconds per game. Raises `DamagedRecord` with the line, `InvalidInput` for text that is no
    record.
    """
    reading = read_as_far_as_sound(text)
    record = reading.record
    proved = _proved(reading, text)
    if reading.damage is not None:
        raise reading.damage
    if record.ending is Ending.RUNNING or not any(game.over for game in record.games):
        raise _damage(text, "result", InvalidInput("Only an ended match with at least one finished game can be kept"))
    _check_origin(record, text, today)
    names = _names(record, text)  # their contents can be written down
    fingerprint = hashlib.sha256(write_record(record).encode()).hexdigest()
    return CheckedRecord(record, names, Imported(fingerprint, proved, record.provenance))


def table_of(found: CheckedRecord, table: TableId, owner: SessionId) -> tuple[TableRow, tuple[NewEvent, ...]]:
    """The table that a record becomes, with its log. The owner holds all seats."""
    record, origin = found.record, found.imported.origin
    seed = bytes.fromhex(origin.seed)
    seeds = dict(origin.seeds)
    seats = tuple(SeatRow(seat, owner, name, seeds.get(seat)) for seat, name in enumerate(found.names, start=1))
    row = TableRow(table, owner, Visibility.PRIVATE, seats, seed)
    return row, (*_beginning(found), *_played(record, seed))


def _beginning(found: CheckedRecord) -> tuple[NewEvent, NewEvent]:
    record, origin = found.record, found.imported.origin
    state = TableState(
        seq=0,
        status=Status.WAITING,
        variant=record.match.variant,
        games=record.match.length,
        visibility=Visibility.PRIVATE,
        places=(Place(SeatKind.LOCAL),) * len(found.names),
        starts=True,
        commitment=origin.commitment,
        imported=found.imported,
    )
    seeds: list[Plain] = [seed for _, seed in origin.seeds]
    started: dict[str, Plain] = {"commitment": origin.commitment, "seeds": seeds}
    return NewEvent("table_opened", None, opening(state)), NewEvent("table_started", None, started)


def _played(record: Record, seed: bytes) -> list[NewEvent]:
    match, log = record.start, list[NewEvent]()
    for event in record.events:
        after = match.evolve(event)
        events = (replace(each, fold=None) for each in as_logged(match, (event,), after))  # a long record has thousands
        log += [*events, *endings(match, after, seed.hex())]
        match = after
    if record.ending is Ending.ABORTED:
        log.append(NewEvent("table_aborted", None, {"server_seed": seed.hex()}))
    return log


# ------------------------------------------------------------------------------- checks


def _proved(reading: Reading, text: str) -> bool:
    """Whether the seed produces every die. Raises `DamagedRecord` if it produces others, or is not the promised one."""
    origin = reading.record.provenance
    if not origin.seed or origin.dice == "manual":
        return False
    try:
        check = check_reading(reading)
    except DamagedRecord:
        raise
    except InvalidInput as trouble:
        raise _damage(text, "seed", trouble) from None
    _check_dice(check, text)
    return check.verdict.checked > 0 and check.by_hand == 0


def _check_dice(check: Checked, text: str) -> None:
    verdict = check.verdict
    if not verdict.committed:
        raise _damage(text, "seed", InvalidInput("The seed does not match the commitment"))
    if verdict.first_wrong is not None and verdict.right is not None:
        dice, right = verdict.first_wrong.dice.to_text(), verdict.right.to_text()
        raise DamagedRecord(check.line or 1, InvalidInput("The seed gives {right}, not {dice}", right=right, dice=dice))


def _check_origin(record: Record, text: str, today: date) -> None:
    origin = record.provenance
    for name, form in _TEXTS.items():
        if not form.fullmatch(getattr(origin, name)):
            raise _damage(text, name, InvalidInput("“{field}” does not have the required form", field=name))
    if origin.date and not _is_past(origin.date, today):
        raise _damage(text, "date", InvalidInput("Write a date as YYYY-MM-DD, not in the future"))
    _check_seeds(origin, len(record.players), text)


def _check_seeds(origin: Provenance, seats: int, text: str) -> None:
    seats_named = [seat for seat, _ in origin.seeds]
    if len(set(seats_named)) < len(seats_named) or max(seats_named, default=0) > seats:
        raise _damage(text, f"seed {seats_named[-1]}", InvalidInput("Each seat can have one seed"))
    for seat, seed in origin.seeds:
        try:
            seat_seed(seed)
        except InvalidInput as trouble:
            raise _damage(text, f"seed {seat}", trouble) from None


def _is_past(text: str, today: date) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        return date.fromisoformat(text) <= today + ONE_DAY  # further east it is already tomorrow
    except ValueError:
        return False


def _names(record: Record, text: str) -> tuple[str, ...]:
    names: list[str] = []
    for seat, name in enumerate(record.players, start=1):
        try:
            names.append(clean_name(name))
        except InvalidInput as trouble:
            raise _damage(text, f"player {seat}", trouble) from None
    return tuple(names)


def _damage(text: str, name: str, trouble: InvalidInput) -> DamagedRecord:
    """An error in the last line that begins with a name and a colon; in line 1 if there is no such line."""
    lines = enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
    found = max((number for number, line in lines if line.strip().startswith(f"{name}:")), default=1)
    return DamagedRecord(found, trouble)
