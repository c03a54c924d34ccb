"""The rules of single cells: what fits, what it pays, and an example, apart and as one text."""

from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.rules.category import Category, Face, MatchedDice
from pasch.rules.dice import Roll
from pasch.rules.variant import Variant
from pasch.words.categories import besides, hint, ordinary_roll
from pasch.words.names import dice_words, name_in, points_text


@dataclass(frozen=True)
class CellRule:
    """A cell, or several that are alike: its name and its rule.

    The `dice` of the example are in the text form, `scores` is what they bring, in a few words; `example` is the same
    as a sentence. `sentence` is all of it as one text.
    """

    name: str
    text: str
    dice: str
    scores: str
    example: str
    sentence: str


@dataclass(frozen=True)
class Section:
    """A part of the rules. `cells` are the rules of single cells, which are also the first of its sentences."""

    heading: str
    sentences: tuple[str, ...]
    cells: tuple[CellRule, ...] = ()


def cell_rule(t: Translator, variant: Variant, category: Category) -> CellRule:
    """The rule of one category."""
    name, told = name_in(t, variant, category.key), hint(t, variant, category)
    more = besides(t, variant, category)
    scores, example = _example(t, variant, category)
    title = t.text("category", "{category} – {hint}.", category=name, hint=told)
    return CellRule(
        name=name,
        text=" ".join((t.text("category", "{hint}.", hint=told), *more)),
        dice=ordinary_roll(variant, category).to_text(),
        scores=scores,
        example=example,
        sentence=" ".join((title, *more, example)),
    )


def upper_rules(t: Translator, variant: Variant) -> list[CellRule]:
    """The rules of the upper section: one for all of them where they are alike."""
    upper = variant.upper
    if not upper or not all(isinstance(c.match, Face) and c.pays == MatchedDice() and not c.served for c in upper):
        return [cell_rule(t, variant, category) for category in upper]
    first, last = name_in(t, variant, upper[0].key), name_in(t, variant, upper[-1].key)
    shown = upper[len(upper) // 2]
    roll = ordinary_roll(variant, shown)
    name = name_in(t, variant, shown.key)
    points = shown.points(roll.values, variant.rolls, served=False)
    example = named_example(t, variant, name, roll, points)
    if variant.customs.pictures:
        text = t.text("rules", "Only dice with this picture count, with the sum of their values.")
        sentence = t.text(
            "rules",
            "{first} to {last}: only dice with this picture count, with the sum of their values.",
            first=first,
            last=last,
        )
    else:
        text = t.text("rules", "Only dice with this number count, with their sum.")
        sentence = t.text(
            "rules", "{first} to {last}: only dice with this number count, with their sum.", first=first, last=last
        )
    return [
        CellRule(
            name=t.text("rules", "{first} to {last}", first=first, last=last),
            text=text,
            dice=roll.to_text(),
            scores=t.text("category", "{category}: {points}", category=name, points=points_text(t, points)),
            example=example,
            sentence=f"{sentence} {example}",
        )
    ]


def named_example(t: Translator, variant: Variant, cell: str, roll: Roll, points: int) -> str:
    """What a roll brings in a cell that has to be named."""
    return t.text(
        "category",
        "Example for {category}: {dice} scores {points}.",
        category=cell,
        dice=dice_words(t, variant, roll),
        points=points_text(t, points),
    )


def _example(t: Translator, variant: Variant, category: Category) -> tuple[str, str]:
    """What an ordinary roll that fits brings, in a few words and as a sentence."""
    roll = ordinary_roll(variant, category)
    points = category.points(roll.values, variant.rolls, served=False)
    early, dice = category.points(roll.values, 1, served=False), dice_words(t, variant, roll)
    if early != points:
        told = {"early": t.number(early), "points": points_text(t, points)}
        return (
            t.text("category", "in the first roll {early}, in the last {points}", **told),
            t.text(
                "category", "Example: {dice} scores {early} in the first roll, {points} in the last.", dice=dice, **told
            ),
        )
    if category.served:
        served = points_text(t, category.points(roll.values, 1, served=True))
        told = {"points": t.number(points), "served": served}
        return (
            t.text("category", "{points}, served {served}", **told),
            t.text("category", "Example: {dice} scores {points}, served {served}.", dice=dice, **told),
        )
    scores = points_text(t, points)
    return scores, t.text("category", "Example: {dice} scores {points}.", dice=dice, points=scores)
