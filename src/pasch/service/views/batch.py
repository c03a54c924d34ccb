"""What followers of a table are told at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from pasch.service.views.schema import EventView, Snapshot


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Batch:
    """Events that came together, and the table after the last of them.

    Whoever is told the same gets the same batch, so that what is made of it may be made once. Nobody may change it.
    """

    events: Sequence[EventView]
    snapshot: Snapshot

    @property
    def whole(self) -> bool:
        """Whether the table is as the last of the events left it; a long past comes in several batches."""
        return not self.events or self.events[-1]["seq"] == self.snapshot["seq"]
