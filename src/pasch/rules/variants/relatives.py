"""The other relatives of Kniffel, those with a mechanic last."""

from dataclasses import replace

from pasch.rules.bonus import AllScored, Difference, EachScored, Reaches, Settlement, UpperBonus
from pasch.rules.category import (
    CHANCE,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    KNIFFEL,
    KNIFFEL_LOWER,
    THREE_OF_A_KIND,
    UPPER,
    AllDice,
    AnyDice,
    Both,
    ByRoll,
    Category,
    Exactly,
    Fixed,
    Flush,
    Groups,
    MatchedDice,
    Run,
    Total,
)
from pasch.rules.columns import Announce, Column, KeepRule, Order, Served
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.ruleset import Customs
from pasch.rules.variant import Variant
from pasch.rules.variants.yatzy import YATZY

# Yacht and Cheerio: older relatives with twelve and eleven cells and no bonus.

YACHT = Variant(
    key="yacht",
    aliases=("Yacht",),
    upper=UPPER,
    lower=(
        FULL_HOUSE.paying(MatchedDice()),
        Category("four_of_a_kind", Groups((4,))),
        Category("little_straight", Run(5, start=1), Fixed(30)),
        Category("big_straight", Run(5, start=2), Fixed(30)),
        Category("choice", CHANCE.match, AllDice()),
        Category("yacht", Groups((5,)), Fixed(50)),
    ),
)

CHEERIO = Variant(
    key="cheerio",
    aliases=("Cheerio",),
    upper=UPPER,
    lower=(
        Category("little_straight", Run(5, start=1), Fixed(20)),
        Category("big_straight", Run(5, start=2), Fixed(25)),
        FULL_HOUSE.paying(MatchedDice()),
        Category("big_hand", CHANCE.match, AllDice()),
        Category("cheerio", Groups((5,)), Fixed(50)),
    ),
)


# Crag: three dice, two rolls, and the number thirteen.

THIRTEEN = Total(at_least=13, at_most=13)

CRAG = Variant(
    key="crag",
    aliases=("Crag",),
    dice=3,
    rolls=2,
    upper=UPPER,
    lower=(
        Category("low_straight", Exactly((1, 2, 3)), Fixed(20)),
        Category("high_straight", Exactly((4, 5, 6)), Fixed(20)),
        Category("odd_straight", Exactly((1, 3, 5)), Fixed(20)),
        Category("even_straight", Exactly((2, 4, 6)), Fixed(20)),
        Category("three_of_a_kind", Groups((3,)), Fixed(25)),
        Category("thirteen", THIRTEEN, Fixed(26)),
        Category("crag", Both(Groups((2,)), THIRTEEN), Fixed(50)),
    ),
)


# Escalero: poker dice of the values 1 to 6, three columns, more points for served rolls.

# The rule book of Piatnik after the encyclopaedia: served means all five dice rolled together in the roll that
# counts. No source describes the settlement of the columns in full; here their points are added.
ESCALERO = Variant(
    key="escalero",
    aliases=("Escalero",),
    reconstruction=True,
    upper=UPPER,
    lower=(
        Category("straight", Run(5), Fixed(20), served=5),
        Category("full_house", Groups((3, 2)), Fixed(30), served=5),
        Category("four_of_a_kind", Groups((4,)), Fixed(40), served=5),
        Category("grande", Groups((5,)), Fixed(50), served=30),
    ),
    columns=(Column(), Column(), Column()),
    customs=Customs(pictures="poker"),
)


# Generala: five equal dice in one roll win the game.

# The encyclopaedia and a printed reglamento: 60 and 120, 5 more for served rolls, straights from 1 and from 2.
GENERALA = Variant(
    key="generala",
    aliases=("Generala",),
    upper=UPPER,
    lower=(
        Category("straight", Run(5), Fixed(20), served=5),
        Category("full_house", Groups((3, 2)), Fixed(30), served=5),
        Category("four_of_a_kind", Groups((4,)), Fixed(40), served=5),
        Category("generala", Groups((5,)), Fixed(60)),
        Category("double_generala", Groups((5,)), Fixed(120), after="generala"),
    ),
    served=Served.FIRST_ROLL,
    instant_win="generala",
)


