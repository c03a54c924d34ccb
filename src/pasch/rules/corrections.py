"""Corrections of a played turn: mistyped real dice, or an entry in the wrong cell.

Theory of operation. A match stores the current events of each game. A correction replaces one turn. The turns before
it stay; the rules replay those after it. If a later turn becomes impossible or the order of turns changes, the
correction is refused and nothing changes. Server rolls never change: the dice of a correction are typed in, or were
on the table before. The log retains the original turn and appends the correction, so folding the log replays the same
turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

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
    ClaimAnswered,
    Claimed,
    ClaimSettled,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    Event,
    MechanicEvent,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.game import Game
from pasch.rules.notation.mechanics import AnswersText, ClaimText
from pasch.rules.notation.turns import TurnStep, TurnText, same_turn, turn_text
from pasch.rules.state import Stage, Step, Turn


@dataclass(frozen=True)
class PlayedTurn:
    """A turn as it counts now: the game `before` it, and its events. `running`: it has not ended yet."""

    turn: Turn
    before: Game
    events: tuple[Event, ...]
    running: bool

    def with_event(self, event: Event, after: Game) -> PlayedTurn:
        """This turn with the next event."""
        return PlayedTurn(self.turn, self.before, (*self.events, event), same_turn(self.turn, after.turn))

    @property
    def text(self) -> TurnText:
        """The turn as a record writes it."""
        return TurnText.from_text(self.written)

    @property
    def written(self) -> str:
        """The turn's line in a record, without its number."""
        return turn_text(self.before.variant, self.events)

    @property
    def entry(self) -> Scored | None:
        """The turn's entry, if any."""
        return next((event for event in reversed(self.events) if isinstance(event, Scored)), None)

    @property
    def rolls(self) -> tuple[DiceRolled, ...]:
        """The rolls in order."""
        return tuple(event for event in self.events if isinstance(event, DiceRolled))


@dataclass(frozen=True)
class PlayedGame:
    """A game with its current events: `beginning` precedes its first roll, `now` follows the last event."""

    beginning: Game
    now: Game
    events: tuple[Event, ...]

    @property
    def turns(self) -> list[PlayedTurn]:
        """The turns begun so far, as they count now. Replays the game once."""
        at, turns = self.beginning, list[PlayedTurn]()
        for event in self.events:
            after = at.evolve(event)
            latest = turns[-1] if turns else None
            if latest is not None and (latest.running or isinstance(event, CellLost | ChipRemoved)):
                # The effects of an entry on other seats belong to its turn.
                turns[-1] = latest.with_event(event, after)
            elif at.turn is not None:
                turns.append(PlayedTurn(at.turn, at, (), running=True).with_event(event, after))
            at = after
        return turns

    def turn(self, round_: int, seat: int) -> PlayedTurn | None:
        """The turn with this number, the last if there are several; None if there is none (yet)."""
        turns = (each for each in reversed(self.turns) if each.turn.stage is not Stage.SHIFTING)
        return next((each for each in turns if (each.turn.round, each.turn.seat) == (round_, seat)), None)

    def after_its_end(self) -> Iterator[Event]:
        """The events after the end of the game: departures of players."""
        at = self.beginning
        for event in self.events:
            if at.turn is None and not isinstance(event, CellLost | ChipRemoved):
                yield event
            at = at.evolve(event)


# ------------------------------------------------------------------------------- corrections


@dataclass(frozen=True)
class Correct:
    """Replace a turn. `steps` without an entry replace the running turn.

    `game`, `round` and `seat` count from 1. `extra` None uses the extra points that the rules give.
    """

    game: int
    round: int
    seat: int
    steps: tuple[TurnStep, ...]
    extra: int | None = None


@dataclass(frozen=True)
class TurnCorrected:
    """A turn was replaced: `turn` counts now, `was` counted before, both as a record writes them."""

    seat: int
    game: int
    round: int
    turn: str
    was: str


def corrected(played: PlayedGame | None, action: Correct, frozen: frozenset[int]) -> tuple[PlayedGame, TurnCorrected]:
    """The game with one turn replaced, and the event; `played` None means that the game is unknown.

    The sheets of `frozen` seats must stay as they are. Raises `IllegalAction`, `InvalidInput`, `CorrectionClashes`.
    """
    played, target = _target(played, action)
    rebuilt, written = _rebuilt(played, action, target, frozen)
    if written == target.written:
        raise no_change()
    return rebuilt, TurnCorrected(action.seat, action.game, action.round, written, target.written)


def corrected_turns(events: Iterable[object]) -> frozenset[tuple[int, int, int]]:
    """The turns with a corrected entry, by game, round and seat; corrections of earlier dice do not count."""
    entered = (each for each in events if isinstance(each, TurnCorrected) and ">" in each.was)
    return frozenset((each.game, each.round, each.seat) for each in entered)


def with_correction(played: PlayedGame | None, event: TurnCorrected, frozen: frozenset[int]) -> PlayedGame:
    """The game after an accepted correction."""
    action = Correct(event.game, event.round, event.seat, TurnText.from_text(event.turn).steps)
    played, target = _target(played, action)
    return _rebuilt(played, action, target, frozen)[0]


def retyped(played: PlayedGame | None, action: Correct) -> tuple[Step, ...] | None:
    """The steps of a correction that only takes back the latest entry and enters again; None for any other.

    `played` is the running game. Raises `IllegalAction` when nothing can be corrected.
    """
    played, target = _target(played, action)
    latest = played.now.latest
    if latest is None or latest is not target.entry:
        return None
    before = target.text.before_entry
    steps = _as_written(target, action.steps)
    if steps[: len(before)] != before:
        return None
    return (TakeBack(), *map(_step, action.steps[len(before) :]))


