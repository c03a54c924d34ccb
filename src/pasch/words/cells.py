"""The rules of cells and columns: pattern, payment, example, and restrictions of a column."""

from collections.abc import Collection

from typing_extensions import TypedDict

from pasch.i18n import Translator
from pasch.rules.category import Category, Face, MatchedDice
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.dice import Roll
from pasch.rules.variant import Variant
from pasch.words.categories import hint, number_word, ordinary_roll, remarks
from pasch.words.names import dice_words, name_in, points_text

_ORDERS = {
    Order.FREE: "",
    Order.DOWN: "↓",
    Order.UP: "↑",
    Order.BOTH_ENDS: "⇅",
    Order.CENTER_OUT: "↕",
    Order.UPPER_FIRST: "↧",
    Order.LOWER_FIRST: "↥",
}


def column_signs(column: Column) -> str:
    """The restrictions and factor of a column as signs for its head: `↓`, `×3`, `!`, `≤1`."""
    factor = "" if column.factor == 1 else f"×{column.factor}"
    announced = "" if column.announce is Announce.NONE else "!"
    rolls = "" if column.max_rolls is None else f"≤{column.max_rolls}"
    return f"{factor}{_ORDERS[column.order]}{announced}{rolls}"


def column_rules(t: Translator, column: Column) -> list[str]:
    """A column's factor, order, announcements and limit of rolls; empty for a free column."""
    sentences = []
    if column.factor > 1:
        sentences.append(t.text("rules", "All points count {factor} times.", factor=number_word(t, column.factor)))
    order = _order(t, column.order)
    if order:
        sentences.append(order)
    if column.announce is Announce.AFTER_FIRST_ROLL:
        sentences += [
            t.text("rules", "After the first roll, announce the cell you will fill, or enter at once."),
            t.text("rules", "The final roll goes into the announced cell, even if it scores 0."),
        ]
    if column.max_rolls is not None:
        sentences.append(
            t.count(
                "rules",
                "Only the first roll may be entered.",
                "Only entries after at most {count} rolls.",
                column.max_rolls,
            )
        )
    return sentences


def _order(t: Translator, order: Order) -> str:
    return {
        Order.FREE: "",
        Order.DOWN: t.text("rules", "The cells are filled in order from top to bottom."),
        Order.UP: t.text("rules", "The cells are filled in order from bottom to top."),
        Order.BOTH_ENDS: t.text("rules", "The cells are filled from both ends towards the middle."),
        Order.CENTER_OUT: t.text("rules", "The cells are filled from the middle upwards and downwards."),
        Order.UPPER_FIRST: t.text("rules", "The upper section is filled first, each section in any order."),
        Order.LOWER_FIRST: t.text("rules", "The lower section is filled first, each section in any order."),
    }[order]


def rounds(t: Translator, variant: Variant) -> str:
    """The number of cells of a sheet, and that a round fills one."""
    return t.count(
        "rules",
        "Each player has a sheet with {count} cell and fills it in the only round.",
        "Each player has a sheet with {count} cells and fills one of them in every round.",
        variant.turns,
    )


# ------------------------------------------------------------------------------- cells


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


def section(heading: str, sentences: Collection[str], cells: Collection[RuleCell] = ()) -> RuleSection:
    """A part of the rules; those of single cells are also the first of its sentences."""
    return {"heading": heading, "sentences": [*(cell["sentence"] for cell in cells), *sentences], "cells": [*cells]}


def cell_rule(t: Translator, variant: Variant, category: Category) -> RuleCell:
    """The rule of one category."""
    name, words = name_in(t, variant, category.key), hint(t, variant, category)
    more = remarks(t, variant, category)
    scores, example = _example(t, variant, category)
    title = t.text("category", "{category} – {hint}.", category=name, hint=words)
    return RuleCell(
        name=name,
        text=" ".join((t.text("category", "{hint}.", hint=words), *more)),
        dice=ordinary_roll(variant, category).to_text(),
        scores=scores,
        example=example,
        sentence=" ".join((title, *more, example)),
    )


def upper_rules(t: Translator, variant: Variant) -> list[RuleCell]:
    """The rules of the upper section: one rule for all cells if they are similar."""
    upper = variant.upper
    if not upper or not all(isinstance(c.match, Face) and c.pays == MatchedDice() and not c.served for c in upper):
        return [cell_rule(t, variant, category) for category in upper]
    t = t.given(first=name_in(t, variant, upper[0].key), last=name_in(t, variant, upper[-1].key))
    shown = upper[len(upper) // 2]
    roll = ordinary_roll(variant, shown)
    name = name_in(t, variant, shown.key)
    points = shown.points(roll.values, variant.rolls, served=False)
    example = named_example(t, variant, name, roll, points)
    if variant.customs.pictures:
        text = t.text("rules", "Only dice with this picture count, with the sum of their values.")
        sentence = t.text(
            "rules", "{first} to {last}: only dice with this picture count, with the sum of their values."
        )
    else:
        text = t.text("rules", "Only dice with this number count, with their sum.")
        sentence = t.text("rules", "{first} to {last}: only dice with this number count, with their sum.")
    return [
        RuleCell(
            name=t.text("rules", "{first} to {last}"),
            text=text,
            dice=roll.to_text(),
            scores=t.text("category", "{category}: {points}", category=name, points=points_text(t, points)),
            example=example,
            sentence=f"{sentence} {example}",
        )
    ]


def named_example(t: Translator, variant: Variant, cell: str, roll: Roll, points: int) -> str:
    """The points of a roll in a cell, as a sentence that names the cell."""
    return t.text(
        "category",
        "Example for {category}: {dice} scores {points}.",
        category=cell,
        dice=dice_words(t, variant, roll),
        points=points_text(t, points),
    )


def _example(t: Translator, variant: Variant, category: Category) -> tuple[str, str]:
    """The points of an ordinary matching roll, as a short phrase and as a sentence."""
    roll = ordinary_roll(variant, category)
    points = category.points(roll.values, variant.rolls, served=False)
    early, t = category.points(roll.values, 1, served=False), t.given(dice=dice_words(t, variant, roll))
    if early != points:
        t = t.given(early=early, points=points_text(t, points))
        return (
            t.text("category", "in the first roll {early}, in the last {points}"),
            t.text("category", "Example: {dice} scores {early} in the first roll, {points} in the last."),
        )
    if category.served:
        t = t.given(points=points, served=points_text(t, category.points(roll.values, 1, served=True)))
        return (
            t.text("category", "{points}, served {served}"),
            t.text("category", "Example: {dice} scores {points}, served {served}."),
        )
    scores = points_text(t, points)
    return scores, t.text("category", "Example: {dice} scores {points}.", points=scores)
