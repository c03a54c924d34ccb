"""A match (Partie): several games of one variant by the same players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pasch.rules.actions import FreezeSheet, NextGame
from pasch.rules.bonus import CountsIn
from pasch.rules.category import Cell
from pasch.rules.corrections import (
    Correct,
    PlayedGame,
    TurnCorrected,
    corrected,
    corrected_turns,
    no_change,
    retyped,
    with_correction,
)
from pasch.rules.dice import Roll
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.events import EntryTakenBack, Event, GameStarted, Scored
from pasch.rules.game import Game, hides_dice, places
from pasch.rules.state import Stage, Step, Turn
from pasch.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Typed:
    """The turn of a typed-in entry, and its dice; None where only the points are known."""

    seat: int
    cell: Cell
    round: int
    dice: Roll | None


TypedChain = tuple[Typed, "TypedChain"] | None
"""The latest typed-in entry, linked to the earlier ones."""


@dataclass(frozen=True, slots=True, eq=False)
class EventChain:
    """A chain of events that shares all but its last link with the previous chain.

    `latest` is the last event, `before` the chain up to it; both are None while there are no events. `typed` are the
    entries with typed-in dice or points.
    """

    latest: Event | None = None
    before: EventChain | None = None
    typed: TypedChain = None

    @staticmethod
    def of(played: PlayedGame) -> EventChain:
        """The chain of a game's events. Replays the game once."""
        history, at = NO_EVENTS, played.beginning
        for event in played.events:
            history, at = history.with_event(event, at.turn), at.evolve(event)
        return history

    def with_event(self, event: Event, turn: Turn | None) -> EventChain:
        """This chain with the next event; `turn` is the event's turn."""
        typed = self.typed
        if isinstance(event, Scored) and turn is not None and (event.by_hand or turn.by_hand):
            typed = Typed(event.seat, event.cell, turn.round, None if event.by_hand else turn.roll), typed
        return EventChain(event, self, typed)

    def without_latest_entry(self) -> EventChain:
        """The events that remain when the latest entry is taken back. Walks back only to that entry."""
        history: EventChain | None = self
        while history is not None:
            if isinstance(history.latest, Scored):
                return history.before or NO_EVENTS
            history = history.before
        return NO_EVENTS

    def __reversed__(self) -> Iterator[Event]:
        history = self
        while history.latest is not None and history.before is not None:
            yield history.latest
            history = history.before

    def __iter__(self) -> Iterator[Event]:
        return reversed([*reversed(self)])


NO_EVENTS = EventChain()


# ------------------------------------------------------------------------------- match


MatchEvent = Event | GameStarted | TurnCorrected
MatchStep = Step | NextGame | Correct


