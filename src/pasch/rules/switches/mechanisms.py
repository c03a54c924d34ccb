"""Switches about what a game adds to the turn: doubled entries and action dice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pasch.rules.errors import InvalidVariant
from pasch.rules.switches.switch import Switch, SwitchValue, altered, whole
from pasch.rules.validation import MOST_DOUBLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from pasch.rules.phases.action_dice import ActionDice
    from pasch.rules.variant import Variant

NEXT_ROUND = "next_round"
AT_ONCE = "at_once"


def _action_dice(variant: Variant) -> ActionDice | None:
    # Phases know the game, and the game the variant, which knows its switches.
    from pasch.rules.phases.action_dice import ActionDice

    return variant.phase if isinstance(variant.phase, ActionDice) else None


def _has_action_dice(variant: Variant) -> bool:
    return _action_dice(variant) is not None


def _get(read: Callable[[ActionDice], SwitchValue]) -> Callable[[Variant], SwitchValue]:
    """What the action dice say, None where there are none."""

    def get(variant: Variant) -> SwitchValue:
        phase = _action_dice(variant)
        return None if phase is None else read(phase)

    return get


def _put(name: str, change: Callable[[ActionDice, SwitchValue], ActionDice]) -> Callable[..., Variant]:
    """Other action dice. Raises `InvalidVariant` where there are none."""

    def put(variant: Variant, value: SwitchValue) -> Variant:
        phase = _action_dice(variant)
        if phase is None:
            raise InvalidVariant("{field}: {variant} has no action dice", field=name, variant=variant.key)
        return altered(variant, phase=change(phase, value))

    return put


def _divisor(phase: ActionDice, value: SwitchValue) -> ActionDice:
    return replace(phase, divisor=whole(value))


def _use(phase: ActionDice, value: SwitchValue) -> ActionDice:
    return replace(phase, at_once=value == AT_ONCE)


def _open(phase: ActionDice, value: SwitchValue) -> ActionDice:
    return replace(phase, cross_out_open=bool(value))


SWITCHES = (
    Switch("doubles", lambda v: v.doubles, lambda v, x: altered(v, doubles=whole(x)), high=MOST_DOUBLES),
    Switch(
        "action_divisor",
        _get(lambda phase: phase.divisor),
        _put("action_divisor", _divisor),
        low=2,
        high=10,
        concerns=_has_action_dice,
    ),
    Switch(
        "action_use",
        _get(lambda phase: AT_ONCE if phase.at_once else NEXT_ROUND),
        _put("action_use", _use),
        (NEXT_ROUND, AT_ONCE),
        concerns=_has_action_dice,
    ),
    Switch(
        "cross_out_open",
        _get(lambda phase: phase.cross_out_open),
        _put("cross_out_open", _open),
        (True, False),
        concerns=_has_action_dice,
    ),
)
