"""Event texts of special game mechanics, in both languages."""

import pytest

from pasch.rules.variants import find_variant
from pasch.words import TableContext, event_text

NAMES = ("Anna", "Bernd", "Clara", "Dora")


def at(key, next_seat=None, **more):
    return TableContext(find_variant(key), NAMES, next_seat=next_seat, **more)


ACTIONS = at("kniffeliger", 1)
BLUFF = at("luegenkniffel", 2)
CLAIM = {"cell": "full_house", "points": 25}
DUEL = TableContext(find_variant("yatzy-duel"), NAMES[:2], game_over=True)

CASES = [
    (
        ACTIONS,
        "scored",
        1,
        {"cell": "pi", "points": 31, "extra": 0, "dice": "11345"},
        "Anna schreibt Pi: 31 Punkte.",
        "Anna enters Pi: 31 points.",
    ),
    (
        ACTIONS,
        "action_die_rolled",
        1,
        {"face": 5},
        "Anna gewinnt einen Aktionswürfel: Tauschen.",
        "Anna wins an action die: Swap.",
    ),
    (
        ACTIONS,
        "action_die_rolled",
        1,
        {"face": 6},
        "Anna hat Glück und gewinnt von jeder Art einen Aktionswürfel.",
        "Anna is lucky and wins one action die of each kind.",
    ),
    (
        ACTIONS,
        "action_used",
        2,
        {"action": "steal", "target": 1, "cell": "sixes", "points": 24},
        "Bernd stiehlt Anna das Feld Sechser: 24 Punkte.",
        "Bernd steals Sixes from Anna: 24 points.",
    ),
    (
        ACTIONS,
        "action_used",
        1,
        {"action": "freeze", "target": 2, "cell": "fives", "points": 0},
        "Anna friert bei Bernd das Feld Fünfer ein.",
        "Anna freezes Fives for Bernd.",
    ),
    (
        ACTIONS,
        "action_used",
        1,
        {"action": "cross_out", "target": 3, "cell": "chance", "points": 22},
        "Anna streicht bei Clara das Feld Chance durch: 22 Punkte sind weg.",
        "Anna crosses out Chance of Clara: 22 points are gone.",
    ),
    (
        ACTIONS,
        "action_used",
        1,
        {"action": "cross_out", "target": 3, "cell": "chance", "points": 0},
        "Anna streicht bei Clara das offene Feld Chance durch.",
        "Anna crosses out Chance of Clara, still open.",
    ),
    (
        ACTIONS,
        "action_used",
        1,
        {"action": "swap", "target": 3, "cell": None, "points": 0},
        "Anna tauscht den Spielzettel mit Clara.",
        "Anna swaps sheets with Clara.",
    ),
    (
        ACTIONS,
        "action_used",
        1,
        {"action": "shift", "target": None, "cell": None, "points": 0},
        "Anna reicht weiter: Jeder Spielzettel wandert einen Platz weiter.",
        "Anna shifts: every sheet moves on to the next player.",
    ),
    (
        at("kniffeliger", 2),
        "turn_ended",
        1,
        {},
        "Anna ist fertig. Bernd ist dran.",
        "Anna is done. It is Bernd’s turn.",
    ),
    (
        at("kniffeliger", 1),
        "turn_ended",
        1,
        {},
        "Anna ist fertig. Anna ist noch einmal dran.",
        "Anna is done. It is Anna’s turn again.",
    ),
    (
        at("kismet", 2),
        "scored",
        1,
        {"cell": "fours", "points": 20, "extra": 0, "dice": "44444"},
        "Anna schreibt Vierer: 20 Punkte.",
        "Anna enters Fours: 20 points.",
    ),
    (
        at("kismet", 2),
        "scored",
        1,
        {"cell": "kismet", "points": 70, "extra": 0, "dice": "44444"},
        "Anna schreibt Kismet: 70 Punkte. Bernd ist dran.",
        "Anna enters Kismet: 70 points. It is Bernd’s turn.",
    ),
    (
        at("kismet", 3),
        "cell_lost",
        2,
        {"cell": "ones"},
        "Bernd setzt aus und streicht Einser. Clara ist dran.",
        "Bernd misses a turn and crosses out Ones. It is Clara’s turn.",
    ),
    (
        at("dice-duel", 2),
        "scored",
        1,
        {"cell": "two_pairs@2", "points": 5, "extra": 0, "dice": "11226"},
        "Anna nimmt den Chip Zwei Paare: 5 Punkte. Bernd ist dran.",
        "Anna takes the chip Two pairs: 5 points. It is Bernd’s turn.",
    ),
    (
        at("dice-duel", 1),
        "scored",
        1,
        {"cell": "large_straight@1", "points": 50, "extra": 0, "dice": "33333"},
        "Anna nimmt den Chip Große Straße: 50 Punkte. Anna ist noch einmal dran.",
        "Anna takes the chip Large straight: 50 points. It is Anna’s turn again.",
    ),
    (
        at("dice-duel", 1),
        "entry_taken_back",
        1,
        {"cell": "two_pairs@2", "points": 5},
        "Anna legt den Chip Zwei Paare zurück.",
        "Anna puts the chip Two pairs back.",
    ),
    (
        at("dice-duel", 2),
        "nothing_taken",
        1,
        {"dice": "12346"},
        "Anna bekommt keinen Chip. Bernd ist dran.",
        "Anna gets no chip. It is Bernd’s turn.",
    ),
    (
        at("dice-duel", 2),
        "chip_removed",
        None,
        {"cell": "large_straight"},
        "In dieser Runde hat niemand einen Chip genommen: Ein Chip Große Straße scheidet aus, 50 Punkte wert.",
        "No player took a chip this round: the chip Large straight, worth 50 points, leaves the game.",
    ),
    (
        BLUFF,
        "dice_rolled",
        1,
        {"dice": None, "keep": None, "roll": 1, "rolls_left": 2, "kept_count": 0},
        "Anna würfelt verdeckt: Wurf 1 von 3.",
        "Anna rolls under the cup: roll 1 of 3.",
    ),
    (
        BLUFF,
        "dice_rolled",
        1,
        {"dice": None, "keep": None, "roll": 2, "rolls_left": 1, "kept_count": 2},
        "Anna würfelt verdeckt: Wurf 2 von 3. 2 Würfel bleiben liegen.",
        "Anna rolls under the cup: roll 2 of 3. 2 dice stay.",
    ),
    (
        BLUFF,
        "dice_rolled",
        1,
        {"dice": None, "keep": None, "roll": 3, "rolls_left": 0, "kept_count": 0},
        "Anna würfelt mit allen Würfeln neu: Wurf 3 von 3.",
        "Anna rolls all dice again: roll 3 of 3.",
    ),
    (
        BLUFF,
        "claimed",
        1,
        CLAIM,
        "Anna behauptet: Full House, 25 Punkte. Bernd ist gefragt.",
        "Anna claims: Full house, 25 points. Bernd is asked.",
    ),
    (BLUFF, "claim_answered", 3, {"doubts": True}, "Clara zweifelt.", "Clara doubts it."),
    (BLUFF, "claim_answered", 3, {"doubts": False}, "Clara glaubt es.", "Clara believes it."),
    (
        BLUFF,
        "claim_settled",
        1,
        {**CLAIM, "lied": False, "doubters": [], "hit": [], "dice": None},
        "Niemand zweifelt. Anna schreibt Full House: 25 Punkte. Bernd ist dran.",
        "No player doubts it. Anna enters Full house: 25 points. It is Bernd’s turn.",
    ),
    (
        BLUFF,
        "claim_settled",
        1,
        {**CLAIM, "lied": True, "doubters": [3], "hit": [3], "dice": "11256"},
        (
            "Gelogen! Unter dem Becher lagen 1, 1, 2, 5, 6. Anna streicht Full House. Clara bekommt 25 Punkte. "
            "Bernd ist dran."
        ),
        ("A lie! The dice were 1, 1, 2, 5, 6. Anna crosses out Full house. Clara gets 25 points. It is Bernd’s turn."),
    ),
    (
        BLUFF,
        "claim_settled",
        1,
        {**CLAIM, "lied": True, "doubters": [2, 3, 4], "hit": [2, 4], "dice": "11256"},
        (
            "Gelogen! Unter dem Becher lagen 1, 1, 2, 5, 6. Anna streicht Full House. "
            "Bernd und Dora bekommen je 25 Punkte. Bernd ist dran."
        ),
        (
            "A lie! The dice were 1, 1, 2, 5, 6. Anna crosses out Full house. Bernd and Dora get 25 points each. "
            "It is Bernd’s turn."
        ),
    ),
    (
        BLUFF,
        "claim_settled",
        1,
        {**CLAIM, "lied": False, "doubters": [2, 3], "hit": [2, 3], "dice": "22255"},
        (
            "Die Wahrheit! Unter dem Becher lagen 2, 2, 2, 5, 5. Anna schreibt Full House: 25 Punkte. "
            "Bernd und Clara streichen Full House. Bernd ist dran."
        ),
        (
            "The truth! The dice were 2, 2, 2, 5, 5. Anna enters Full house: 25 points. "
            "Bernd and Clara cross out Full house. It is Bernd’s turn."
        ),
    ),
    (
        BLUFF,
        "claim_settled",
        1,
        {**CLAIM, "lied": False, "doubters": [3], "hit": [], "dice": "22255"},
        "Die Wahrheit! Unter dem Becher lagen 2, 2, 2, 5, 5. Anna schreibt Full House: 25 Punkte. Bernd ist dran.",
        "The truth! The dice were 2, 2, 2, 5, 5. Anna enters Full house: 25 points. It is Bernd’s turn.",
    ),
    (
        at("kniffel", 1),
        "doubled",
        1,
        {},
        "Anna verdoppelt: Der Eintrag dieses Zuges zählt doppelt.",
        "Anna doubles this turn’s entry.",
    ),
    (
        DUEL,
        "game_finished",
        None,
        {"totals": [8, 1], "ranks": [1, 2]},
        "Das Spiel ist zu Ende. Anna gewinnt mit 8 Feldern. Platz 2: Bernd mit 1 Feld.",
        "The game is over. Anna wins with 8 cells. Place 2: Bernd with 1 cell.",
    ),
    (
        DUEL,
        "game_finished",
        None,
        {"totals": [7, 7], "ranks": [2, 1]},
        (
            "Das Spiel ist zu Ende. Bernd gewinnt mit 7 Feldern. Platz 2: Anna mit 7 Feldern. "
            "Wo das gleich ist, entscheidet die höhere Summe aller Einträge."
        ),
        (
            "The game is over. Bernd wins with 7 cells. Place 2: Anna with 7 cells. "
            "If these are equal, the higher sum of all entries decides."
        ),
    ),
    (
        DUEL,
        "game_finished",
        None,
        {"totals": [7, 7], "ranks": [1, 1]},
        "Das Spiel ist zu Ende. Anna und Bernd teilen sich Platz 1 mit 7 Feldern.",
        "The game is over. Anna and Bernd share place 1 with 7 cells.",
    ),
    (
        TableContext(find_variant("generala"), NAMES[:2], game_over=True),
        "game_finished",
        None,
        {"totals": [60, 144], "ranks": [1, 2]},
        (
            "Das Spiel ist zu Ende. Anna gewinnt mit 60 Punkten. Platz 2: Bernd mit 144 Punkten. "
            "Generala auf einen Wurf gewinnt das Spiel."
        ),
        (
            "The game is over. Anna wins with 60 points. Place 2: Bernd with 144 points. "
            "Generala in one roll wins the game."
        ),
    ),
]


@pytest.mark.parametrize("case", CASES)
def test_mechanic_event_has_text_in_both_languages(case):
    context, kind, seat, data, german, english = case
    assert event_text("de", context, kind, seat, data) == german
    assert event_text("en", context, kind, seat, data) == english
