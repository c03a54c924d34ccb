"""Switches about the rows of the sheet and their bonus."""

from __future__ import annotations

from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import Category, Groups, Run
from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.switches.switch import Switch, altered, common, whole

FIVE_EQUAL_HOUSE = "five_equal_is_full_house"
BONUS = "upper_bonus"
BONUS_FROM = "bonus_from"
WRAP = "wrap"
SERVED = "served_points"


# ------------------------------------------------------------------------------- five equal dice


def _house(variant: Ruleset) -> Category | None:
    """The full house that any faces make; one of prescribed faces has no second reading."""
    return next((c for c in variant.lower if c.key == "full_house" and isinstance(c.match, Groups)), None)


def _get_five_equal(variant: Ruleset) -> SwitchValue:
    house = _house(variant)
    return house is not None and isinstance(house.match, Groups) and not house.match.distinct


def _put_five_equal(variant: Ruleset, value: SwitchValue) -> Ruleset:
    house = _house(variant)
    if house is None and not value:
        return variant
    if house is None or not isinstance(house.match, Groups):
        raise InvalidVariant("{field}: {variant} has no full house", field=FIVE_EQUAL_HOUSE, variant=variant.key)
    changed = replace(house, match=replace(house.match, distinct=not value))
    return altered(variant, lower=tuple(changed if c is house else c for c in variant.lower))


# ------------------------------------------------------------------------------- straights around the corner


def _free_run(category: Category) -> Run | None:
    """The straight a category asks for, when it may begin anywhere."""
    return category.match if isinstance(category.match, Run) and category.match.start is None else None


def _get_wrap(variant: Ruleset) -> SwitchValue:
    return any(run.wrap for run in map(_free_run, variant.lower) if run)


def _put_wrap(variant: Ruleset, value: SwitchValue) -> Ruleset:
    if not _has_straight(variant):
        if not value:
            return variant
        raise InvalidVariant(
            "{field}: {variant} has no straight that may begin anywhere", field=WRAP, variant=variant.key
        )
    runs = ((category, _free_run(category)) for category in variant.lower)
    lower = tuple(
        replace(category, match=replace(run, wrap=bool(value))) if run else category for category, run in runs
    )
    return altered(variant, lower=lower)


def _has_straight(variant: Ruleset) -> bool:
    return not variant.ten_sided and any(map(_free_run, variant.lower))


# ------------------------------------------------------------------------------- served


def _get_served(variant: Ruleset) -> SwitchValue:
    return common({c.served for c in variant.categories if c.served}) if _serves(variant) else 0


def _put_served(variant: Ruleset, value: SwitchValue) -> Ruleset:
    points = whole(value)
    if not _serves(variant):
        if not points:
            return variant
        raise InvalidVariant(
            "{field}: no category of {variant} pays for being served", field=SERVED, variant=variant.key
        )
    lower = tuple(replace(c, served=points) if c.served else c for c in variant.lower)
    return altered(variant, lower=lower)


def _serves(variant: Ruleset) -> bool:
    return any(category.served for category in variant.lower)


# ------------------------------------------------------------------------------- the bonus


def _get_bonus(variant: Ruleset) -> SwitchValue:
    bonus = variant.upper_bonus
    if bonus is None:
        return 0
    return None if bonus.higher else bonus.points


def _put_bonus(variant: Ruleset, value: SwitchValue) -> Ruleset:
    points, bonus = whole(value), variant.upper_bonus
    if not points:
        return altered(variant, upper_bonus=None)
    faces = sum(category.face or 0 for category in variant.upper)
    if not faces:
        raise InvalidVariant(
            "{field}: {variant} has no number categories that could earn it", field=BONUS, variant=variant.key
        )
    # Three of each with five dice, four of each with six, as the printed sheets have it.
    threshold = bonus.threshold if bonus else (variant.dice_count + 2) // 2 * faces
    return altered(variant, upper_bonus=UpperBonus(threshold, points))


def _get_threshold(variant: Ruleset) -> SwitchValue:
    bonus = variant.upper_bonus
    return None if bonus is None or bonus.higher else bonus.threshold


def _put_threshold(variant: Ruleset, value: SwitchValue) -> Ruleset:
    bonus = variant.upper_bonus
    if bonus is None:
        raise InvalidVariant(
            "{field}: there is no bonus; say with {other} how many points it brings", field=BONUS_FROM, other=BONUS
        )
    return altered(variant, upper_bonus=UpperBonus(whole(value), bonus.points))


SWITCHES = (
    Switch(
        FIVE_EQUAL_HOUSE,
        _get_five_equal,
        _put_five_equal,
        (True, False),
        concerns=lambda v: _house(v) is not None,
    ),
    Switch(WRAP, _get_wrap, _put_wrap, (True, False), concerns=_has_straight),
    Switch(SERVED, _get_served, _put_served, high=1000, concerns=_serves),
    Switch(BONUS, _get_bonus, _put_bonus, high=1000, concerns=lambda v: bool(v.upper)),
    Switch(BONUS_FROM, _get_threshold, _put_threshold, low=1, high=1000, concerns=lambda v: v.upper_bonus is not None),
)
