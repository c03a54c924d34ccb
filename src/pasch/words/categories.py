"""A category in words, made from its data: its pattern, its payment, and an example roll."""

from functools import lru_cache
from math import factorial, prod
from typing import assert_never

from pasch.i18n import Translator
from pasch.rules.category import (
    AllDice,
    AnyDice,
    Both,
    ByRoll,
    Category,
    Exactly,
    Face,
    Fixed,
    Flush,
    Groups,
    MatchedDice,
    Pattern,
    Payment,
    Run,
    Total,
)
from pasch.rules.columns import Served
from pasch.rules.dice import Roll, all_rolls
from pasch.rules.variant import Variant
from pasch.words.names import dice_text, dice_words, face_names, name_in, points_text

_SHOWN_OF_FACE = 3
"""The number of dice with the face in the example of a number category."""


def hint(t: Translator, variant: Variant, category: Category) -> str:
    """What scores, as a short phrase without a full stop."""
    match category:
        case Category(match=Face(face), pays=MatchedDice(0)) if pictures := face_names(t, variant):
            return t.text("category", "Only the picture “{face}” counts", face=pictures[face - 1])
        case Category(match=Face(face), pays=MatchedDice(0)):
            return t.text("category", "Only {faces} count", faces=faces_word(t, face))
        case _:
            condition = _condition(t, variant, category)
            shown = condition[:1].upper() + condition[1:]  # a number word may come first
            return t.text("category", "{condition}: {payment}", condition=shown, payment=_payment(t, category.pays))


def number_word(t: Translator, number: int) -> str:
    """“three” for 3; in figures beyond ten."""
    return t.find(str(number), "number") or t.number(number)


def faces_word(t: Translator, face: int) -> str:
    """“sixes” for 6."""
    return t.find(str(face), "faces") or t.number(face)


# ------------------------------------------------------------------------------- patterns


def _condition(t: Translator, variant: Variant, category: Category) -> str:
    match category.match:
        case Groups((size,)) if isinstance(category.pays, MatchedDice) and size < variant.dice_count:
            # Pays exactly these dice, even if more are equal.
            return t.text("pattern", "{count} equal dice", count=number_word(t, size))
        case _:
            return _fitting(t, variant, category.match)


def _fitting(t: Translator, variant: Variant, pattern: Pattern) -> str:
    match pattern:
        case AnyDice():
            return t.text("pattern", "Any dice")
        case Face(face):
            return t.text("pattern", "The {faces}", faces=faces_word(t, face))
        case Groups():
            return _groups(t, variant, pattern)
        case Run():
            return _run(t, variant, pattern)
        case Exactly(faces):
            return t.text("pattern", "Exactly {faces}", faces=dice_words(t, variant, faces))
        case Total():
            return _total(t, variant, pattern)
        case Flush(colors):
            return t.text("pattern", "All dice of one colour ({colors})", colors=_colors(colors))
        case Both(first, second):
            return t.text(
                "pattern",
                "{first}; also: {second}",
                first=_fitting(t, variant, first),
                second=_fitting(t, variant, second),
            )
    assert_never(pattern)


def _groups(t: Translator, variant: Variant, pattern: Groups) -> str:
    sizes = [number_word(t, size) for size in pattern.sizes]
    match pattern.sizes:
        case (size,) if size == variant.dice_count:
            return t.text("pattern", "All {count} dice equal", count=sizes[0])
        case (_,):
            return t.text("pattern", "At least {count} equal dice", count=sizes[0])
        case (first, second) if first != second:
            return _house(t.given(first=sizes[0], second=sizes[1]), colored=bool(pattern.colors))
        case (2, *_) if set(pattern.sizes) == {2}:
            return _pairs(t, len(sizes), colored=bool(pattern.colors))
        case (3, *_) if set(pattern.sizes) == {3}:
            return t.text("pattern", "{count} different triplets", count=number_word(t, len(sizes)))
        case _ if len(set(sizes)) == 1:
            return t.text(
                "pattern",
                "{times} times {count} equal dice, each of another face",
                times=number_word(t, len(sizes)),
                count=sizes[0],
            )
        case _:
            return t.text("pattern", "Groups of {sizes} equal dice, each of another face", sizes=t.listing(sizes))


def _pairs(t: Translator, number: int, *, colored: bool) -> str:
    count = number_word(t, number)
    if colored:
        return t.text("pattern", "{count} different pairs of one colour", count=count)
    return t.text("pattern", "{count} different pairs", count=count)


def _house(t: Translator, *, colored: bool) -> str:
    if colored:
        return t.text("pattern", "{first} equal dice and {second} equal dice of another face, all of one colour")
    return t.text("pattern", "{first} equal dice and {second} equal dice of another face")


def _run(t: Translator, variant: Variant, pattern: Run) -> str:
    if pattern.start is not None:
        faces = t.listing(str(face) for face in range(pattern.start, pattern.start + pattern.length))
        return t.text("pattern", "The faces {faces}", faces=faces)
    count = number_word(t, pattern.length)
    if pattern.wrap:
        return t.text("pattern", "{count} faces in a row, the one following the six", count=count)
    if pattern.length < variant.dice_count:
        return t.text("pattern", "At least {count} faces in a row", count=count)
    return t.text("pattern", "{count} faces in a row", count=count)


