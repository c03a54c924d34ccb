"""What mechanics of the family write on paper."""

from pasch.sheets.mechanics import chip_pool, contest

__all__ = ["chip_pool", "contest"]
