"""Chips, differences, settlements and wins at once in words."""

from itertools import zip_longest
from typing import assert_never

from pasch.i18n import Translator
from pasch.rules.bonus import AllScored, Award, Difference, EachScored, Reaches, Settlement
from pasch.rules.columns import Served
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.names import name_in, points_text
from pasch.words.teaching.examples import ordinary_points, places, sheet_with


def chips(t: Translator, variant: Variant) -> list[str]:
    """What chips buy."""
    return [
        t.count(
            "rules",
            "Each player has {count} chip for the whole game.",
            "Each player has {count} chips for the whole game.",
            variant.chips,
        ),
        t.text("rules", "A chip buys one more roll after the last one, once in a turn; those left over earn nothing."),
    ]


def instant_win(t: Translator, variant: Variant) -> list[str]:
    """What wins the game before its end."""
    if not variant.instant_win:
        return []
    category = name_in(t, variant, variant.instant_win)
    if variant.served is Served.FIRST_ROLL:
        sentence = t.text(
            "rules",
            "A player who enters {category} from the first roll wins the game at once.",
            category=category,
        )
    else:
        sentence = t.text(
            "rules",
            "A player who enters {category} with all dice rolled at once wins the game at once.",
            category=category,
        )
    return [sentence]


def reckoning(t: Translator, variant: Variant) -> tuple[str, ...]:
    """How entries become a result where that is more than adding."""
    sentences: list[str] = []
    if variant.difference is not None:
        sentences += _difference(t, variant, variant.difference)
    if variant.settlement is not None:
        sentences += _settlement(t, variant, variant.settlement)
    return tuple(sentences)


def _difference(t: Translator, variant: Variant, rule: Difference) -> list[str]:
    high, low, times = (name_in(t, variant, key) for key in (rule.high, rule.low, rule.times))
    sentences = [
        t.text(
            "rules",
            "{high} and {low} count together: {high} minus {low}, times the entry in {times}.",
            high=high,
            low=low,
            times=times,
        ),
        _difference_example(t, rule, high, low, times),
        t.text("rules", "Until all three have an entry, {high} and {low} count nothing.", high=high, low=low),
        t.text("rules", "If {low} is crossed out, they bring nothing.", low=low),
        t.text("rules", "If {low} is above {high}, the points are negative.", high=high, low=low),
    ]
    if len(variant.columns) > 1:
        sentences.append(t.text("rules", "That is done in each column by itself."))
    return sentences


def _difference_example(t: Translator, rule: Difference, high: str, low: str, times: str) -> str:
    entries = {rule.high: 25, rule.low: 8, rule.times: 3}
    return t.text(
        "rules",
        "Example: {high} {most}, {low} {least} and {times} {factor} bring {points}.",
        high=high,
        low=low,
        times=times,
        most=entries[rule.high],
        least=entries[rule.low],
        factor=entries[rule.times],
        points=points_text(t, rule.points(entries.get)),
    )


def _settlement(t: Translator, variant: Variant, settlement: Settlement) -> list[str]:
    return [
        t.text("rules", "In the end the sheet is settled in points of another kind, and these decide."),
        *(_award(t, variant, award) for award in settlement.awards),
        *_steps(t, settlement),
        *_settled_example(t, variant),
    ]


def _award(t: Translator, variant: Variant, award: Award) -> str:
    category, points = name_in(t, variant, award.category), points_text(t, award.points)
    match award:
        case Reaches(threshold=threshold):
            return t.text(
                "rules",
                "{category}: {points} when the row adds up to {threshold} or more.",
                category=category,
                points=points,
                threshold=threshold,
            )
        case AllScored():
            count = number_word(t, len(variant.columns))
            return t.text(
                "rules",
                "{category}: {points} when every entry of the row scores; there are {count} of them.",
                category=category,
                points=points,
                count=count,
            )
        case EachScored():
            return t.text("rules", "{category}: {points} for each entry that scores.", category=category, points=points)
    assert_never(award)


def _steps(t: Translator, settlement: Settlement) -> list[str]:
    if not settlement.steps:
        return []
    ends = [score for score, _ in settlement.steps[1:]]
    return [
        t.text("rules", "The sum of all entries of a full sheet brings points too."),
        *(_step(t, start, end, points_text(t, points)) for (start, points), end in zip_longest(settlement.steps, ends)),
    ]


def _step(t: Translator, start: int, end: int | None, points: str) -> str:
    """What a sum brings that is at least `start` and less than `end`."""
    if end is None:
        return t.text("rules", "A sum of {start} or more: {points}.", start=start, points=points)
    if start == 0:
        return t.text("rules", "A sum below {end}: {points}.", end=end, points=points)
    return t.text("rules", "A sum of {start} to {last}: {points}.", start=start, last=end - 1, points=points)


def _settled_example(t: Translator, variant: Variant) -> list[str]:
    """What a sheet is settled with that holds the points of all examples."""
    entries = {
        place: ordinary_points(variant, category)
        for category in variant.categories
        for place in places(variant, category)
    }
    totals = sheet_with(variant, entries).totals
    return [
        t.text(
            "rules",
            "Example: a sheet with what the examples bring in all its cells adds up to {sum}. Settled, that is "
            "{points}.",
            sum=totals.score,
            points=points_text(t, totals.total),
        )
    ]
