"""The hint for every state of a match."""

import pytest

from pasch.rules.actions import (
    Announce,
    Believe,
    Claim,
    Double,
    EndTurn,
    NextGame,
    RollDice,
    Score,
    UseAction,
)
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.match import Match
from pasch.rules.variants import variant_with
from pasch.words import hint_text

NAMES = ("Anna", "Bernd")


def played(*steps, length=1, variant="kniffel", players=NAMES, **rules) -> Match:
    match = Match.begin(variant_with(variant, rules), players, length)
    for step in steps:
        match, _ = match.apply(step)
    return match


def whole_game(match: Match) -> Match:
    while not match.game.over:
        match, _ = match.apply(DiceRolled("12346"))
        match, _ = match.apply(Score(next(iter(match.game.legal_actions.entries)), 0))
    return match


@pytest.mark.parametrize(
    ("match", "german", "english"),
    [
        (played(), "Anna ist dran: erster Wurf.", "It is Anna’s turn: first roll."),
        (played(RollDice()), "Die Würfel rollen.", "The dice are rolling."),
        (
            played(DiceRolled("12346")),
            "Anna kann noch 2-mal würfeln oder eintragen.",
            "Anna may roll 2 more times, or make an entry.",
        ),
        (
            played(DiceRolled("12346"), DiceRolled("12346", "k1234")),
            "Anna kann noch einmal würfeln oder eintragen.",
            "Anna may roll once more, or make an entry.",
        ),
        (
            played(DiceRolled("12346"), DiceRolled("12346", "k-"), DiceRolled("12346", "k-")),
            "Anna trägt jetzt ein.",
            "Anna makes an entry now.",
        ),
        (
            played(DiceRolled("22222"), variant="yatzy-forced", rolls=1),
            "Nichts passt: Anna muss ein Feld streichen.",
            "Nothing fits: Anna has to cross out a cell.",
        ),
        (
            played(
                DiceRolled("22222"),
                Score("kniffel"),
                DiceRolled("33333"),
                Score("kniffel"),
                DiceRolled("22222"),
            ),
            "Noch ein Kniffel, einzutragen hier: Zweier.",
            "Another Kniffel: it goes to Twos.",
        ),
        (
            played(
                *(DiceRolled("22222"), Score("kniffel"), DiceRolled("33333"), Score("kniffel")),
                *(DiceRolled("22222"), Score("twos"), DiceRolled("33333"), Score("threes")),
                DiceRolled("22222"),
            ),
            (
                "Noch ein Kniffel, einzutragen hier: Dreierpasch, Viererpasch, Full House, Kleine Straße, Große Straße "
                "oder Chance."
            ),
            (
                "Another Kniffel: it goes to Three of a kind, Four of a kind, Full house, Small straight, "
                "Large straight, or Chance."
            ),
        ),
        (
            played(DiceRolled("22222"), variant="yatzy-forced"),
            "Anna kann noch 2-mal würfeln; an der Reihe ist Einser.",
            "Anna may roll 2 more times; Ones is next.",
        ),
        (
            played(DiceRolled("12346"), announce="after_first_roll"),
            "Anna sagt ein Feld an, um weiterzuwürfeln, oder trägt ein.",
            "Anna announces a cell and rolls again, or makes an entry.",
        ),
        (
            played(DiceRolled("12346"), Announce("chance"), announce="after_first_roll"),
            "Anna hat Chance angesagt.",
            "Anna has announced Chance.",
        ),
        (whole_game(played()), "Die Partie ist zu Ende.", "The match is over."),
        (whole_game(played(length=2)), "Spiel 1 von 2 ist zu Ende.", "Game 1 of 2 is over."),
    ],
)
def test_hint_matches_the_game_state(match, german, english):
    assert hint_text("de", NAMES, match) == german
    assert hint_text("en", NAMES, match) == english


THREE = ("Anna", "Bernd", "Clara")
EQUAL = DiceRolled("33333")
WON = (DiceRolled("12345"), Score("chance"), ActionDieRolled(1), EndTurn())  # 15 is a multiple of three
PLAIN = (DiceRolled("12346"), Score("chance"), EndTurn())


