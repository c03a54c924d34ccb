"""Lügenkniffel: Kniffel's cells, hidden dice and the courage to doubt."""

from pasch.rules.category import KNIFFEL_LOWER, UPPER
from pasch.rules.columns import KeepRule
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.variant import Variant

# Schmidt 1993. The card with the combinations is lost to us: Kniffel's thirteen, without a bonus.
LUEGENKNIFFEL = Variant(
    key="luegenkniffel",
    aliases=("Lügen-Kniffel", "Lügenkniffel", "Liar's Kniffel"),
    seats=(3, 8),
    # What was left under the first cup may not be taken out again.
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=KNIFFEL_LOWER,
    reconstruction=True,
    phase=Bluff(),
)
