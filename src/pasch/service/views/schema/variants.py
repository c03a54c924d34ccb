"""Variants and the words of the game."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.words import SheetLayout, Switch, VariantCard


class FigureChance(TypedDict):
    """The chance of a category."""

    category: str
    """Its key."""
    name: str
    """The category in the caller's language."""
    first: float
    """With one roll of all dice, from 0 to 1."""
    turn: float
    """With all rolls of a turn that aims at it alone, from 0 to 1."""


class FigureChances(TypedDict):
    """The chance of each category of a variant."""

    variant: str
    name: str
    """The variant in the caller's language."""
    rolls: int
    """The most rolls of a turn."""
    chances: list[FigureChance]
    """One for each category, from top to bottom."""


class Variant(VariantCard):
    """A variant in a list."""

    exact: bool
    """Whether optimal play is known exactly, so that there is advice for every position."""
    alone: bool
    """Whether more counts than a single sheet: interaction between players, or an immediate win. What is known
    exactly leaves that out, so there are no hints at a table and no ledger.
    """


class Variants(TypedDict):
    """Every variant, in the order of the menu."""

    variants: list[Variant]


class RuleCell(TypedDict):
    """The rule of a cell, or of several similar ones, with its example."""

    name: str
    text: str
    """The matching dice and their points."""
    dice: str
    """The dice of the example; a ten-sided die follows a slash."""
    scores: str
    """Their points, in a few words."""
    example: str
    """The example as a sentence."""
    sentence: str
    """The whole rule as one text."""


class RuleSection(TypedDict):
    """A part of the rules in words."""

    heading: str
    sentences: list[str]
    cells: list[RuleCell]
    """The cells one by one; the first sentences say the same, in this order."""


class TutorialStep(TypedDict):
    """One step of a learner's first turn."""

    text: str
    """The text for the learner."""
    until: list[str]
    """Types of events at the learner's seat that end the step; empty: reading ends it."""
    focus: Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"]
    """The part of the table that it explains."""


class VariantDetail(Variant):
    """A variant with its sheet, its house rules and its rules in words."""

    sheet: SheetLayout
    switches: dict[str, Switch]
    rules: list[RuleSection]
    """The rules in words, part by part."""
    changed: dict[str, SwitchValue]
    """The house rules that differ from the preset."""
    differences: list[str]
    """The same in words, one line for each rule."""
    tutorial: list[TutorialStep]
    """The steps of a first turn, which explain the special rules of the variant, or a tour."""


class Bot(TypedDict):
    """A computer player."""

    key: str
    name: str
    character: str
    """A line about its style."""
    mean: float | None
    """Its measured mean points in a game of `kniffel`; null without a measurement."""


class Bots(TypedDict):
    """The computer players that may take a seat."""

    bots: list[Bot]


class GlossaryTerm(TypedDict):
    """A term of the glossary."""

    key: str
    """The term of the interface, in English."""
    name: str
    meaning: str
    """Its meaning, in a sentence or two."""


class GlossaryChapter(TypedDict):
    """A chapter of the glossary."""

    heading: str
    terms: list[GlossaryTerm]


class Glossary(TypedDict):
    """The glossary, in the caller's language."""

    chapters: list[GlossaryChapter]


class TestedTip(TypedDict):
    """A popular tip, and the exact result of playing by it."""

    title: str
    holds: bool
    """Whether it is true."""
    verdict: str
    """The same in one sentence, with its cost."""
    sentences: list[str]
    """The reasons, one sentence each."""


class TestedTips(TypedDict):
    """The tips, in the caller's language."""

    variant: str
    """The key of the tested game."""
    intro: str
    """How the tips were tested."""
    tips: list[TestedTip]
