"""A variant as data for lists and for drawing its sheet, and its group in the list."""

from enum import StrEnum
from functools import lru_cache
from typing import Literal, TypedDict

from pasch.i18n import translator
from pasch.rules.bonus import CountsIn
from pasch.rules.category import Fixed
from pasch.rules.columns import Announce, Column, KeepRule, Order, SheetOrder
from pasch.rules.facts import maximum
from pasch.rules.ruleset import Customs
from pasch.rules.variant import Variant
from pasch.words.categories import hint
from pasch.words.cells import column_rules
from pasch.words.mechanic import WORDS
from pasch.words.names import face_names, kniffel_name, name_in, variant_name


class Group(StrEnum):
    """The groups of the list, in order."""

    KNIFFEL = "kniffel_family"
    COLUMNS = "columns"
    SIX_DICE = "six_dice"
    BOUND = "announcements"
    SCORING = "other_scoring"
    ACTION = "action_and_bluff"


def group_of(variant: Variant) -> Group:
    """The group of a variant. House rules may change it."""
    own = WORDS.of(variant).group
    if own:
        return Group(own)
    if variant.dice_count > 5:  # noqa: PLR2004 - what nearly all of them have
        return Group.SIX_DICE
    if variant.sheet_order is not SheetOrder.FREE:
        return Group.BOUND
    if any(column.order is not Order.FREE or column.announce is not Announce.NONE for column in variant.columns):
        return Group.BOUND
    if variant.kniffel_row is None:
        return Group.SCORING
    return Group.COLUMNS if len(variant.columns) > 1 else Group.KNIFFEL


# ------------------------------------------------------------------------------- cards


class CustomsCard(TypedDict):
    """How the game is usually played; see `pasch.rules.ruleset`."""

    games: int
    final: bool
    marks_rolls: bool
    shows_key: bool
    lever: bool
    pictures: str


class VariantCard(TypedDict):
    """A variant in a list: what `pasch variants --json` and `GET /variants` say of it."""

    key: str
    name: str
    aliases: list[str]
    dice: int
    turns: int
    seats: list[int]
    columns: int
    categories: list[str]
    maximum: int | None
    reconstruction: bool
    group: str
    group_name: str
    about: str
    customs: CustomsCard


class ColumnLayout(TypedDict):
    """A column; `column` counts from 1. The keys of the rules, and `hint`, have the restrictions of its cells."""

    column: int
    name: str
    hint: str
    factor: int
    order: str
    announce: str
    max_rolls: int | None


class CategoryLayout(TypedDict):
    """A row; `face` is None below the upper section, `fixed` where the points depend on the dice."""

    key: str
    name: str
    section: Literal["upper", "lower"]
    face: int | None
    fixed: int | None
    hint: str


class BonusLayout(TypedDict):
    """A step of the upper bonus, before a column's factor."""

    threshold: int
    points: int


class ExtraLayout(TypedDict):
    """The row for extra Kniffels."""

    points: int
    counts_in: Literal["game", "match"]
    name: str


class SheetLayout(TypedDict):
    """All that is needed to draw any sheet of the variant."""

    dice: int
    ten_sided: int
    rolls: int
    phase: str
    chips: int
    banks_rolls: bool
    locks_dice: bool
    doubles: int
    double_when: str
    sheet_order: str
    columns: list[ColumnLayout]
    categories: list[CategoryLayout]
    upper_bonus: list[BonusLayout]
    extra: ExtraLayout | None
    faces: list[str]
    customs: CustomsCard


def variant_card(variant: Variant, lang: str) -> VariantCard:
    """A variant's data for lists."""
    t, group = translator(lang), group_of(variant)
    return {
        "key": variant.key,
        "name": variant_name(variant, lang),
        "aliases": list(variant.aliases),
        "dice": variant.dice_count,
        "turns": variant.turns,
        "seats": list(variant.table_seats),
        "columns": len(variant.columns),
        "categories": [category.key for category in variant.categories],
        "maximum": _maximum(variant),
        "reconstruction": variant.reconstruction,
        "group": group.value,
        "group_name": t.name(group.value, "variant group"),
        "about": t.name(variant.key, "variant about"),
        "customs": _customs(variant.customs),
    }


def _customs(customs: Customs) -> CustomsCard:
    return {
        "games": customs.games,
        "final": customs.final,
        "marks_rolls": customs.marks_rolls,
        "shows_key": customs.shows_key,
        "lever": customs.lever,
        "pictures": customs.pictures,
    }


_maximum = lru_cache(maxsize=256)(maximum)
"""Cached: the maximum scores every roll, and lists need it repeatedly."""


@lru_cache(maxsize=256)
def sheet_layout(variant: Variant, lang: str) -> SheetLayout:
    """The rows and columns of the variant's sheet. Every snapshot shares the result: treat it as read-only."""
    return {
        "dice": variant.dice,
        "ten_sided": variant.ten_sided,
        "rolls": variant.rolls,
        "phase": "" if variant.mechanic is None else variant.mechanic.key,
        "chips": variant.chips,
        "banks_rolls": variant.banks_rolls,
        "locks_dice": variant.keep is not KeepRule.FREE,
        "doubles": variant.doubles,
        "double_when": variant.double_when.value,
        "sheet_order": variant.sheet_order.value,
        "columns": [_column(lang, number, column) for number, column in enumerate(variant.columns, start=1)],
        "categories": _categories(variant, lang),
        "upper_bonus": _bonus(variant),
        "extra": _extra(variant, lang),
        "faces": face_names(translator(lang), variant),
        "customs": _customs(variant.customs),
    }


def _column(lang: str, number: int, column: Column) -> ColumnLayout:
    t = translator(lang)
    return {
        "column": number,
        "name": t.text("sheet", "Column {column}", column=number),
        "hint": " ".join(column_rules(t, column)),
        "factor": column.factor,
        "order": column.order.value,
        "announce": column.announce.value,
        "max_rolls": column.max_rolls,
    }


def _categories(variant: Variant, lang: str) -> list[CategoryLayout]:
    t = translator(lang)
    return [
        {
            "key": category.key,
            "name": name_in(t, variant, category.key),
            "section": "upper" if row < len(variant.upper) else "lower",
            "face": category.face,
            "fixed": category.pays.points if isinstance(category.pays, Fixed) else None,
            "hint": hint(t, variant, category),
        }
        for row, category in enumerate(variant.categories)
    ]


def _bonus(variant: Variant) -> list[BonusLayout]:
    steps = variant.upper_bonus.steps if variant.upper_bonus else ()
    return [{"threshold": threshold, "points": points} for threshold, points in steps]


def _extra(variant: Variant, lang: str) -> ExtraLayout | None:
    if not variant.extra.points or variant.kniffel_row is None:
        return None
    t = translator(lang)
    kniffel = kniffel_name(t, variant)
    if variant.extra.most == 1:
        name = t.text("sheet", "Second {kniffel}", kniffel=kniffel)
    else:
        name = t.text("sheet", "{kniffel} bonus", kniffel=kniffel)
    counts_in: Literal["game", "match"] = "match" if variant.extra.counts_in is CountsIn.MATCH else "game"
    return {"points": variant.extra.points, "counts_in": counts_in, "name": name}
