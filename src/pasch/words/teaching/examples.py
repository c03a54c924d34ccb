"""Example positions, set up and played by the rules, so that every example is valid."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pasch.i18n import Translator
from pasch.rules.actions import RollDice, Score
from pasch.rules.bonus import ExtraScope, ExtraWhen, JokerRule
from pasch.rules.category import Category, Cell
from pasch.rules.columns import Announce, Column, KeepRule, next_in_order
from pasch.rules.dice import Keep, Roll
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand
from pasch.rules.variant import Variant
from pasch.words.categories import number_word, ordinary_roll
from pasch.words.cells import named_example
from pasch.words.names import cell_name, dice_words, kniffel_name, name_in, points_text


def sheet_with(variant: Variant, entries: Mapping[int, int]) -> Sheet:
    """A sheet with these entries, by place in `variant.cells`."""
    sheet = Sheet.empty(variant)
    for index, points in entries.items():
        sheet = sheet.enter(index, points)
    return sheet


def game_of(variant: Variant, *sheets: Sheet, hands: Iterable[Hand] = ()) -> Game:
    """A game with these sheets, plus empty ones up to the minimum number of players; the first seat is to move."""
    players = max(variant.seats[0], len(sheets))
    all_sheets = (*sheets, *(Sheet.empty(variant),) * (players - len(sheets)))
    return Game(variant, map(str, range(1, players + 1)), all_sheets, hands)


def rolled(game: Game, roll: Roll) -> Game:
    """The game with these dice on the table: after the last roll, or after the first if some cells allow no more."""
    turn = game.turn
    assert turn is not None, "a player is to move"
    early = any(column.max_rolls or column.announce is not Announce.NONE for column in game.variant.columns)
    used = 1 if early else turn.rolls
    stayed = Keep(roll.faces[:1])  # a die was kept, so this roll is not served
    return game.with_turn(
        replace(turn, roll=roll, kept=stayed, rolls_used=used, rolls_left=turn.rolls - used, chip=False)
    )


def equal_dice(variant: Variant, face: int) -> Roll:
    """The roll in which all dice show this face."""
    return Roll((face,) * variant.dice, (face,) * variant.ten_sided)


def places(variant: Variant, category: Category) -> list[int]:
    """The places of a category's cells in `variant.cells`, column by column."""
    rows = len(variant.categories)
    return list(range(variant.rows[category.key], rows * len(variant.columns), rows))


def ordinary_points(variant: Variant, category: Category) -> int:
    """The points of a category's example roll, entered after the last roll."""
    return category.points(ordinary_roll(variant, category).values, variant.rolls, served=False)


# ------------------------------------------------------------------------------- worked examples


_FACE = 2
"""The face of the extra Kniffels in examples."""


def order_example(t: Translator, variant: Variant, column: Column) -> list[str]:
    """The first cells of a column with an order."""
    rows = len(variant.categories)
    first = next_in_order(column.order, list(range(rows)), rows, len(variant.upper))
    if len(first) == rows:
        return []
    names = [name_in(t, variant, variant.categories[row].key) for row in first]
    return [t.text("rules", "The first cell is {cells}.", cells=t.listing(names, style="or"))]


