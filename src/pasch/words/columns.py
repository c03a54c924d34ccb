"""What binds the cells of a column, in words."""

from pasch.i18n import Translator
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.variant import Variant
from pasch.words.categories import number_word

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
    """What binds a column and multiplies its points, as signs for its head: `↓`, `×3`, `!`, `≤1`."""
    factor = "" if column.factor == 1 else f"×{column.factor}"
    announced = "" if column.announce is Announce.NONE else "!"
    rolls = "" if column.max_rolls is None else f"≤{column.max_rolls}"
    return f"{factor}{_ORDERS[column.order]}{announced}{rolls}"


def column_rules(t: Translator, column: Column) -> list[str]:
    """Its factor, its order, what has to be announced, how many rolls it takes; nothing for a free column."""
    sentences = []
    if column.factor > 1:
        sentences.append(t.text("rules", "All points count {factor} times.", factor=number_word(t, column.factor)))
    order = _order(t, column.order)
    if order:
        sentences.append(order)
    if column.announce is Announce.AFTER_FIRST_ROLL:
        sentences += [
            t.text("rules", "After the first roll you announce the cell you will enter in, or you enter at once."),
            t.text("rules", "An announced cell takes what lies there in the end, even if that brings 0 points."),
        ]
    if column.max_rolls is not None:
        sentences.append(
            t.count(
                "rules",
                "Only the first roll may be entered.",
                "Only what took no more than {count} rolls may be entered.",
                column.max_rolls,
            )
        )
    return sentences


def _order(t: Translator, order: Order) -> str:
    match order:
        case Order.FREE:
            return ""
        case Order.DOWN:
            return t.text("rules", "The cells are filled in order from top to bottom.")
        case Order.UP:
            return t.text("rules", "The cells are filled in order from bottom to top.")
        case Order.BOTH_ENDS:
            return t.text("rules", "The cells are filled from both ends towards the middle.")
        case Order.CENTER_OUT:
            return t.text("rules", "The cells are filled from the middle upwards and downwards.")
        case Order.UPPER_FIRST:
            return t.text("rules", "The upper section is filled first, each section in any order.")
        case Order.LOWER_FIRST:
            return t.text("rules", "The lower section is filled first, each section in any order.")


def rounds(t: Translator, variant: Variant) -> str:
    """How many cells a sheet has, and that a round fills one."""
    return t.count(
        "rules",
        "Each player has a sheet with {count} cell and fills it in the only round.",
        "Each player has a sheet with {count} cells and fills one of them in every round.",
        variant.turns,
    )
