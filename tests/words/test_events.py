"""Event texts in both languages."""

from dataclasses import replace

import pytest

from pasch.rules.variants import VARIANTS, find_variant
from pasch.words import TableContext, event_text

KNIFFEL = find_variant("kniffel")
TWO = TableContext(KNIFFEL, ("Anna", "Bernd"), next_seat=2)
FIRST = TableContext(KNIFFEL, ("Anna", "Bernd"), next_seat=1)
PARTIE = TableContext(KNIFFEL, ("Anna", "Bernd"), games=6, game=2, next_seat=1)
ALONE = TableContext(KNIFFEL, ("Anna",), next_seat=1)
OVER = TableContext(KNIFFEL, ("Anna", "Bernd"), game_over=True)
THREE = TableContext(KNIFFEL, ("Anna", "Bernd", "Clara"), games=2, game=1, game_over=True)

CASES = [
    (
        TWO,
        "dice_rolled",
        1,
        {"dice": "13356", "keep": None, "roll": 1, "rolls_left": 2},
        "Wurf 1 von 3: 1, 3, 3, 5, 6.",
        "Roll 1 of 3: 1, 3, 3, 5, 6.",
    ),
    (
        TWO,
        "dice_rolled",
        1,
        {"dice": "23356", "keep": "k33", "roll": 2, "rolls_left": 1},
        "Wurf 2 von 3: 2, 3, 3, 5, 6. Behalten: 3, 3.",
        "Roll 2 of 3: 2, 3, 3, 5, 6. Kept: 3, 3.",
    ),
    (
        TWO,
        "dice_rolled",
        1,
        {"dice": "23356", "keep": "k-", "roll": 3, "rolls_left": 0},
        "Wurf 3 von 3: 2, 3, 3, 5, 6.",
        "Roll 3 of 3: 2, 3, 3, 5, 6.",
    ),
    (
        TWO,
        "dice_rolled",
        1,
        {"dice": "11125/0", "keep": "k112/0", "roll": 2, "rolls_left": 1},
        "Wurf 2 von 3: 1, 1, 1, 2, 5, 0. Behalten: 1, 1, 2, 0.",
        "Roll 2 of 3: 1, 1, 1, 2, 5, 0. Kept: 1, 1, 2, 0.",
    ),
    (
        TWO,
        "scored",
        1,
        {"cell": "full_house", "points": 25, "extra": 0, "dice": "22255"},
        "Anna schreibt Full House: 25 Punkte. Bernd ist dran.",
        "Anna enters Full house: 25 points. It is Bernd’s turn.",
    ),
    (
        TWO,
        "scored",
        1,
        {"cell": "ones", "points": 1, "extra": 0},
        "Anna schreibt Einser: 1 Punkt. Bernd ist dran.",
        "Anna enters Ones: 1 point. It is Bernd’s turn.",
    ),
    (
        replace(TWO, next_seat=1),
        "turn_ended",
        1,
        {},
        "Anna ist fertig. Anna ist noch einmal dran.",
        "Anna is done. It is Anna’s turn again.",
    ),
    (
        replace(TWO, next_seat=1, new_round=True),
        "turn_ended",
        1,
        {},
        "Anna ist fertig. Anna beginnt die nächste Runde.",
        "Anna is done. Anna begins the next round.",
    ),
    (
        FIRST,
        "scored",
        2,
        {"cell": "large_straight", "points": 0, "extra": 0},
        "Bernd streicht Große Straße. Anna ist dran.",
        "Bernd crosses out Large straight. It is Anna’s turn.",
    ),
    (
        TWO,
        "scored",
        1,
        {"cell": "twos", "points": 10, "extra": 50},
        "Anna schreibt Zweier: 10 Punkte. Dazu für einen weiteren Kniffel: 50 Punkte. Bernd ist dran.",
        "Anna enters Twos: 10 points. Kniffel bonus: 50 points. It is Bernd’s turn.",
    ),
    (
        ALONE,
        "scored",
        1,
        {"cell": "chance", "points": 22, "extra": 0},
        "Anna schreibt Chance: 22 Punkte.",
        "Anna enters Chance: 22 points.",
    ),
    (
        OVER,
        "scored",
        2,
        {"cell": "chance", "points": 22, "extra": 0},
        "Bernd schreibt Chance: 22 Punkte.",
        "Bernd enters Chance: 22 points.",
    ),
    (
        FIRST,
        "entry_taken_back",
        1,
        {"cell": "full_house", "points": 25},
        "Anna nimmt einen Eintrag zurück: Full House.",
        "Anna takes back the entry in Full house.",
    ),
    (TWO, "announced", 1, {"cell": "full_house"}, "Anna sagt Full House an.", "Anna announces Full house."),
    (
        PARTIE,
        "game_started",
        None,
        {"game": 2},
        "Spiel 2 von 6 beginnt. Anna ist dran.",
        "Game 2 of 6 begins. It is Anna’s turn.",
    ),
    (
        FIRST,
        "table_started",
        None,
        {"commitment": "ab"},
        "Das Spiel beginnt. Anna ist dran.",
        "The game begins. It is Anna’s turn.",
    ),
    (
        PARTIE,
        "table_started",
        None,
        {"commitment": "ab"},
        "Spiel 1 von 6 beginnt. Anna ist dran.",
        "Game 1 of 6 begins. It is Anna’s turn.",
    ),
    (
        OVER,
        "game_finished",
        None,
        {"totals": [203, 184], "ranks": [1, 2]},
        "Das Spiel ist zu Ende. Anna gewinnt mit 203 Punkten. Platz 2: Bernd mit 184 Punkten.",
        "The game is over. Anna wins with 203 points. Place 2: Bernd with 184 points.",
    ),
    (
        THREE,
        "game_finished",
        None,
        {"totals": [203, 203, 1], "ranks": [1, 1, 3]},
        "Spiel 1 von 2 ist zu Ende. Anna und Bernd teilen sich Platz 1 mit 203 Punkten. Platz 3: Clara mit 1 Punkt.",
        "Game 1 of 2 is over. Anna and Bernd share place 1 with 203 points. Place 3: Clara with 1 point.",
    ),
    (
        ALONE,
        "game_finished",
        None,
        {"totals": [1203], "ranks": [1]},
        "Das Spiel ist zu Ende. Anna hat 1.203 Punkte.",
        "The game is over. Anna has 1,203 points.",
    ),
    (
        THREE,
        "match_finished",
        None,
        {"totals": [1, 2, 3], "grand_totals": [300, 300, 300], "ranks": [1, 1, 1]},
        "Die Partie ist zu Ende. Anna, Bernd und Clara teilen sich Platz 1 mit 300 Punkten.",
        "The match is over. Anna, Bernd, and Clara share place 1 with 300 points.",
    ),
    (
        OVER,
        "match_finished",
        None,
        {"totals": [2, 1], "grand_totals": [2, 1], "ranks": [1, 2]},
        "Das Endergebnis. Anna gewinnt mit 2 Punkten. Platz 2: Bernd mit 1 Punkt.",
        "The final result. Anna wins with 2 points. Place 2: Bernd with 1 point.",
    ),
    (
        PARTIE,
        "table_opened",
        None,
        {"variant": "kniffel"},
        "Ein Tisch für Kniffel ist eröffnet: 6 Spiele.",
        "A table for Kniffel is open: 6 games.",
    ),
    (TWO, "seat_taken", 2, {"name": "Bernd"}, "Bernd nimmt Platz 2.", "Bernd takes seat 2."),
    (TWO, "seat_left", 2, {}, "Bernd verlässt den Tisch.", "Bernd leaves the table."),
    (TWO, "table_aborted", 1, {}, "Anna hat die Partie vorzeitig beendet.", "Anna ended the match early."),
    (TWO, "table_aborted", None, {}, "Die Partie wurde vorzeitig beendet.", "The match was ended early."),
    (TWO, "chip_thrown", 1, {}, "", ""),
]


