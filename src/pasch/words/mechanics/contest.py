"""Two sheets compared cell by cell, in words."""

from typing import ClassVar

from pasch.i18n import Translator
from pasch.rules.mechanics.contest import Contest
from pasch.rules.variant import Variant
from pasch.words.cells import RuleSection, rounds, section
from pasch.words.mechanic import WORDS, MechanicWords
from pasch.words.names import name_in
from pasch.words.teaching.examples import game_of, ordinary_points, places, sheet_with
from pasch.words.teaching.steps import TutorialStep, step

_FACE = 4
"""The face of the example's number cell."""


def _comparing(t: Translator, variant: Variant) -> tuple[str, ...]:
    return (
        t.text("rules", "At the end, the two sheets are compared cell by cell: the higher entry wins the cell."),
        t.text("rules", "No player wins the cell with equal entries."),
        *_example(t, variant),
        t.text("rules", "Bonuses win no cell, but they count in the sum."),
    )


def _example(t: Translator, variant: Variant) -> list[str]:
    """An example of a cell that the higher entry wins."""
    category = variant.categories[variant.number_rows[_FACE]]
    place, high = places(variant, category)[0], ordinary_points(variant, category)
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


class ContestWords(MechanicWords):
    """Cells count, not points."""

    group: ClassVar[str] = "action_and_bluff"

    def aim(self, t: Translator, variant: Variant) -> list[str]:
        return [rounds(t, variant), t.text("rules", "The player who has won the most cells wins.")]

    def sections(self, t: Translator, variant: Variant) -> tuple[RuleSection, ...]:
        return (section(t.text("rules", "The comparison"), _comparing(t, variant)),)

    def result(self, t: Translator) -> str:
        return t.text("rules", "Your result is the cells you have won; when it is equal, the higher sum decides.")

    def unusual(self, t: Translator, variant: Variant) -> list[TutorialStep]:
        text = t.text("tutorial", "The higher entry wins each cell: watch your opponent’s sheet.")
        return [step(text, (), "sheet")]

    def amount(self, t: Translator, total: int) -> str:
        return t.count("places", "{count} cell", "{count} cells", total)


WORDS.register(Contest, ContestWords())
