"""Variants and the words of the game."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.words import SheetLayout, Switch, VariantCard


class FigureChance(TypedDict):
    """How likely a category scores."""

    category: str
    """Its key."""
    name: str
    """The category in the caller's language."""
    first: float
    """With one roll of all dice, from 0 to 1."""
    turn: float
    """With all rolls of a turn that aims at it alone, from 0 to 1."""


class FigureChances(TypedDict):
    """The chance of each figure of a variant."""

    variant: str
    name: str
    """The variant in the caller's language."""
    rolls: int
    """How many rolls a turn has at most."""
    chances: list[FigureChance]
    """One for each category, from top to bottom."""


class Variant(VariantCard):
    """A variant in a list."""

    exact: bool
    """Whether optimal play is known exactly, so that there is advice for every position."""
    alone: bool
    """Whether more counts than a sheet by itself: what players do to each other, or a win at once. What is known
    exactly leaves that out, so there are no hints at a table and no ledger.
    """


class Variants(TypedDict):
    """Every variant, in the order in which they are offered."""

    variants: list[Variant]


class RuleCell(TypedDict):
    """The rule of a cell, or of several that are alike, with its example."""

    name: str
    text: str
    """What fits and what it pays."""
    dice: str
    """The dice of the example; a ten-sided die stands after a slash."""
    scores: str
    """What they bring, in a few words."""
    example: str
    """The example as a sentence."""
    sentence: str
    """All of it as one text."""


class RuleSection(TypedDict):
    """A part of the rules in words."""

    heading: str
    sentences: list[str]
    cells: list[RuleCell]
    """Single cells taken apart; the first sentences tell the same, in this order."""


class TutorialStep(TypedDict):
    """One step of a learner's first turn."""

    text: str
    """What the learner reads."""
    until: list[str]
    """Types of events at the learner's seat that end the step; empty: it ends when it is read."""
    focus: Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"]
    """The part of the table it is about."""


class VariantDetail(Variant):
    """A variant with its sheet, its house rules and its rules in words."""

    sheet: SheetLayout
    switches: dict[str, Switch]
    rules: list[RuleSection]
    """The rules in words, part by part."""
    changed: dict[str, SwitchValue]
    """The switches that differ from the preset."""
    differences: list[str]
    """The same in words, one line for each."""
    tutorial: list[TutorialStep]
    """A first turn, step by step; what is unusual about the variant, or a tour."""


class Bot(TypedDict):
    """A computer player."""

    key: str
    name: str
    character: str
    """A line about how it plays."""
    mean: float | None
    """Its mean points in a game of `kniffel`, as measured; null if it never was."""


class Bots(TypedDict):
    """The computer players that may take a seat."""

    bots: list[Bot]


class GlossaryTerm(TypedDict):
    """A word of the game."""

    key: str
    """What the interface calls the thing, in English."""
    name: str
    meaning: str
    """What it is, in a sentence or two."""


class GlossaryChapter(TypedDict):
    """Words that belong together."""

    heading: str
    terms: list[GlossaryTerm]


class Glossary(TypedDict):
    """The words of the game, in the caller's language."""

    chapters: list[GlossaryChapter]


class TestedTip(TypedDict):
    """A tip that is passed around, and what became of it when it was played out."""

    title: str
    holds: bool
    """Whether it is true."""
    verdict: str
    """The same in one sentence, with what it costs."""
    sentences: list[str]
    """Why, one sentence each."""


class TestedTips(TypedDict):
    """The tips, in the caller's language."""

    variant: str
    """The key of the game they were played in."""
    intro: str
    """How the tips were tested."""
    tips: list[TestedTip]
