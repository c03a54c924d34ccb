"""The socket's form of a table: the snapshot in short, events as rows, and what they change.

`now` is sent while a clock runs, and `kept_until` with a new status; otherwise the last values
remain valid.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from pasch.service.views.offers import listed, packed
from pasch.service.views.patches import SAME, difference, patched
from pasch.service.views.rows import turn_of, turn_row
from pasch.service.views.schema.sheets import GameSheets, ResultSheet
from pasch.service.views.schema.socket import Brief
from pasch.service.views.schema.table import Seat, Snapshot

S = TypeVar("S", bound=ResultSheet)
SUMS = ("upper", "saldo", "bonus", "lower", "extra", "total", "score")
MOMENTS = frozenset({"seq", "now", "kept_until"})


def brief_of(snapshot: Snapshot) -> Brief:
    """The short form of a snapshot."""
    short: dict[str, object] = {
        **snapshot,
        "turn": turn_row(snapshot["turn"]),
        "seats": [_short(seat) for seat in snapshot["seats"]],
        "results": [_result(result, snapshot) for result in snapshot["results"]],
        "offers": packed(snapshot),
    }
    del short["legal_actions"]
    return cast("Brief", short)


def _short(sheet: Mapping[str, object]) -> Mapping[str, object]:
    """A sheet without the sums of its only column where the sheet has the same sums."""
    return {**sheet, "columns": []} if sheet["columns"] == [_only_column(sheet)] else sheet


def _only_column(sheet: Mapping[str, object]) -> dict[str, object]:
    return {"column": 1, **{name: sheet[name] for name in SUMS}}


def _result(result: GameSheets, snapshot: Snapshot) -> Mapping[str, object]:
    """The short form of a result; without sheets where they equal those of the seats."""
    if result["seats"] == _sheets(snapshot["seats"]):
        return {**result, "seats": []}
    return {**result, "seats": [_short(sheet) for sheet in result["seats"]]}


def _sheets(seats: Sequence[Seat]) -> list[ResultSheet]:
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
    snapshot["legal_actions"] = listed(brief["offers"], snapshot)
    return snapshot


def _whole(sheet: S) -> S:
    return sheet if sheet["columns"] else cast("S", {**sheet, "columns": [_only_column(sheet)]})


def changes_of(held: Brief, brief: Brief) -> dict[str, object]:
    """The patch from one short form to another, without the number of the event."""
    found = difference(held, brief)
    changes = {} if found is SAME else cast("dict[str, object]", found)
    said = {name: change for name, change in changes.items() if name not in MOMENTS}
    if brief["clock"] is not None:
        said["now"] = brief["now"]
    if "status" in changes:
        said["kept_until"] = brief["kept_until"]
    return said


def followed(held: Brief, changes: Mapping[str, object], seq: int) -> Brief:
    """The short form after a patch that leads to event `seq`."""
    return cast("Brief", {**cast("Mapping[str, object]", patched(held, changes)), "seq": seq})
