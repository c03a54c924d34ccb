"""Custom categories, below all others: `two_of_a_kind:2:all|two_twos:2+2:all`.

An item is `key:pattern:pays`. The pattern is one of

* groups of equal dice of different faces: `3`, `2+2`, `3+2`;
* `run4`: four faces in a row;
* `sum>=25`, `sum<=10`;
* `=11345`: exactly these faces;
* `any`;

and it pays a number of points, `all` (the sum of all dice), `all+10`, `all*2`, or `matched` (the
sum of the dice that match) and `matched+10`.
"""

from __future__ import annotations

import re
from typing import assert_never

from pasch.rules.category import (
    AllDice,
    AnyDice,
    ByRoll,
    Category,
    Exactly,
    Fixed,
    Groups,
    MatchedDice,
    Pattern,
    Payment,
    Run,
    Total,
)
from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.switches.switch import Switch, altered
from pasch.rules.validation import MOST_DICE, MOST_POINTS, check_can_score, check_key

OWN = "own"
MOST_OWN = 12
MOST_GROUPS = 4

_GROUPS = re.compile(r"[1-8](?:\+[1-8])*")
_RUN = re.compile(r"run([1-8])")
_SUM = re.compile(r"sum(>=|<=)([0-9]{1,3})")
_FACES = re.compile(r"=([1-6]{1,8})")
_FIXED = re.compile(r"[0-9]{1,5}")
_DICE = re.compile(r"(all|matched)(?:\+([0-9]{1,5}))?")
_TIMES = re.compile(r"all\*([0-9]{1,2})")

_NO_UPPER_BOUND = Total().at_most


def own_from_text(text: str) -> tuple[Category, ...]:
    """The categories that a text describes; none for an empty text. Raises `InvalidVariant`, naming the fault."""
    items = text.split("|") if text else []
    if len(items) > MOST_OWN:
        raise InvalidVariant(
            "{field}: at most {most} own categories are possible, not {given}",
            field=OWN,
            most=MOST_OWN,
            given=len(items),
        )
    return tuple(map(_category, items))


def own_to_text(categories: tuple[Category, ...]) -> str:
    """The text of the categories, as `own_from_text` reads it."""
    return "|".join(f"{c.key}:{_pattern_text(c.match)}:{_payment_text(c.pays)}" for c in categories)


# ------------------------------------------------------------------------------- reading


def _category(text: str) -> Category:
    key, *more = text.split(":")
    if len(more) != 2:  # noqa: PLR2004 - pattern and payment
        raise InvalidVariant(
            "{field}: “{text}” is not a category: write key:pattern:pays, such as two_of_a_kind:2:all",
            field=OWN,
            text=text[:40],
        )
    check_key(OWN, key)
    return Category(key, _pattern(more[0]), _payment(more[1]))


def _pattern(text: str) -> Pattern:
    if text == "any":
        return AnyDice()
    if _GROUPS.fullmatch(text):
        return Groups(_sizes(text))
    if found := _RUN.fullmatch(text):
        return Run(int(found[1]))
    if found := _SUM.fullmatch(text):
        bound = int(found[2])
        return Total(at_least=bound) if found[1] == ">=" else Total(at_most=bound)
    if found := _FACES.fullmatch(text):
        return Exactly(tuple(sorted(map(int, found[1]))))
    raise InvalidVariant(
        "{field}: “{text}” is not a pattern; the patterns are {patterns}",
        field=OWN,
        text=text[:40],
        patterns="3, 2+2, run4, sum>=25, sum<=10, =11345, any",
    )


def _sizes(text: str) -> tuple[int, ...]:
    """The group sizes, largest first. Checks their limits before any work."""
    sizes = tuple(sorted(map(int, text.split("+")), reverse=True))
    if len(sizes) > MOST_GROUPS or sum(sizes) > MOST_DICE:
        raise InvalidVariant(
            "{field}: “{text}” is too much; at most {groups} groups of {dice} dice in all",
            field=OWN,
            text=text[:40],
            groups=MOST_GROUPS,
            dice=MOST_DICE,
        )
    return sizes


def _payment(text: str) -> Payment:
    if _FIXED.fullmatch(text) and 1 <= int(text) <= MOST_POINTS:
        return Fixed(int(text))
    if found := _TIMES.fullmatch(text):
        return AllDice(times=int(found[1]))
    if found := _DICE.fullmatch(text):
        plus = int(found[2] or 0)
        if plus <= MOST_POINTS:
            return AllDice(plus) if found[1] == "all" else MatchedDice(plus)
    raise InvalidVariant(
        "{field}: “{text}” is not a payment; the payments are {payments}",
        field=OWN,
        text=text[:40],
        payments=f"1–{MOST_POINTS}, all, matched, all+10, all*2",
    )


# ------------------------------------------------------------------------------- writing


def _pattern_text(pattern: Pattern) -> str:
    match pattern:
        case AnyDice():
            return "any"
        case Groups(sizes):
            return "+".join(map(str, sizes))
        case Run(length):
            return f"run{length}"
        case Total(at_least, at_most):
            return f"sum>={at_least}" if at_most == _NO_UPPER_BOUND else f"sum<={at_most}"
        case Exactly(faces):
            return "=" + "".join(map(str, faces))
        case _:
            raise TypeError(f"{pattern!r} cannot be written")


def _payment_text(payment: Payment) -> str:
    match payment:
        case Fixed(points):
            return str(points)
        case AllDice(plus, 1):
            return f"all+{plus}" if plus else "all"
        case AllDice(_, times):
            return f"all*{times}"
        case MatchedDice(plus):
            return f"matched+{plus}" if plus else "matched"
        case ByRoll():
            raise TypeError(f"{payment!r} cannot be written")
    assert_never(payment)


# ------------------------------------------------------------------------------- the switch


def _get(variant: Ruleset) -> SwitchValue:
    return dict(variant.switches).get(OWN, "")


def _put(variant: Ruleset, value: SwitchValue) -> Ruleset:
    before = {category.key for category in own_from_text(str(_get(variant)))}
    given = tuple(category for category in variant.lower if category.key not in before)
    taken = {category.key for category in (*variant.upper, *given)}
    own = own_from_text(str(value))
    for category in own:
        if category.key in taken:
            raise InvalidVariant("{field}: “{key}” appears twice", field=OWN, key=category.key)
        if 0 < variant.dice_count <= MOST_DICE:
            check_can_score(OWN, category, variant)
        taken.add(category.key)
    return altered(variant, lower=(*given, *own))


SWITCHES = (Switch(OWN, _get, _put, canonical=lambda text: own_to_text(own_from_text(text))),)
