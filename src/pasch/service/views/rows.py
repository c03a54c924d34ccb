"""The socket's short forms: rows of frequent turns and events without the names of their values, and of a whole table.

`NAMES` is sent once, with hello. All forms convert back to exactly what they were made of.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar, cast

from pasch.service.table.presence import time_text
from pasch.service.views.offers import all_actions
from pasch.service.views.parts import Finished, only_column
from pasch.service.views.patches import changes_in, patched
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.sheets import ResultSheet
from pasch.service.views.schema.socket import Brief, EventRow, TurnRow
from pasch.service.views.schema.table import Snapshot, TableScene, Turn

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


# ------------------------------------------------------------------------------- the table

S = TypeVar("S", bound=ResultSheet)
UNSENT = frozenset({"seq", "kept_until"})
"""Values that change with every event, and alone are not worth sending."""


def short_scene(
    view: TableScene, seats: Sequence[Mapping[str, object]], finished: Iterable[Finished]
) -> Mapping[str, object]:
    """The short form of a scene, made with that of its seats.

    The result of the shown game has no sheets: they are those of the seats.
    """
    return {
        **view,
        "turn": turn_row(view["turn"]),
        "seats": seats,
        "results": [
            {"game": game.view["game"], "seats": []} if game.view["game"] == view["game"] else game.short
            for game in finished
        ],
    }


def _sheets(seats: Sequence[Mapping[str, object]]) -> list[ResultSheet]:
    keys = ResultSheet.__annotations__.keys()
    return [cast("ResultSheet", {name: value for name, value in seat.items() if name in keys}) for seat in seats]


def snapshot_of(brief: Brief) -> Snapshot:
    """The snapshot of a short form; its keeps and rolls of real dice are not listed."""
    snapshot = cast("Snapshot", {name: value for name, value in brief.items() if name != "offers"})
    snapshot["turn"] = turn_of(brief["turn"])
    snapshot["seats"] = [_whole(seat) for seat in snapshot["seats"]]
    snapshot["results"] = [
        {"game": result["game"], "seats": [*map(_whole, result["seats"])] or _sheets(snapshot["seats"])}
        for result in snapshot["results"]
    ]
    snapshot["legal_actions"] = all_actions(brief["offers"], snapshot)
    return snapshot


def _whole(sheet: S) -> S:
    return sheet if sheet["columns"] else cast("S", {**sheet, "columns": [only_column(sheet)]})


def scene_changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """The patch from one scene's short form to another's, without the number of the event.

    `kept_until` is sent with a new status; otherwise the last value remains valid.
    """
    changes = {name: change for name, change in changes_in(before, after).items() if name not in UNSENT}
    return {**changes, "kept_until": after["kept_until"]} if "status" in changes else changes


def followed(held: Brief, changes: Mapping[str, object], seq: int) -> Brief:
    """The short form after a patch that leads to event `seq`."""
    return cast("Brief", {**cast("Mapping[str, object]", patched(held, changes)), "seq": seq})
