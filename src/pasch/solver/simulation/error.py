"""A player's errors. Needs no NumPy, so naming a level loads nothing heavy."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Error:
    """Errors by their cost: the chance of an action with regret r is proportional to exp(-r / temperature).

    This is the quantal response of McKelvey and Palfrey (1995). Errors that cost more than `sight` never happen. Both
    are in points.
    """

    temperature: float
    sight: float
