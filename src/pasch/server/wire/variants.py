"""Variants and the words of the game on the wire."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.rules.variants import VARIANTS
from pasch.server.wire.base import Answered, RuleValues, Sent

_MECHANICS = dict.fromkeys(
    ("", *(variant.mechanic.key for variant in VARIANTS.values() if variant.mechanic is not None))
)
"""The keys of the mechanics that a layout may name; a server with more of them knows more."""


class SheetColumn(Answered):
    """A column of the sheet."""

    column: Annotated[int, Field(description="Counted from 1.")]
    name: Annotated[str, Field(description="What it is called, short.")]
    hint: Annotated[str, Field(description="What binds it, in one sentence; empty for a free column.")]
    factor: Annotated[int, Field(description="What entries are multiplied by.")]
    order: Annotated[
        Literal["free", "down", "up", "both_ends", "center_out", "upper_first", "lower_first"],
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
    fixed: Annotated[int | None, Field(description="What it brings whenever it fits; null: the dice decide.")]
    hint: Annotated[str, Field(description="One short sentence: what scores.")]


class UpperBonus(Answered):
    """A bonus for the upper section."""

    threshold: Annotated[int, Field(description="Upper points that are needed.")]
    points: int


class ExtraPoints(Answered):
    """The row for extra Kniffels."""

    points: Annotated[int, Field(description="What each extra Kniffel scores.")]
    counts_in: Annotated[
        Literal["game", "match"], Field(description="Whether the points count in the game, or in the match alone.")
    ]
    name: str


class Customs(Answered):
    """How the game is usually played; each table or person may choose otherwise."""

    games: Annotated[int, Field(description="Games in a match.")]
    final: Annotated[bool, Field(description="Whether entries are final unless a table allows taking them back.")]
    marks_rolls: Annotated[
        bool, Field(description="Whether a click marks the dice to roll again; elsewhere it marks those to keep.")
    ]
    shows_key: Annotated[
        bool, Field(description="Whether the key is shown before the first roll and next to the sheet.")
    ]
    lever: Annotated[bool, Field(description="Whether the dice are rolled by a lever.")]
    pictures: Annotated[Literal["", "poker", "swiss"], Field(description="What the dice show; empty: pips.")]


class SheetLayout(Answered):
    """All a client needs to draw any sheet of the variant."""

    dice: Annotated[int, Field(description="How many dice a turn has.")]
    ten_sided: Annotated[int, Field(description="How many of them have ten sides.")]
    rolls: Annotated[int, Field(description="How many rolls a turn has.")]
    phase: Annotated[
        str,
        Field(
            description="What the game adds to the plain turn; empty: nothing.",
            json_schema_extra={"enum": [*_MECHANICS]},
        ),
    ]
    chips: Annotated[int, Field(description="Chips each seat begins with; one buys one more roll.")]
    banks_rolls: Annotated[bool, Field(description="Whether unused rolls are saved for later turns.")]
    locks_dice: Annotated[bool, Field(description="Whether dice that were kept stay for the turn.")]
    doubles: Annotated[int, Field(description="How many entries of a game may count twice.")]
    double_when: Annotated[
        Literal["before_first_roll", "before_any_roll"],
        Field(description="When that is said: for the turn, or for the dice of the next roll."),
    ]
    sheet_order: Annotated[
        Literal["free", "column_by_column", "row_by_row"],
        Field(description="Whether a column or a row must be full before the next one begins."),
    ]
    columns: list[SheetColumn]
    categories: list[SheetCategory]
    upper_bonus: Annotated[list[UpperBonus], Field(description="Empty: there is no bonus row.")]
    extra: Annotated[ExtraPoints | None, Field(description="Null: there is no row for extra points.")]
    faces: Annotated[
        list[str],
        Field(description="What the six faces show, in the caller's language. Empty: pips."),
    ]
    customs: Customs


class FigureChance(Answered):
    """How likely a category scores."""

    category: Annotated[str, Field(description="Its key.", examples=["full_house"])]
    name: Annotated[str, Field(description="The category in the caller's language.")]
    first: Annotated[float, Field(ge=0, le=1, description="With one roll of all dice.")]
    turn: Annotated[float, Field(ge=0, le=1, description="With all rolls of a turn that aims at it alone.")]


class FigureChances(Answered):
    """The chance of each figure of a variant."""

    variant: str
    name: Annotated[str, Field(description="The variant in the caller's language.")]
    rolls: Annotated[int, Field(description="How many rolls a turn has at most.")]
    chances: Annotated[list[FigureChance], Field(description="One for each category, from top to bottom.")]


class Variant(Answered):
    """A variant in a list."""

    key: str
    name: str
    aliases: list[str]
    dice: Annotated[int, Field(description="How many dice a turn has.")]
    turns: Annotated[int, Field(description="Turns of one seat in one game.")]
    seats: Annotated[tuple[int, int], Field(description="Least and greatest number of seats.")]
    columns: Annotated[int, Field(description="How many columns the sheet has.")]
    categories: list[str]
    maximum: Annotated[int | None, Field(description="The highest total of a game; null where it is unknown.")]
    reconstruction: Annotated[bool, Field(description="Whether the rules were pieced together from other sources.")]
    group: Annotated[str, Field(description="The part of a list in which it stands.", examples=["six_dice"])]
    group_name: Annotated[str, Field(description="The same in the caller's language.")]
    about: Annotated[str, Field(description="What is special about it, in one sentence.")]
    customs: Customs
    exact: Annotated[
        bool,
        Field(description="Whether optimal play is known exactly, so that there is advice for every position."),
    ]
    alone: Annotated[
        bool,
        Field(
            description="Whether more counts than a sheet by itself: what players do to each other, or a win at once. "
            "What is known exactly leaves that out, so there are no hints at a table and no ledger."
        ),
    ]


class Variants(Answered):
    """Every variant, in the order in which they are offered."""

    variants: list[Variant]


class Switch(Answered):
    """A house rule as it stands in a variant."""

    value: Annotated[
        str | int | bool | None, Field(description="Null also where a variant has no single value for it.")
    ]
    values: Annotated[
        list[str | int | bool | None],
        Field(description="What it may be set to; empty where any number in bounds, or a text, will do."),
    ]
    low: Annotated[int | None, Field(description="The least number; null where it takes words.")]
    high: Annotated[int | None, Field(description="The greatest number.")]
    optional: Annotated[bool, Field(description="Whether null is a possible value.")]
    kind: Annotated[
        Literal["choice", "number", "toggle", "columns", "categories"],
        Field(description="How it is set; `columns` and `categories` are texts, see the documentation."),
    ]
    label: Annotated[str, Field(description="What it is called, in the caller's language.")]
    help: Annotated[str, Field(description="What it does, in one sentence.")]
    labels: Annotated[dict[str, str], Field(description="What its values mean, by their written form.")]
    available: Annotated[
        bool, Field(description="Whether the variant has what it is about; else it can only stay as it is.")
    ]


class ChangeRules(Sent):
    """The rules of a house."""

    rules: RuleValues = Field(default_factory=dict)


class RuleCell(Answered):
    """The rule of a cell, or of several that are alike, with its example."""

    name: str
    text: Annotated[str, Field(description="What fits and what it pays.")]
    dice: Annotated[str, Field(description="The dice of the example; a ten-sided die stands after a slash.")]
    scores: Annotated[str, Field(description="What they bring, in a few words.")]
    example: Annotated[str, Field(description="The example as a sentence.")]
    sentence: Annotated[str, Field(description="All of it as one text.")]


class RuleSection(Answered):
    """A part of the rules in words."""

    heading: str
    sentences: list[str]
    cells: Annotated[
        list[RuleCell], Field(description="Single cells taken apart; the first sentences tell the same, in this order.")
    ]


class TutorialStep(Answered):
    """One step of a learner's first turn."""

    text: Annotated[str, Field(description="What the learner reads.")]
    until: Annotated[
        list[str],
        Field(description="Types of events at the learner's seat that end the step; empty: it ends when it is read."),
    ]
    focus: Annotated[
        Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"],
        Field(description="The part of the table it is about."),
    ]


