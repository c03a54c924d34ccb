"""Setting switches: from a preset and the rules of a house to a variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pasch.rules.errors import InvalidVariant
from pasch.rules.switches import columns, kniffels, mechanisms, own, rows, turn
from pasch.rules.switches.switch import Switch, SwitchValue

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

# In the order in which they are carried out, whatever the order in which they are given: columns before what binds
# each of them, the dice before the rows that are asked whether they can score, rows before what holds for straights
# among them, the bonus before its threshold.
_ALL = (*turn.SWITCHES, *kniffels.SWITCHES, *columns.SWITCHES, *own.SWITCHES, *rows.SWITCHES, *mechanisms.SWITCHES)

SWITCHES: Mapping[str, Switch] = {switch.name: switch for switch in _ALL}
"""Every switch by its name."""


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


def change(variant: Variant, values: Mapping[str, SwitchValue]) -> Variant:
    """The variant with some switches set, beside those it has.

    A switch that makes no difference is not recorded. Raises `InvalidVariant` for an unknown
    switch, an impossible value, or a combination that cannot be played.
    """
    checked = {name: find_switch(name).checked(value) for name, value in values.items()}
    preset = _preset(variant)
    wanted = checked if preset is variant else dict(variant.switches) | checked
    made = _carried_out(preset, wanted)
    recorded = dict(wanted)
    for name in sorted(wanted):
        fewer = {other: value for other, value in recorded.items() if other != name}
        if _is(preset, fewer, made):
            recorded = fewer
    if preset is variant:
        recorded = dict(variant.switches) | recorded
    return replace(made, switches=tuple(sorted(recorded.items())))


def _preset(variant: Variant) -> Variant:
    """The variant before any switch; itself where that is not known, as for one that is not in the registry."""
    if not variant.switches:
        return variant
    from pasch.rules.variants import VARIANTS  # the registry is built of variants, which know this module

    return VARIANTS.get(variant.key, variant)


def _carried_out(preset: Variant, values: Mapping[str, SwitchValue]) -> Variant:
    """The preset after the switches, not checked yet: some work only together."""
    variant = preset
    for switch in _ALL:
        if switch.name in values:
            variant = switch.put(variant, values[switch.name])
    return variant


def _is(preset: Variant, values: Mapping[str, SwitchValue], made: Variant) -> bool:
    try:
        return _carried_out(preset, values) == made
    except InvalidVariant:
        return False