def bonus_example(t: Translator, variant: Variant) -> list[str]:
    """An upper section that just reaches the bonus, with equally many dice of each number."""
    bonus, faces = variant.upper_bonus, [category.face or 0 for category in variant.upper]
    if bonus is None or not all(faces):
        return []
    many = -(-bonus.threshold // sum(faces))
    if many > variant.dice_count:
        return []
    entries = {place: many * face for place, face in enumerate(faces)}
    totals = sheet_with(variant, entries).columns[0]
    if not totals.bonus:
        return []
    return [
        t.text(
            "rules",
            "Example: {entries} are {upper} points, {total} with the bonus.",
            entries=t.listing(map(str, entries.values())),
            upper=totals.upper,
            total=totals.upper + totals.bonus,
        )
    ]


def dearest_column(variant: Variant) -> int | None:
    """The column with the highest factor, counted from 0; None if there are no factors."""
    factors = [column.factor for column in variant.columns]
    return factors.index(max(factors)) if max(factors) > 1 else None


def factor_example(t: Translator, variant: Variant) -> list[str]:
    """The points of an entry in a column with a factor."""
    column = dearest_column(variant)
    if column is None or not variant.upper or not variant.free_choice:
        return []
    category = variant.upper[len(variant.upper) // 2]
    cell = variant.cells[places(variant, category)[column]]
    roll = ordinary_roll(variant, category)
    points = rolled(game_of(variant), roll).legal_actions.entries[cell]
    return [named_example(t, variant, cell_name(variant, cell, t.language), roll, points)]


def doubling_example(t: Translator, variant: Variant) -> list[str]:
    """The points of a doubled entry."""
    if not variant.upper or not variant.free_choice:
        return []
    category = variant.upper[len(variant.upper) // 2]
    cell, roll = variant.cells[places(variant, category)[0]], ordinary_roll(variant, category)
    usual = rolled(game_of(variant), roll)
    assert usual.turn is not None, "a player is to move"
    games = (usual, usual.with_turn(replace(usual.turn, doubled=True)))
    points = [game.legal_actions.entries[cell] for game in games]
    return [
        t.text(
            "rules",
            "Example: {dice} in {cell} then scores {points} instead of {usual}.",
            dice=dice_words(t, variant, roll),
            cell=cell_name(variant, cell, t.language),
            points=points_text(t, points[1]),
            usual=points[0],
        )
    ]


def saving_example(t: Translator, variant: Variant) -> list[str]:
    """The number of rolls in the turn after one with a single roll."""
    category = variant.categories[-1]
    if not variant.free_choice or variant.keep is KeepRule.LOCK_ONE:
        return []
    game, _ = game_of(variant).apply(RollDice())
    game, _ = game.apply(DiceRolled(ordinary_roll(variant, category)))
    game, _ = game.apply(Score(variant.cells[places(variant, category)[0]]))
    if game.turn is None or game.turn.seat != 1:
        return []
    return [
        t.text(
            "rules",
            "Example: after an entry from the first roll, you may roll {rolls} times in the next turn.",
            rolls=number_word(t, game.turn.rolls),
        )
    ]


# ------------------------------------------------------------------------------- extra Kniffels


def extra_example(t: Translator, variant: Variant) -> list[str]:
    """An extra Kniffel that earns extra points while its number cell is open."""
    if not variant.free_choice or _FACE not in variant.number_rows:
        return []
    number = variant.categories[variant.number_rows[_FACE]]
    game = rolled(game_of(variant, sheet_with(variant, _kniffels(variant))), equal_dice(variant, _FACE))
    scratches = variant.extra.when is ExtraWhen.SCRATCH
    cell = variant.cells[0 if scratches else places(variant, number)[0]]
    entry = _entered(game, Score(cell, 0 if scratches else None))
    if entry is None or not entry.extra:
        return []
    dice, named = dice_words(t, variant, equal_dice(variant, _FACE)), cell_name(variant, cell, t.language)
    t = t.given(dice=dice, cell=named, points=points_text(t, entry.points), extra=points_text(t, entry.extra))
    sentence = (
        t.text("rules", "With {dice} you cross out {cell}: {extra} extra.")
        if scratches
        else t.text("rules", "{dice} in {cell} scores {points} and {extra} extra.")
    )
    return [f"{_kniffels_hold(t, variant)} {sentence}"]


def _kniffels_hold(t: Translator, variant: Variant) -> str:
    t, held = t.given(kniffel=kniffel_name(t, variant)), list(_kniffels(variant).values())
    if len(held) == 1:
        return t.text("rules", "Example: the {kniffel} cell holds {points}.", points=points_text(t, held[0]))
    return t.text("rules", "Example: the {kniffel} cells hold {points}.", points=t.listing(map(str, held)))


def joker_example(t: Translator, variant: Variant) -> list[str]:
    """The highest joker entry, if it brings more than these dice alone."""
    if variant.extra.joker is JokerRule.NONE or not variant.free_choice or _FACE not in variant.number_rows:
        return []
    number = variant.categories[variant.number_rows[_FACE]]
    roll = equal_dice(variant, _FACE)
    taken = {place: number.points(roll.values, variant.rolls, served=False) for place in places(variant, number)}
    game = rolled(game_of(variant, sheet_with(variant, {**_kniffels(variant), **taken})), roll)
    lower = {
        cell: points for cell, points in game.legal_actions.entries.items() if _lifted(variant, cell, roll, points)
    }
    if not lower:
        return []
    cell = max(lower, key=lambda cell: lower[cell])
    entry = _entered(game, Score(cell))
    assert entry is not None, "it is legal"
    t = t.given(
        kniffel=kniffel_name(t, variant),
        number=name_in(t, variant, number.key),
        dice=dice_words(t, variant, roll),
        cell=cell_name(variant, cell, t.language),
        points=points_text(t, entry.points),
    )
    if not entry.extra:
        return [t.text("rules", "Example: {kniffel} and {number} are filled, so {dice} in {cell} scores {points}.")]
    return [
        t.text(
            "rules",
            "Example: {kniffel} has scored and {number} is filled, so {dice} in {cell} scores {points} and "
            "{extra} extra.",
            extra=points_text(t, entry.extra),
        )
    ]


def _kniffels(variant: Variant) -> dict[int, int]:
    """Points in the Kniffel cell of the first column, or of all columns if the rule requires all."""
    category = variant.categories[variant.kniffel_row or 0]
    points = category.points(equal_dice(variant, max(variant.number_rows)).values, variant.rolls, served=False)
    columns = range(len(variant.columns) if variant.extra.scope is ExtraScope.ALL_COLUMNS else 1)
    found = places(variant, category)
    return {found[column]: points * variant.columns[column].factor for column in columns}


def _entered(game: Game, action: Score) -> Scored | None:
    """The entry that an action makes; None if it is illegal."""
    if action.cell not in game.legal_actions.entries:
        return None
    _, events = game.apply(action)
    return next(event for event in events if isinstance(event, Scored))


def _lifted(variant: Variant, cell: Cell, roll: Roll, points: int) -> bool:
    """Whether `points` in a cell of the first column exceed the natural score of these dice."""
    column = (cell.column or 1) - 1
    natural = variant.category(cell.category).points(roll.values, variant.rolls, served=False)
    return column == 0 and points > natural * variant.columns[column].factor
