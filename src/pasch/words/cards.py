"""A variant as data for lists and for drawing its sheet, and its group in the list."""

from enum import StrEnum
from functools import lru_cache
from typing import Literal

from typing_extensions import TypedDict

from pasch.i18n import Translator, translator
from pasch.rules import ruleset
from pasch.rules.bonus import CountsIn
from pasch.rules.category import Fixed
from pasch.rules.columns import Announce, Column, KeepRule, Order, SheetOrder
from pasch.rules.facts import maximum
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


class Customs(TypedDict):
    """How the game is usually played; each table or person may choose otherwise."""

    games: int
    """Games in a match."""
    final: bool
    """Whether entries are final unless a table allows taking them back."""
    marks_rolls: bool
    """Whether a click marks the dice to roll again; elsewhere it marks those to keep."""
    shows_key: bool
    """Whether the key is shown before the first roll and next to the sheet."""
    lever: bool
    """Whether the dice are rolled by a lever."""
    pictures: Literal["", "poker", "swiss"]
    """What the dice show; empty: pips."""


class VariantCard(TypedDict):
    """A variant in a list, as far as its rules tell: `pasch variants --json`."""

    key: str
    name: str
    aliases: list[str]
    dice: int
    """How many dice a turn has."""
    turns: int
    """Turns of one seat in one game."""
    seats: tuple[int, int]
    """Least and greatest number of seats."""
    columns: int
    """How many columns the sheet has."""
    categories: list[str]
    maximum: int | None
    """The highest total of a game; null where it is unknown."""
    reconstruction: bool
    """Whether the rules were pieced together from other sources."""
    group: str
    """Its part of a list, such as `six_dice`."""
    group_name: str
    """The same in the caller's language."""
    about: str
    """What is special about it, in one sentence."""
    customs: Customs


class SheetColumn(TypedDict):
    """A column of the sheet."""

    column: int
    """Counted from 1."""
    name: str
    """What it is called, short."""
    hint: str
    """What binds it, in one sentence; empty for a free column."""
    factor: int
    """What entries are multiplied by."""
    order: Literal["free", "down", "up", "both_ends", "center_out", "upper_first", "lower_first"]
    """In which order its cells are filled."""
    announce: Literal["none", "after_first_roll"]
    """Whether a cell must be announced before it is played for."""
    max_rolls: int | None
    """How many rolls an entry may have taken; null: as many as the turn has."""


class SheetCategory(TypedDict):
    """A row of the sheet."""

    key: str
    name: str
    """The variant's own name for it, in the caller's language."""
    section: Literal["upper", "lower"]
    face: int | None
    """The face that counts in an upper row; null below."""
    fixed: int | None
    """What it brings whenever it fits; null: the dice decide."""
    hint: str
    """One short sentence: what scores."""


class UpperBonus(TypedDict):
    """A bonus for the upper section."""

    threshold: int
    """Upper points that are needed."""
    points: int


class ExtraPoints(TypedDict):
    """The row for extra Kniffels."""

    points: int
    """What each extra Kniffel scores."""
    counts_in: Literal["game", "match"]
    """Whether the points count in the game, or in the match alone."""
    name: str


class SheetLayout(TypedDict):
    """All a client needs to draw any sheet of the variant."""

    dice: int
    """How many dice a turn has."""
    ten_sided: int
    """How many of them have ten sides."""
    rolls: int
    """How many rolls a turn has."""
    phase: str
    """What the game adds to the plain turn; empty: nothing."""
    chips: int
    """Chips each seat begins with; one buys one more roll."""
    banks_rolls: bool
    """Whether unused rolls are saved for later turns."""
    locks_dice: bool
    """Whether dice that were kept stay for the turn."""
    doubles: int
    """How many entries of a game may count twice."""
    double_when: Literal["before_first_roll", "before_any_roll"]
    """When that is said: for the turn, or for the dice of the next roll."""
    sheet_order: Literal["free", "column_by_column", "row_by_row"]
    """Whether a column or a row must be full before the next one begins."""
    columns: list[SheetColumn]
    categories: list[SheetCategory]
    upper_bonus: list[UpperBonus]
    """Empty: there is no bonus row."""
    extra: ExtraPoints | None
    """Null: there is no row for extra points."""
    faces: list[str]
    """What the six faces show, in the caller's language. Empty: pips."""
    customs: Customs


def variant_card(variant: Variant, lang: str) -> VariantCard:
    """A variant's data for lists."""
    t, group = translator(lang), group_of(variant)
    return {
        "key": variant.key,
        "name": variant_name(variant, lang),
        "aliases": list(variant.aliases),
        "dice": variant.dice_count,
        "turns": variant.turns,
        "seats": variant.table_seats,
        "columns": len(variant.columns),
        "categories": [category.key for category in variant.categories],
        "maximum": _maximum(variant),
        "reconstruction": variant.reconstruction,
        "group": group.value,
        "group_name": t.name(group.value, "variant group"),
        "about": t.name(variant.key, "variant about"),
        "customs": _customs(variant.customs),
    }


def _customs(customs: ruleset.Customs) -> Customs:
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
    t = translator(lang)
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
        "columns": [_column(t, number, column) for number, column in enumerate(variant.columns, start=1)],
        "categories": _categories(t, variant),
        "upper_bonus": _bonus(variant),
        "extra": _extra(t, variant),
        "faces": face_names(t, variant),
        "customs": _customs(variant.customs),
    }


def _column(t: Translator, number: int, column: Column) -> SheetColumn:
    return {
        "column": number,
        "name": t.text("sheet", "Column {column}", column=number),
        "hint": " ".join(column_rules(t, column)),
        "factor": column.factor,
        "order": column.order.value,
        "announce": column.announce.value,
        "max_rolls": column.max_rolls,
    }


def _categories(t: Translator, variant: Variant) -> list[SheetCategory]:
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


def _bonus(variant: Variant) -> list[UpperBonus]:
    steps = variant.upper_bonus.steps if variant.upper_bonus else ()
    return [{"threshold": threshold, "points": points} for threshold, points in steps]


def _extra(t: Translator, variant: Variant) -> ExtraPoints | None:
    if not variant.extra.points or variant.kniffel_row is None:
        return None
    kniffel = kniffel_name(t, variant)
    if variant.extra.most == 1:
        name = t.text("sheet", "Second {kniffel}", kniffel=kniffel)
    else:
        name = t.text("sheet", "{kniffel} bonus", kniffel=kniffel)
    counts_in: Literal["game", "match"] = "match" if variant.extra.counts_in is CountsIn.MATCH else "game"
    return {"points": variant.extra.points, "counts_in": counts_in, "name": name}
