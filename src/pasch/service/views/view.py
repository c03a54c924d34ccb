"""A table as one viewer sees it: the whole snapshot, the socket's short form, and patches between views.

Followers of a table get batches: news with the view after the last event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from pasch.rules.lazy import lazy
from pasch.service.table.presence import time_text
from pasch.service.views.offers import Legal, packed
from pasch.service.views.patches import changes_in, difference
from pasch.service.views.rows import event_rows
from pasch.service.views.scene import Scene
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.socket import Brief, EventRow, Offers
from pasch.service.views.schema.table import Circumstances, Ownership, Snapshot


@dataclass(frozen=True, eq=False)
class View:
    """The scene, which all share who may know the same dice, and the part that depends on the viewer or the time."""

    scene: Scene
    now: datetime
    circumstances: Circumstances
    ownership: Sequence[Ownership]
    """By seat."""
    legal: Legal

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.scene.view["seq"]

    @property
    def snapshot(self) -> Snapshot:
        """The table in full."""
        return {
            **self.scene.view,
            **self.circumstances,
            "now": time_text(self.now),
            "seats": [{**seat.view, **whose} for seat, whose in zip(self.scene.seats, self.ownership, strict=True)],
            "legal_actions": self.legal.all_actions,
        }

    @property
    def brief(self) -> Brief:
        """The table in the socket's short form."""
        seats = cast("Sequence[Mapping[str, object]]", self.scene.short["seats"])
        brief = {
            **self.scene.short,
            **self.circumstances,
            "now": time_text(self.now),
            "seats": [{**seat, **whose} for seat, whose in zip(seats, self.ownership, strict=True)],
            "offers": self.offers,
        }
        return cast("Brief", brief)

    @lazy
    def offers(self) -> Offers:
        """The legal actions in short."""
        return packed(self.legal, self.scene.view["turn"], [seat.view for seat in self.scene.seats])


def changes_of(held: View, view: View) -> dict[str, object]:
    """The patch from one view's short form to another's, without the number of the event.

    It has `now` while a clock runs, and `kept_until` with a new status; otherwise the last values remain valid.
    """
    changes = {**view.scene.since(held.scene)}
    if held.circumstances != view.circumstances:
        changes |= changes_in(held.circumstances, view.circumstances)
    if held.offers != view.offers:
        changes["offers"] = difference(held.offers, view.offers)
    if view.circumstances["clock"] is not None:
        changes["now"] = time_text(view.now)
    if held.ownership != view.ownership:
        changes |= changes_in({"seats": held.brief["seats"]}, {"seats": view.brief["seats"]})
    return changes


@dataclass(frozen=True, eq=False)
class News:
    """Consecutive events of a table opened at `opened_at`, for all who may know the same."""

    events: Sequence[Event]
    opened_at: str

    @lazy
    def rows(self) -> list[EventRow]:
        """The socket's form."""
        return event_rows(self.events, self.opened_at)


@dataclass(frozen=True, eq=False, slots=True)
class Batch:
    """News, and the table after the last event.

    Followers who may know the same get the same batch, so that its encoding is made once. Treat it as read-only.
    """

    news: News
    view: View
    texts: list[tuple[View | None, str]] = field(default_factory=list, init=False, repr=False)
    """The encoded batch, by the view that its recipients held before."""

    @property
    def events(self) -> Sequence[Event]:
        """The events."""
        return self.news.events

    @property
    def snapshot(self) -> Snapshot:
        """The table in full."""
        return self.view.snapshot

    @property
    def whole(self) -> bool:
        """Whether the table is as the last event left it; a long past comes in several batches."""
        return not self.events or self.events[-1]["seq"] == self.view.seq
