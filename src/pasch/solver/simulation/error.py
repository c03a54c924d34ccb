"""How a player errs. Needs no NumPy, so naming a level loads nothing heavy."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Error:
    """Errors in proportion to what they cost: an action with regret r is as likely as exp(-r / temperature).

    This is the quantal response of McKelvey and Palfrey (1995). What costs more than `sight` is never
    overlooked. Both are in points.
    """

    temperature: float
    sight: float
