"""Kniffel and Yahtzee, and the games that change some of their rules."""

from dataclasses import replace

from pasch.rules.bonus import BonusKniffel, CountsIn, ExtraNeeds, ExtraScope, ExtraWhen, JokerRule, UpperBonus
from pasch.rules.category import (
    FIVE_EQUAL,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    KNIFFEL_LOWER,
    THREE_OF_A_KIND,
    UPPER,
    Category,
    Fixed,
    MatchedDice,
    Run,
)
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.ruleset import Customs
from pasch.rules.variant import Variant

# Kniffel by Schmidt, and its plain form without extra Kniffels.

KNIFFEL_PLAIN = Variant(
    key="kniffel-plain",
    aliases=(
        "Kniffel plain",
        "Plain Kniffel",
        "Kniffel ohne Extras",
        "Einfaches Kniffel",
    ),
    upper=UPPER,
    lower=KNIFFEL_LOWER,
    upper_bonus=UpperBonus(threshold=63, points=35),
)

KNIFFEL = replace(
    KNIFFEL_PLAIN,
    key="kniffel",
    aliases=("Schmidt", "Schmidt Kniffel"),
    # Schmidt, manual of the travel edition, page 4: 50 on top while the number cell is open,
    # which must then be taken; once it is filled the roll is a joker without the 50.
    extra=BonusKniffel(points=50, when=ExtraWhen.NUMBER_CELL_OPEN, joker=JokerRule.FORCED),
)


# Yahtzee by Hasbro's leaflet, with the free-choice joker of the mathematicians, and in three columns.

YAHTZEE = replace(
    KNIFFEL_PLAIN,
    key="yahtzee",
    aliases=("Hasbro", "Hasbro Yahtzee"),
    extra=BonusKniffel(points=100, joker=JokerRule.FORCED),
)

YAHTZEE_FREE = replace(
    YAHTZEE,
    key="yahtzee-free",
    aliases=("Yahtzee free joker", "Free choice Yahtzee", "Yahtzee freier Joker"),
    extra=BonusKniffel(points=100, joker=JokerRule.FREE),
)

# The bonus requires points in the Yahtzee cells of all columns, the joker requires all three number cells filled.
TRIPLE_YAHTZEE = replace(
    YAHTZEE,
    key="triple-yahtzee",
    aliases=("Triple Yahtzee",),
    columns=(Column(factor=1), Column(factor=2), Column(factor=3)),
    extra=BonusKniffel(points=100, when=ExtraWhen.ENTRY_SCORES, joker=JokerRule.FORCED, scope=ExtraScope.ALL_COLUMNS),
)


# B. Hartard's KNIFFEL (manual 3.5, 2022): a Partie of six games with additional Kniffels.

HARTARD = replace(
    KNIFFEL_PLAIN,
    key="hartard",
    aliases=("Hartard Kniffel", "KNIFFEL von Hartard", "Hartards Kniffel"),
    # “zusätzliche Kniffel”: 100 points for forgoing a cell, added to the Partie only.
    extra=BonusKniffel(
        points=100,
        when=ExtraWhen.SCRATCH,
        needs=ExtraNeeds.FILLED,
        counts_in=CountsIn.MATCH,
    ),
    customs=Customs(games=6, most_seats=4, final=True, marks_rolls=True, shows_key=True),
)


# Spiffel: the second five of a kind in a column earns 100, once; with one, two or three columns.

SPIFFEL = replace(
    KNIFFEL_PLAIN,
    key="spiffel",
    aliases=("5er-Spiffel", "Spiffel mit fünf Würfeln"),
    extra=BonusKniffel(points=100, when=ExtraWhen.ENTRY_SCORES, most=1),
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


# Yams: Kniffel in four columns, and the French grid of one.

# The encyclopaedia: free, in order, in order, announced after the first roll. That the third column runs upward
# is the decision of this project, after the three-column form of the game.
YAMS = replace(
    KNIFFEL_PLAIN,
    key="yams",
    aliases=("Yams mit vier Spalten",),
    columns=(
        Column(),
        Column(order=Order.DOWN),
        Column(order=Order.UP),
        Column(announce=Announce.AFTER_FIRST_ROLL),
    ),
)

YAMS_FR = replace(
    KNIFFEL_PLAIN,
    key="yams-fr",
    aliases=("Yams français", "French Yams", "Französisches Yams"),
    lower=(
        THREE_OF_A_KIND.paying(MatchedDice()),
        FOUR_OF_A_KIND.paying(MatchedDice()),
        FULL_HOUSE,
        Category("small_straight", Run(5, start=1), Fixed(30)),
        Category("large_straight", Run(5, start=2), Fixed(40)),
        FIVE_EQUAL,
    ),
)


# Games known only by name and a hint: reconstructions on Kniffel's thirteen cells.

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
