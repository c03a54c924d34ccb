"""What mechanics of the family write in a position."""

from pasch.rules.notation.mechanics import action_dice, bluff, chip_pool

__all__ = ["action_dice", "bluff", "chip_pool"]