# Balut: seven rows of four entries each, settled in points.

# balut.org: a straight pays its sum, a balut the sum and 20.
BALUT = Variant(
    key="balut",
    aliases=("Balut",),
    lower=(
        *UPPER[3:],
        Category("straight", Run(5)),
        FULL_HOUSE.paying(MatchedDice()),
        Category("choice", CHANCE.match, AllDice()),
        Category("balut", Groups((5,)), AllDice(plus=20)),
    ),
    columns=(Column(), Column(), Column(), Column()),
    settlement=Settlement(
        awards=(
            Reaches("fours", 52, 2),
            Reaches("fives", 65, 2),
            Reaches("sixes", 78, 2),
            AllScored("straight", 4),
            AllScored("full_house", 3),
            Reaches("choice", 100, 2),
            EachScored("balut", 2),
        ),
        steps=((0, -2), (300, -1), (350, 0), (400, 1), (450, 2), (500, 3), (550, 4), (600, 5), (650, 6)),
    ),
)


# Jamb: four columns, and a difference of two rows that counts as often as there are ones.

# After the pages of its players: thirteen rows with the triling; columns down, free, up and announced; 30 from 60.
JAMB = Variant(
    key="jamb",
    aliases=("Jamb", "Yamb"),
    upper=UPPER,
    lower=(
        Category("max", CHANCE.match, CHANCE.pays),
        Category("min", CHANCE.match, CHANCE.pays),
        Category("triling", Groups((3,)), MatchedDice(plus=20)),
        Category("kenta", Run(5), ByRoll((66, 56, 46))),
        Category("ful", Groups((3, 2)), MatchedDice(plus=30)),
        Category("poker", Groups((4,)), MatchedDice(plus=40)),
        Category("jamb", Groups((5,)), MatchedDice(plus=50)),
    ),
    upper_bonus=UpperBonus(threshold=60, points=30),
    columns=(
        Column(order=Order.DOWN),
        Column(),
        Column(order=Order.UP),
        Column(announce=Announce.AFTER_FIRST_ROLL),
    ),
    difference=Difference(high="max", low="min", times="ones"),
)

# Kniffel Extreme: five dice and a ten-sided one, and chips for a fourth roll.

# Schmidt's manual, first page. No source says whether unused chips score; here they don't.
KNIFFEL_EXTREME = Variant(
    key="kniffel-extreme",
    aliases=("Kniffel Extreme", "Yahtzee Extreme"),
    seats=(1, 4),
    ten_sided=1,
    chips=3,
    upper=UPPER,
    lower=(
        THREE_OF_A_KIND,
        FOUR_OF_A_KIND,
        Category("two_pairs", Groups((2, 2)), AllDice()),
        Category("three_pairs", Groups((2, 2, 2)), Fixed(35)),
        Category("two_triplets", Groups((3, 3)), Fixed(45)),
        Category("full_house", Groups((3, 2)), Fixed(25)),
        Category("grand_full_house", Groups((4, 2)), Fixed(45)),
        Category("small_straight", Run(4), Fixed(30)),
        Category("large_straight", Run(5), Fixed(40)),
        Category("full_straight", Run(6), Fixed(50)),
        Category(KNIFFEL, Groups((5,)), Fixed(50)),
        Category("kniffel_extreme", Groups((6,)), Fixed(75)),
        Category("ten_or_less", Total(at_most=10), Fixed(40)),
        Category("thirty_three_or_more", Total(at_least=33), Fixed(40)),
        CHANCE,
        Category("super_chance", CHANCE.match, AllDice(times=2)),
    ),
    upper_bonus=UpperBonus(threshold=73, points=45),
)


# ------------------------------------------------------------------------------- games with a mechanic


# Kniffeliger: fourteen cells and action dice, by its manual and by its program.

PI = Category("pi", Exactly((1, 1, 3, 4, 5)), Fixed(31))

