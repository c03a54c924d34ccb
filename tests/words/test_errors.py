"""Error texts contain names instead of keys."""

import pytest

from pasch.rules.actions import Announce, Claim, EndTurn, RollDice, Score, TakeNothing, UseAction
from pasch.rules.errors import DamagedRecord, InvalidInput, PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variants import find_variant, variant_with
from pasch.words import error_text

ROLLED = Game(find_variant("kniffel"), ["Anna"]).apply(DiceRolled("12346"))[0]
HARTARD = Game(find_variant("hartard"), ["Anna"]).apply(DiceRolled("12346"))[0]
DOWN = Game(variant_with("kniffel", {"order": "down"}), ["Anna"]).apply(DiceRolled("12346"))[0]


def refused(call) -> PaschError:
    with pytest.raises(PaschError) as caught:
        call()
    return caught.value


CHIPS = Game(find_variant("dice-duel"), ["Anna", "Bernd"]).apply(DiceRolled("11226"))[0]
CUP = Game(find_variant("luegenkniffel"), ["Anna", "Bernd", "Clara"]).apply(DiceRolled("11226"))[0]
ACTIONS = Game(find_variant("kniffeliger"), ["Anna", "Bernd"])

FORCED = "An extra {kniffel} is a joker and must go to {cells}"

CASES = [
    (
        lambda: CHIPS.apply(Score("flush")),
        "Mit diesem Wurf lässt sich dieser Chip nicht nehmen: Eine Farbe",
        "No chip of Flush can be taken with this roll",
    ),
    (
        lambda: CHIPS.apply(TakeNothing()),
        "Dieser Wurf nimmt einen Chip: Zwei Paare",
        "This roll takes a chip: Two pairs",
    ),
    (
        lambda: CUP.apply(Score("chance", 12)),
        "Was unter dem Becher liegt, trägst du nicht ein: Behaupte es, oder streich ein Feld mit 0",
        "The dice are under the cup: make a claim, or cross out a cell with 0",
    ),
    (
        lambda: CUP.apply(Claim("full_house", 24)),
        "Full House: 24 Punkte sind hier nicht möglich",
        "24 points are not possible in Full house",
    ),
    (
        lambda: CUP.apply(Claim("full_house", 25))[0].apply(Score("chance", 0)),
        "Eine Behauptung wartet auf Antwort: Glaub sie oder zweifle",
        "A claim waits for an answer: believe or doubt it",
    ),
    (
        lambda: ACTIONS.apply(UseAction("swap", 2)),
        "„Tauschen“ geht erst am Ende der Runde",
        "“Swap” waits for the end of the round",
    ),
    (
        lambda: ACTIONS.apply(UseAction("freeze", 2, "fives")),
        "Für „Einfrieren“ hast du in dieser Runde keinen Aktionswürfel",
        "You have no die for “Freeze” in this round",
    ),
    (
        lambda: ACTIONS.apply(EndTurn()),
        "Trag erst ein, dann beende den Zug",
        "Make an entry first, then end the turn",
    ),
    (
        lambda: find_variant("knifel"),
        "Eine Variante „knifel“ gibt es nicht; ähnlich sind kniffel, kniffeliger, swiss-kniffel",
        "There is no variant “knifel”; close to it: kniffel, kniffeliger, swiss-kniffel",
    ),
    (
        lambda: find_variant("kniffel").points("ones", "1335"),
        "Kniffel spielt man mit 5 Würfeln, hier sind es 4",
        "Kniffel uses 5 dice, not 4",
    ),
    (
        lambda: find_variant("yatzy-forced").points("ones", [1, 2, 3, 4, 7]),
        "Ein Würfel zeigt 1 bis 6, nicht 7",
        "A die shows 1 to 6, not 7",
    ),
    (
        lambda: find_variant("hartard").points("<b>", "12345"),
        (
            "Kniffel nach Hartard hat kein Feld „<b>“; es hat ones, twos, threes, fours, fives, sixes, "
            "three_of_a_kind, four_of_a_kind, full_house, small_straight, large_straight, kniffel, chance"
        ),
        (
            "Hartard’s Kniffel has no category “<b>”; it has ones, twos, threes, fours, fives, sixes, "
            "three_of_a_kind, four_of_a_kind, full_house, small_straight, large_straight, kniffel, chance"
        ),
    ),
    (
        lambda: ROLLED.apply(Score("three_of_a_kind", 17)),
        "Dreierpasch bringt mit diesem Wurf 0 Punkte oder gestrichen 0, nicht 17",
        "Three of a kind scores 0 points with this roll, or 0 when crossed out, not 17",
    ),
    (
        lambda: ROLLED.apply(RollDice("k55")),
        "5, 5 kann nicht liegen bleiben: Auf dem Tisch liegen 1, 2, 3, 4, 6",
        "5, 5 cannot be kept: the dice show 1, 2, 3, 4, 6",
    ),
    (
        lambda: DOWN.apply(Score("full_house")),
        "Full House ist noch nicht an der Reihe: Vorher kommt Einser",
        "Full house is not due yet: the order requires Ones first",
    ),
    (
        lambda: ROLLED.apply(Announce("chance")),
        "Jetzt kann nichts angesagt werden",
        "Nothing can be announced now",
    ),
    (
        lambda: read_record("pasch-record 1\nvariant: knifel\n"),
        "Zeile 2: Eine Variante „knifel“ gibt es nicht; ähnlich sind kniffel, kniffeliger, swiss-kniffel",
        "Line 2: There is no variant “knifel”; close to it: kniffel, kniffeliger, swiss-kniffel",
    ),
    (
        lambda: variant_with("kniffel", {"joker": "maybe"}),
        "joker: „maybe“ geht nicht; möglich ist none, free, forced",
        "joker: “maybe” is not possible; it takes none, free, forced",
    ),
]


@pytest.mark.parametrize(("call", "german", "english"), CASES)
def test_refusal_has_text_in_both_languages(call, german, english):
    error = refused(call)
    assert error_text(error, "de") == german
    assert error_text(error, "en") == english


def test_error_uses_names_of_the_known_variant():
    error = refused(lambda: HARTARD.apply(Score("three_of_a_kind", 17)))
    assert error_text(error, "de", HARTARD.variant).startswith("3er-Pasch bringt")


def test_error_names_five_of_a_kind_after_the_game():
    yahtzee = Position.from_text("yahtzee; kniffel=50 fours=16; 44444 1").game
    error = refused(lambda: yahtzee.apply(Score("ones", 0)))
    assert error_text(error, "en", yahtzee.variant).startswith("An extra Yahtzee is a joker and must go to Three")
    assert error_text(error, "de", yahtzee.variant).startswith("Ein weiterer Yahtzee ist ein Joker")


def test_error_lists_cells_with_or():
    error = InvalidInput(FORCED, kniffel="kniffel", cells="full_house, chance@2, nonsense!")
    assert error_text(error, "de").endswith(": Full House, Chance in Spalte 2 oder nonsense!")


def test_user_input_is_never_used_as_template():
    error = InvalidInput("There is no bot “{name}”; there are {keys}", name="{keys} {0} %s", keys="simple")
    assert error_text(error, "en") == "There is no bot “{keys} {0} %s”; there are simple"


def test_error_cause_keeps_its_own_values():
    cause = refused(lambda: ROLLED.apply(RollDice("k55")))
    assert error_text(DamagedRecord(1234, cause), "en").startswith("Line 1,234: 5, 5 cannot be kept")
