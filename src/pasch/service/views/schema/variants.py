"""Variants and the words of the game."""

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.words import GlossaryChapter, RuleSection, SheetLayout, Switch, TestedTip, TutorialStep, VariantCard


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


class Glossary(TypedDict):
    """The glossary, in the caller's language."""

    chapters: list[GlossaryChapter]


class TestedTips(TypedDict):
    """The tips, in the caller's language."""

    variant: str
    """The key of the tested game."""
    intro: str
    """How the tips were tested."""
    tips: list[TestedTip]
