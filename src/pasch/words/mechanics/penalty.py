"""Turns that another player's roll takes, in words."""

from pasch.i18n import Translator
from pasch.rules.actions import Score
from pasch.rules.dice import Roll
from pasch.rules.events import CellLost, Scored
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.variant import Variant
from pasch.words.cells import RuleSection, section
from pasch.words.context import Data, TableContext, and_turn, text_in, whole_in
from pasch.words.mechanic import TELLERS, WORDS, MechanicWords
from pasch.words.names import cell_name, dice_text, name_in, points_text
from pasch.words.teaching.examples import equal_dice, game_of, places, rolled, sheet_with
from pasch.words.teaching.steps import TutorialStep, step

_FACE = 4
"""The face of the example's number cell."""


def _category(variant: Variant) -> str:
    """The category after which every further roll of equal dice takes turns."""
    assert isinstance(variant.mechanic, Penalty)
    return variant.mechanic.category


def _penalty(t: Translator, variant: Variant, key: str) -> tuple[str, ...]:
    category = name_in(t, variant, key)
    return (
        t.text(
            "rules",
            "Once your {category} cell holds points, you may enter equal dice in any open cell they fit.",
            category=category,
        ),
        t.text(
            "rules",
            "If they score there, every other player puts 0 in the topmost open cell at once and misses a turn.",
        ),
        *_example(t, variant, key),
    )


def _example(t: Translator, variant: Variant, key: str) -> list[str]:
    """A second roll of equal dice, and its cost for another player."""
    repeated = variant.category(key)
    held = repeated.points(equal_dice(variant, 6).values, variant.rolls, served=False)
    category = variant.categories[variant.number_rows[_FACE]]
    cell, roll = variant.cells[places(variant, category)[0]], equal_dice(variant, _FACE)
    sheet = sheet_with(variant, {places(variant, repeated)[0]: held})
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
            "Example: your {category} cell holds {held}, and you enter {dice} in {cell}. You score {points}, and "
            "a player with an empty sheet crosses out {lost}.",
            category=name_in(t, variant, key),
            held=points_text(t, held),
            dice=dice_text(roll),
            cell=cell_name(variant, cell, t.language),
            points=points_text(t, points),
            lost=cell_name(variant, lost.cell, t.language),
        )
    ]


def _cell_lost(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    return t.text("event", "{name} misses a turn and crosses out {cell}.", name=context.name(seat), cell=cell)


class PenaltyWords(MechanicWords):
    """A further roll of equal dice costs the others a turn."""

    def sections(self, t: Translator, variant: Variant) -> tuple[RuleSection, ...]:
        key = _category(variant)
        heading = t.text("rules", "Another {category}", category=name_in(t, variant, key))
        return (section(heading, _penalty(t, variant, key)),)

    def unusual(self, t: Translator, variant: Variant) -> list[TutorialStep]:
        colors = t.text("tutorial", "Colours count too: look for dice of one colour.")
        repeated = t.text(
            "tutorial",
            "A second {category} hits all others: they cross out their topmost open cell.",
            category=name_in(t, variant, _category(variant)),
        )
        return [*([step(colors, (), "dice")] if variant.colors else []), step(repeated, (), "sheet")]

    def continues(self, context: TableContext, seat: int | None, data: Data) -> bool:
        """Whether the entry may cost other players their turns."""
        dice = text_in(data, "dice")
        if not dice or not Roll.from_text(dice).all_equal:
            return False
        return whole_in(data, "points") > 0 and text_in(data, "cell") != _category(context.variant)


WORDS.register(Penalty, PenaltyWords())
TELLERS["cell_lost"] = and_turn(_cell_lost)
