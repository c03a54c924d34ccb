"""Shared chips on the table, in words."""

from collections.abc import Sequence
from typing import ClassVar

from pasch.i18n import Translator
from pasch.rules.game import Game
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.state import Stage, Turn
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.cells import RuleSection, section
from pasch.words.context import Data, TableContext, and_turn, say, text_in
from pasch.words.mechanic import TELLERS, WORDS, MechanicWords
from pasch.words.names import name_in, points_text
from pasch.words.teaching.examples import game_of, ordinary_points, places, sheet_with
from pasch.words.teaching.steps import TutorialStep, first_roll, keeping, pencil, step


def _pool(variant: Variant) -> ChipPool:
    assert isinstance(variant.mechanic, ChipPool)
    return variant.mechanic


# ------------------------------------------------------------------------------- rules


def _bonuses(t: Translator, variant: Variant) -> tuple[str, ...]:
    mechanic = _pool(variant)
    sets = t.text(
        "rules",
        "All {count} chips of a pattern: {points} for each such pattern.",
        count=number_word(t, mechanic.chips),
        points=points_text(t, mechanic.full_set),
    )
    kinds = [
        t.text(
            "rules",
            "Chips of {count} different patterns: {points}.",
            count=number_word(t, number),
            points=points_text(t, points),
        )
        for number, points in sorted(mechanic.different)
    ]
    best = [t.text("rules", "Of these only the higher one counts.")] if len(kinds) > 1 else []
    last = t.text("rules", "The last chip of all: +{points}.", points=points_text(t, mechanic.last_chip))
    return (sets, *_example(t, variant), *kinds, *best, last)


def _example(t: Translator, variant: Variant) -> list[str]:
    """All chips of a pattern, and their bonus."""
    category = variant.categories[-1]
    points = ordinary_points(variant, category)
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


# ------------------------------------------------------------------------------- hints and events


def _before_chips(t: Translator, game: Game, turn: Turn, name: str) -> str:
    legal, t = game.legal_actions, t.given(name=name)
    if not legal.keeps:
        if legal.entries:
            return t.text("hint", "{name} takes a chip now.")
        return t.text("hint", "No chip fits: {name} passes the dice on.")
    if legal.entries:
        return t.count(
            "hint",
            "{name} may roll once more, or take a chip.",
            "{name} may roll {count} more times, or take a chip.",
            turn.rolls_left,
        )
    return t.count(
        "hint",
        "No chip fits yet: {name} may roll once more.",
        "No chip fits yet: {name} may roll {count} more times.",
        turn.rolls_left,
    )


def _chip_removed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    key = text_in(data, "cell")
    variant, row = context.variant, context.variant.rows[key]
    worth = max(variant.natural(roll, 1, served=False)[row] for roll in variant.all_rolls)
    return t.text(
        "event",
        "No player took a chip this round: the chip {category}, worth {points}, leaves the game.",
        category=name_in(t, variant, key),
        points=points_text(t, worth),
    )


class ChipPoolWords(MechanicWords):
    """Chips replace entries."""

    group: ClassVar[str] = "action_and_bluff"

    def aim(self, t: Translator, variant: Variant) -> list[str]:
        chips = _pool(variant).chips
        return [
            t.text(
                "rules",
                "There are {count} chips, {each} of each pattern. A player who rolls a pattern takes one.",
                count=chips * len(variant.categories),
                each=number_word(t, chips),
            ),
            t.text("rules", "The player with the most points wins."),
        ]

    def entry_heading(self, t: Translator) -> str:
        return t.text("rules", "Taking a chip")

    def entry(self, t: Translator, variant: Variant) -> tuple[str, ...]:
        dice = number_word(t, variant.dice_count)
        return (
            t.text("rules", "After every roll you may take a chip whose pattern you have rolled; that ends your turn."),
            t.text("rules", "If a chip fits after your last roll, you take one; if none fits, you get none."),
            t.text(
                "rules",
                "{dice} equal dice take any chip, even one that has left the game, and it is your turn again.",
                dice=dice[:1].upper() + dice[1:],
            ),
            t.text("rules", "If no player takes a chip in a round, one of the chips that count most leaves the game."),
        )

    def lower_heading(self, t: Translator) -> str:
        return t.text("rules", "The chips")

    def sections(self, t: Translator, variant: Variant) -> tuple[RuleSection, ...]:
        return (section(t.text("rules", "Bonuses"), _bonuses(t, variant)),)

    def end(self, t: Translator) -> str:
        return t.text("rules", "The game ends when no chip is left on the table.")

    def result(self, t: Translator) -> str:
        return t.text("rules", "Your result is the sum of your chips and bonuses.")

    def tutorial(self, t: Translator, variant: Variant) -> tuple[TutorialStep, ...]:
        lying = t.text(
            "tutorial",
            "There are {count} chips of each pattern. A player who rolls a pattern takes one.",
            count=number_word(t, _pool(variant).chips),
        )
        taking = t.text("tutorial", "Take a chip that fits, or pass the dice on if none fits.")
        sets = t.text("tutorial", "All chips of a pattern and many different patterns earn bonuses.")
        return (
            step(lying, (), "pool"),
            first_roll(t),
            *(keeping(t, variant) or [pencil(t)]),
            step(taking, ("scored", "nothing_taken"), "pool"),
            step(sets, (), "pool"),
        )

    def hint(self, t: Translator, names: Sequence[str], game: Game, turn: Turn) -> str:
        rolled = turn.stage in (Stage.ROLLED, Stage.ENTRY_DUE)
        return _before_chips(t, game, turn, names[turn.seat - 1]) if rolled else ""

    def scored(self, t: Translator, name: str, cell: str, points: int) -> str:
        return t.count(
            "event",
            "{name} takes the chip {category}: {count} point.",
            "{name} takes the chip {category}: {count} points.",
            points,
            name=name,
            category=cell,
        )

    def taken_back(self, t: Translator, name: str, cell: str) -> str:
        return t.text("event", "{name} puts the chip {category} back.", name=name, category=cell)


WORDS.register(ChipPool, ChipPoolWords())
TELLERS.update({"nothing_taken": and_turn(say("event", "{name} gets no chip.")), "chip_removed": _chip_removed})
