"""House rules in writing: `{joker=none rolls=4}` in a position, one line of JSON in a record."""

import json
import re

from pasch.rules.errors import InvalidInput
from pasch.rules.switches import LONGEST_TEXT, NOTHING, Switches, SwitchValue, find_switch

_PAIR = re.compile(rf"([a-z_]{{1,40}})=(\S{{1,{LONGEST_TEXT}}})")


def switches_from_text(text: str) -> dict[str, SwitchValue]:
    """Read what stands between the braces; blanks or commas part the switches.

    Raises `InvalidInput`.
    """
    values: dict[str, SwitchValue] = {}
    for token in text.replace(",", " ").split():
        found = _PAIR.fullmatch(token)
        if found is None:
            raise InvalidInput("“{text}” is no rule: write name=value, such as joker=none", text=token[:40])
        name, value = found.groups()
        values[name] = find_switch(name).parse(value)
    return values


def switches_to_text(switches: Switches) -> str:
    """The switches with their braces; empty when there are none."""
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
