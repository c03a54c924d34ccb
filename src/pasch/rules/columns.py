"""Columns of a sheet and the rules that restrict their cells."""

from dataclasses import dataclass
from enum import StrEnum

from pasch.rules.fingerprint import rule_data


class Order(StrEnum):
    """The order in which the cells of a column may be filled."""

    FREE = "free"
    DOWN = "down"
    UP = "up"
    BOTH_ENDS = "both_ends"
    CENTER_OUT = "center_out"
    UPPER_FIRST = "upper_first"
    LOWER_FIRST = "lower_first"


class SheetOrder(StrEnum):
    """The order in which the columns of a sheet are filled, in addition to the order of each.

    `COLUMN_BY_COLUMN`: a column begins when all columns before it are full. `ROW_BY_ROW`: a row must be filled in
    every column before another row begins.
    """

    FREE = "free"
    COLUMN_BY_COLUMN = "column_by_column"
    ROW_BY_ROW = "row_by_row"


class Announce(StrEnum):
    """Whether a cell must be announced before it can be entered."""

    NONE = "none"
    AFTER_FIRST_ROLL = "after_first_roll"


class DoubleWhen(StrEnum):
    """When a player may announce doubled dice, and which dice then count twice.

    `BEFORE_FIRST_ROLL`: the entry of this turn, after any roll. `BEFORE_ANY_ROLL`: the dice of the next roll; another
    roll cancels the doubling.
    """

    BEFORE_FIRST_ROLL = "before_first_roll"
    BEFORE_ANY_ROLL = "before_any_roll"


class KeepRule(StrEnum):
    """The rule for dice after they are kept.

    `LOCK_ONE`: rolls are unlimited, but each roll after the first locks at least one more die; a locked die stays.
    """

    FREE = "free"
    LOCKED = "locked"
    LOCK_ONE = "lock_one"


class Served(StrEnum):
    """Which roll of all dice together counts as served and earns a category's `served` points."""

    ANY_ROLL = "any_throw"
    FIRST_ROLL = "first_throw"


@rule_data("Column", "factor order announce max_rolls")
@dataclass(frozen=True)
class Column:
    """One column: its factor on all points, and the restrictions on its cells.

    `max_rolls` None means no limit; 1 means that only the first roll can be entered here.
    """

    factor: int = 1
    order: Order = Order.FREE
    announce: Announce = Announce.NONE
    max_rolls: int | None = None


def next_in_order(order: Order, open_rows: list[int], rows: int, upper: int) -> list[int]:
    """The open rows that may be filled next.

    `rows` counts all rows of a column, `upper` those of the upper section. `open_rows` are numbered from the top,
    ascending.
    """
    if not open_rows:
        return []
    match order:
        case Order.FREE:
            return open_rows
        case Order.DOWN:
            return open_rows[:1]
        case Order.UP:
            return open_rows[-1:]
        case Order.BOTH_ENDS:
            return sorted({open_rows[0], open_rows[-1]})
        case Order.CENTER_OUT:
            middle = upper if 0 < upper < rows else rows // 2
            above = [row for row in open_rows if row < middle]
            below = [row for row in open_rows if row >= middle]
            return above[-1:] + below[:1]
        case Order.UPPER_FIRST:
            return [row for row in open_rows if row < upper] or open_rows
        case Order.LOWER_FIRST:
            return [row for row in open_rows if row >= upper] or open_rows
