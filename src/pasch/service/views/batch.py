"""Batches of events for the followers of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pasch.rules.lazy import lazy
from pasch.service.views.rows import event_rows
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.socket import EventRow
from pasch.service.views.schema.table import Snapshot
from pasch.service.views.view import View


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
