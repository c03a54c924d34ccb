"""The short way: decides and folds most rolls and entries by look-ups.

A variant is `plain` when a turn consists of rolls and one entry, any dice may stay, any open cell takes the roll, and
only the dice set the points. A legal step then takes a few comparisons and one look-up. The short way returns None for
all other steps, and `pasch.rules.transitions`, which knows every rule and every refusal, decides them.
"""

from __future__ import annotations

from pasch.rules.actions import RollDice, Score
from pasch.rules.bonus import NO_BONUS_KNIFFELS
from pasch.rules.compiled import Line
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.events import DiceRolled, Event, Scored
from pasch.rules.state import S, State, Step, next_turn
from pasch.rules.turn import Turn

Offer = tuple[int, tuple[RollDice, ...], tuple[int, ...], Line | None]
"""How many actions there are, the rolls among them, the places that take the roll on the table, and what it brings."""

FIRST_ROLL: Offer = (1, (RollDice(NOTHING),), (), None)


def plain_offer(state: State) -> Offer | None:
    """The legal actions, or None when the long way must decide."""
    turn, variant = state.turn, state.variant
    if turn is None or not variant.plain or turn.staying is not None:
        return None
    roll, sheet = turn.roll, state.sheets[turn.seat - 1]
    if roll is None:
        return FIRST_ROLL
    if sheet.frozen or (roll.all_equal and variant.extra is not NO_BONUS_KNIFFELS):
        return None
    line = variant.lines.get(roll.text) or variant.line(roll, 1, served=False)
    rolls, places = line.rolls if turn.rolls_left else (), sheet.open
    return len(rolls) + len(places) + (line.scoring & sheet.open_mask).bit_count(), rolls, places, line


def plain_step(state: S, step: Step) -> tuple[S, tuple[Event, ...]] | None:
    """The next game and its events, or None when the long way must decide."""
    turn, variant = state.turn, state.variant
    if turn is None or not variant.plain:
        return None
    if type(step) is RollDice:
        return _thrown(state, turn, step.keep or NOTHING)
    if type(step) is not DiceRolled:
        return _entered(state, turn, step) if type(step) is Score else None
    roll, keep, air, lying, seat = step.roll, step.keep, turn.staying, turn.roll, turn.seat
    if air is not None:
        keep = air if keep is None else keep
        legal = keep is air
    elif lying is None:
        keep = NOTHING if keep is None else keep
        legal = keep is NOTHING
    else:
        legal = keep is not None and turn.rolls_left > 0 and keep.text in lying.parts
    if keep is None or not legal or step.by_hand or (step.seat is not None and step.seat != seat):
        return None
    if len(roll.faces) != variant.dice or len(roll.tens) != variant.ten_sided or keep.text not in roll.parts:
        return None
    event = step if step.seat == seat and step.keep is keep else DiceRolled(roll, keep, seat)
    return state.altered(turn.landed(roll, keep, turn.rolls - turn.rolls_used - 1)), (event,)


def _thrown(state: S, turn: Turn, keep: Keep) -> tuple[S, tuple[Event, ...]] | None:
    lying = turn.roll
    legal = keep is NOTHING if lying is None else turn.rolls_left > 0 and keep.text in lying.parts
    return (state.altered(turn.rolling(keep)), ()) if legal and turn.staying is None else None


def _entered(state: S, turn: Turn, step: Score) -> tuple[S, tuple[Event, ...]] | None:
    roll, variant, points = turn.roll, state.variant, step.points
    place = variant.places.get(step.cell)
    if roll is None or turn.staying is not None or place is None or variant.banks_rolls:
        return None
    seat, sheets = turn.seat, state.sheets
    sheet = sheets[seat - 1]
    if sheet.points[place] is not None or sheet.frozen or (roll.all_equal and variant.extra is not NO_BONUS_KNIFFELS):
        return None
    worth = (variant.lines.get(roll.text) or variant.line(roll, 1, served=False)).points[place]
    if points is None:
        points = worth
    elif points not in (worth, 0):
        return None
    event = Scored(seat, step.cell, points)
    sheets = (*sheets[: seat - 1], sheet.enter(place, points), *sheets[seat:])
    mine = seat % len(sheets) + 1
    following: Turn | None
    if sheets[mine - 1].open and not state.frozen:
        following = Turn.begun(mine, turn.number + 1, turn.round + (mine <= seat), variant.rolls)
    else:
        following = next_turn(variant, sheets, state.hands, turn, state.frozen)
    return state.entered(following, sheets, event), (event,)
