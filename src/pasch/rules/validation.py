"""Validation of rule data. Every error names the field and what would be right.

Sizes are limited before any work, so that external descriptions cost little.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import assert_never

from pasch.rules.bonus import JokerRule, Reaches
from pasch.rules.category import (
    KNIFFEL,
    AllDice,
    AnyDice,
    Both,
    ByRoll,
    Category,
    Exactly,
    Face,
    Fixed,
    Flush,
    Groups,
    MatchedDice,
    Pattern,
    Payment,
    Run,
    Total,
)
from pasch.rules.dice import SIX_SIDED, TEN_SIDED
from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset

MOST_DICE = 8
MOST_ROLLS = 10
MOST_COLUMNS = 8
MOST_ROWS = 40
MOST_SEATS = 8
MOST_GAMES = 6
MOST_FACTOR = 10
MOST_POINTS = 10_000
MOST_CHIPS = 10
MOST_STEPS = 40
MOST_DOUBLES = 5

TAKEN_WORDS = frozenset({"bank", "chips", "claim", "dice", "doubles", "frozen", "gone", "lies", "lost"})
"""Reserved words of the text forms, which no category may use as its key."""

_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")


def check_variant(variant: Ruleset) -> None:
    """Raise `InvalidVariant` if the data cannot be played.

    Scores every roll at most once for each category.
    """
    between("dice", variant.dice + variant.ten_sided, 1, MOST_DICE)
    between("dice", min(variant.dice, variant.ten_sided), 0, MOST_DICE)
    between("rolls", variant.rolls, 1, MOST_ROLLS)
    between("seats", variant.seats[0], 1, MOST_SEATS)
    between("seats", variant.seats[1], variant.seats[0], MOST_SEATS)
    between("games", variant.games, 1, MOST_GAMES)
    between("categories", len(variant.upper + variant.lower), 1, MOST_ROWS)
    between("chips", variant.chips, 0, MOST_CHIPS)
    between("extra_points", variant.extra.points, 0, MOST_POINTS)
    between("extra_most", MOST_ROWS if variant.extra.most is None else variant.extra.most, 1, MOST_ROWS)
    _check_columns(variant)
    _check_categories(variant)
    _check_bonus(variant)
    _check_extra(variant)
    _check_links(variant)
    _check_settlement(variant)
    between("doubles", variant.doubles, 0, MOST_DOUBLES)
    if variant.mechanic is not None:
        variant.mechanic.check(variant)


def between(field: str, value: int, low: int, high: int) -> None:
    """Raise `InvalidVariant`, naming the field, if the value is out of range."""
    if not low <= value <= high:
        raise InvalidVariant(
            "{field} must be between {low} and {high}, not {value}",
            field=field,
            low=low,
            high=high,
            value=value,
        )


def _check_columns(variant: Ruleset) -> None:
    between("columns", len(variant.columns), 1, MOST_COLUMNS)
    for column in variant.columns:
        between("factor", column.factor, 1, MOST_FACTOR)
        if column.max_rolls is not None:
            between("max_rolls", column.max_rolls, 1, MOST_ROLLS)


def _check_categories(variant: Ruleset) -> None:
    keys = Counter(category.key for category in variant.upper + variant.lower)
    for key, count in keys.items():
        check_key("categories", key)
        if count > 1:
            raise InvalidVariant("{field}: “{key}” appears twice", field="categories", key=key)
    for category in variant.upper:
        if not isinstance(category.match, Face):
            raise InvalidVariant(
                "{field}: “{key}” is not a number category and belongs in the lower section",
                field="upper",
                key=category.key,
            )
    for category in variant.upper + variant.lower:
        _check_pattern(category.match)
        _check_payment(category)
        check_can_score("categories", category, variant)


def check_key(field: str, key: str) -> None:
    """Raise `InvalidVariant`, naming the field, if no category may have this key."""
    if not _KEY.fullmatch(key):
        raise InvalidVariant(
            "{field}: “{key}” is not a key; use a lowercase letter, then up to 39 more, digits or _",
            field=field,
            key=key[:41],
        )
    if key in TAKEN_WORDS:
        raise InvalidVariant(
            "{field}: “{key}” means something else in positions and records; take another key", field=field, key=key
        )


def check_can_score(field: str, category: Category, variant: Ruleset) -> None:
    """Raise `InvalidVariant`, naming the field, if no roll scores in the category."""
    if not _can_score(category, variant.dice, variant.ten_sided):
        raise InvalidVariant("{field}: no roll of these dice can ever score in “{key}”", field=field, key=category.key)


@lru_cache(maxsize=1024)
def _can_score(category: Category, dice: int, ten_sided: int) -> bool:
    """Whether any roll of these dice scores in the category.

    Cached, because many house-rule variants share categories. Tries rolls from both ends until one scores, without
    listing them.
    """
    low = _values(SIX_SIDED, TEN_SIDED, dice, ten_sided)
    high = _values(SIX_SIDED[::-1], TEN_SIDED[::-1], dice, ten_sided)
    return any(
        category.points(values, rolls=1, served=False) for pair in zip(low, high, strict=True) for values in pair
    )


def _values(six: Sequence[int], ten: Sequence[int], dice: int, ten_sided: int) -> Iterator[tuple[int, ...]]:
    """All combinations of values of the dice, each ascending."""
    for tens in combinations_with_replacement(ten, ten_sided):
        for faces in combinations_with_replacement(six, dice):
            yield tuple(sorted((*faces, *tens)))


def _check_pattern(pattern: Pattern) -> None:
    match pattern:
        case Groups(sizes):
            between("match", len(sizes), 1, MOST_DICE)
            for size in sizes:
                between("match", size, 1, MOST_DICE)
        case Run(length):
            between("match", length, 1, MOST_DICE)
        case Both(first, second):
            _check_pattern(first)
            _check_pattern(second)
        case AnyDice() | Face() | Exactly() | Total() | Flush():
            pass  # no sizes to check


def _check_payment(category: Category) -> None:
    for amount in (*_amounts(category.pays), category.served):
        between("pays", amount, 0, MOST_POINTS)
    between("best", category.best, 0, MOST_DICE)


def _amounts(pays: Payment) -> tuple[int, ...]:
    match pays:
        case Fixed(points):
            return (points,)
        case AllDice(plus, times):
            return plus, times
        case MatchedDice(plus):
            return (plus,)
        case ByRoll(points):
            between("pays", len(points), 1, MOST_ROLLS)
            return points
    assert_never(pays)


def _check_bonus(variant: Ruleset) -> None:
    bonus = variant.upper_bonus
    if bonus is None:
        return
    dice = variant.dice + variant.ten_sided
    reach = sum(c.match.face * min(c.best or dice, dice) for c in variant.upper if isinstance(c.match, Face))
    previous = 0
    for threshold, points in bonus.steps:
        if not previous < threshold <= reach:
            raise InvalidVariant(
                "{field}: the threshold {threshold} is not possible; it must be between {low} and {high}, and "
                "steps must ascend",
                field="upper_bonus",
                threshold=threshold,
                low=previous + 1,
                high=reach,
            )
        between("upper_bonus", points, 0, MOST_POINTS)
        previous = threshold


def _check_extra(variant: Ruleset) -> None:
    wanted = variant.extra.points > 0 or variant.extra.joker is not JokerRule.NONE
    if wanted and not any(category.key == KNIFFEL for category in variant.lower):
        raise InvalidVariant(
            "{field}: {variant} has no category for all dice equal, so there is no Kniffel bonus",
            field="extra_points" if variant.extra.points else "joker",
            variant=variant.key,
        )


def _check_links(variant: Ruleset) -> None:
    """Check that categories refer only to existing categories."""
    for category in variant.upper + variant.lower:
        if category.after:
            check_named(variant, "after", category.after)
            if category.key in _awaited(variant, category):
                raise InvalidVariant("{field}: “{key}” cannot wait for itself", field="after", key=category.key)
    if variant.instant_win:
        check_named(variant, "instant_win", variant.instant_win)
    if variant.difference is not None:
        rule = variant.difference
        for key in (rule.high, rule.low, rule.times):
            check_named(variant, "difference", key)
        if len({rule.high, rule.low, rule.times}) != len((rule.high, rule.low, rule.times)):
            raise InvalidVariant("{field}: it takes three different categories", field="difference")
        upper = {category.key for category in variant.upper}
        if {rule.high, rule.low} & upper:
            raise InvalidVariant("{field}: the two rows it is made of belong below", field="difference")


def _awaited(variant: Ruleset, category: Category) -> set[str]:
    """The categories that must score before this one."""
    waits = {c.key: c.after for c in variant.upper + variant.lower}
    found: set[str] = set()
    before = category.after
    while before and before not in found:
        found.add(before)
        before = waits.get(before, "")
    return found


def check_named(variant: Ruleset, field: str, key: str) -> None:
    """Raise `InvalidVariant`, naming the field, if there is no category with this key."""
    if key not in variant.rows:
        raise InvalidVariant(
            "{field}: there is no category “{key}”; there are {categories}",
            field=field,
            key=key[:40],
            categories=", ".join(variant.rows),
        )


def _check_settlement(variant: Ruleset) -> None:
    settlement = variant.settlement
    if settlement is None:
        return
    between("settlement", len(settlement.awards), 0, MOST_ROWS)
    between("settlement", len(settlement.steps), 0, MOST_STEPS)
    for award in settlement.awards:
        check_named(variant, "settlement", award.category)
        between("settlement", award.points, -MOST_POINTS, MOST_POINTS)
        if isinstance(award, Reaches):
            between("settlement", award.threshold, 1, MOST_POINTS)
    previous = -1
    for score, points in settlement.steps:
        between("settlement", score, previous + 1, MOST_POINTS)
        between("settlement", points, -MOST_POINTS, MOST_POINTS)
        previous = score
