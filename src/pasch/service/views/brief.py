"""The socket's short form of a table, and back."""

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from pasch.service.views.offers import listed
from pasch.service.views.patches import changes_in, patched
from pasch.service.views.rows import turn_of, turn_row
from pasch.service.views.schema.sheets import GameSheets, ResultSheet
from pasch.service.views.schema.socket import Brief
from pasch.service.views.schema.table import SceneSeat, Snapshot, TableScene

S = TypeVar("S", bound=ResultSheet)
SUMS = ("upper", "saldo", "bonus", "lower", "extra", "total", "score")
UNSENT = frozenset({"seq", "kept_until"})
"""Values that change with every event, and alone are not worth sending."""


def short_scene(view: TableScene, seats: Sequence[SceneSeat]) -> Mapping[str, object]:
    """The short form of a scene."""
    return {
        **view,
        "turn": turn_row(view["turn"]),
        "seats": [_short(seat) for seat in seats],
        "results": [_result(result, seats) for result in view["results"]],
    }


def _short(sheet: Mapping[str, object]) -> Mapping[str, object]:
    """A sheet without the sums of its only column where the sheet has the same sums."""
    return {**sheet, "columns": []} if sheet["columns"] == [_only_column(sheet)] else sheet


def _only_column(sheet: Mapping[str, object]) -> dict[str, object]:
    return {"column": 1, **{name: sheet[name] for name in SUMS}}


def _result(result: GameSheets, seats: Sequence[SceneSeat]) -> Mapping[str, object]:
    """The short form of a result; without sheets where they equal those of the seats."""
    if result["seats"] == _sheets(seats):
        return {**result, "seats": []}
    return {**result, "seats": [_short(sheet) for sheet in result["seats"]]}


def _sheets(seats: Sequence[SceneSeat]) -> list[ResultSheet]:
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


def scene_changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """The patch from one scene's short form to another's, without the number of the event.

    `kept_until` is sent with a new status; otherwise the last value remains valid.
    """
    changes = {name: change for name, change in changes_in(before, after).items() if name not in UNSENT}
    return {**changes, "kept_until": after["kept_until"]} if "status" in changes else changes


def followed(held: Brief, changes: Mapping[str, object], seq: int) -> Brief:
    """The short form after a patch that leads to event `seq`."""
    return cast("Brief", {**cast("Mapping[str, object]", patched(held, changes)), "seq": seq})
