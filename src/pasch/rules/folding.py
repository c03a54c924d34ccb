"""The fold of a game: the next state for each event. It checks nothing, because logged events have happened."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from pasch.rules.columns import DoubleWhen, KeepRule
from pasch.rules.dice import NOTHING
from pasch.rules.errors import IllegalAction
from pasch.rules.events import Announced, DiceRolled, Doubled, EntryTakenBack, Event, Scored, SheetFrozen
from pasch.rules.legal import is_served
from pasch.rules.mechanics.behaviour import behaviour_of
from pasch.rules.state import S, State, Turn, saved, with_hand


def evolve(state: S, event: Event) -> S:
    """The game after an event."""
    return cast("S", _evolve(state, event))  # every step of the fold preserves the class of the state


def _evolve(state: State, event: Event) -> State:
    match event:
        case DiceRolled():
            return rolled(state, event)
        case Announced(_, cell):
            turn, _sheet = state.acting()
            return state.with_turn(replace(turn, announced=cell))
        case Doubled(seat):
            return _doubled(state, seat)
        case Scored():
            return scored(state, event)
        case SheetFrozen(seat):
            return _left_by(state, seat)
        case EntryTakenBack():
            if state.before_latest is None:
                raise IllegalAction("There is no entry to take back")
            return state.before_latest
        case _:
            return behaviour_of(state).evolve(state, event)


def after(state: S, *events: Event) -> tuple[S, tuple[Event, ...]]:
    """The game after these events, and the events."""
    for event in events:
        state = evolve(state, event)
    return state, events


def rolled(state: State, event: DiceRolled) -> State:
    """The game after a roll has landed."""
    turn, _ = state.acting()
    keep = NOTHING if event.keep is None else event.keep
    left = turn.rolls - turn.rolls_used - 1
    if state.variant.keep is KeepRule.LOCK_ONE:
        # Each further roll locks a die, so all free dice except one can still be rolled.
        left = state.variant.dice_count - len(keep) - 1
    landed = turn.landed(event.roll, keep, max(0, left))
    if turn.doubled or turn.doubles_next:
        whole_turn = state.variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL
        landed = replace(landed, doubled=turn.doubles_next or whole_turn, doubles_next=False)
    if turn.chip or event.by_hand:
        chip = turn.chip and turn.rolls_used < turn.rolls
        landed = replace(landed, chip=chip, by_hand=turn.by_hand or event.by_hand)
    if turn.rolls_used < turn.rolls:
        return state.altered(landed)
    hand = state.hands[turn.seat - 1]  # a chip pays for the additional roll
    return state.altered(landed, hands=with_hand(state.hands, turn.seat, replace(hand, chips=hand.chips - 1)))


def _doubled(state: State, seat: int) -> State:
    turn, _ = state.acting()
    hand = state.hands[seat - 1]
    hands = with_hand(state.hands, seat, replace(hand, doubles=hand.doubles - 1))
    whole_turn = state.variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL
    return state.altered(replace(turn, doubled=True) if whole_turn else replace(turn, doubles_next=True), hands=hands)


def scored(state: State, event: Scored) -> State:
    """The game after an entry, at the following turn."""
    turn, sheet = state.acting()
    seat = event.seat - 1
    filled = sheet.enter(state.variant.index(event.cell), event.points, event.extra)
    won = _wins_at_once(state, event, turn)
    entered = state.altered(
        None if won else turn,
        sheets=(*state.sheets[:seat], filled, *state.sheets[seat + 1 :]),
        hands=saved(state.variant, state.hands, turn),
        winner=event.seat if won else None,
        latest=event,
        before_latest=state.settled,
    )
    return entered if won else behaviour_of(state).entered(entered, event)


def _left_by(state: State, seat: int) -> State:
    """This game without further turns of a seat; a running turn of that seat ends."""
    left = state.altered(state.turn, frozen=state.frozen | {seat}, winner=state.winner)
    return left if state.turn is None else behaviour_of(state).left(left, seat)


def _wins_at_once(state: State, event: Scored, turn: Turn) -> bool:
    """Whether this entry wins the game immediately, as a served generala does."""
    wins = state.variant.instant_win
    return bool(wins) and event.cell.category == wins and event.points > 0 and is_served(state.variant, turn)
