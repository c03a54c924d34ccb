"""Games of which only the name and a hint are known: reconstructions on Kniffel's thirteen cells."""

from dataclasses import replace

from pasch.rules.columns import Column, Order
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

# VEB Berlinplast sold it until 1990, “after the same principle”; no text of its rules was found.
PASCH_DDR = replace(
    KNIFFEL_PLAIN,
    key="pasch-ddr",
    aliases=("Pasch (DDR)", "Pasch von Berlinplast"),
    reconstruction=True,
)

# Named by the encyclopaedia: from the middle line upward and downward, each side in its order.
CENTRE_UP_DOWN = replace(
    KNIFFEL_PLAIN,
    key="centre-up-down",
    aliases=("Centre-Up & Down", "Center up and down"),
    reconstruction=True,
    columns=(Column(order=Order.CENTER_OUT),),
)
