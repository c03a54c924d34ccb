"""The hint for every moment of a match."""

import pytest

from pasch.rules.actions import Announce, NextGame, RollDice, Score
from pasch.rules.events import DiceRolled
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
            "Nothing fits: Anna has to strike a cell.",
        ),
        (
            played(
                DiceRolled("22222"),
                Score("kniffel"),
                DiceRolled("33333"),
                Score("kniffel"),
                DiceRolled("22222"),
            ),
            "Noch ein Kniffel: Er kommt zu Zweier.",
            "Another Kniffel: it goes to Twos.",
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
def test_the_hint_fits_the_moment(match, german, english):
    assert hint_text("de", NAMES, match) == german
    assert hint_text("en", NAMES, match) == english


def test_after_the_break_the_next_game_has_hints_again():
    match, _ = whole_game(played(length=2)).apply(NextGame())
    assert hint_text("de", NAMES, match) == "Anna ist dran: erster Wurf."
