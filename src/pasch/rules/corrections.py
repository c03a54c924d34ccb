"""Correcting a turn that has been played: real dice that were typed wrong, an entry in the wrong cell.

Theory of operation. A match remembers for each of its games the events as they count now. A correction
tells one turn anew; the turns before it stay, those after it are played again through the rules, and if one
of them would not be possible any more, or the turns would come in another order, nothing changes. What the
server threw stays as it fell: the dice of a correction are typed in, or lay there before. The log keeps
the turn as it was and, later, the correction; so the fold of a log plays the same turns again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pasch.rules.actions import (
    Announce,
    Double,
    EndTurn,
    EnterPoints,
    FreezeSheet,
    Score,
    TakeBack,
    TakeNothing,
    UseAction,
)
from pasch.rules.errors import CorrectionClashes, IllegalAction, InvalidInput, PaschError
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    Announced,
    CellLost,
    ChipRemoved,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    Event,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.game import Game
from pasch.rules.hidden import hides_dice
from pasch.rules.notation.claims import AnswersText, ClaimText
from pasch.rules.notation.turn_texts import turn_text
from pasch.rules.notation.turns import TurnStep, TurnText, same_turn
from pasch.rules.played import PlayedTurn, beginning, played_turn, played_turns
from pasch.rules.turn import Stage

if TYPE_CHECKING:
    from pasch.rules.match import Match, MatchEvent
    from pasch.rules.state import Step
    from pasch.rules.turn import Turn


@dataclass(frozen=True)
class Correct:
    """Tell a turn anew. `steps` without an entry are for the turn that is running.

    `game`, `round` and `seat` count from 1. `extra` None takes the extra points that the rules give.
    """

    game: int
    round: int
    seat: int
    steps: tuple[TurnStep, ...]
    extra: int | None = None


@dataclass(frozen=True)
class TurnCorrected:
    """A turn was told anew: `turn` is what counts now, `was` what counted before, both as a record writes them."""

    seat: int
    game: int
    round: int
    turn: str
    was: str


def corrected(match: Match, action: Correct) -> tuple[Match, tuple[MatchEvent, ...]]:
    """The match with a turn told anew, and what happened.

    What only takes the latest entry back and enters again is told as that. Raises `IllegalAction`, `InvalidInput`.
    """
    target = _target(match, action)
    known = _takes_back(match, action, target)
    if known is not None:
        return _entered_again(match, action, known)
    rebuilt = _rebuilt(match, action, target)
    if rebuilt.written == target.written:
        raise IllegalAction("That is what stands there already")
    event = TurnCorrected(action.seat, action.game, action.round, rebuilt.written, target.written)
    return _with_game(match, action.game, rebuilt), (event,)


def with_correction(match: Match, event: TurnCorrected) -> Match:
    """The match after a correction that has been decided."""
    action = Correct(event.game, event.round, event.seat, TurnText.from_text(event.turn).steps)
    return _with_game(match, event.game, _rebuilt(match, action, _target(match, action)))


def undone(told: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a game that still count when the latest entry is taken back."""
    last = max(place for place, event in enumerate(told) if isinstance(event, Scored))
    return tuple(told[:last])


# ------------------------------------------------------------------------------- which turn it is


def _target(match: Match, action: Correct) -> PlayedTurn:
    if action.seat in match.game.frozen:
        raise IllegalAction("The sheet of seat {seat} is frozen already", seat=action.seat)
    if hides_dice(match.variant):
        raise IllegalAction("Where dice lie hidden nothing is corrected")
    if match.game.stage in {Stage.IN_THE_AIR, Stage.DIE_IN_THE_AIR}:
        raise IllegalAction("The dice are still in the air")
    target = played_turn(match, action.game, action.round, action.seat)
    if target is None:
        raise IllegalAction(
            "Game {game} has no turn {round}.{seat} that could be corrected",
            game=str(action.game)[:12],
            round=str(action.round)[:12],
            seat=str(action.seat)[:12],
        )
    return target


def _takes_back(match: Match, action: Correct, target: PlayedTurn) -> int | None:
    """How many steps stay when this is the latest entry taken back and made again; None when it is more than that."""
    latest, entry = match.game.latest, target.entry
    if latest is None or entry is None or action.game != len(match.games) or not _last(match.told[-1], entry):
        return None
    before = target.text.before_entry
    steps = _as_written(target, action.steps)
    return len(before) if steps[: len(before)] == before else None


def _last(told: Sequence[Event], entry: Scored) -> bool:
    """Whether an entry is the latest of a game."""
    return next(event for event in reversed(told) if isinstance(event, Scored)) is entry


def _as_written(target: PlayedTurn, steps: tuple[TurnStep, ...]) -> tuple[TurnStep, ...]:
    """Steps as a record tells them, as far as they are throws: only from the second on it says what was kept."""
    first = next((place for place, step in enumerate(steps) if isinstance(step, DiceRolled)), None)
    if first is None:
        return steps
    throw = steps[first]
    assert isinstance(throw, DiceRolled)
    roll = target.before.variant.roll(throw.roll)
    return (*steps[:first], DiceRolled(roll, by_hand=throw.by_hand), *steps[first + 1 :])


def _entered_again(match: Match, action: Correct, known: int) -> tuple[Match, tuple[MatchEvent, ...]]:
    match, told = match.apply(TakeBack())
    for step in action.steps[known:]:
        match, events = match.apply(_step(step))
        told += events
    return match, told


