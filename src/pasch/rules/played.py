"""The turns of a match as they count now: without what was taken back or corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pasch.rules.events import CellLost, ChipRemoved, DiceRolled, Event, Scored
from pasch.rules.game import Game
from pasch.rules.notation.turn_texts import turn_text
from pasch.rules.notation.turns import TurnText, same_turn
from pasch.rules.turn import Stage

if TYPE_CHECKING:
    from pasch.rules.match import Match
    from pasch.rules.turn import Turn


def beginning(match: Match, number: int) -> Game:
    """A game of the match before its first roll; `number` counts from 1."""
    frozen = match.games[number - 2].frozen if number > 1 else ()
    return Game(match.variant, match.players, frozen=frozen)


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


def played_turns(match: Match, game: int) -> list[PlayedTurn]:
    """The turns of a game that have begun, as they count now. Plays the game once.

    Empty for a game that is not there, or of which the match does not know how it came about.
    """
    if not 1 <= game <= len(match.told):
        return []
    at, turns = beginning(match, game), list[PlayedTurn]()
    for event in match.told[game - 1]:
        after = at.evolve(event)
        latest = turns[-1] if turns else None
        if latest is not None and (latest.running or isinstance(event, CellLost | ChipRemoved)):
            # What an entry does to others belongs to its turn.
            turns[-1] = latest.with_event(event, after)
        elif at.turn is not None:
            turns.append(PlayedTurn(at.turn, at, (), running=True).with_event(event, after))
        at = after
    return turns


def played_turn(match: Match, game: int, round_: int, seat: int) -> PlayedTurn | None:
    """The turn of this number, the last one where there are several; None when there is none (yet)."""
    turns = (each for each in reversed(played_turns(match, game)) if each.turn.stage is not Stage.SHIFTING)
    return next((each for each in turns if (each.turn.round, each.turn.seat) == (round_, seat)), None)
