"""House rules as switches that change a preset, each combining with any variant.

A switch has a name, its possible values, a getter and a setter. Its text forms (`{joker=none rolls=4}` in a position,
one line of JSON in a record) use the words of `Switch.choices`. Two switches, `columns` and `own`, take texts with a
special syntax.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeVar, cast

from pasch.rules.errors import InvalidInput, InvalidVariant
from pasch.rules.ruleset import Ruleset, Switches, SwitchValue
from pasch.rules.switches import own, sheet, turn
from pasch.rules.switches.switch import LONGEST_TEXT, NOTHING, Kind, Switch

__all__ = [
    "SWITCHES",
    "Kind",
    "Switch",
    "SwitchValue",
    "add_switches",
    "change",
    "find_switch",
    "switches_from_json",
    "switches_from_text",
    "switches_to_json",
    "switches_to_text",
]

R = TypeVar("R", bound=Ruleset)

SWITCHES: dict[str, Switch] = {}
"""Every switch by its name, in the order of application, regardless of the order in which they are given.

Columns precede their restrictions, and dice precede the rows that must be able to score. Rows precede the rules for
straights, and the bonus precedes its threshold. Switches of mechanics come last.
"""


def add_switches(*switches: Switch) -> None:
    """Add the switches of a mechanic."""
    SWITCHES.update((switch.name, switch) for switch in switches)


add_switches(*turn.SWITCHES, *sheet.COLUMN_SWITCHES, *own.SWITCHES, *sheet.ROW_SWITCHES)


def find_switch(name: str) -> Switch:
    """The switch with this name. Raises `InvalidVariant`, naming close matches."""
    switch = SWITCHES.get(name)
    if switch is None:
        close = get_close_matches(name[:40], SWITCHES)
        raise InvalidVariant(
            "{field}: unknown rule; did you mean {names}?" if close else "{field}: unknown rule; the rules are {names}",
            field=name[:40],
            names=", ".join(close or SWITCHES),
        )
    return switch


def change(rules: R, values: Mapping[str, SwitchValue]) -> R:
    """The rules with these switches set in addition to their own.

    A switch without effect is not recorded. Raises `InvalidVariant` for an unknown switch, an
    impossible value, or a combination that cannot be played.
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
    """The preset after the switches, unchecked because some work only together."""
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


# ------------------------------------------------------------------------------- in writing

_PAIR = re.compile(rf"([a-z_]{{1,40}})=(\S{{1,{LONGEST_TEXT}}})")


def switches_from_text(text: str) -> dict[str, SwitchValue]:
    """Read the text between the braces; blanks or commas separate the switches.

    Raises `InvalidInput`.
    """
    values: dict[str, SwitchValue] = {}
    for token in text.replace(",", " ").split():
        found = _PAIR.fullmatch(token)
        if found is None:
            raise InvalidInput("“{text}” is not a rule: write name=value, such as joker=none", text=token[:40])
        name, value = found.groups()
        values[name] = find_switch(name).parse(value)
    return values


def switches_to_text(switches: Switches) -> str:
    """The switches with their braces; empty if there are none."""
    pairs = (f"{name}={_word(value)}" for name, value in switches)
    return f"{{{' '.join(pairs)}}}" if switches else ""


def _word(value: SwitchValue) -> str:
    return NOTHING if value == "" else str(value).lower()


def switches_from_json(text: str) -> dict[str, SwitchValue]:
    """Read one line of JSON, an object of switches. Raises `InvalidInput`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidInput("Rules are one line of JSON, such as {example}", example='{"rolls": 4}')
    values: dict[str, SwitchValue] = {}
    for name, value in data.items():
        switch = find_switch(name)
        if isinstance(value, float | list | dict):
            raise switch.refusal(value)
        values[name] = value
    return values


def switches_to_json(switches: Switches) -> str:
    """The switches as one line of JSON."""
    return json.dumps(dict(switches))
