"""A first turn in short steps, made from a game's data: a tour of a usual game, or the unusual features of others."""

from collections.abc import Callable

from pasch.i18n import Translator, translator
from pasch.rules.columns import Announce, Column, DoubleWhen, KeepRule, Order, Served, SheetOrder
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.mechanic import WORDS
from pasch.words.names import name_in
from pasch.words.teaching.steps import TutorialStep, entry, first_roll, keeping, pencil, step

STEPS = 5
"""The number of steps for an unusual game; the tour of a usual game continues after the entry."""


def tutorial(variant: Variant, lang: str) -> tuple[TutorialStep, ...]:
    """The steps for this variant, house rules included."""
    t = translator(lang)
    return WORDS.of(variant).tutorial(t, variant) or _turn(t, variant)


def _turn(t: Translator, variant: Variant) -> tuple[TutorialStep, ...]:
    """A turn with its unusual features, filled up with usual steps."""
    announcing = _announcing(t, variant)
    unusual = _unusual(t, variant)[: STEPS - 2 - len(announcing)]
    if not announcing and not unusual:
        return _tour(t, variant)
    common = [*keeping(t, variant), pencil(t), _scratch(t)][: STEPS - 2 - len(announcing) - len(unusual)]
    choosing = [each for each in common if each["focus"] == "dice"]
    reading = [each for each in common if each["focus"] != "dice"]
    return (first_roll(t), *announcing, *choosing, *unusual, *reading, entry(t))


def _tour(t: Translator, variant: Variant) -> tuple[TutorialStep, ...]:
    """A new player's first minute: a turn and its aftermath."""
    return (first_roll(t), *keeping(t, variant), pencil(t), entry(t), *_bonus(t, variant), _scratch(t), _ending(t))


# ------------------------------------------------------------------------------- steps of every turn


def _scratch(t: Translator) -> TutorialStep:
    return step(t.text("tutorial", "If nothing fits, cross out a cell for 0 points."), (), "sheet")


def _bonus(t: Translator, variant: Variant) -> list[TutorialStep]:
    if variant.upper_bonus is None:
        return []
    text = t.text(
        "tutorial",
        "From {threshold} points in the upper section, you get {points} more. The balance shows your progress.",
        threshold=variant.upper_bonus.threshold,
        points=variant.upper_bonus.points,
    )
    return [step(text, (), "sheet")]


def _ending(t: Translator) -> TutorialStep:
    text = t.text(
        "tutorial",
        "The others play the same way. When all cells are full, the highest total wins. That is the whole game.",
    )
    return step(text, (), "sheet")


# ------------------------------------------------------------------------------- unusual features


def _announcing(t: Translator, variant: Variant) -> list[TutorialStep]:
    numbers = _numbers(variant, lambda column: column.announce is Announce.AFTER_FIRST_ROLL)
    if not numbers:
        return []
    if len(numbers) == len(variant.columns):
        text = t.text("tutorial", "Before you roll again, announce the cell you will enter in.")
    elif len(numbers) == 1:
        text = t.text(
            "tutorial",
            "Cells of column {column} must be announced: do it now if you want one of them.",
            column=numbers[0],
        )
    else:
        text = t.text(
            "tutorial",
            "Cells of columns {columns} must be announced: do it now if you want one of them.",
            columns=t.listing(numbers),
        )
    return [step(text, ("announced", "dice_rolled", "scored"), "announce")]


def _unusual(t: Translator, variant: Variant) -> list[TutorialStep]:
    """The steps for unusual features, the most important first."""
    return [
        *_columns(t, variant),
        *_more_rolls(t, variant),
        *WORDS.of(variant).unusual(t, variant),
        *_scoring(t, variant),
        *_doubling(t, variant),
    ]


def _columns(t: Translator, variant: Variant) -> list[TutorialStep]:
    steps = []
    numbers = _numbers(variant, lambda column: column.order is not Order.FREE)
    if numbers:
        steps.append(_order(t, variant, numbers))
    if any(column.max_rolls is not None for column in variant.columns):
        steps.append(t.text("tutorial", "Some cells take only early rolls: see the head of the column."))
    dearest = max(range(len(variant.columns)), key=lambda place: variant.columns[place].factor)
    factor = variant.columns[dearest].factor
    if factor > 1:
        steps.append(
            t.text(
                "tutorial",
                "Column {column} counts {factor} times: your best rolls belong there.",
                column=dearest + 1,
                factor=number_word(t, factor),
            )
        )
    if variant.sheet_order is SheetOrder.COLUMN_BY_COLUMN:
        steps.append(t.text("tutorial", "Fill one column after another, from left to right."))
    if variant.sheet_order is SheetOrder.ROW_BY_ROW:
        steps.append(t.text("tutorial", "Fill a row in every column before you start another."))
    if len(variant.columns) > 1 and not steps:
        count = number_word(t, len(variant.columns))
        steps.append(t.text("tutorial", "There are {count} columns: choose one for each entry.", count=count))
    return [step(text, (), "columns") for text in steps]


def _order(t: Translator, variant: Variant, numbers: list[str]) -> str:
    if len(variant.columns) == 1:
        return t.text("tutorial", "The cells have an order: only the next ones can be filled.")
    if len(numbers) == 1:
        return t.text("tutorial", "Column {column} has an order: only the next cells can be filled.", column=numbers[0])
    return t.text(
        "tutorial",
        "Columns {columns} have an order: only the next cells can be filled.",
        columns=t.listing(numbers),
    )


def _numbers(variant: Variant, asked: Callable[[Column], bool]) -> list[str]:
    return [str(number) for number, column in enumerate(variant.columns, start=1) if asked(column)]


def _more_rolls(t: Translator, variant: Variant) -> list[TutorialStep]:
    if variant.keep is KeepRule.LOCK_ONE:
        return []
    steps = []
    if variant.banks_rolls:
        steps.append(t.text("tutorial", "Stop early when a roll is good: rolls you do not use are saved."))
    if variant.chips:
        steps.append(t.text("tutorial", "When your rolls are used up, a chip buys one more."))
    return [step(text, (), "roll") for text in steps]


def _scoring(t: Translator, variant: Variant) -> list[TutorialStep]:
    steps = []
    if variant.difference is not None:
        high, low = (name_in(t, variant, key) for key in (variant.difference.high, variant.difference.low))
        steps.append(
            t.text("tutorial", "Make {high} large and {low} small: their difference counts.", high=high, low=low)
        )
    if variant.settlement is not None:
        steps.append(t.text("tutorial", "At the end, rows and sums earn game points, and only these decide."))
    if any(category.served for category in variant.lower):
        steps.append(
            t.text("tutorial", "A figure in the first roll scores more.")
            if variant.served is Served.FIRST_ROLL
            else t.text("tutorial", "A figure with all dice in one roll scores more.")
        )
    if variant.instant_win:
        name = name_in(t, variant, variant.instant_win)
        steps.append(t.text("tutorial", "{category} in one roll wins the game.", category=name))
    if variant.ten_sided:
        steps.append(t.text("tutorial", "One die has ten sides: it shows 0 to 9."))
    return [step(text, (), "sheet") for text in steps]


def _doubling(t: Translator, variant: Variant) -> list[TutorialStep]:
    if not variant.doubles:
        return []
    text = (
        t.text("tutorial", "Before a roll you may announce that its dice count twice.")
        if variant.double_when is DoubleWhen.BEFORE_ANY_ROLL
        else t.text("tutorial", "Before your first roll you may double the entry of a turn.")
    )
    return [step(text, (), "actions")]
