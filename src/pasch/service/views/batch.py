"""Batches of events for the followers of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pasch.service.views.schema.events import Event
from pasch.service.views.schema.table import Snapshot
from pasch.service.views.view import View


@dataclass(frozen=True, eq=False, slots=True)
class Batch:
    """Consecutive events, and the table after the last of them.

    Followers who may know the same get the same batch, so that its encoding is made once. Treat it as read-only.
    """

    events: Sequence[Event]
    view: View
    texts: list[tuple[View | None, str]] = field(default_factory=list, init=False, repr=False)
    """The encoded batch, by the view that its recipients held before."""

    @property
    def snapshot(self) -> Snapshot:
        """The table in full."""
        return self.view.snapshot

    @property
    def whole(self) -> bool:
        """Whether the table is as the last event left it; a long past comes in several batches."""
        return not self.events or self.events[-1]["seq"] == self.view.seq