def _total(t: Translator, variant: Variant, pattern: Total) -> str:
    low = max(pattern.at_least, variant.dice)
    high = min(pattern.at_most, 6 * variant.dice + 9 * variant.ten_sided)
    if low == high:
        return t.text("pattern", "A sum of {sum}", sum=low)
    if pattern.at_least <= variant.dice:
        return t.text("pattern", "A sum of at most {sum}", sum=high)
    if pattern.at_most >= high and high == 6 * variant.dice + 9 * variant.ten_sided:
        return t.text("pattern", "A sum of at least {sum}", sum=low)
    return t.text("pattern", "A sum of {low} to {high}", low=low, high=high)


def _colors(colors: tuple[tuple[int, ...], ...]) -> str:
    return " · ".join(dice_text(color) for color in colors)


# ------------------------------------------------------------------------------- payments


def _payment(t: Translator, payment: Payment) -> str:
    match payment:
        case Fixed(points):
            return points_text(t, points)
        case AllDice(plus=0, times=1):
            return t.text("payment", "the sum of all dice")
        case AllDice(plus=0, times=times):
            return t.text("payment", "{times} times the sum of all dice", times=number_word(t, times))
        case AllDice(plus, times=1):
            return t.text("payment", "the sum of all dice and {points}", points=points_text(t, plus))
        case AllDice(plus, times):
            return t.text(
                "payment",
                "{times} times the sum of all dice, and {points}",
                times=number_word(t, times),
                points=points_text(t, plus),
            )
        case MatchedDice(plus=0):
            return t.text("payment", "the sum of these dice")
        case MatchedDice(plus):
            return t.text("payment", "the sum of these dice and {points}", points=points_text(t, plus))
        case ByRoll(points):
            listed = t.listing((str(p) for p in points), style="or")
            return t.text("payment", "{points} points, depending on the number of rolls", points=listed)
    assert_never(payment)


def remarks(t: Translator, variant: Variant, category: Category) -> list[str]:
    """The details that the hint omits, in whole sentences."""
    sentences = []
    if isinstance(category.match, Groups):
        sentences += _about_groups(t, variant, category.match, category.pays)
    if category.served:
        points = points_text(t, category.served)
        sentences.append(
            t.text("category", "Served (in the first roll): +{points}.", points=points)
            if variant.served is Served.FIRST_ROLL
            else t.text("category", "Served (all dice in one roll): +{points}.", points=points)
        )
    if variant.difference is not None and category.key == variant.difference.low:
        sentences.append(t.text("category", "A small sum is good here."))
    if category.after:
        before = name_in(t, variant, category.after)
        if len(variant.columns) > 1:
            sentences.append(
                t.text(
                    "category", "It scores only when {category} in the same column has scored before.", category=before
                )
            )
        else:
            sentences.append(t.text("category", "It scores only when {category} has scored before.", category=before))
    return sentences


def _about_groups(t: Translator, variant: Variant, pattern: Groups, pays: Payment) -> list[str]:
    sentences, needed = [], sum(pattern.sizes)
    if len(pattern.sizes) > 1:
        count = number_word(t, needed)
        if pattern.distinct:
            sentences.append(t.text("category", "The faces must differ; {count} equal dice do not fit.", count=count))
        else:
            sentences.append(t.text("category", "One face is enough: {count} equal dice fit too.", count=count))
    if pattern.colors and not variant.colors:
        sentences.append(t.text("category", "All share one colour: {colors}.", colors=_colors(pattern.colors)))
    if isinstance(pays, MatchedDice) and variant.dice_count >= needed + min(pattern.sizes):
        sentences.append(t.text("category", "If several fit, the highest count."))
    return sentences


# ------------------------------------------------------------------------------- examples


def ordinary_roll(variant: Variant, category: Category) -> Roll:
    """A matching roll: the middle one of the most frequent; three of its face for a number category."""
    return _ordinary_roll(variant.dice, variant.ten_sided, variant.rolls, category)


@lru_cache(maxsize=1024)
def _ordinary_roll(dice: int, ten_sided: int, rolls: int, category: Category) -> Roll:
    """Cached: it scores every roll, and house rules leave most categories unchanged."""
    fitting = [r for r in all_rolls(dice, ten_sided) if category.points(r.values, rolls, served=False)]
    if category.face is not None:
        fitting = [r for r in fitting if r.values.count(category.face) == _SHOWN_OF_FACE] or fitting
    most = max(map(_ways, fitting))
    often = [roll for roll in fitting if _ways(roll) == most]
    return often[len(often) // 2]


def _ways(roll: Roll) -> int:
    """The number of orders in which this roll can fall."""
    six, ten = roll.faces, roll.tens
    repeats = prod(factorial(six.count(face)) for face in set(six)) * prod(factorial(ten.count(f)) for f in set(ten))
    return factorial(len(six)) * factorial(len(ten)) // repeats
