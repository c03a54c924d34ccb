"""Scoring beyond plain entries in words: extra Kniffels, chips, differences, settlements and instant wins."""

from itertools import zip_longest
from typing import assert_never

from pasch.i18n import Translator
from pasch.rules.bonus import (
    AllScored,
    Award,
    BonusKniffel,
    CountsIn,
    Difference,
    EachScored,
    ExtraNeeds,
    ExtraScope,
    ExtraWhen,
    JokerRule,
    Reaches,
    Settlement,
)
from pasch.rules.columns import Served
from pasch.rules.dice import Roll
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.names import kniffel_name, name_in, points_text
from pasch.words.teaching.examples import extra_example, joker_example, ordinary_points, places, sheet_with


def bonus_heading(t: Translator, variant: Variant) -> str:
    """“Kniffel bonus”; empty for a variant without this category."""
    if variant.kniffel_row is None:
        return ""
    if _plain(variant):
        return t.text("rules", "Another {category}", category=kniffel_name(t, variant))
    return t.text("sheet", "{kniffel} bonus", kniffel=kniffel_name(t, variant))


def _plain(variant: Variant) -> bool:
    """Whether an extra Kniffel is an ordinary roll."""
    return not variant.extra.points and variant.extra.joker is JokerRule.NONE


def bonus_kniffels(t: Translator, variant: Variant) -> tuple[str, ...]:
    """The rules for all equal dice when the Kniffel cell is filled."""
    if variant.kniffel_row is None:
        return ()
    t = t.given(kniffel=kniffel_name(t, variant))
    if _plain(variant):
        return (
            t.text(
                "rules", "There are no jokers and no {kniffel} bonus: you enter an extra {kniffel} like any other roll."
            ),
        )
    return (*_extra(t, variant), *extra_example(t, variant), *_joker(t, variant), *joker_example(t, variant))


def _extra(t: Translator, variant: Variant) -> list[str]:
    extra = variant.extra
    if not extra.points:
        return [t.text("rules", "There is no {kniffel} bonus.")]
    together = extra.scope is ExtraScope.ALL_COLUMNS and len(variant.columns) > 1
    sentences = [_when(t, extra), _needs_of_all(t, extra) if together else _needs(t, extra)]
    if extra.most is not None:
        sentences.append(_most(t, variant, extra.most))
    if len(variant.columns) > 1 and not together:
        sentences.append(t.text("rules", "The {kniffel} cell of the column you enter in counts."))
    if any(column.factor > 1 for column in variant.columns):
        sentences.append(t.text("rules", "The extra points are multiplied like all others of the column."))
    if extra.counts_in is CountsIn.MATCH:
        sentences.append(
            t.text("rules", "These points count in the result of the whole match, not in that of the game.")
        )
    return sentences


def _when(t: Translator, extra: BonusKniffel) -> str:
    t = t.given(points=points_text(t, extra.points))
    match extra.when:
        case ExtraWhen.ALWAYS:
            return t.text("rules", "Each extra {kniffel} scores +{points}.")
        case ExtraWhen.NUMBER_CELL_OPEN:
            return t.text("rules", "An extra {kniffel} scores +{points} while the cell of its number is open.")
        case ExtraWhen.ENTRY_SCORES:
            return t.text("rules", "An extra {kniffel} scores +{points} when you enter it where it scores.")
        case ExtraWhen.SCRATCH:
            return t.text("rules", "An extra {kniffel} scores +{points} when you cross out an open cell for it.")
    assert_never(extra.when)


def _needs(t: Translator, extra: BonusKniffel) -> str:
    if extra.needs is ExtraNeeds.SCORED:
        return t.text("rules", "The {kniffel} cell must already have scored; if it is crossed out, there is no bonus.")
    return t.text("rules", "The {kniffel} cell must already be filled; it may be crossed out.")


def _needs_of_all(t: Translator, extra: BonusKniffel) -> str:
    if extra.needs is ExtraNeeds.SCORED:
        return t.text(
            "rules",
            "The {kniffel} cells of all columns must have scored; if one is crossed out, there is no bonus.",
        )
    return t.text("rules", "The {kniffel} cells of all columns must be filled; they may be crossed out.")


def _most(t: Translator, variant: Variant, most: int) -> str:
    if len(variant.columns) > 1:
        return t.count(
            "rules", "Each column earns them only once.", "Each column earns them at most {count} times.", most
        )
    return t.count(
        "rules", "You earn them only once in a game.", "You earn them at most {count} times in a game.", most
    )


def _joker(t: Translator, variant: Variant) -> list[str]:
    match variant.extra.joker:
        case JokerRule.NONE:
            return [t.text("rules", "There are no jokers: you enter an extra {kniffel} like any other roll.")]
        case JokerRule.FREE:
            return [
                t.text("rules", "You may enter an extra {kniffel} in any open cell."),
                t.text(
                    "rules", "Once the {kniffel} cell and the cell of its number both have an entry, it is a joker."
                ),
                *_joker_worth(t, variant),
            ]
        case JokerRule.FORCED:
            last = t.text("rules", "If the lower section is full, you cross out a cell of the upper section.")
            return [*_forced(t, variant), *_joker_worth(t, variant), last]
    assert_never(variant.extra.joker)


