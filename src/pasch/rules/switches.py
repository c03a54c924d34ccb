"""House rules as switches that change a preset, each combining with any variant.

A switch is a name, the values it takes, how a variant has it, and how a variant gets it. The
written forms (`joker=none`, JSON) are those of `Switch.values`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

from pasch.rules.columns import Announce, Column, KeepRule, Order
from pasch.rules.errors import InvalidVariant
from pasch.rules.extra import ExtraNeeds, ExtraWhen, Joker
from pasch.rules.patterns import Groups
from pasch.rules.validation import MOST_POINTS, MOST_ROLLS

if TYPE_CHECKING:
    from pasch.rules.category import Category
    from pasch.rules.variant import Variant

SwitchValue = str | int | bool | None
"""The value of a switch, as it stands in JSON."""

_WHOLE = re.compile(r"-?[0-9]{1,9}")

Switches = tuple[tuple[str, SwitchValue], ...]
"""The switches that differ from the preset, in the order of their names."""


@dataclass(frozen=True)
class Switch:
    """One house rule.

    `choices` lists the words it takes; where it is empty the switch takes a whole number
    from `low` to `high`, and None when `optional`. `get` is None-valued where a variant has
    no single value for it (columns that differ).
    """

    name: str
    get: Callable[[Variant], SwitchValue]
    put: Callable[[Variant, SwitchValue], Variant]
    choices: tuple[str | bool, ...] = ()
    low: int = 0
    high: int = MOST_POINTS
    optional: bool = False

    def accepts(self, value: SwitchValue) -> bool:
        """Whether the value is one of this switch's, of its own type."""
        if value is None:
            return self.optional
        if self.choices:
            return any(value == c and type(value) is type(c) for c in self.choices)
        return type(value) is int and self.low <= value <= self.high

    def parse(self, text: str) -> SwitchValue:
        """The value a text means. Raises `InvalidVariant`."""
        words = {str(choice).lower(): choice for choice in self.choices}
        if text.lower() in words:
            return words[text.lower()]
        if not self.choices and _WHOLE.fullmatch(text):
            return int(text)
        if self.optional and text.lower() in ("none", "null"):
            return None
        raise self.refusal(text)

    def refusal(self, value: object) -> InvalidVariant:
        """The error for a value this switch does not take."""
        return InvalidVariant(
            "{field}: “{value}” is not possible; it takes {values}",
            field=self.name,
            value=str(value)[:40],
            values=self.values_text,
        )

    @property
    def values_text(self) -> str:
        """The possible values, as one reads them."""
        if self.choices:
            return ", ".join(str(choice).lower() for choice in self.choices)
        return f"{self.low}–{self.high}" + (", none" if self.optional else "")


def change(variant: Variant, values: Mapping[str, SwitchValue]) -> Variant:
    """The variant with some switches set; what equals the preset is not recorded as changed.

    Raises `InvalidVariant` for an unknown switch, an impossible value, or a combination that
    cannot be played.
    """
    changed = dict(variant.switches)
    preset = _preset(variant)
    for name, value in values.items():
        switch = find_switch(name)
        if not switch.accepts(value):
            raise switch.refusal(value)
        variant = switch.put(variant, value)
        if preset is not None and switch.put(preset, value) == preset:
            changed.pop(name, None)
        else:
            changed[name] = value
    return replace(variant, switches=tuple(sorted(changed.items())))


def _preset(variant: Variant) -> Variant | None:
    """The variant as it was before any switch; None for one that is not in the registry."""
    if not variant.switches:
        return variant
    from pasch.rules.variants import VARIANTS  # the registry is built of variants, which know this module

    return VARIANTS.get(variant.key)


def find_switch(name: str) -> Switch:
    """The switch of this name. Raises `InvalidVariant`, naming the close ones."""
    switch = SWITCHES.get(name)
    if switch is None:
        close = get_close_matches(name[:40], SWITCHES) or list(SWITCHES)
        raise InvalidVariant(
            "{field}: there is no such rule; there are {names}",
            field=name[:40],
            names=", ".join(close),
        )
    return switch


# ---------------------------------------------------------------- how a variant has and gets them


def _words(kind: type[StrEnum]) -> tuple[str, ...]:
    return tuple(member.value for member in kind)


def _common(values: set[SwitchValue]) -> SwitchValue:
    return values.pop() if len(values) == 1 else None


def _each_column(variant: Variant, change_one: Callable[[Column], Column]) -> Variant:
    return replace(variant, columns=tuple(map(change_one, variant.columns)))


def _whole(value: SwitchValue) -> int:
    return value if isinstance(value, int) else 0


def _is_all_equal_house(category: Category) -> bool:
    return isinstance(category.match, Groups) and not category.match.distinct


def _house(variant: Variant) -> Category | None:
    return next((c for c in variant.lower if c.key == "full_house"), None)


def _get_five_equal(variant: Variant) -> SwitchValue:
    house = _house(variant)
    return house is not None and _is_all_equal_house(house)


def _put_five_equal(variant: Variant, value: SwitchValue) -> Variant:
    house = _house(variant)
    if house is None and not value:
        return variant
    if house is None or not isinstance(house.match, Groups):
        raise InvalidVariant(
            "{field}: {variant} has no full house",
            field=FIVE_EQUAL_HOUSE,
            variant=variant.key,
        )
    changed = replace(house, match=replace(house.match, distinct=not value))
    return replace(variant, lower=tuple(changed if c is house else c for c in variant.lower))


FIVE_EQUAL_HOUSE = "five_equal_is_full_house"

_ALL = (
    Switch(
        "joker",
        lambda v: v.extra.joker.value,
        lambda v, x: replace(v, extra=replace(v.extra, joker=Joker(str(x)))),
        _words(Joker),
    ),
    Switch(
        "extra_points",
        lambda v: v.extra.points,
        lambda v, x: replace(v, extra=replace(v.extra, points=_whole(x))),
    ),
    Switch(
        "extra_when",
        lambda v: v.extra.when.value,
        lambda v, x: replace(v, extra=replace(v.extra, when=ExtraWhen(str(x)))),
        _words(ExtraWhen),
    ),
    Switch(
        "extra_needs",
        lambda v: v.extra.needs.value,
        lambda v, x: replace(v, extra=replace(v.extra, needs=ExtraNeeds(str(x)))),
        _words(ExtraNeeds),
    ),
    Switch(FIVE_EQUAL_HOUSE, _get_five_equal, _put_five_equal, (True, False)),
    Switch(
        "order",
        lambda v: _common({c.order.value for c in v.columns}),
        lambda v, x: _each_column(v, lambda c: replace(c, order=Order(str(x)))),
        _words(Order),
    ),
    Switch(
        "announce",
        lambda v: _common({c.announce.value for c in v.columns}),
        lambda v, x: _each_column(v, lambda c: replace(c, announce=Announce(str(x)))),
        _words(Announce),
    ),
    Switch(
        "max_rolls",
        lambda v: _common({c.max_rolls for c in v.columns}),
        lambda v, x: _each_column(v, lambda c: replace(c, max_rolls=None if x is None else _whole(x))),
        low=1,
        high=MOST_ROLLS,
        optional=True,
    ),
    Switch(
        "keep",
        lambda v: v.keep.value,
        lambda v, x: replace(v, keep=KeepRule(str(x))),
        _words(KeepRule),
    ),
    Switch(
        "rolls",
        lambda v: v.rolls,
        lambda v, x: replace(v, rolls=_whole(x)),
        low=1,
        high=MOST_ROLLS,
    ),
)

SWITCHES = {switch.name: switch for switch in _ALL}
"""Every switch by its name."""
