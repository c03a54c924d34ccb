"""Moments of a game, set up and played by the rules, so that no example is made up."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pasch.rules.category import Category
from pasch.rules.columns import Announce
from pasch.rules.dice import Keep, Roll
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand
from pasch.rules.variant import Variant
from pasch.words.categories import ordinary_roll


def sheet_with(variant: Variant, entries: Mapping[int, int]) -> Sheet:
    """A sheet with these entries, by place in `variant.cells`."""
    sheet = Sheet.empty(variant)
    for index, points in entries.items():
        sheet = sheet.enter(index, points)
    return sheet


def game_of(variant: Variant, *sheets: Sheet, hands: Iterable[Hand] = ()) -> Game:
    """A game with these sheets, and empty ones for as many players more as it needs; the first seat is to move."""
    players = max(variant.seats[0], len(sheets))
    all_sheets = (*sheets, *(Sheet.empty(variant),) * (players - len(sheets)))
    return Game(variant, map(str, range(1, players + 1)), all_sheets, hands)


def rolled(game: Game, roll: Roll) -> Game:
    """The same with these dice on the table: after the last roll, or after the first where not all cells take more."""
    turn = game.turn
    assert turn is not None, "somebody is to move"
    early = any(column.max_rolls or column.announce is not Announce.NONE for column in game.variant.columns)
    used = 1 if early else turn.rolls
    stayed = Keep(roll.faces[:1])  # something was kept, so this is not served
    return game.with_turn(
        replace(turn, roll=roll, kept=stayed, rolls_used=used, rolls_left=turn.rolls - used, chip=False)
    )


def equal_dice(variant: Variant, face: int) -> Roll:
    """All dice show this face."""
    return Roll((face,) * variant.dice, (face,) * variant.ten_sided)


def places(variant: Variant, category: Category) -> list[int]:
    """Where the cells of a category stand in `variant.cells`, column by column."""
    rows = len(variant.categories)
    return list(range(variant.rows[category.key], rows * len(variant.columns), rows))


def ordinary_points(variant: Variant, category: Category) -> int:
    """What the roll of a category's example brings there after the last roll."""
    return category.points(ordinary_roll(variant, category).values, variant.rolls, served=False)
