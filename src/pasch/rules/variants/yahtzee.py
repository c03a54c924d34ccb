"""Yahtzee by Hasbro's leaflet, with the free-choice joker of the mathematicians, and in three columns."""

from dataclasses import replace

from pasch.rules.columns import Column
from pasch.rules.extra import ExtraKniffel, ExtraScope, ExtraWhen, Joker
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

YAHTZEE = replace(
    KNIFFEL_PLAIN,
    key="yahtzee",
    aliases=("Hasbro", "Hasbro Yahtzee"),
    extra=ExtraKniffel(points=100, joker=Joker.FORCED),
)

YAHTZEE_FREE = replace(
    YAHTZEE,
    key="yahtzee-free",
    aliases=("Yahtzee free joker", "Free choice Yahtzee", "Yahtzee freier Joker"),
    extra=ExtraKniffel(points=100, joker=Joker.FREE),
)

# The bonus asks for points in the Yahtzee cells of all columns, the joker for all three number cells to be filled.
TRIPLE_YAHTZEE = replace(
    YAHTZEE,
    key="triple-yahtzee",
    aliases=("Triple Yahtzee",),
    columns=(Column(factor=1), Column(factor=2), Column(factor=3)),
    extra=ExtraKniffel(points=100, when=ExtraWhen.ENTRY_SCORES, joker=Joker.FORCED, scope=ExtraScope.ALL_COLUMNS),
)
