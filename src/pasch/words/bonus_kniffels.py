"""Extra Kniffels in words: extra points and jokers."""

from typing import assert_never

from pasch.i18n import Translator
from pasch.rules.bonus import BonusKniffel, CountsIn, ExtraNeeds, ExtraScope, ExtraWhen, JokerRule
from pasch.rules.dice import Roll
from pasch.rules.variant import Variant
from pasch.words.names import kniffel_name, name_in, points_text
from pasch.words.teaching.worked import extra_example, joker_example


def bonus_heading(t: Translator, variant: Variant) -> str:
    """“Kniffel bonus”; empty where there is no such category."""
    if variant.kniffel_row is None:
        return ""
    if _plain(variant):
        return t.text("rules", "Another {category}", category=kniffel_name(t, variant))
    return t.text("sheet", "{kniffel} bonus", kniffel=kniffel_name(t, variant))


def _plain(variant: Variant) -> bool:
    """Whether an extra Kniffel is a roll like any other."""
    return not variant.extra.points and variant.extra.joker is JokerRule.NONE


def bonus_kniffels(t: Translator, variant: Variant) -> tuple[str, ...]:
    """What happens when all dice are equal and the Kniffel cell is taken."""
    if variant.kniffel_row is None:
        return ()
    kniffel = kniffel_name(t, variant)
    if _plain(variant):
        return (
            t.text(
                "rules",
                "There are no jokers and no {kniffel} bonus: you enter an extra {kniffel} like any other roll.",
                kniffel=kniffel,
            ),
        )
    return (
        *_extra(t, variant, kniffel),
        *extra_example(t, variant),
        *_joker(t, variant, kniffel),
        *joker_example(t, variant),
    )


def _extra(t: Translator, variant: Variant, kniffel: str) -> list[str]:
    extra = variant.extra
    if not extra.points:
        return [t.text("rules", "There is no {kniffel} bonus.", kniffel=kniffel)]
    together = extra.scope is ExtraScope.ALL_COLUMNS and len(variant.columns) > 1
    needs = _needs_of_all(t, extra, kniffel) if together else _needs(t, extra, kniffel)
    sentences = [_when(t, extra, kniffel), needs]
    if extra.most is not None:
        sentences.append(_most(t, variant, extra.most))
    if len(variant.columns) > 1 and not together:
        sentences.append(
            t.text("rules", "What counts is the {kniffel} cell of the column you enter in.", kniffel=kniffel)
        )
    if any(column.factor > 1 for column in variant.columns):
        sentences.append(t.text("rules", "The extra points are multiplied like all others of the column."))
    if extra.counts_in is CountsIn.MATCH:
        sentences.append(
            t.text("rules", "These points count in the result of the whole match, not in that of the game.")
        )
    return sentences


def _when(t: Translator, extra: BonusKniffel, kniffel: str) -> str:
    points = points_text(t, extra.points)
    match extra.when:
        case ExtraWhen.ALWAYS:
            return t.text("rules", "Each extra {kniffel} scores +{points}.", kniffel=kniffel, points=points)
        case ExtraWhen.NUMBER_CELL_OPEN:
            return t.text(
                "rules",
                "An extra {kniffel} scores +{points} while the cell of its number is open.",
                kniffel=kniffel,
                points=points,
            )
        case ExtraWhen.ENTRY_SCORES:
            return t.text(
                "rules",
                "An extra {kniffel} scores +{points} when you enter it where it scores.",
                kniffel=kniffel,
                points=points,
            )
        case ExtraWhen.SCRATCH:
            return t.text(
                "rules",
                "An extra {kniffel} scores +{points} when you cross out an open cell for it.",
                kniffel=kniffel,
                points=points,
            )
    assert_never(extra.when)


def _needs(t: Translator, extra: BonusKniffel, kniffel: str) -> str:
    if extra.needs is ExtraNeeds.SCORED:
        return t.text(
            "rules", "For that the {kniffel} cell must hold its points; crossed out, it earns nothing.", kniffel=kniffel
        )
    return t.text("rules", "For that the {kniffel} cell must be taken; it may have been crossed out.", kniffel=kniffel)


def _needs_of_all(t: Translator, extra: BonusKniffel, kniffel: str) -> str:
    if extra.needs is ExtraNeeds.SCORED:
        return t.text(
            "rules",
            "For that the {kniffel} cells of all columns must hold points; if one is crossed out, it earns nothing.",
            kniffel=kniffel,
        )
    return t.text(
        "rules",
        "For that the {kniffel} cells of all columns must be taken; they may have been crossed out.",
        kniffel=kniffel,
    )


def _most(t: Translator, variant: Variant, most: int) -> str:
    if len(variant.columns) > 1:
        return t.count(
            "rules",
            "Each column earns them only once.",
            "Each column earns them at most {count} times.",
            most,
        )
    return t.count(
        "rules", "You earn them only once in a game.", "You earn them at most {count} times in a game.", most
    )


def _joker(t: Translator, variant: Variant, kniffel: str) -> list[str]:
    match variant.extra.joker:
        case JokerRule.NONE:
            return [
                t.text(
                    "rules", "There are no jokers: you enter an extra {kniffel} like any other roll.", kniffel=kniffel
                )
            ]
        case JokerRule.FREE:
            return [
                t.text("rules", "You may enter an extra {kniffel} in any open cell.", kniffel=kniffel),
                t.text(
                    "rules",
                    "Once the {kniffel} cell and the cell of its number both have an entry, it is a joker.",
                    kniffel=kniffel,
                ),
                *_joker_worth(t, variant),
            ]
        case JokerRule.FORCED if variant.extra.scope is ExtraScope.ALL_COLUMNS and len(variant.columns) > 1:
            return [
                t.text(
                    "rules",
                    "Once the {kniffel} cells of all columns are taken, an extra {kniffel} goes to an open "
                    "cell of its number in any column.",
                    kniffel=kniffel,
                ),
                t.text(
                    "rules", "If all of these are taken, it is a joker and goes to an open cell of the lower section."
                ),
                *_joker_worth(t, variant),
                t.text("rules", "If the lower section is full, you cross out a cell of the upper section."),
            ]
        case JokerRule.FORCED:
            return [
                t.text(
                    "rules",
                    "Once the {kniffel} cell is taken, an extra {kniffel} goes to the cell of its number.",
                    kniffel=kniffel,
                ),
                t.text("rules", "If that is taken too, it is a joker and goes to an open cell of the lower section."),
                *_joker_worth(t, variant),
                t.text("rules", "If the lower section is full, you cross out a cell of the upper section."),
            ]
    assert_never(variant.extra.joker)


def _joker_worth(t: Translator, variant: Variant) -> list[str]:
    """Which cells a joker fills that five equal dice would not."""
    equal = Roll((6,) * variant.dice, (6,) * variant.ten_sided)
    lifted = [
        name_in(t, variant, category.key)
        for category in variant.lower
        if category.joker_points(equal.values, variant.rolls)
        > category.points(equal.values, variant.rolls, served=False)
    ]
    if not lifted:
        return []
    return [t.text("rules", "As a joker it scores in full even in {categories}.", categories=t.listing(lifted))]
