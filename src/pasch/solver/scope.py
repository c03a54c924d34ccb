"""Which variants have an exact table, derived from their data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pasch.rules.bonus import ExtraNeeds, JokerRule
from pasch.rules.category import ByRoll
from pasch.rules.columns import Announce, KeepRule, Served, SheetOrder
from pasch.rules.errors import InvalidInput
from pasch.solver.columns.parts import MOST_SHEETS, count_sheets

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

MOST_CELLS = 22
MOST_DICE = 6


def check(variant: Variant) -> None:
    """Raise `InvalidInput` with the reason for a variant that has no exact table."""
    trouble = next(_troubles(variant), None)
    if trouble is not None:
        raise InvalidInput(
            "{variant} cannot be solved exactly: no table for {trouble}", variant=variant.key, trouble=trouble
        )


def plays_alone(variant: Variant) -> bool:
    """Whether the table covers only the own sheet, without other players' actions or an instant win."""
    return variant.mechanic is not None or bool(variant.instant_win)


def saves_rolls(variant: Variant) -> bool:
    """Whether unused rolls remain available in later turns."""
    return variant.banks_rolls and variant.rolls > 1 and variant.keep is not KeepRule.LOCK_ONE


def _troubles(variant: Variant) -> Iterator[str]:
    for trouble, impossible in (
        ("several columns", len(variant.columns) > 1 and count_sheets(variant) > MOST_SHEETS),
        ("announcements", any(column.announce is not Announce.NONE for column in variant.columns)),
        ("chips that buy a roll", variant.chips > 0),
        ("doubled entries", variant.doubles > 0),
        ("rows that depend on each other", variant.difference is not None),
        ("a settlement", variant.settlement is not None),
        ("actions between players", variant.mechanic is not None and variant.mechanic.changes_sheets),
        ("so many dice", variant.dice + variant.ten_sided > MOST_DICE),
        ("so many cells", len(variant.categories) > MOST_CELLS),
    ):
        if impossible:
            yield trouble
    if len(variant.columns) > 1 and columns_meet(variant):
        yield "several columns with extra points, jokers, saved rolls or cells that wait"
    yield from _turn_troubles(variant)
    yield from _waiting(variant, saving=saves_rolls(variant))


def columns_meet(variant: Variant) -> bool:
    """Whether an entry depends on more of several columns than their open cells and upper totals."""
    extra_kniffels = variant.kniffel_row is not None and (
        variant.extra.joker is not JokerRule.NONE or pays_extra(variant)
    )
    bound = variant.sheet_order is not SheetOrder.FREE or variant.mechanic is not None or bool(variant.instant_win)
    return bool(extra_kniffels or bound or variant.waiting_rows or saves_rolls(variant))


def _turn_troubles(variant: Variant) -> Iterator[str]:
    locking, saving = variant.keep is not KeepRule.FREE, saves_rolls(variant)
    if variant.ten_sided and locking:
        yield "a ten-sided die that stays once kept"
    limits = [column.max_rolls for column in variant.columns if column.max_rolls is not None]
    if saving and (locking or variant.roll_matters or limits):
        yield "saved rolls with dice that stay or points that depend on the roll"
    counted = any(isinstance(category.pays, ByRoll) for category in variant.categories)
    if variant.keep is KeepRule.LOCK_ONE and (counted or min(limits, default=variant.dice) < variant.dice):
        yield "points that depend on the roll where every roll locks a die"


def _waiting(variant: Variant, *, saving: bool) -> Iterator[str]:
    """Reasons why the state would have to record more about the cells than the solver does."""
    watched = watched_rows(variant)
    if len(watched) > 1 or (watched and saving):
        yield "so many cells whose points others wait for"
    extra = variant.extra
    if variant.waiting_rows and pays_extra(variant) and (extra.most is not None or extra.needs is ExtraNeeds.FILLED):
        yield "a Kniffel bonus together with cells that wait for others"


def pays_extra(variant: Variant) -> bool:
    """Whether extra Kniffels earn points that count in the game."""
    return variant.extra.points > 0 and variant.extra.counts_in.value == "game"


def watched_rows(variant: Variant) -> set[int]:
    """The rows whose points the state must record: for extra Kniffels, or for waiting cells."""
    rows = set(variant.waiting_rows.values())
    counted = variant.extra.needs is ExtraNeeds.SCORED or variant.extra.most is not None
    if variant.kniffel_row is not None and pays_extra(variant) and counted:
        rows.add(variant.kniffel_row)
    return rows


def last_roll(variant: Variant) -> int:
    """The last useful roll of a turn."""
    most = variant.dice if variant.keep is KeepRule.LOCK_ONE else variant.rolls
    return min(most, max(column.max_rolls or most for column in variant.columns))


def served_rolls(variant: Variant) -> tuple[tuple[bool, bool], ...]:
    """Whether each roll is served: when some dice stayed, and when none did."""
    later = variant.served is Served.ANY_ROLL
    return tuple((False, roll_number == 1 or later) for roll_number in range(1, last_roll(variant) + 1))
