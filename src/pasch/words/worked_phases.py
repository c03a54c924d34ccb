"""Examples of what only some games have, played by the rules: action dice, chips for all, bluff, penalty, contest."""

from pasch.i18n import Translator
from pasch.rules.actions import ActionKind, Believe, Claim, Doubt, Score, UseAction
from pasch.rules.category import Category
from pasch.rules.errors import IllegalAction
from pasch.rules.events import CellLost, Scored
from pasch.rules.game import Game
from pasch.rules.hand import Hand, WonDie
from pasch.rules.turn import Stage
from pasch.rules.variant import Variant
from pasch.words.categories import ordinary_roll
from pasch.words.names import cell_name, dice_text, name_in, points_text
from pasch.words.staged import equal_dice, game_of, places, rolled, sheet_with

_FACE = 4
"""The number of the cells that are shown."""


def settled_example(t: Translator, variant: Variant) -> list[str]:
    """What a sheet is settled with that holds the points of all examples."""
    entries = {
        place: _ordinary_points(variant, category)
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


def penalty_example(t: Translator, variant: Variant, key: str) -> list[str]:
    """A second roll of equal dice, and what it costs somebody else."""
    held = _points_of(variant, variant.category(key), face=6)
    category = variant.categories[variant.number_rows[_FACE]]
    cell, roll = variant.cells[places(variant, category)[0]], equal_dice(variant, _FACE)
    sheet = sheet_with(variant, {places(variant, variant.category(key))[0]: held})
    game = rolled(game_of(variant, sheet, sheet_with(variant, {})), roll)
    if cell not in game.legal_actions.entries:
        return []
    _, events = game.apply(Score(cell))
    lost = next((event for event in events if isinstance(event, CellLost)), None)
    points = next(event.points for event in events if isinstance(event, Scored))
    if lost is None:
        return []
    return [
        t.text(
            "rules",
            "Example: your {category} cell holds {held}, and you enter {dice} in {cell}. That brings you {points}, and "
            "somebody whose sheet is empty strikes {lost}.",
            category=name_in(t, variant, key),
            held=points_text(t, held),
            dice=dice_text(roll),
            cell=cell_name(variant, cell, t.language),
            points=points_text(t, points),
            lost=cell_name(variant, lost.cell, t.language),
        )
    ]


def winning_example(t: Translator, variant: Variant, divisor: int) -> list[str]:
    """An entry that wins an action die."""
    for category in variant.categories:
        roll = ordinary_roll(variant, category)
        cell = variant.cells[places(variant, category)[0]]
        game = rolled(game_of(variant), roll)
        if cell in game.legal_actions.entries and game.apply(Score(cell))[0].stage is Stage.DIE_IN_THE_AIR:
            return [
                t.text(
                    "rules",
                    "Example: {dice} add up to {sum}, which is {times} times {divisor}.",
                    dice=dice_text(roll),
                    sum=sum(roll.values),
                    times=sum(roll.values) // divisor,
                    divisor=divisor,
                )
            ]
    return []


def stealing_example(t: Translator, variant: Variant) -> list[str]:
    """What both sheets hold after something was stolen."""
    category = variant.lower[-1]
    place, points = places(variant, category)[0], _ordinary_points(variant, category)
    hands = [Hand(dice=(WonDie(ActionKind.STEAL, 1),)), *[Hand()] * (max(variant.seats[0], 2) - 1)]
    game = game_of(variant, sheet_with(variant, {}), sheet_with(variant, {place: points}), hands=hands)
    steal = UseAction(ActionKind.STEAL, 2, variant.cells[place])
    if steal not in game.legal_actions.others:
        return []
    after, _ = game.apply(steal)
    mine, theirs = (sheet.points[place] or 0 for sheet in after.sheets[:2])
    return [
        t.text(
            "rules",
            "Example: somebody has {points} in {cell}, and yours is open. You steal them: now you have {mine}, the "
            "other sheet {theirs}.",
            points=points_text(t, points),
            cell=cell_name(variant, variant.cells[place], t.language),
            mine=mine,
            theirs=theirs,
        )
    ]


def chips_example(t: Translator, variant: Variant) -> list[str]:
    """All chips of a pattern, and the bonus for them."""
    category = variant.categories[-1]
    points = _ordinary_points(variant, category)
    sheet = sheet_with(variant, dict.fromkeys(places(variant, category), points))
    totals = game_of(variant, sheet).results[0]
    return [
        t.text(
            "rules",
            "Example: all chips of {category} are {sum} points, {total} with the bonus.",
            category=name_in(t, variant, category.key),
            sum=totals.lower,
            total=totals.total,
        )
    ]


def bluff_example(t: Translator, variant: Variant) -> list[str]:
    """A claim that is a lie and is doubted, as all sheets show it afterwards."""
    dice = ordinary_roll(variant, variant.lower[0])
    for category in variant.lower[1:]:
        place, points = places(variant, category)[0], _ordinary_points(variant, category)
        cell = variant.cells[place]
        mine, doubter = _after_a_doubt(rolled(game_of(variant), dice), Claim(cell, points), place)
        if mine < points:
            return [
                t.text(
                    "rules",
                    "Example: under the cup lie {dice}, and you claim {points} in {cell}. Whoever doubts it has "
                    "{doubter} there afterwards, you have {mine}.",
                    dice=dice_text(dice),
                    points=points_text(t, points),
                    cell=cell_name(variant, cell, t.language),
                    doubter=doubter,
                    mine=mine,
                )
            ]
    return []


def _after_a_doubt(game: Game, claim: Claim, place: int) -> tuple[int, int]:
    """What claimer and doubter have in a cell when all others believe; what was claimed where it cannot be claimed."""
    try:
        after, _ = game.apply(claim)
    except IllegalAction:
        return claim.points, 0
    after, _ = after.apply(Doubt())
    while after.stage is Stage.CLAIMED:
        after, _ = after.apply(Believe())
    mine, doubter = (sheet.points[place] or 0 for sheet in after.sheets[:2])
    return mine, doubter


def contest_example(t: Translator, variant: Variant) -> list[str]:
    """A cell that the higher entry wins."""
    category = variant.categories[variant.number_rows[_FACE]]
    place, high = places(variant, category)[0], _ordinary_points(variant, category)
    low = high - _FACE
    game = game_of(variant, sheet_with(variant, {place: high}), sheet_with(variant, {place: low}))
    if game.totals[0] <= game.totals[1]:
        return []
    return [
        t.text(
            "rules",
            "Example: {high} points in {category} win the cell against {low}.",
            high=high,
            low=low,
            category=name_in(t, variant, category.key),
        )
    ]


def _ordinary_points(variant: Variant, category: Category) -> int:
    return category.points(ordinary_roll(variant, category).values, variant.rolls, served=False)


def _points_of(variant: Variant, category: Category, face: int) -> int:
    return category.points(equal_dice(variant, face).values, variant.rolls, served=False)
