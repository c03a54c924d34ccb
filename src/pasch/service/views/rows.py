"""Short rows: the socket's form of frequent turns and events, without the names of their values.

`NAMES` is sent once, with hello. Rows convert back to exactly what they were made of.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import cast

from pasch.service.table.presence import time_text
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.socket import EventRow, TurnRow
from pasch.service.views.schema.table import Turn

NAMES: Mapping[str, Sequence[str]] = {
    "turn": ("seat", "stage", "rolls_left", "rolls_used", "dice", "kept"),
    "dice_rolled": ("dice", "keep", "roll", "rolls_left"),
    "scored": ("cell", "points", "extra", "dice"),
}
"""The names of the values in a row: of a turn, and of the data of the most common events."""

_MILLISECOND = timedelta(milliseconds=1)


# ------------------------------------------------------------------------------- turns


def turn_row(turn: Turn | None) -> TurnRow | None:
    """The values of a turn without trailing nulls; last, an object with everything unusual."""
    if turn is None:
        return None
    values = cast("Mapping[str, object]", turn)
    row = cast("TurnRow", [values[name] for name in NAMES["turn"]])
    usual = _usual(turn["dice"], turn["kept"])
    if rest := {name: values[name] for name, value in usual.items() if values[name] != value}:
        return [*row, rest]
    while row[-1] is None:
        row.pop()
    return row


def turn_of(row: Sequence[object] | None) -> Turn | None:
    """The turn of a row."""
    if row is None:
        return None
    fields = dict(zip(NAMES["turn"], [*row, None, None], strict=False))
    rest = cast("Mapping[str, object]", row[-1]) if len(row) > len(NAMES["turn"]) else {}
    return cast("Turn", {**fields, **_usual(fields["dice"], fields["kept"]), **rest})


def _usual(dice: object, kept: object) -> Mapping[str, object]:
    """The values of a turn that its row usually does not need."""
    return {
        "hidden": False,
        "dice_count": _count(dice),
        "kept_count": _count(kept),
        "chip": False,
        "announced": None,
        "doubled": False,
        "doubles_next": False,
        "claim": None,
        "locked": "k-",
    }


def _count(dice: object) -> int:
    """The number of dice in a text."""
    return sum(map(str.isdigit, cast("str | None", dice) or ""))


# ------------------------------------------------------------------------------- events


def event_rows(events: Iterable[Event], opened_at: str) -> list[EventRow]:
    """Events as rows: type, milliseconds since the table was opened, seat, text, and data, or its values by `NAMES`."""
    opened = datetime.fromisoformat(opened_at)
    return [_row(event, opened) for event in events]


def _row(event: Event, opened: datetime) -> EventRow:
    since = (datetime.fromisoformat(event["at"]) - opened) // _MILLISECOND
    data = event["data"]
    values = list(data.values()) if tuple(data) == NAMES.get(event["type"]) else data
    return [event["type"], since, event["seat"], event["text"], cast("list[object] | dict[str, object]", values)]


def events_of(rows: Iterable[Sequence[object]], before: int, opened_at: str) -> list[Event]:
    """The events of rows, which follow event `before`."""
    opened = datetime.fromisoformat(opened_at)
    return [_event(row, seq, opened) for seq, row in enumerate(rows, before + 1)]


def _event(row: Sequence[object], seq: int, opened: datetime) -> Event:
    kind, since, seat, text, values = row
    data = dict(zip(NAMES[str(kind)], values, strict=True)) if isinstance(values, list) else values
    at = time_text(opened + cast("int", since) * _MILLISECOND)
    return cast("Event", {"seq": seq, "type": kind, "at": at, "seat": seat, "data": data, "text": text})
