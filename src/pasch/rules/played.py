"""The turns of a match as they count now: without what was taken back or corrected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pasch.rules.events import CellLost, ChipRemoved, DiceRolled, Event, Scored
from pasch.rules.game import Game
from pasch.rules.notation.turns import TurnText, same_turn, turn_text
from pasch.rules.turn import Stage, Turn


@dataclass(frozen=True)
class PlayedTurn:
    """A turn as it counts now: the game `before` it, and what happened. `running`: it has not ended yet."""

    turn: Turn
    before: Game
    events: tuple[Event, ...]
    running: bool

    def with_event(self, event: Event, after: Game) -> PlayedTurn:
        """This turn with what happened next."""
        return PlayedTurn(self.turn, self.before, (*self.events, event), same_turn(self.turn, after.turn))

    @property
    def text(self) -> TurnText:
        """What a record tells of it."""
        return TurnText.from_text(self.written)

    @property
    def written(self) -> str:
        """The line of a record, without its number."""
        return turn_text(self.before.variant, self.events)

    @property
    def entry(self) -> Scored | None:
        """The entry, if it has one."""
        return next((event for event in reversed(self.events) if isinstance(event, Scored)), None)

    @property
    def throws(self) -> tuple[DiceRolled, ...]:
        """The throws in their order."""
        return tuple(event for event in self.events if isinstance(event, DiceRolled))


@dataclass(frozen=True)
class PlayedGame:
    """A game with the events that count now: `beginning` is before its first roll, `now` after the last event."""

    beginning: Game
    now: Game
    events: tuple[Event, ...]

    @property
    def turns(self) -> list[PlayedTurn]:
        """The turns that have begun, as they count now. Plays the game once."""
        at, turns = self.beginning, list[PlayedTurn]()
        for event in self.events:
            after = at.evolve(event)
            latest = turns[-1] if turns else None
            if latest is not None and (latest.running or isinstance(event, CellLost | ChipRemoved)):
                # What an entry does to others belongs to its turn.
                turns[-1] = latest.with_event(event, after)
            elif at.turn is not None:
                turns.append(PlayedTurn(at.turn, at, (), running=True).with_event(event, after))
            at = after
        return turns

    def turn(self, round_: int, seat: int) -> PlayedTurn | None:
        """The turn of this number, the last one where there are several; None when there is none (yet)."""
        turns = (each for each in reversed(self.turns) if each.turn.stage is not Stage.SHIFTING)
        return next((each for each in turns if (each.turn.round, each.turn.seat) == (round_, seat)), None)

    def after_its_end(self) -> Iterator[Event]:
        """The events after the end of the game: players who left then."""
        at = self.beginning
        for event in self.events:
            if at.turn is None and not isinstance(event, CellLost | ChipRemoved):
                yield event
            at = at.evolve(event)