class VariantDetail(Variant):
    """A variant with its sheet, its house rules and its rules in words."""

    sheet: SheetLayout
    switches: dict[str, Switch]
    rules: Annotated[list[RuleSection], Field(description="The rules in words, part by part.")]
    changed: Annotated[
        dict[str, str | int | bool | None], Field(description="The switches that differ from the preset.")
    ]
    differences: Annotated[list[str], Field(description="The same in words, one line for each.")]
    tutorial: Annotated[
        list[TutorialStep],
        Field(description="A first turn, step by step; what is unusual about the variant, or a tour."),
    ]


class Bot(Answered):
    """A computer player."""

    key: str
    name: str
    character: Annotated[str, Field(description="A line about how it plays.")]
    mean: Annotated[
        float | None, Field(description="Its mean points in a game of `kniffel`, as measured; null if it never was.")
    ]


class Bots(Answered):
    """The computer players that may take a seat."""

    bots: list[Bot]


class GlossaryTerm(Answered):
    """A word of the game."""

    key: Annotated[str, Field(description="What the interface calls the thing, in English.")]
    name: str
    meaning: Annotated[str, Field(description="What it is, in a sentence or two.")]


class GlossaryChapter(Answered):
    """Words that belong together."""

    heading: str
    terms: list[GlossaryTerm]


class Glossary(Answered):
    """The words of the game, in the caller's language."""

    chapters: list[GlossaryChapter]


class TestedTip(Answered):
    """A tip that is passed around, and what became of it when it was played out."""

    title: str
    holds: Annotated[bool, Field(description="Whether it is true.")]
    verdict: Annotated[str, Field(description="The same in one sentence, with what it costs.")]
    sentences: Annotated[list[str], Field(description="Why, one sentence each.")]


class TestedTips(Answered):
    """The tips, in the caller's language."""

    variant: Annotated[str, Field(description="The key of the game they were played in.")]
    intro: Annotated[str, Field(description="How the tips were tested.")]
    tips: list[TestedTip]
