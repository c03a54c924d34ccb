"""How the simple bot plays what only some games know: one style for each phase of the rules."""

from collections.abc import Mapping

from pasch.bots.styles.bluff import BluffStyle
from pasch.bots.styles.chip_pool import ChipPoolStyle
from pasch.bots.styles.contest import ContestStyle
from pasch.bots.styles.reaching import ReachingStyle
from pasch.bots.styles.style import PLAIN, Style
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.ruleset import Mechanic

STYLES: Mapping[type[Mechanic], Style] = {
    ActionDice: ReachingStyle(),
    ChipPool: ChipPoolStyle(),
    Contest: ContestStyle(),
    Bluff: BluffStyle(),
}
"""Mechanic to style; one that is missing is played like a game without one."""


def style_of(phase: Mechanic | None) -> Style:
    """How to play with this phase."""
    return STYLES.get(type(phase), PLAIN) if phase is not None else PLAIN
