"""Variants as data, and the layout of their sheets."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Answered


class SheetColumn(Answered):
    """A column of the sheet."""

    column: Annotated[int, Field(description="Counted from 1.")]
    factor: Annotated[int, Field(description="What entries are multiplied by.")]
    order: Annotated[
        Literal["free", "down", "up", "both_ends", "center_out"],
        Field(description="In which order its cells are filled."),
    ]
    announce: Annotated[
        Literal["none", "after_first_roll"],
        Field(description="Whether a cell must be announced before it is played for."),
    ]
    max_rolls: Annotated[
        int | None, Field(description="How many rolls an entry may have taken; null: as many as the turn has.")
    ]


class SheetCategory(Answered):
    """A row of the sheet."""

    key: str
    name: Annotated[str, Field(description="The variant's own name for it, in the caller's language.")]
    section: Literal["upper", "lower"]
    face: Annotated[int | None, Field(description="The face that counts in an upper row; null below.")]
    hint: Annotated[str, Field(description="One short sentence: what scores.")]


class UpperBonus(Answered):
    """A bonus for the upper section."""

    threshold: int
    points: int


class ExtraPoints(Answered):
    """The row for further Kniffels."""

    points: int
    counts_in: Literal["game", "match"]
    name: str


class SheetLayout(Answered):
    """All a client needs to draw any sheet of the variant."""

    dice: int
    ten_sided: int
    rolls: int
    columns: list[SheetColumn]
    categories: list[SheetCategory]
    upper_bonus: Annotated[list[UpperBonus], Field(description="Empty: there is no bonus row.")]
    extra: Annotated[ExtraPoints | None, Field(description="Null: there is no row for extra points.")]


class Variant(Answered):
    """A variant in a list."""

    key: str
    name: str
    aliases: list[str]
    dice: int
    turns: Annotated[int, Field(description="Turns of one seat in one game.")]
    seats: Annotated[tuple[int, int], Field(description="Least and greatest number of seats.")]
    columns: int
    categories: list[str]
    maximum: Annotated[int | None, Field(description="The highest total of a game; null where it is unknown.")]
    reconstruction: Annotated[bool, Field(description="Whether the rules were pieced together from other sources.")]


class Variants(Answered):
    """Every variant, in the order in which they are offered."""

    variants: list[Variant]


class Switch(Answered):
    """A house rule of a variant."""

    value: str | int | bool | None
    values: Annotated[
        list[str | int | bool | None],
        Field(description="What it may be set to; empty where any number in bounds will do."),
    ]
    low: Annotated[int | None, Field(description="The least number; null where it takes words.")]
    high: Annotated[int | None, Field(description="The greatest number.")]


class RuleSection(Answered):
    """A part of the rules in words."""

    heading: str
    sentences: list[str]


class VariantDetail(Variant):
    """A variant with its sheet, its house rules and its rules in words."""

    sheet: SheetLayout
    switches: dict[str, Switch]
    rules: list[RuleSection]


class Bot(Answered):
    """A computer player."""

    key: str
    name: str


class Bots(Answered):
    """The computer players that may take a seat."""

    bots: list[Bot]
