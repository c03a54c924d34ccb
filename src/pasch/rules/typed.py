"""Which entries of a game stand for real dice: what was typed in, as it counts now."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pasch.rules.category import Cell
from pasch.rules.dice import Roll
from pasch.rules.events import DiceRolled, Event, Scored
from pasch.rules.match import Match
from pasch.rules.played import PlayedTurn


@dataclass(frozen=True)
class Typed:
    """What was typed in for an entry: its turn, and the dice, None where only the points are known."""

    seat: int
    cell: Cell
    round: int
    dice: Roll | None


def typed_entries(match: Match, game: int) -> list[Typed]:
    """The entries of a game that were typed in. Where a mechanism adds to the turns, the game is played once more."""
    if not 1 <= game <= len(match.told) or not match.told[game - 1].typed:
        return []
    if match.variant.mechanic is None:
        return list(_counted(match.told[game - 1]))
    played = match.played(game)
    return [] if played is None else list(_typed(played.turns))


def _counted(told: Iterable[Event]) -> Iterator[Typed]:
    """Where every turn of a seat is a round and ends with its entry, events alone say enough."""
    rounds, throws = Counter[int](), list[DiceRolled]()
    for event in told:
        match event:
            case DiceRolled():
                throws.append(event)
            case Scored():
                rounds[event.seat] += 1
                if event.by_hand or any(throw.by_hand for throw in throws):
                    dice = None if event.by_hand else throws[-1].roll
                    yield Typed(event.seat, event.cell, rounds[event.seat], dice)
                throws.clear()
            case _:
                pass


def _typed(turns: Iterable[PlayedTurn]) -> Iterator[Typed]:
    for played in turns:
        entry, throws = played.entry, played.throws
        if entry is None or not (entry.by_hand or any(throw.by_hand for throw in throws)):
            continue
        dice = None if entry.by_hand else throws[-1].roll
        yield Typed(played.turn.seat, entry.cell, played.turn.round, dice)
