"""Switches for the turn: dice, rolls, kept dice, and extra Kniffels."""

from __future__ import annotations

from dataclasses import replace

from pasch.rules.bonus import ExtraNeeds, ExtraWhen, JokerRule
from pasch.rules.category import Category
from pasch.rules.columns import DoubleWhen, KeepRule
from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.switches.switch import Switch, altered, whole, words
from pasch.rules.validation import MOST_CHIPS, MOST_DICE, MOST_DOUBLES, MOST_ROLLS


def _has_kniffel(variant: Ruleset) -> bool:
    return variant.kniffel_row is not None


def _pays_extra(variant: Ruleset) -> bool:
    return _has_kniffel(variant) and variant.extra.points > 0


def _joker(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, joker=JokerRule(str(value))))


def _points(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, points=whole(value)))


def _when(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, when=ExtraWhen(str(value))))


def _needs(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, needs=ExtraNeeds(str(value))))


# ------------------------------------------------------------------------------- dice and rolls


def _dice(variant: Ruleset, value: SwitchValue) -> Ruleset:
    """Roll one die more than the game scores; the best dice count, as with six dice in Jamb.

    Refused in games with extra Kniffels or a mechanic: these involve all dice, so one more die would make them
    ambiguous.
    """
    dice = whole(value)
    if dice == variant.dice:
        return variant
    if dice != variant.dice + 1:
        raise InvalidVariant(
            "{field} must be between {low} and {high}, not {value}",
            field="dice",
            low=variant.dice,
            high=min(variant.dice + 1, MOST_DICE),
            value=dice,
        )
    if not _takes_another_die(variant):
        raise InvalidVariant(
            "{field}: the rules of {variant} use all its dice, so an extra die does not fit",
            field="dice",
            variant=variant.key,
        )
    return altered(
        variant,
        dice=dice,
        upper=tuple(_best_of(variant, category) for category in variant.upper),
        lower=tuple(_best_of(variant, category) for category in variant.lower),
    )


def _best_of(variant: Ruleset, category: Category) -> Category:
    """The category if only as many dice count as the variant rolls now."""
    low = variant.difference is not None and category.key == variant.difference.low
    return replace(category, best=variant.dice, lowest=low)


def _takes_another_die(variant: Ruleset) -> bool:
    extra = variant.extra
    plain = not variant.ten_sided and variant.mechanic is None
    return plain and not extra.points and extra.joker is JokerRule.NONE and variant.dice < MOST_DICE


def _double_when(variant: Ruleset, value: SwitchValue) -> Ruleset:
    when = DoubleWhen(str(value))
    if when is not DoubleWhen.BEFORE_FIRST_ROLL and not variant.doubles:
        raise InvalidVariant("{field}: this game has no doubled entries; set doubles too", field="double_when")
    return altered(variant, double_when=when)


SWITCHES = (
    Switch("dice", lambda v: v.dice, _dice, low=1, high=MOST_DICE, concerns=_takes_another_die),
    Switch("rolls", lambda v: v.rolls, lambda v, x: altered(v, rolls=whole(x)), low=1, high=MOST_ROLLS),
    Switch("keep", lambda v: v.keep.value, lambda v, x: altered(v, keep=KeepRule(str(x))), words(KeepRule)),
    Switch("banks_rolls", lambda v: v.banks_rolls, lambda v, x: altered(v, banks_rolls=bool(x)), (True, False)),
    Switch("chips", lambda v: v.chips, lambda v, x: altered(v, chips=whole(x)), high=MOST_CHIPS),
    Switch("doubles", lambda v: v.doubles, lambda v, x: altered(v, doubles=whole(x)), high=MOST_DOUBLES),
    Switch(
        "double_when",
        lambda v: v.double_when.value,
        _double_when,
        words(DoubleWhen),
        concerns=lambda v: v.doubles > 0,
    ),
    Switch("joker", lambda v: v.extra.joker.value, _joker, words(JokerRule), concerns=_has_kniffel),
    Switch("extra_points", lambda v: v.extra.points, _points, concerns=_has_kniffel),
    Switch("extra_when", lambda v: v.extra.when.value, _when, words(ExtraWhen), concerns=_pays_extra),
    Switch("extra_needs", lambda v: v.extra.needs.value, _needs, words(ExtraNeeds), concerns=_pays_extra),
)