# ------------------------------------------------------------------------------- finding the turn


def _target(played: PlayedGame | None, action: Correct) -> tuple[PlayedGame, PlayedTurn]:
    target = None if played is None else played.turn(action.round, action.seat)
    if played is None or target is None:
        raise IllegalAction(
            "Game {game} has no turn {round}.{seat} that could be corrected",
            game=str(action.game)[:12],
            round=str(action.round)[:12],
            seat=str(action.seat)[:12],
        )
    return played, target


def _as_written(target: PlayedTurn, steps: tuple[TurnStep, ...]) -> tuple[TurnStep, ...]:
    """The steps as a record writes them: only rolls after the first name the kept dice."""
    first = next((place for place, step in enumerate(steps) if isinstance(step, DiceRolled)), None)
    if first is None:
        return steps
    rolled = steps[first]
    assert isinstance(rolled, DiceRolled)
    roll = target.before.variant.roll(rolled.roll)
    return (*steps[:first], DiceRolled(roll, by_hand=rolled.by_hand), *steps[first + 1 :])


# ------------------------------------------------------------------------------- replaying the game


def _rebuilt(played: PlayedGame, action: Correct, target: PlayedTurn, frozen: frozenset[int]) -> tuple[PlayedGame, str]:
    """The game with one turn replaced, and that turn in its written form."""
    game, mine = _corrected_turn(action, target)
    at, events, found = played.beginning, list[Event](), False
    for turn in played.turns:
        if turn.turn == target.turn:
            at, found = game, True
            events += mine
        elif not found:
            events += turn.events
        else:
            at, replayed = _replayed(at, turn)
            events += replayed
    left = tuple(played.after_its_end())
    for event in left:
        at = at.evolve(event)
    before = played.now
    if not (same_turn(before.turn, at.turn) or before.turn is at.turn is None):
        raise _another_order()
    for seat in frozen:
        if at.sheets[seat - 1].points != before.sheets[seat - 1].points:
            raise IllegalAction("The sheet of seat {seat} is already frozen", seat=seat)
    rebuilt = PlayedGame(played.beginning, at.settled, (*events, *left))
    return rebuilt, turn_text(at.variant, mine)


def _corrected_turn(action: Correct, target: PlayedTurn) -> tuple[Game, tuple[Event, ...]]:
    """The game after the replacement turn, and its events. Raises what the rules raise."""
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
            else "Correct a finished turn together with its entry"
        )
    _check_rolls(mine, target)
    extra = sum(event.extra for event in mine if isinstance(event, Scored))
    if action.extra is not None and action.extra != extra:
        raise InvalidInput("The rules give {right} extra points here, not {given}", right=extra, given=action.extra)
    return game, mine


def _check_rolls(mine: Iterable[Event], target: PlayedTurn) -> None:
    """Raise if the correction changes dice that were not typed in."""
    rolls = tuple(event for event in mine if isinstance(event, DiceRolled))
    for number, rolled in enumerate(rolls, start=1):
        if not rolled.by_hand and rolls[:number] != target.rolls[:number]:
            raise IllegalAction("The server’s rolls cannot be corrected, only dice entered by hand")
    if tuple(filter(_freezes, mine)) != tuple(filter(_freezes, target.events)):
        raise IllegalAction("A correction does not change who has left")


def _freezes(event: Event) -> bool:
    return isinstance(event, SheetFrozen)


def _replayed(game: Game, played: PlayedTurn) -> tuple[Game, tuple[Event, ...]]:
    """The game after a later turn, rescored. Raises `CorrectionClashes`."""
    turn, was = game.turn, played.turn
    if turn is None or (turn.seat, turn.number, turn.round) != (was.seat, was.number, was.round):
        raise _another_order()
    logged: tuple[Event, ...] = ()
    try:
        for event in played.events:
            step = _step_of(event)
            if step is not None:
                game, events = game.apply(step)
                logged += events
    except PaschError as error:
        raise CorrectionClashes(f"{was.round}.{was.seat}", error) from error
    if same_turn(turn, game.turn) != played.running:
        raise _another_order()
    return game, logged


def no_change() -> IllegalAction:
    """The error for a correction of a turn to itself."""
    return IllegalAction("The correction changes nothing")


def _another_order() -> IllegalAction:
    return IllegalAction("This correction would change the order of turns, so it is no longer possible")


# ------------------------------------------------------------------------------- steps


def _step(step: TurnStep) -> Step:
    if isinstance(step, ClaimText | AnswersText):
        raise IllegalAction("Games with hidden dice allow no corrections")
    return step


def _step_of(event: Event) -> Step | None:
    """The step that caused an event; None for an event that follows from another."""
    match event:
        case DiceRolled():
            return event
        case Announced(_, cell):
            return Announce(cell)
        case Doubled():
            return Double()
        case Scored(_, cell, points, extra, by_hand):
            return EnterPoints(cell, points, extra) if by_hand else Score(cell, points)
        case SheetFrozen(seat):
            return FreezeSheet(seat)
        case EntryTakenBack():
            return TakeBack()
        case _:
            return _mechanic_step_of(event)


def _mechanic_step_of(event: MechanicEvent) -> Step | None:
    match event:
        case ActionDieRolled():
            return event
        case ActionUsed(_, action, target, cell):
            return UseAction(action, target, cell)
        case TurnEnded():
            return EndTurn()
        case NothingTaken():
            return TakeNothing()
        case CellLost() | Claimed() | ClaimAnswered() | ClaimSettled() | ChipRemoved():
            return None
    assert_never(event)
