"""Yahtzee by Hasbro's leaflet, and with the free-choice joker of the mathematicians."""

from dataclasses import replace

from pasch.rules.extra import ExtraKniffel, Joker
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