# ------------------------------------------------------------------------------- the game with another turn


@dataclass(frozen=True)
class _Rebuilt:
    """A game with a turn told anew: how it stands, its events, and the turn as it is written."""

    game: Game
    told: tuple[Event, ...]
    written: str


def _with_game(match: Match, number: int, rebuilt: _Rebuilt) -> Match:
    return match.with_game(rebuilt.game.settled, rebuilt.told, number)


def _rebuilt(match: Match, action: Correct, target: PlayedTurn) -> _Rebuilt:
    game, mine = _told_anew(action, target)
    at, told, found = beginning(match, action.game), list[Event](), False
    for turn in played_turns(match, action.game):
        if turn.turn == target.turn:
            at, found = game, True
            told += mine
        elif not found:
            told += turn.events
        else:
            at, events = _played_again(at, turn)
            told += events
    between = tuple(_between(match, action.game))
    for event in between:
        at = at.evolve(event)
    before = match.games[action.game - 1]
    if not (same_turn(before.turn, at.turn) or before.turn is at.turn is None):
        raise _another_order()
    for seat in match.game.frozen:
        if at.sheets[seat - 1].points != before.sheets[seat - 1].points:
            raise IllegalAction("The sheet of seat {seat} is frozen already", seat=seat)
    return _Rebuilt(at, (*told, *between), turn_text(match.variant, mine))


def _told_anew(action: Correct, target: PlayedTurn) -> tuple[Game, tuple[Event, ...]]:
    """The game after the turn as it is told now, and its events. Raises what the rules say."""
    game, mine = target.before, tuple[Event, ...]()
    for step in action.steps:
        game, events = game.apply(_step(step))
        mine += events
    entered = any(isinstance(event, Scored | NothingTaken) for event in mine)
    if entered and game.stage is Stage.ENTERED and not target.running:
        game, events = game.apply(EndTurn())
        mine += events
    if same_turn(target.turn, game.turn) != target.running:
        raise IllegalAction(
            "This turn is still running: correct its dice, then make the entry"
            if target.running
            else "A turn that has been played is corrected together with its entry"
        )
    _check_throws(mine, target)
    extra = sum(event.extra for event in mine if isinstance(event, Scored))
    if action.extra is not None and action.extra != extra:
        raise InvalidInput("The rules give {right} extra points here, not {given}", right=extra, given=action.extra)
    return game, mine


def _check_throws(mine: Iterable[Event], target: PlayedTurn) -> None:
    """Raise when dice are changed that nobody typed in."""
    throws = tuple(event for event in mine if isinstance(event, DiceRolled))
    for number, throw in enumerate(throws, start=1):
        if not throw.by_hand and throws[:number] != target.throws[:number]:
            raise IllegalAction("Dice that the server has thrown stay as they are: a correction has dice typed in")
    if tuple(filter(_freezes, mine)) != tuple(filter(_freezes, target.events)):
        raise IllegalAction("A correction does not change who has left")


def _freezes(event: Event) -> bool:
    return isinstance(event, SheetFrozen)


def _played_again(game: Game, played: PlayedTurn) -> tuple[Game, tuple[Event, ...]]:
    """The game after a later turn, with what it brings now. Raises `CorrectionClashes`."""
    turn = game.turn
    if turn is None or (turn.seat, turn.number, turn.round) != _number(played.turn):
        raise _another_order()
    told: tuple[Event, ...] = ()
    try:
        for event in played.events:
            step = _step_of(event)
            if step is not None:
                game, events = game.apply(step)
                told += events
    except PaschError as error:
        raise CorrectionClashes(f"{played.turn.round}.{played.turn.seat}", error) from error
    if same_turn(turn, game.turn) != played.running:
        raise _another_order()
    return game, told


def _number(turn: Turn) -> tuple[int, int, int]:
    return turn.seat, turn.number, turn.round


def _another_order() -> IllegalAction:
    return IllegalAction("After that the turns would have come in another order: this cannot be corrected any more")


def _between(match: Match, number: int) -> Iterable[Event]:
    """What is told after the end of a game: who left then."""
    at = beginning(match, number)
    for event in match.told[number - 1]:
        if at.turn is None and not isinstance(event, CellLost | ChipRemoved):
            yield event
        at = at.evolve(event)


# ------------------------------------------------------------------------------- steps


def _step(step: TurnStep) -> Step:
    if isinstance(step, ClaimText | AnswersText):
        raise IllegalAction("Where dice lie hidden nothing is corrected")
    return step


def _step_of(event: Event) -> Step | None:
    """The step that caused an event; None for what follows from another."""
    match event:
        case DiceRolled() | ActionDieRolled():
            return event
        case Announced(_, cell):
            return Announce(cell)
        case Doubled():
            return Double()
        case Scored(_, cell, points, extra, by_hand):
            return EnterPoints(cell, points, extra) if by_hand else Score(cell, points)
        case ActionUsed(_, action, target, cell):
            return UseAction(action, target, cell)
        case TurnEnded():
            return EndTurn()
        case NothingTaken():
            return TakeNothing()
        case SheetFrozen(seat):
            return FreezeSheet(seat)
        case EntryTakenBack():
            return TakeBack()
        case _:
            return None