KNIFFELIGER = Variant(
    key="kniffeliger",
    aliases=("Kniffeliger (manual)", "Kniffeliger (Anleitung)"),
    seats=(2, 4),
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=(*KNIFFEL_LOWER, PI),
    mechanic=ActionDice(),
    # The manual: “the player rolls all five dice with the lever (“arm”) button”.
    customs=Customs(lever=True),
)

_PROGRAM = {
    "three_of_a_kind": THREE_OF_A_KIND.paying(MatchedDice()),
    "four_of_a_kind": FOUR_OF_A_KIND.paying(MatchedDice()),
    "full_house": Category("full_house", Groups((3, 2), distinct=False), Fixed(25)),
}
"""The program's scores where they differ from the manual."""

KNIFFELIGER_PROGRAM = replace(
    KNIFFELIGER,
    key="kniffeliger-program",
    aliases=("Kniffeliger (program)", "Kniffeliger (Programm)"),
    lower=tuple(_PROGRAM.get(category.key, category) for category in KNIFFELIGER.lower),
    mechanic=ActionDice(at_once=True, cross_out_open=False),
)


# Lügenkniffel: Kniffel's cells, hidden dice and the courage to doubt.

# Schmidt 1993. The card with the combinations is lost; here Kniffel's thirteen, without a bonus.
LUEGENKNIFFEL = Variant(
    key="luegenkniffel",
    aliases=("Lügen-Kniffel", "Lügenkniffel", "Liar's Kniffel"),
    seats=(3, 8),
    # Dice left under the first cup may not be taken out again.
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=KNIFFEL_LOWER,
    reconstruction=True,
    mechanic=Bluff(),
)


# Two against each other: Dice Duel with its chips, and Yatzy compared cell by cell.

_RED_AND_BLACK = ((2, 4, 6), (1, 3, 5))

# Schmidt 2019: seven patterns, four chips of each.
DICE_DUEL = Variant(
    key="dice-duel",
    aliases=("Kniffel-Duell", "Kniffel Dice Duel"),
    seats=(1, 4),
    colors=_RED_AND_BLACK,
    lower=(
        Category("two_pairs", Groups((2, 2)), Fixed(5)),
        Category("three_of_a_kind", Groups((3,)), Fixed(10)),
        Category("small_straight", Run(4), Fixed(20)),
        Category("flush", Flush(_RED_AND_BLACK), Fixed(25)),
        Category("full_house", Groups((3, 2)), Fixed(30)),
        Category("four_of_a_kind", Groups((4,)), Fixed(40)),
        Category("large_straight", Run(5), Fixed(50)),
    ),
    columns=(Column(),) * 4,
    mechanic=ChipPool(),
)

# The encyclopaedia gives only the name, no rules.
YATZY_DUEL = replace(
    YATZY,
    key="yatzy-duel",
    aliases=("Yatzy-Duell", "Yatzy duel"),
    seats=(2, 2),
    reconstruction=True,
    mechanic=Contest(),
)


# Kismet: dice coloured by their value.

_COLORS = ((1, 6), (2, 5), (3, 4))
"""Black, red, green."""

KISMET = Variant(
    key="kismet",
    aliases=("Kismet dice",),
    colors=_COLORS,
    upper=UPPER,
    lower=(
        Category("two_pairs_color", Groups((2, 2), colors=_COLORS), AllDice()),
        THREE_OF_A_KIND,
        Category("straight", Run(5), Fixed(30)),
        Category("flush", Flush(_COLORS), Fixed(35)),
        Category("full_house", Groups((3, 2)), AllDice(plus=15)),
        Category("full_house_color", Groups((3, 2), colors=_COLORS), AllDice(plus=20)),
        FOUR_OF_A_KIND.paying(AllDice(plus=25)),
        Category("yarborough", AnyDice(), AllDice()),
        Category("kismet", Groups((5,)), AllDice(plus=50)),
    ),
    upper_bonus=UpperBonus(threshold=63, points=35, higher=((71, 55), (78, 75))),
    # The leaflet: every opponent puts 0 in the topmost open cell and loses the turn.
    mechanic=Penalty("kismet"),
)