@pytest.mark.parametrize("case", CASES)
def test_event_has_text_in_both_languages(case):
    context, kind, seat, data, german, english = case
    assert event_text("de", context, kind, seat, data) == german
    assert event_text("en", context, kind, seat, data) == english


def test_correction_text_names_pictures_on_dice():
    context = TableContext(find_variant("swiss-yatzy"), ("Anna",))
    data = {"round": 1, "turn": "12446 > fours 8", "was": ""}
    said = event_text("en", context, "turn_corrected", 1, data)
    assert "Knives 8 points (chocolate, edelweiss, knife, knife, flag)" in said


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_cell_of_every_variant_has_a_text(variant, lang):
    context = TableContext(variant, ("Anna",))
    for cell in variant.cells:
        for points in (0, 1, 50):
            said = event_text(
                lang, context, "scored", 1, {"cell": variant.cell_text(cell), "points": points, "extra": 0}
            )
            assert cell.category not in said
            assert said.startswith("Anna ")
            assert said.endswith(".")


def test_event_text_uses_names_of_the_variant():
    said = {
        key: event_text(
            "de", TableContext(find_variant(key), ("Anna",)), "scored", 1, {"cell": cell, "points": 20, "extra": 0}
        )
        for key, cell in (
            ("hartard", "three_of_a_kind"),
            ("spiffel", "kniffel"),
            ("yatzy", "kniffel"),
            ("yahtzee", "kniffel"),
        )
    }
    assert said == {
        "hartard": "Anna schreibt 3er-Pasch: 20 Punkte.",
        "spiffel": "Anna schreibt Spiffel: 20 Punkte.",
        "yatzy": "Anna schreibt Yatzy: 20 Punkte.",
        "yahtzee": "Anna schreibt Yahtzee: 20 Punkte.",
    }
