"""Spiffel: the second five of a kind in a column earns 100, once."""

from dataclasses import replace

from pasch.rules.extra import ExtraKniffel, ExtraWhen
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

SPIFFEL = replace(
    KNIFFEL_PLAIN,
    key="spiffel",
    aliases=("5er-Spiffel", "Spiffel mit fünf Würfeln"),
    extra=ExtraKniffel(points=100, when=ExtraWhen.ENTRY_SCORES, most=1),
)
