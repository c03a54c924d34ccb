"""What a seat holds beside its sheet, and keeps when sheets change hands."""

from dataclasses import dataclass

from pasch.rules.actions import ActionKind


@dataclass(frozen=True)
class WonDie:
    """An action die in stock; it can be used from the round `usable_from` on."""

    kind: ActionKind
    usable_from: int


@dataclass(frozen=True)
class Hand:
    """`bank` are unused rolls saved for later turns, `chips` those that can still buy a roll.

    `doubles` are the entries that may still count twice, `dice` the action dice in the order in
    which they were won.
    """

    bank: int = 0
    chips: int = 0
    doubles: int = 0
    dice: tuple[WonDie, ...] = ()


Hands = tuple[Hand, ...]
"""The hands of all seats."""


def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands with another one at this seat, which counts from 1."""
    return (*hands[: seat - 1], hand, *hands[seat:])