@dataclass(frozen=True)
class Match:
    """At most `length` games; `games` are those begun, the last of them running or over.

    `Match.begin(variant, players, length)` starts the first game. `histories` holds each game's current events,
    without those taken back or corrected. A match that did not begin with its first roll has none and cannot be
    corrected. `corrected_entries` are the turns with a corrected entry, by game, round and seat.
    """

    games: tuple[Game, ...]
    length: int = 1
    histories: tuple[EventChain, ...] = field(default=(), compare=False, repr=False)
    corrected_entries: frozenset[tuple[int, int, int]] = field(default=frozenset(), compare=False, repr=False)

    @classmethod
    def begin(cls, variant: Variant, players: Iterable[str], length: int = 1) -> Match:
        """A match before its first roll. Raises `InvalidInput` for an impossible length."""
        check_length(variant, length)
        return cls((Game(variant, players),), length, (NO_EVENTS,))

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.players, self.totals, strict=True))
        return f"<Match {self.variant.key}, game {len(self.games)} of {self.length}: {totals}>"

    @property
    def game(self) -> Game:
        """The running game, or the last one that ended."""
        return self.games[-1]

    @property
    def variant(self) -> Variant:
        """The rules of the match."""
        return self.game.variant

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seat order."""
        return self.game.players

    @property
    def over(self) -> bool:
        """Whether the last game of the match has ended, or all players have left."""
        return self.game.over and (len(self.games) == self.length or len(self.game.frozen) == len(self.players))

    @property
    def between_games(self) -> bool:
        """Whether a game has ended and another can begin."""
        return self.game.over and not self.over

    @property
    def totals(self) -> list[int]:
        """The sum of each seat's games, as the variant counts a game."""
        if len(self.games) == 1:
            return self.game.totals
        return [sum(results) for results in zip(*(g.totals for g in self.games), strict=True)]

    @property
    def grand_totals(self) -> list[int]:
        """The totals plus the points that count only in the match."""
        if self.variant.extra.counts_in is CountsIn.GAME:
            return self.totals
        extras = ((sheet.totals.extra for sheet in game.sheets) for game in self.games)
        return [total + sum(e) for total, e in zip(self.totals, zip(*extras, strict=True), strict=True)]

    @property
    def ranks(self) -> list[int]:
        """The ranks by grand total; equal totals share a rank.

        A match of one game uses the game's ranks: it can be won immediately, or by another score.
        """
        if self.length == 1 and self.variant.extra.counts_in is CountsIn.GAME:
            return self.game.ranks
        return places(self.grand_totals)

    def apply(self, step: MatchStep) -> tuple[Match, tuple[MatchEvent, ...]]:
        """The match after a step, and the resulting events. Raises as `Game.apply`."""
        if isinstance(step, NextGame | FreezeSheet) and self.over:
            raise IllegalAction("The match is over: it had {games} games", games=len(self.games))
        if isinstance(step, NextGame):
            if not self.game.over:
                raise IllegalAction("The next game begins when this one is over")
            event = GameStarted(len(self.games) + 1)
            return self.evolve(event), (event,)
        if isinstance(step, Correct):
            return self._corrected(step)
        game, events = self.game.apply(step)
        return self.going_on(game, events), events

    def evolve(self, event: MatchEvent) -> Match:
        """The match after an event. Checks nothing."""
        match event:
            case GameStarted():
                games = (*self.games, Game(self.variant, self.players, frozen=self.game.frozen))
                return replace(self, games=games, histories=(*self.histories, NO_EVENTS) if self.histories else ())
            case TurnCorrected():
                return self._with_played(event, with_correction(self.played(event.game), event, self.game.frozen))
            case _:
                return self.going_on(self.game.evolve(event), (event,))

    def beginning(self, number: int) -> Game:
        """A game of the match before its first roll; `number` counts from 1."""
        frozen = self.games[number - 2].frozen if number > 1 else ()
        return Game(self.variant, self.players, frozen=frozen)

    def played(self, number: int) -> PlayedGame | None:
        """A game with its current events; None if the game or its events are unknown."""
        if not 1 <= number <= len(self.histories):
            return None
        return PlayedGame(self.beginning(number), self.games[number - 1], tuple(self.histories[number - 1]))

    def _corrected(self, step: Correct) -> tuple[Match, tuple[MatchEvent, ...]]:
        """A correction that only takes back the latest entry and enters again yields the events of these two steps."""
        if step.seat in self.game.frozen:
            raise IllegalAction("The sheet of seat {seat} is already frozen", seat=step.seat)
        if hides_dice(self.variant):
            raise IllegalAction("Games with hidden dice allow no corrections")
        if self.game.stage in {Stage.IN_THE_AIR, Stage.DIE_IN_THE_AIR}:
            raise IllegalAction("The dice are still in the air")
        played = self.played(step.game)
        steps = retyped(played, step) if step.game == len(self.games) else None
        if steps is None:
            rebuilt, event = corrected(played, step, self.game.frozen)
            return self._with_played(event, rebuilt), (event,)
        match, history = self, tuple[MatchEvent, ...]()
        for each in steps:
            match, events = match.apply(each)
            history += events
        if match.game.latest == self.game.latest:
            raise no_change()
        return match, history

    def _with_played(self, event: TurnCorrected, played: PlayedGame) -> Match:
        match = self.with_game(played.now, EventChain.of(played), event.game)
        return replace(match, corrected_entries=match.corrected_entries | corrected_turns((event,)))

    def going_on(self, game: Game, events: tuple[Event, ...]) -> Match:
        """The match after these events of its running game."""
        history = self.histories[-1] if self.histories else NO_EVENTS
        for event in events if self.histories else ():
            taken_back = isinstance(event, EntryTakenBack)
            history = history.without_latest_entry() if taken_back else history.with_event(event, self.game.turn)
        return self.with_game(game, history, len(self.games))

    def with_game(self, game: Game, history: EventChain, number: int) -> Match:
        """The match with game `number` (from 1) replaced; `history` are the new game's events."""
        place = number - 1
        games = (*self.games[:place], game, *self.games[number:])
        events = (*self.histories[:place], history, *self.histories[number:]) if self.histories else ()
        return Match(games, self.length, events, self.corrected_entries)


def check_length(variant: Variant, length: int) -> None:
    """Raise `InvalidInput` if a match of this variant cannot have so many games."""
    if not 1 <= length <= variant.games:
        raise InvalidInput(
            "A match has 1 to {high} games, not {given}", field="games", high=variant.games, given=length
        )


# ------------------------------------------------------------------------------- entries of real dice


def typed_entries(match: Match, game: int) -> list[Typed]:
    """The typed-in entries of a game."""
    chain = match.histories[game - 1].typed if 1 <= game <= len(match.histories) else None
    entries = list[Typed]()
    while chain is not None:
        entry, chain = chain
        entries.append(entry)
    return entries[::-1]
