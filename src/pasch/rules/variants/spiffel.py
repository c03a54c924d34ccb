"""Spiffel: the second five of a kind in a column earns 100, once; with one, two or three columns."""

from dataclasses import replace

from pasch.rules.columns import Column
from pasch.rules.extra import ExtraKniffel, ExtraWhen
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

SPIFFEL = replace(
    KNIFFEL_PLAIN,
    key="spiffel",
    aliases=("5er-Spiffel", "Spiffel mit fünf Würfeln"),
    extra=ExtraKniffel(points=100, when=ExtraWhen.ENTRY_SCORES, most=1),
)

SPIFFEL_2S = replace(
    SPIFFEL,
    key="spiffel-2s",
    aliases=("Spiffel2s", "Spiffel mit zwei Spalten"),
    columns=(Column(), Column()),
)

SPIFFEL_123 = replace(
    SPIFFEL,
    key="spiffel-123",
    aliases=("1-2-3 Spiffel", "1-2-3-Spiffel"),
    columns=(Column(factor=1), Column(factor=2), Column(factor=3)),
)
