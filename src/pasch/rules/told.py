"""The events of a game as they count now, told so that the next one costs the same after a thousand as after one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pasch.rules.events import DiceRolled, Event, Scored


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A chain of events that shares everything but its end with the chain before.

    `latest` is the last event, `before` what was told before it; both are None where nothing has happened yet. `typed`
    says whether dice or points were typed in somewhere.
    """

    latest: Event | None = None
    before: Told | None = None
    typed: bool = False

    @staticmethod
    def of(events: Iterable[Event]) -> Told:
        """The chain of these events."""
        told = NOTHING_TOLD
        for event in events:
            told = told.with_event(event)
        return told

    def with_event(self, event: Event) -> Told:
        """This with what happened next."""
        typed = self.typed or (isinstance(event, DiceRolled | Scored) and event.by_hand)
        return Told(event, self, typed)

    def without_latest_entry(self) -> Told:
        """What still counts when the latest entry is taken back. Goes back no further than that entry."""
        told: Told | None = self
        while told is not None:
            if isinstance(told.latest, Scored):
                return told.before or NOTHING_TOLD
            told = told.before
        return NOTHING_TOLD

    def __reversed__(self) -> Iterator[Event]:
        told = self
        while told.latest is not None and told.before is not None:
            yield told.latest
            told = told.before

    def __iter__(self) -> Iterator[Event]:
        return reversed([*reversed(self)])


NOTHING_TOLD = Told()
