"""How the simple bot plays what only some games know: one style for each mechanic, registered by its module."""

from pasch.bots.styles import action_dice, bluff, chip_pool, contest
from pasch.bots.styles.style import STYLES

__all__ = ["STYLES", "action_dice", "bluff", "chip_pool", "contest"]
