"""A first turn in a few short steps, made from the data of a game: a tour of a usual one, what is unusual in others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pasch.i18n import Translator, translator
from pasch.rules.columns import Announce, Column, DoubleWhen, KeepRule, Order, Served, SheetOrder
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.names import name_in

Focus = Literal["roll", "dice", "sheet", "actions", "announce", "claim", "pool", "end_turn", "columns"]
"""The part of the table a step is about."""

STEPS = 5
"""So many steps has the introduction to an unusual game; the tour of a usual one goes on after the entry."""


@dataclass(frozen=True)
class Step:
    """One step: done when an event of one of the types in `until` comes for the learner's seat.

    With none of them it is done when it has been read.
    """

    text: str
    until: tuple[str, ...]
    focus: Focus


def tutorial(variant: Variant, lang: str) -> tuple[Step, ...]:
    """The steps for this variant, house rules included."""
    t = translator(lang)
    match variant.phase:
        case ActionDice() as phase:
            return _action_dice(t, variant, phase)
        case ChipPool() as phase:
            return _chips_for_all(t, variant, phase)
        case Bluff():
            return _bluff(t, variant)
        case _:
            return _turn(t, variant)


def _turn(t: Translator, variant: Variant) -> tuple[Step, ...]:
    """A turn with what is unusual about it; filled up with what is not."""
    announcing = _announcing(t, variant)
    unusual = _unusual(t, variant)[: STEPS - 2 - len(announcing)]
    if not announcing and not unusual:
        return _tour(t, variant)
    common = [*_keeping(t, variant), _pencil(t), _strike(t)][: STEPS - 2 - len(announcing) - len(unusual)]
    keeping = [step for step in common if step.focus == "dice"]
    reading = [step for step in common if step.focus != "dice"]
    return (_first_roll(t), *announcing, *keeping, *unusual, *reading, _entry(t))


def _tour(t: Translator, variant: Variant) -> tuple[Step, ...]:
    """The first minute of somebody who has never played: a turn, and what comes after it."""
    return (_first_roll(t), *_keeping(t, variant), _pencil(t), _entry(t), *_bonus(t, variant), _strike(t), _ending(t))


# ------------------------------------------------------------------------------- what every turn has


def _first_roll(t: Translator) -> Step:
    return Step(t.text("tutorial", "Roll all dice."), ("dice_rolled",), "roll")


def _keeping(t: Translator, variant: Variant) -> list[Step]:
    if variant.keep is KeepRule.LOCK_ONE:
        text = t.text("tutorial", "Set at least one die aside and roll the others. What lies aside stays there.")
    elif variant.rolls == 1:
        return []
    elif variant.keep is KeepRule.LOCKED:
        text = t.text("tutorial", "Choose the dice that stay and roll the others. What stays once stays for good.")
    else:
        text = t.text("tutorial", "Choose the dice that stay and roll the others.")
    return [Step(text, ("dice_rolled", "scored", "claimed", "nothing_taken"), "dice")]


def _pencil(t: Translator) -> Step:
    return Step(t.text("tutorial", "In pencil stands what your roll would bring in each cell."), (), "sheet")


def _strike(t: Translator) -> Step:
    return Step(t.text("tutorial", "If nothing fits, you strike a cell with 0 points."), (), "sheet")


def _bonus(t: Translator, variant: Variant) -> list[Step]:
    if variant.upper_bonus is None:
        return []
    text = t.text(
        "tutorial",
        "From {threshold} points in the upper section on there are {points} more. The Saldo shows how you stand.",
        threshold=variant.upper_bonus.threshold,
        points=variant.upper_bonus.points,
    )
    return [Step(text, (), "sheet")]


def _ending(t: Translator) -> Step:
    text = t.text(
        "tutorial", "The others play likewise. When all cells are full, the most points win: that is the whole game."
    )
    return Step(text, (), "sheet")


def _entry(t: Translator) -> Step:
    return Step(t.text("tutorial", "Now enter your roll in a cell."), ("scored",), "sheet")


# ------------------------------------------------------------------------------- what is unusual


def _announcing(t: Translator, variant: Variant) -> list[Step]:
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
    return [Step(text, ("announced", "dice_rolled", "scored"), "announce")]


def _unusual(t: Translator, variant: Variant) -> list[Step]:
    """The most telling first."""
    return [
        *_columns(t, variant),
        *_more_rolls(t, variant),
        *_phase(t, variant),
        *_scoring(t, variant),
        *_doubling(t, variant),
    ]


def _columns(t: Translator, variant: Variant) -> list[Step]:
    steps = []
    numbers = _numbers(variant, lambda column: column.order is not Order.FREE)
    if numbers:
        steps.append(_order(t, variant, numbers))
    if any(column.max_rolls is not None for column in variant.columns):
        steps.append(t.text("tutorial", "Some cells take only early rolls: look at the head of the column."))
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
        steps.append(t.text("tutorial", "You fill one column after the other, from left to right."))
    if variant.sheet_order is SheetOrder.ROW_BY_ROW:
        steps.append(t.text("tutorial", "You fill a row in every column before you begin another row."))
    if len(variant.columns) > 1 and not steps:
        count = number_word(t, len(variant.columns))
        steps.append(t.text("tutorial", "There are {count} columns: you choose in which one you enter.", count=count))
    return [Step(text, (), "columns") for text in steps]


def _order(t: Translator, variant: Variant, numbers: list[str]) -> str:
    if len(variant.columns) == 1:
        return t.text("tutorial", "The cells have an order: only those that are next can be filled.")
    if len(numbers) == 1:
        return t.text(
            "tutorial", "Column {column} has an order: only the cells that are next can be filled.", column=numbers[0]
        )
    return t.text(
        "tutorial",
        "Columns {columns} have an order: only the cells that are next can be filled.",
        columns=t.listing(numbers),
    )


def _numbers(variant: Variant, asked: Callable[[Column], bool]) -> list[str]:
    return [str(number) for number, column in enumerate(variant.columns, start=1) if asked(column)]


def _more_rolls(t: Translator, variant: Variant) -> list[Step]:
    if variant.keep is KeepRule.LOCK_ONE:
        return []
    steps = []
    if variant.banks_rolls:
        steps.append(t.text("tutorial", "Stop early when a roll is good: rolls you do not use are saved."))
    if variant.chips:
        steps.append(t.text("tutorial", "When your rolls are used up, a chip buys one more."))
    return [Step(text, (), "roll") for text in steps]


def _phase(t: Translator, variant: Variant) -> list[Step]:
    match variant.phase:
        case Penalty(category):
            colors = t.text("tutorial", "Colours count too: look for dice of one colour.")
            again = t.text(
                "tutorial",
                "A second {category} hits all others: they strike their topmost open cell.",
                category=name_in(t, variant, category),
            )
            return [*([Step(colors, (), "dice")] if variant.colors else []), Step(again, (), "sheet")]
        case Contest():
            text = t.text("tutorial", "Cell by cell the higher entry wins: look at what the other one has.")
            return [Step(text, (), "sheet")]
        case _:
            return []


def _scoring(t: Translator, variant: Variant) -> list[Step]:
    steps = []
    if variant.difference is not None:
        high, low = (name_in(t, variant, key) for key in (variant.difference.high, variant.difference.low))
        steps.append(
            t.text("tutorial", "Make {high} large and {low} small: their difference counts.", high=high, low=low)
        )
    if variant.settlement is not None:
        steps.append(t.text("tutorial", "In the end rows and sums bring points, and only these decide."))
    if any(category.served for category in variant.lower):
        steps.append(
            t.text("tutorial", "What lies there in the first roll already brings more.")
            if variant.served is Served.FIRST_THROW
            else t.text("tutorial", "What you throw with all dice at once brings more.")
        )
    if variant.instant_win:
        name = name_in(t, variant, variant.instant_win)
        steps.append(t.text("tutorial", "{category} thrown at once wins the game.", category=name))
    if variant.ten_sided:
        steps.append(t.text("tutorial", "One die has ten sides: it shows 0 to 9."))
    return [Step(text, (), "sheet") for text in steps]


def _doubling(t: Translator, variant: Variant) -> list[Step]:
    if not variant.doubles:
        return []
    text = (
        t.text("tutorial", "Before a roll you may say that its dice count twice.")
        if variant.double_when is DoubleWhen.BEFORE_ANY_ROLL
        else t.text("tutorial", "Before your first roll you may double the entry of a turn.")
    )
    return [Step(text, (), "actions")]


# ------------------------------------------------------------------------------- games of their own


def _action_dice(t: Translator, variant: Variant, phase: ActionDice) -> tuple[Step, ...]:
    won = t.text(
        "tutorial",
        "If your dice add up to a multiple of {divisor}, you win an action die: with it you steal, freeze or swap.",
        divisor=number_word(t, phase.divisor),
    )
    ending = t.text("tutorial", "Your turn ends when you say so: end it now.")
    keeping = _keeping(t, variant) or [_pencil(t)]
    return (_first_roll(t), *keeping, _entry(t), Step(won, (), "actions"), Step(ending, ("turn_ended",), "end_turn"))


def _chips_for_all(t: Translator, variant: Variant, phase: ChipPool) -> tuple[Step, ...]:
    lying = t.text(
        "tutorial",
        "On the table lie {count} chips of each pattern: whoever rolls a pattern takes one.",
        count=number_word(t, phase.chips),
    )
    taking = t.text("tutorial", "Take a chip that fits, or pass the dice on if none fits.")
    sets = t.text("tutorial", "All chips of a pattern and many different patterns earn bonuses.")
    return (
        Step(lying, (), "pool"),
        _first_roll(t),
        *(_keeping(t, variant) or [_pencil(t)]),
        Step(taking, ("scored", "nothing_taken"), "pool"),
        Step(sets, (), "pool"),
    )


def _bluff(t: Translator, variant: Variant) -> tuple[Step, ...]:
    rolling = t.text("tutorial", "Roll all dice. Nobody but you sees them.")
    claiming = t.text("tutorial", "Claim what lies under the cup, true or not, or strike a cell.")
    waiting = t.text("tutorial", "Now the others believe it or doubt it. A lie that is doubted costs you the cell.")
    doubting = t.text("tutorial", "When others claim something, you are asked: believe it or doubt it.")
    return (
        Step(rolling, ("dice_rolled",), "roll"),
        *(_keeping(t, variant) or [_pencil(t)]),
        Step(claiming, ("claimed", "scored"), "claim"),
        Step(waiting, (), "claim"),
        Step(doubting, ("claim_answered",), "claim"),
    )