def _forced(t: Translator, variant: Variant) -> tuple[str, str]:
    if variant.extra.scope is ExtraScope.ALL_COLUMNS and len(variant.columns) > 1:
        return (
            t.text(
                "rules",
                "Once the {kniffel} cells of all columns are taken, an extra {kniffel} goes to an open "
                "cell of its number in any column.",
            ),
            t.text("rules", "If all of these are taken, it is a joker and goes to an open cell of the lower section."),
        )
    return (
        t.text("rules", "Once the {kniffel} cell is taken, an extra {kniffel} goes to the cell of its number."),
        t.text("rules", "If that is taken too, it is a joker and goes to an open cell of the lower section."),
    )


def _joker_worth(t: Translator, variant: Variant) -> list[str]:
    """The cells that a joker scores in but five equal dice would not."""
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


# ------------------------------------------------------------------------------- chips and settlements


def chips(t: Translator, variant: Variant) -> list[str]:
    """The rules for chips that buy rolls."""
    return [
        t.count(
            "rules",
            "Each player has {count} chip for the whole game.",
            "Each player has {count} chips for the whole game.",
            variant.chips,
        ),
        t.text("rules", "A chip buys one roll after the last one, once per turn; unused chips earn nothing."),
    ]


def instant_win(t: Translator, variant: Variant) -> list[str]:
    """The rule for winning the game before its end."""
    if not variant.instant_win:
        return []
    t = t.given(category=name_in(t, variant, variant.instant_win))
    if variant.served is Served.FIRST_ROLL:
        return [t.text("rules", "A player who enters {category} from the first roll wins the game at once.")]
    return [t.text("rules", "A player who enters {category} with all dice rolled at once wins the game at once.")]


def settlement_rules(t: Translator, variant: Variant) -> tuple[str, ...]:
    """The rules that turn entries into a result, where it is not just their sum."""
    sentences: list[str] = []
    if variant.difference is not None:
        sentences += _difference(t, variant, variant.difference)
    if variant.settlement is not None:
        sentences += _settlement(t, variant, variant.settlement)
    return tuple(sentences)


def _difference(t: Translator, variant: Variant, rule: Difference) -> list[str]:
    high, low, times = (name_in(t, variant, key) for key in (rule.high, rule.low, rule.times))
    t = t.given(high=high, low=low, times=times)
    sentences = [
        t.text("rules", "{high} and {low} count together: {high} minus {low}, times the entry in {times}."),
        _difference_example(t, rule),
        t.text("rules", "Until all three have an entry, {high} and {low} score nothing."),
        t.text("rules", "If {low} is crossed out, they score nothing."),
        t.text("rules", "If {low} is above {high}, the points are negative."),
    ]
    if len(variant.columns) > 1:
        sentences.append(t.text("rules", "Each column is counted separately."))
    return sentences


def _difference_example(t: Translator, rule: Difference) -> str:
    entries = {rule.high: 25, rule.low: 8, rule.times: 3}
    return t.text(
        "rules",
        "Example: {high} {most}, {low} {least} and {times} {factor} score {points}.",
        most=entries[rule.high],
        least=entries[rule.low],
        factor=entries[rule.times],
        points=points_text(t, rule.points(entries.get)),
    )


def _settlement(t: Translator, variant: Variant, settlement: Settlement) -> list[str]:
    return [
        t.text("rules", "At the end, the sheet is converted into game points, and these decide."),
        *(_award(t, variant, award) for award in settlement.awards),
        *_steps(t, settlement),
        *_settled_example(t, variant),
    ]


def _award(t: Translator, variant: Variant, award: Award) -> str:
    category, points = name_in(t, variant, award.category), points_text(t, award.points)
    t = t.given(category=category, points=points)
    match award:
        case Reaches(threshold=least):
            return t.text("rules", "{category}: {points} when the row adds up to {threshold} or more.", threshold=least)
        case AllScored():
            count = number_word(t, len(variant.columns))
            return t.text(
                "rules",
                "{category}: {points} when every entry of the row scores; there are {count} of them.",
                count=count,
            )
        case EachScored():
            return t.text("rules", "{category}: {points} for each entry that scores.")
    assert_never(award)


def _steps(t: Translator, settlement: Settlement) -> list[str]:
    if not settlement.steps:
        return []
    ends = [score for score, _ in settlement.steps[1:]]
    return [
        t.text("rules", "The sum of all entries of a full sheet earns points too."),
        *(_step(t, start, end, points_text(t, points)) for (start, points), end in zip_longest(settlement.steps, ends)),
    ]


def _step(t: Translator, start: int, end: int | None, points: str) -> str:
    """The points of a sum of at least `start` and less than `end`."""
    if end is None:
        return t.text("rules", "A sum of {start} or more: {points}.", start=start, points=points)
    if start == 0:
        return t.text("rules", "A sum below {end}: {points}.", end=end, points=points)
    return t.text("rules", "A sum of {start} to {last}: {points}.", start=start, last=end - 1, points=points)


def _settled_example(t: Translator, variant: Variant) -> list[str]:
    """The settlement of a sheet that holds the points of all examples."""
    entries = {
        place: ordinary_points(variant, category)
        for category in variant.categories
        for place in places(variant, category)
    }
    totals = sheet_with(variant, entries).totals
    return [
        t.text(
            "rules",
            "Example: a sheet with the points of all examples adds up to {sum}. The settlement gives {points}.",
            sum=totals.score,
            points=points_text(t, totals.total),
        )
    ]
