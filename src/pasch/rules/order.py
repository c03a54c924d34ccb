"""Whose turn it is: seats in order, left out those whose sheet is full or frozen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pasch.rules.columns import KeepRule
from pasch.rules.hand import Hands, with_hand
from pasch.rules.sheet import Sheet
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant


def seats_after(seat: int, seats: int) -> list[int]:
    """All of so many seats in order, beginning with the one after `seat`, which comes last."""
    return [(seat - 1 + step) % seats + 1 for step in range(1, seats + 1)]


def first_turn(variant: Variant, sheets: tuple[Sheet, ...], hands: Hands, frozen: Collection[int] = ()) -> Turn | None:
    """The turn of the first seat that has an open cell; seats before it have played or are `frozen`."""
    open_seats = [seat for seat, sheet in enumerate(sheets, start=1) if not sheet.full and seat not in frozen]
    if not open_seats:
        return None
    entries = [len(sheet.points) - len(sheet.open) for sheet in sheets]
    return turn_of(variant, hands, open_seats[0], sum(entries) + 1, entries[0] + 1)


def next_turn(
    variant: Variant, sheets: tuple[Sheet, ...], hands: Hands, turn: Turn, frozen: Collection[int]
) -> Turn | None:
    """The turn of the next seat in order that has an open cell and is not `frozen`."""
    for seat in seats_after(turn.seat, len(sheets)) if len(sheets) > 1 else (1,):
        if sheets[seat - 1].open and seat not in frozen:
            next_round = turn.round + (seat <= turn.seat)
            return turn_of(variant, hands, seat, turn.number + 1, next_round)
    return None


def turn_of(variant: Variant, hands: Hands, seat: int, number: int, round_: int) -> Turn:
    """The turn of a seat before its first roll."""
    locking = variant.keep is KeepRule.LOCK_ONE
    hand = hands[seat - 1]
    rolls = (variant.dice_count if locking else variant.rolls) + hand.bank
    chip = hand.chips > 0 and not locking  # dice that are locked one by one need no further roll
    return Turn.begun(seat, number, round_, rolls, chip=chip)


def saved(variant: Variant, hands: Hands, turn: Turn) -> Hands:
    """The hands after a turn: where a game saves rolls, those of the turn that were not used."""
    if not variant.banks_rolls or variant.keep is KeepRule.LOCK_ONE:
        return hands
    unused = turn.rolls_left if turn.roll else 0
    return with_hand(hands, turn.seat, replace(hands[turn.seat - 1], bank=unused))
