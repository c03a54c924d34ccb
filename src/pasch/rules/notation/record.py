"""A record: a whole match as a text file that replays through the rules.

    pasch-record 1
    variant: kniffel
    player 1: Anna
    1.1 13346 k33 33356 k333 23333 > four_of_a_kind 14
    …
    result: 290

Header lines, then one line for each turn with its number `round.seat`, `game: 2` before each
further game, and the result at the very end: the totals, `*` while the match is running, or
`aborted`. A line whose number begins with `^` plays the latest turn again from its throws on, its
entry was taken back; or it corrects any earlier turn, `^2.3.1` one of the second game. Where a
correction interrupts a turn, that is told up to there with `...`, and afterwards again from its
beginning. A second line with the same number is an extra turn, or what its seat did when sheets
could change hands after the round; `5.2 lost > ones 0` is a turn that another's throw took.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from pasch.rules.corrections import TurnCorrected
from pasch.rules.events import GameStarted
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent
from pasch.rules.told import NOTHING_TOLD


class Ending(StrEnum):
    """How a record ends."""

    FINISHED = "finished"
    RUNNING = "running"
    ABORTED = "aborted"


@dataclass(frozen=True)
class Provenance:
    """Where a record comes from and the proof of its dice; everything may be missing.

    `date` is written YYYY-MM-DD, `dice` is `server` or `manual`; `commitment`, `seed` and the
    seats' own `seeds` (seat to hexadecimal digits) let a stranger recompute every roll.
    """

    date: str = ""
    table: str = ""
    dice: str = ""
    commitment: str = ""
    seed: str = ""
    seeds: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Record:
    """The match as it stands at the end of the record, and every event that led there."""

    match: Match
    events: tuple[MatchEvent, ...] = field(repr=False)
    ending: Ending = Ending.FINISHED
    provenance: Provenance = Provenance()

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.players, self.totals, strict=True))
        return f"<Record {self.match.variant.key}, {self.ending}: {totals}>"

    @classmethod
    def of(
        cls,
        start: Match,
        events: Sequence[MatchEvent],
        *,
        aborted: bool = False,
        provenance: Provenance | None = None,
    ) -> "Record":
        """The record of a match that began as `start` and went through `events`."""
        match = start
        for event in events:
            match = match.evolve(event)
        ending = Ending.FINISHED if match.game.over else Ending.RUNNING
        if match.between_games and not aborted:
            ending = Ending.RUNNING
        if aborted:
            ending = Ending.ABORTED
        return cls(match, tuple(events), ending, provenance or Provenance())

    @property
    def start(self) -> Match:
        """The match before its first roll."""
        first = self.match.games[0]
        return Match((Game(first.variant, first.players),), self.match.length, (NOTHING_TOLD,))

    @property
    def as_it_counts(self) -> tuple[MatchEvent, ...]:
        """The events without what was corrected or taken back: the match as if it had been told right at once."""
        if not any(isinstance(event, TurnCorrected) for event in self.events):
            return self.events
        games = enumerate(self.match.told, start=1)
        told = (((GameStarted(number),) if number > 1 else ()) + tuple(events) for number, events in games)
        return tuple(chain.from_iterable(told))

    @property
    def players(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.match.players

    @property
    def games(self) -> tuple[Game, ...]:
        """The games begun, each as it stands at the end; `games[0].totals` are its results."""
        return self.match.games

    @property
    def totals(self) -> list[int]:
        """For each seat the sum of its games, as the variant counts a game."""
        return self.match.totals

    @property
    def grand_totals(self) -> list[int]:
        """The totals with the points that count only in the match."""
        return self.match.grand_totals
