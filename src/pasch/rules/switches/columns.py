"""Switches about columns: all of them together, and what binds every one of them.

`columns` describes the whole sheet: columns parted by `|`, each of words joined by `+`, such as
`free|down|up|announce` or `x1|x2|x3|down+roll1`. `order`, `announce` and `max_rolls` bind every
column there is, those of `columns` too; `sheet_order` says which of them comes first.
"""

from __future__ import annotations

import re
from dataclasses import replace

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
    """The columns a text describes. Raises `InvalidVariant`, naming the word that is wrong."""
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
    """The columns as `columns_from_text` reads them, each in the shortest way."""
    return "|".join(map(_column_text, columns))


def _column(text: str) -> Column:
    column = Column()
    told: set[str] = set()
    for word in text.split("+"):
        column, what = _told(column, word)
        if what in told:
            raise InvalidVariant("{field}: “{text}” says two things at once", field=COLUMNS, text=text[:40])
        told.add(what)
    return column


def _told(column: Column, word: str) -> tuple[Column, str]:
    """The column with one word more, and what that word is about."""
    if word in words(Order):
        return replace(column, order=Order(word)), "order"
    if word == _ANNOUNCE:
        return replace(column, announce=Announce.AFTER_FIRST_ROLL), "announce"
    if (found := _ROLLS.fullmatch(word)) and 1 <= int(found[1]) <= MOST_ROLLS:
        return replace(column, max_rolls=int(found[1])), "max_rolls"
    if (found := _FACTOR.fullmatch(word)) and 1 <= int(found[1]) <= MOST_FACTOR:
        return replace(column, factor=int(found[1])), "factor"
    raise InvalidVariant(
        "{field}: “{word}” says nothing about a column; there are {words}",
        field=COLUMNS,
        word=word[:40],
        words=", ".join((*words(Order), _ANNOUNCE, f"roll1–roll{MOST_ROLLS}", f"x1–x{MOST_FACTOR}")),
    )


def _column_text(column: Column) -> str:
    told = [
        column.order.value if column.order is not Order.FREE else "",
        _ANNOUNCE if column.announce is Announce.AFTER_FIRST_ROLL else "",
        f"roll{column.max_rolls}" if column.max_rolls is not None else "",
        f"x{column.factor}" if column.factor != 1 else "",
    ]
    return "+".join(filter(None, told)) or Order.FREE.value


def _canonical(text: str) -> str:
    return columns_to_text(columns_from_text(text))


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


def _goes_with(variant: Ruleset, columns: tuple[Column, ...]) -> bool:
    """Whether what the game adds to the turn leaves room for such columns."""
    try:
        if variant.mechanic is not None:
            variant.mechanic.check(altered(variant, columns=columns))
    except InvalidVariant:
        return False
    return True


def _bound(variant: Ruleset) -> bool:
    return _goes_with(variant, tuple(replace(c, order=Order.DOWN) for c in variant.columns))


SWITCHES = (
    Switch(
        COLUMNS,
        lambda v: columns_to_text(v.columns),
        _columns,
        canonical=_canonical,
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
