"""Switches for the sheet: its columns and their restrictions, then straights, points and bonus of its rows.

`columns` describes the whole sheet: columns separated by `|`, each with words joined by `+`, such as
`free|down|up|announce` or `x1|x2|x3|down+roll1`. `order`, `announce` and `max_rolls` apply to every column, including
those of `columns`; `sheet_order` says which column comes first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import Category, Groups, Run
from pasch.rules.columns import Announce, Column, Order, SheetOrder
from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.switches.switch import Kind, Switch, altered, common, whole, words
from pasch.rules.validation import MOST_COLUMNS, MOST_FACTOR, MOST_ROLLS

COLUMNS = "columns"
SHEET_ORDER = "sheet_order"

_FACTOR = re.compile(r"x([0-9]{1,3})")
_ROLLS = re.compile(r"roll([0-9]{1,3})")
_ANNOUNCE = "announce"


def columns_from_text(text: str) -> tuple[Column, ...]:
    """The columns that a text describes. Raises `InvalidVariant`, naming the wrong word."""
    parts = text.split("|")
    if len(parts) > MOST_COLUMNS:
        raise InvalidVariant(
            "{field}: a sheet has at most {most} columns, not {given}",
            field=COLUMNS,
            most=MOST_COLUMNS,
            given=len(parts),
        )
    return tuple(map(_column, parts))


def columns_to_text(columns: tuple[Column, ...]) -> str:
    """The shortest text of the columns that `columns_from_text` reads."""
    return "|".join(map(_column_text, columns))


def _column(text: str) -> Column:
    column = Column()
    seen: set[str] = set()
    for word in text.split("+"):
        column, what = _with_word(column, word)
        if what in seen:
            raise InvalidVariant("{field}: “{text}” contradicts itself", field=COLUMNS, text=text[:40])
        seen.add(what)
    return column


def _with_word(column: Column, word: str) -> tuple[Column, str]:
    """The column after one more word, and the property that the word sets."""
    if word in words(Order):
        return replace(column, order=Order(word)), "order"
    if word == _ANNOUNCE:
        return replace(column, announce=Announce.AFTER_FIRST_ROLL), "announce"
    if (found := _ROLLS.fullmatch(word)) and 1 <= int(found[1]) <= MOST_ROLLS:
        return replace(column, max_rolls=int(found[1])), "max_rolls"
    if (found := _FACTOR.fullmatch(word)) and 1 <= int(found[1]) <= MOST_FACTOR:
        return replace(column, factor=int(found[1])), "factor"
    raise InvalidVariant(
        "{field}: “{word}” does not describe a column; use {words}",
        field=COLUMNS,
        word=word[:40],
        words=", ".join((*words(Order), _ANNOUNCE, f"roll1–roll{MOST_ROLLS}", f"x1–x{MOST_FACTOR}")),
    )


def _column_text(column: Column) -> str:
    parts = [
        column.order.value if column.order is not Order.FREE else "",
        _ANNOUNCE if column.announce is Announce.AFTER_FIRST_ROLL else "",
        f"roll{column.max_rolls}" if column.max_rolls is not None else "",
        f"x{column.factor}" if column.factor != 1 else "",
    ]
    return "+".join(filter(None, parts)) or Order.FREE.value


def _columns(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, columns=columns_from_text(str(value)))


def _order(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, columns=tuple(replace(c, order=Order(str(value))) for c in variant.columns))


def _announce(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, columns=tuple(replace(c, announce=Announce(str(value))) for c in variant.columns))


def _max_rolls(variant: Ruleset, value: SwitchValue) -> Ruleset:
    most = None if value is None else whole(value)
    return altered(variant, columns=tuple(replace(c, max_rolls=most) for c in variant.columns))


def _sheet_order(variant: Ruleset, value: SwitchValue) -> Ruleset:
    order = SheetOrder(str(value))
    if order is not SheetOrder.FREE and len(variant.columns) == 1:
        raise InvalidVariant("{field}: {variant} has one column only", field=SHEET_ORDER, variant=variant.key)
    return altered(variant, sheet_order=order)


def _fits(variant: Ruleset, columns: tuple[Column, ...]) -> bool:
    """Whether the game's mechanic allows such columns."""
    try:
        if variant.mechanic is not None:
            variant.mechanic.check(altered(variant, columns=columns))
    except InvalidVariant:
        return False
    return True


def _bound(variant: Ruleset) -> bool:
    return _fits(variant, tuple(replace(c, order=Order.DOWN) for c in variant.columns))


COLUMN_SWITCHES = (
    Switch(
        COLUMNS,
        lambda v: columns_to_text(v.columns),
        _columns,
        canonical=lambda text: columns_to_text(columns_from_text(text)),
        written=Kind.COLUMNS,
        concerns=_bound,
    ),
    Switch("order", lambda v: common({c.order.value for c in v.columns}), _order, words(Order), concerns=_bound),
    Switch(
        SHEET_ORDER,
        lambda v: v.sheet_order.value,
        _sheet_order,
        words(SheetOrder),
        concerns=lambda v: len(v.columns) > 1 and _bound(v),
    ),
    Switch(
        "announce",
        lambda v: common({c.announce.value for c in v.columns}),
        _announce,
        words(Announce),
        concerns=_bound,
    ),
    Switch(
        "max_rolls",
        lambda v: common({c.max_rolls for c in v.columns}),
        _max_rolls,
        low=1,
        high=MOST_ROLLS,
        optional=True,
        concerns=_bound,
    ),
)


FIVE_EQUAL_HOUSE = "five_equal_is_full_house"
BONUS = "upper_bonus"
BONUS_FROM = "bonus_from"
WRAP = "wrap"
SERVED = "served_points"


# ------------------------------------------------------------------------------- five equal dice


def _house(variant: Ruleset) -> Category | None:
    """The full house of any faces; one with prescribed faces has no second reading."""
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
    """The straight that a category requires, if it may begin anywhere."""
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
            "{field}: no category of {variant} pays for a served roll", field=SERVED, variant=variant.key
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
        raise InvalidVariant("{field}: there is no bonus; set its points with {other}", field=BONUS_FROM, other=BONUS)
    return altered(variant, upper_bonus=UpperBonus(whole(value), bonus.points))


ROW_SWITCHES = (
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
