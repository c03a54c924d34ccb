"""The words of each mechanic of the family."""

from pasch.words.mechanics import action_dice, bluff, chip_pool, contest, penalty

__all__ = ["action_dice", "bluff", "chip_pool", "contest", "penalty"]
