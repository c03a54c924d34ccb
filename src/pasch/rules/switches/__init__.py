"""House rules as switches that change a preset, each combining with any variant.

A switch is a name, the values it takes, how a variant has it, and how a variant gets it. The
written forms (`joker=none`, JSON) are those of `Switch.choices`; two switches take a text with a
form of its own, `columns` and `own`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeVar, cast

from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, Switches, SwitchValue
from pasch.rules.switches import columns, own, rows, turn
from pasch.rules.switches.switch import LONGEST_TEXT, NOTHING, Kind, Switch, altered, whole

__all__ = [
    "LONGEST_TEXT",
    "NOTHING",
    "SWITCHES",
    "Kind",
    "Switch",
    "SwitchValue",
    "Switches",
    "add_switches",
    "altered",
    "change",
    "find_switch",
    "whole",
]

R = TypeVar("R", bound=Ruleset)

SWITCHES: dict[str, Switch] = {}
"""Every switch by its name, in the order in which they are carried out, whatever the order in which they are given.

Columns come before what binds each of them, the dice before the rows that are asked whether they can score, rows
before what holds for straights among them, the bonus before its threshold; what a mechanic adds comes last.
"""


def add_switches(*switches: Switch) -> None:
    """Let house rules set these too, which a mechanic adds."""
    SWITCHES.update((switch.name, switch) for switch in switches)


add_switches(*turn.SWITCHES, *columns.SWITCHES, *own.SWITCHES, *rows.SWITCHES)


def find_switch(name: str) -> Switch:
    """The switch of this name. Raises `InvalidVariant`, naming the close ones."""
    switch = SWITCHES.get(name)
    if switch is None:
        close = get_close_matches(name[:40], SWITCHES)
        raise InvalidVariant(
            "{field}: there is no such rule; did you mean {names}?"
            if close
            else "{field}: there is no such rule; there are {names}",
            field=name[:40],
            names=", ".join(close or SWITCHES),
        )
    return switch


def change(rules: R, values: Mapping[str, SwitchValue]) -> R:
    """The rules with some switches set, besides those they have.

    A switch that makes no difference is not recorded. Raises `InvalidVariant` for an unknown
    switch, an impossible value, or a combination that cannot be played.
    """
    checked = {name: find_switch(name).checked(value) for name, value in values.items()}
    preset = rules.preset or rules
    wanted = dict(rules.switches) | checked
    made = _carried_out(preset, wanted)
    recorded = dict(wanted)
    for name in sorted(wanted):
        fewer = {other: value for other, value in recorded.items() if other != name}
        if _is(preset, fewer, made):
            recorded = fewer
    kept = tuple(sorted(recorded.items()))
    return cast("R", replace(made, switches=kept, preset=preset) if kept else preset)


def _carried_out(preset: Ruleset, values: Mapping[str, SwitchValue]) -> Ruleset:
    """The preset after the switches, not checked yet: some work only together."""
    variant = preset
    for switch in SWITCHES.values():
        if switch.name in values:
            variant = switch.put(variant, values[switch.name])
    return variant


def _is(preset: Ruleset, values: Mapping[str, SwitchValue], made: Ruleset) -> bool:
    try:
        return _carried_out(preset, values) == made
    except InvalidVariant:
        return False
