"""The fast path: decides and folds most rolls and entries by lookups.

In a `plain` variant, a turn consists of rolls and one entry. Any dice may stay, any open cell takes the roll, and
only the dice set the points. A legal step then takes a few comparisons and one lookup. The fast path returns None for
all other steps. `pasch.rules.transitions`, which has every rule and every refusal, decides those.
"""

from __future__ import annotations

from pasch.rules.actions import RollDice, Score
from pasch.rules.compiled import entry_of
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.events import DiceRolled, Event
from pasch.rules.state import S, State, Step, Turn, next_turn

Offer = tuple[int, tuple[RollDice, ...], tuple[int, ...], tuple[tuple[Score, ...], ...]]
"""The number of actions, the rolls among them, the places that take the roll on the table, and the entries there."""

FIRST_ROLL: Offer = (1, (RollDice(NOTHING),), (), ())


def plain_offer(state: State) -> Offer | None:
    """The legal actions, or None when `transitions` must decide."""
    turn, variant = state.turn, state.variant
    if turn is None or not variant.plain or turn.staying is not None:
        return None
    roll, sheet = turn.roll, state.sheets[turn.seat - 1]
    if roll is None:
        return FIRST_ROLL
    choice = variant.tables.choices.get(roll.text) or variant.choice(roll)
    if choice is None or sheet.frozen:
        return None
    rolls, places = choice.rolls if turn.rolls_left else (), sheet.open
    count = len(rolls) + len(places) + (choice.scoring & sheet.open_mask).bit_count()
    return count, rolls, places, choice.scores


def plain_step(state: S, step: Step) -> tuple[S, tuple[Event, ...]] | None:
    """The next game and its events, or None when `transitions` must decide."""
    turn = state.turn
    if turn is None or not state.variant.plain:
        return None
    if type(step) is DiceRolled:
        return _landed(state, turn, step)
    if type(step) is Score:
        return _entered(state, turn, step)
    return _rolling(state, turn, step) if type(step) is RollDice else None


def _rolling(state: S, turn: Turn, step: RollDice) -> tuple[S, tuple[Event, ...]] | None:
    keep = step.keep or NOTHING
    if turn.staying is not None or not _may_stay(turn, keep):
        return None
    return state.with_turn(turn.rolling(keep)), ()


def _may_stay(turn: Turn, keep: Keep) -> bool:
    return keep is NOTHING if turn.roll is None else turn.rolls_left > 0 and keep.text in turn.roll.parts


def _landed(state: S, turn: Turn, step: DiceRolled) -> tuple[S, tuple[Event, ...]] | None:
    roll, keep = step.roll, step.keep
    air, seat = turn.staying, turn.seat
    if keep is None and (air is not None or turn.roll is None):
        keep = air or NOTHING
    if keep is None or step.by_hand or (step.seat is not None and step.seat != seat):
        return None
    if air is not keep if air is not None else not _may_stay(turn, keep):
        return None
    landings = state.variant.tables.landings
    event = landings.get((roll.text, keep.text, seat))
    if event is None:
        if not state.variant.takes(roll) or keep.text not in roll.parts:
            return None
        event = landings[roll.text, keep.text, seat] = DiceRolled(roll, keep, seat)
    return state.with_turn(turn.landed(roll, keep, turn.rolls - turn.rolls_used - 1)), (event,)


def _entered(state: S, turn: Turn, step: Score) -> tuple[S, tuple[Event, ...]] | None:
    variant, sheets, seat = state.variant, state.sheets, turn.seat
    tables, sheet, roll = variant.tables, sheets[seat - 1], turn.roll
    place = tables.places.get(step.cell)
    if roll is None or turn.staying is not None or place is None or sheet.points[place] is not None:
        return None
    choice = tables.choices.get(roll.text) or variant.choice(roll)
    if choice is None or sheet.frozen or variant.banks_rolls:
        return None
    worth, points = choice.points[place], step.points
    if points is None:
        points = worth
    elif points and points != worth:
        return None
    event = entry_of(seat, step.cell, points)
    sheets = (*sheets[: seat - 1], sheet.enter(place, points), *sheets[seat:])
    mine = seat % len(sheets) + 1
    following: Turn | None
    if sheets[mine - 1].open and not state.frozen:
        following = Turn.begun(mine, turn.number + 1, turn.round + (mine <= seat), variant.rolls)
    else:
        following = next_turn(variant, sheets, state.hands, turn, state.frozen)
    return state.entered(following, sheets, event), (event,)