@pytest.mark.parametrize(
    ("match", "german", "english"),
    [
        (
            played(DiceRolled("12345"), Score("chance"), variant="kniffeliger"),
            "Der Aktionswürfel rollt.",
            "The action die is rolling.",
        ),
        (
            played(DiceRolled("12346"), Score("chance"), variant="kniffeliger"),
            "Anna beendet den Zug.",
            "Anna ends the turn.",
        ),
        (
            played(*WON, *PLAIN, variant="kniffeliger"),
            "Anna ist dran: erster Wurf.",
            "It is Anna’s turn: first roll.",
        ),
        (
            played(*WON, DiceRolled("12346"), Score("ones"), EndTurn(), variant="kniffeliger"),
            "Anna ist dran: erster Wurf oder ein Aktionswürfel.",
            "It is Anna’s turn: first roll, or an action die.",
        ),
        (
            played(*WON[:2], ActionDieRolled(5), EndTurn(), *PLAIN, variant="kniffeliger-program"),
            "Anna kann jetzt Zettel tauschen oder weiterreichen.",
            "Anna may swap or shift sheets now.",
        ),
        (
            played(
                *(*WON[:2], ActionDieRolled(5), EndTurn(), *PLAIN, UseAction("swap", 2)), variant="kniffeliger-program"
            ),
            "Anna beendet den Zug.",
            "Anna ends the turn.",
        ),
        (
            played(*WON[:2], ActionDieRolled(2), variant="kniffeliger-program"),
            "Anna setzt einen Aktionswürfel ein oder beendet den Zug.",
            "Anna uses an action die or ends the turn.",
        ),
        (
            played(
                *WON[:2],
                ActionDieRolled(2),
                UseAction("freeze", 2, "fives"),
                EndTurn(),
                variant="kniffeliger-program",
            ),
            "Bernd ist dran: erster Wurf. In diesem Zug eingefroren: Fünfer.",
            "It is Bernd’s turn: first roll. Frozen in this turn: Fives.",
        ),
        (
            played(EQUAL, variant="dice-duel"),
            "Anna kann noch 2-mal würfeln oder einen Chip nehmen.",
            "Anna may roll 2 more times, or take a chip.",
        ),
        (
            played(DiceRolled("12356"), variant="dice-duel", rolls=2),
            "Noch passt kein Chip: Anna kann noch einmal würfeln.",
            "No chip fits yet: Anna may roll once more.",
        ),
        (
            played(DiceRolled("12356"), variant="dice-duel", rolls=1),
            "Kein Chip passt: Anna gibt die Würfel weiter.",
            "No chip fits: Anna passes the dice on.",
        ),
        (played(EQUAL, variant="dice-duel", rolls=1), "Anna nimmt jetzt einen Chip.", "Anna takes a chip now."),
        (
            played(EQUAL, variant="luegenkniffel", players=THREE),
            "Anna kann noch 2-mal würfeln oder etwas behaupten.",
            "Anna may roll 2 more times, or make a claim.",
        ),
        (
            played(EQUAL, variant="luegenkniffel", players=THREE, rolls=1),
            "Anna behauptet jetzt etwas oder streicht ein Feld.",
            "Anna makes a claim or crosses out a cell.",
        ),
        (
            played(EQUAL, Claim("full_house", 25), Believe(), variant="luegenkniffel", players=THREE),
            "Anna behauptet Full House: 25 Punkte. Clara glaubt es oder zweifelt.",
            "Anna claims Full house: 25 points. Clara believes it or doubts it.",
        ),
        (
            played(DiceRolled("123456"), Score("chance"), players=("Anna",), variant="maxi-yatzy"),
            "Anna ist dran: erster Wurf; 2 Würfe sind gespart.",
            "It is Anna’s turn: first roll; 2 rolls are saved.",
        ),
        (
            played(DiceRolled("12345/6"), variant="kniffel-extreme", rolls=1),
            "Anna kauft mit einem Chip noch einen Wurf oder trägt ein.",
            "Anna buys one more roll with a chip, or makes an entry.",
        ),
        (
            played(DiceRolled("12346"), variant="yams"),
            "Anna kann noch 2-mal würfeln, ein Feld ansagen oder eintragen.",
            "Anna may roll 2 more times, announce a cell, or make an entry.",
        ),
        (
            played(doubles=1),
            "Anna ist dran: erster Wurf. Vorher kann Anna den Eintrag dieses Zuges verdoppeln.",
            "It is Anna’s turn: first roll. Before rolling, Anna may double the entry of this turn.",
        ),
        (
            played(Double(), doubles=1),
            "Anna ist dran: erster Wurf. Der Eintrag dieses Zuges zählt doppelt.",
            "It is Anna’s turn: first roll. The entry of this turn counts twice.",
        ),
    ],
)
def test_hint_matches_the_state_of_special_games(match, german, english):
    assert hint_text("de", THREE, match) == german
    assert hint_text("en", THREE, match) == english


@pytest.mark.parametrize("steps", [(), (RollDice("k33"),)], ids=["rolled", "in the air"])
def test_hint_reveals_no_hidden_dice(steps):
    first = played(EQUAL, *steps, variant="luegenkniffel", players=THREE, joker="forced", extra_points=50)
    other = played(DiceRolled("12336"), *steps, variant="luegenkniffel", players=THREE, joker="forced", extra_points=50)
    assert hint_text("de", THREE, first) == hint_text("de", THREE, other)


def test_next_game_has_hints_after_the_break():
    match, _ = whole_game(played(length=2)).apply(NextGame())
    assert hint_text("de", NAMES, match) == "Anna ist dran: erster Wurf."
