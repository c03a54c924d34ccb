"""The socket's short form of a table, and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, cast

from pasch.service.views.offers import listed
from pasch.service.views.patches import changes_in, patched
from pasch.service.views.rows import turn_of, turn_row
from pasch.service.views.schema.sheets import ResultSheet
from pasch.service.views.schema.socket import Brief
from pasch.service.views.schema.table import Snapshot, TableScene
from pasch.service.views.sheets import Finished, only_column

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
    snapshot["legal_actions"] = listed(brief["offers"], snapshot)
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
