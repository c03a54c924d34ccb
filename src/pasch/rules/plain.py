"""The short way of a step: what most throws and entries are, decided and folded by look-ups.

Where a variant is `plain`, a turn is nothing but throws and an entry: any dice stay, any open cell takes the roll, and
the dice alone say what it brings. A legal step is then a few comparisons and one look-up. Whatever is not legal or not
plain comes back as None and goes the long way (`pasch.rules.transitions`), which knows every rule and every refusal.
"""

from __future__ import annotations

from pasch.rules.actions import RollDice, Score
from pasch.rules.compiled import Line
from pasch.rules.dice import NOTHING
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.extra import NO_EXTRA
from pasch.rules.legal import FIRST_THROW, throws_of
from pasch.rules.order import next_turn
from pasch.rules.state import Outcome, State, Step
from pasch.rules.turn import Turn


def plain_step(state: State, step: Step) -> Outcome | None:
    """The next game and what happened, None where the long way has to be asked."""
    turn = state.turn
    if turn is None or not state.variant.plain:
        return None
    if type(step) is DiceRolled:
        return _thrown(state, turn, step)
    return _entered(state, turn, step) if type(step) is Score else None


Offer = tuple[tuple[RollDice, ...], tuple[int, ...], Line]
"""The throws of a moment, the places that take the roll, and what it brings there."""

NO_LINE = Line((), (), ())


def plain_offer(state: State) -> Offer | None:
    """What is legal, None where the long way has to be asked."""
    turn, variant = state.turn, state.variant
    if turn is None or not variant.plain or turn.thrown is not None:
        return None
    roll, sheet = turn.roll, state.sheets[turn.seat - 1]
    if roll is None:
        return FIRST_THROW, (), NO_LINE
    if sheet.frozen or (roll.all_equal and variant.extra is not NO_EXTRA):
        return None
    return throws_of(roll) if turn.rolls_left else (), sheet.open, variant.line(roll, 1, served=False)


def _thrown(state: State, turn: Turn, step: DiceRolled) -> Outcome | None:
    roll, keep, air, lying = step.roll, step.keep, turn.thrown, turn.roll
    if air is not None:
        keep = air if keep is None else keep
        if keep is not air:
            return None
    elif lying is None:
        keep = NOTHING if keep is None else keep
        if keep is not NOTHING:
            return None
    elif keep is None or not turn.rolls_left or keep.text not in lying.parts:
        return None
    seat, variant = turn.seat, state.variant
    fits = len(roll.faces) == variant.dice and len(roll.tens) == variant.ten_sided and keep.text in roll.parts
    if not fits or (step.seat is not None and step.seat != seat) or step.by_hand:
        return None
    event = step if step.seat == seat and step.keep is keep else DiceRolled(roll, keep, seat)
    return state.altered(turn.landed(roll, keep, turn.rolls - turn.rolls_used - 1)), (event,)


def _entered(state: State, turn: Turn, step: Score) -> Outcome | None:
    roll, variant = turn.roll, state.variant
    place = variant.places.get(step.cell)
    if roll is None or turn.thrown is not None or place is None:
        return None
    if roll.all_equal and variant.extra is not NO_EXTRA:
        return None
    seat, sheets = turn.seat, state.sheets
    sheet = sheets[seat - 1]
    if sheet.points[place] is not None or sheet.frozen:
        return None
    points, worth = step.points, variant.line(roll, 1, served=False).points[place]
    if points is None:
        points = worth
    elif points not in (worth, 0):
        return None
    event = Scored(seat, step.cell, points)
    filled = sheet.enter(place, points)
    sheets = (*sheets[: seat - 1], filled, *sheets[seat:])
    following = next_turn(variant, sheets, state.hands, turn, state.frozen)
    return state.entered(following, sheets, event), (event,)
