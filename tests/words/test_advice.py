"""Explanations of the best action in one sentence, and the first line of a ledger."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.notation.position import Position
from pasch.words import action_words, advice_text, ledger_text

FIRST = "kniffel; ; 12344 2"
LAST = "kniffel; ; 12344 0"
ONE_LEFT = (
    "kniffel; ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=0 four_of_a_kind=0 full_house=0"
    " small_straight=0 large_straight=0 chance=9; 12344 0"
)


@dataclass(frozen=True)
class FixedAdvice:
    """The answer of a solver."""

    action: Action
    regret: float = 0.0
    chances: dict[str, float] = field(default_factory=dict)


FOURS = FixedAdvice(RollDice("k44"), chances={"fours": 0.48, "full_house": 0.2, "chance": 0.1, "small_straight": 0.01})
STRAIGHT = FixedAdvice(
    RollDice("k1234"), 0.74, {"fours": 0.05, "full_house": 0.0, "chance": 0.1, "small_straight": 0.5}
)

CASES = [
    (
        (FIRST, FOURS, STRAIGHT),
        (
            "Zwei Vieren behalten: Das hält Vierer (48 %) und Full House (20 %) offen und bringt im Schnitt 0,7"
            " Punkte mehr, als 1, 2, 3 und 4 zu behalten."
        ),
        (
            "Keep two fours: this keeps Fours (48%) and Full house (20%) open and scores 0.7 points more on average"
            " than keeping 1, 2, 3, and 4."
        ),
    ),
    (
        (FIRST, FOURS, FixedAdvice(RollDice("k-"), 0.01)),
        (
            "Zwei Vieren behalten: Das hält Vierer (48 %) und Full House (20 %) offen; etwa ebenso gut ist es, alle"
            " Würfel neu zu werfen."
        ),
        "Keep two fours: this keeps Fours (48%) and Full house (20%) open; rolling all dice again is about as good.",
    ),
    (
        (FIRST, FixedAdvice(RollDice("k-"), chances={"kniffel": 0.004}), FixedAdvice(RollDice("k4"), 0.25)),
        (
            "Alle Würfel neu werfen: Das hält Kniffel (unter 1 %) offen und bringt im Schnitt 0,2 Punkte mehr, als"
            " die 4 zu behalten."
        ),
        (
            "Roll all dice again: this keeps Kniffel (less than 1%) open and scores 0.2 points more on average"
            " than keeping the 4."
        ),
    ),
    (
        (FIRST, FixedAdvice(Score("small_straight", 30)), FixedAdvice(RollDice("k1234"), 3.26)),
        (
            "Kleine Straße eintragen: 30 Punkte sind sicher, und das bringt im Schnitt 3,3 Punkte mehr, als 1, 2, 3 und"
            " 4 zu behalten."
        ),
        (
            "Enter Small straight: 30 points are certain, and this scores 3.3 points more on average than keeping"
            " 1, 2, 3, and 4."
        ),
    ),
    (
        (
            LAST,
            FixedAdvice(Score("small_straight", 30)),
            FixedAdvice(Score("small_straight", 0), 1),
            FixedAdvice(Score("chance", 14), 9),
        ),
        "Kleine Straße eintragen: Das bringt im Schnitt 9,0 Punkte mehr, als Chance einzutragen.",
        "Enter Small straight: this scores 9.0 points more on average than entering Chance.",
    ),
    (
        (LAST, FixedAdvice(Score("ones", 1)), FixedAdvice(Score("twos", 2), 0.04)),
        "Einser eintragen: Etwa ebenso gut ist es, Zweier einzutragen.",
        "Enter Ones: entering Twos is about as good.",
    ),
    (
        (LAST, FixedAdvice(Score("kniffel", 0)), FixedAdvice(Score("large_straight", 0), 1.5)),
        "Kniffel streichen: Das kostet im Schnitt 1,5 Punkte weniger, als Große Straße zu streichen.",
        "Cross out Kniffel: this costs 1.5 points less on average than crossing out Large straight.",
    ),
    (
        (FIRST, FixedAdvice(RollDice("k1244"), chances={"fours": 0.5}), FixedAdvice(RollDice("k4"), 1)),
        (
            "Die 1, die 2 und zwei Vieren behalten: Das hält Vierer (50 %) offen und bringt im Schnitt 1,0 Punkte mehr,"
            " als die 4 zu behalten."
        ),
        (
            "Keep the 1, the 2, and two fours: this keeps Fours (50%) open and scores 1.0 points more on average than"
            " keeping the 4."
        ),
    ),
    (
        ("kniffel; kniffel=50; 33333 0", FixedAdvice(Score("threes", 15)), FixedAdvice(Score("threes", 0), 36)),
        "Dreier eintragen: Alles andere verschenkt Punkte.",
        "Enter Threes: anything else would cost points.",
    ),
    (
        (
            ONE_LEFT,
            FixedAdvice(Score("kniffel", 0)),
        ),
        "Kniffel streichen: Etwas anderes ist nicht möglich.",
        "Cross out Kniffel: nothing else is possible.",
    ),
    (
        (
            "swiss-yatzy; ; 12446 2",
            FixedAdvice(RollDice("k446"), chances={"fours": 0.5}),
            FixedAdvice(RollDice("k6"), 1),
        ),
        (
            "2 × Taschenmesser und Fahne behalten: Das hält Taschenmesser (50 %) offen und bringt im Schnitt 1,0"
            " Punkte mehr, als Fahne zu behalten."
        ),
        (
            "Keep 2 × knife and flag: this keeps Knives (50%) open and scores 1.0 points more on average than keeping"
            " flag."
        ),
    ),
    (
        ("kniffel; ;", FixedAdvice(RollDice())),
        "Würfeln: Damit beginnt jeder Zug.",
        "Roll the dice: every turn begins this way.",
    ),
]


@pytest.mark.parametrize(("facts", "german", "english"), CASES)
def test_advice_explains_best_action_in_one_sentence(facts, german, english):
    position, *options = facts
    game = Position.from_text(position).game
    assert advice_text("de", game, options).replace("\u00a0", " ") == german
    assert advice_text("en", game, options) == english


LINES = [
    (
        (-31.2, 7.3, ""),
        "Deine Würfel waren 31 Punkte weniger wert als der Durchschnitt. Deine Entscheidungen haben 7 Punkte gekostet.",
        "Your dice were worth 31 points less than average. Your decisions cost 7 points.",
    ),
    (
        (1.1, 0.3, ""),
        (
            "Deine Würfel waren 1 Punkt mehr wert als der Durchschnitt. Deine Entscheidungen haben so gut wie nichts"
            " gekostet."
        ),
        "Your dice were worth 1 point more than average. Your decisions cost next to nothing.",
    ),
    (
        (0.2, 1.2, ""),
        "Deine Würfel waren genau Durchschnitt. Deine Entscheidungen haben 1 Punkt gekostet.",
        "Your dice were just average. Your decisions cost 1 point.",
    ),
    (
        (-12, 1250, "Anna"),
        (
            "Anna: Die Würfel waren 12 Punkte weniger wert als der Durchschnitt. Die Entscheidungen haben 1.250 Punkte"
            " gekostet."
        ),
        "Anna: the dice were worth 12 points less than average. The decisions cost 1,250 points.",
    ),
    (
        (0, 0, "Anna"),
        "Anna: Die Würfel waren genau Durchschnitt. Die Entscheidungen haben so gut wie nichts gekostet.",
        "Anna: the dice were just average. The decisions cost next to nothing.",
    ),
]


@pytest.mark.parametrize(("sums", "german", "english"), LINES)
def test_ledger_line_states_luck_and_losses(sums, german, english):
    luck, loss, name = sums
    assert ledger_text("de", luck, loss, name) == german
    assert ledger_text("en", luck, loss, name) == english


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("name", ["", "Anna"])
@pytest.mark.parametrize("luck", [-5, 0, 5])
@pytest.mark.parametrize("loss", [0, 5])
def test_ledger_line_includes_every_nonzero_amount(lang, name, luck, loss):
    line = ledger_text(lang, luck, loss, name)
    assert line.startswith(name)
    assert line.count("5") == (luck != 0) + (loss != 0)


@pytest.mark.parametrize(
    ("action", "german", "english"),
    [
        (RollDice(), "Würfeln", "Roll the dice"),
        (RollDice("k-"), "Alle Würfel neu werfen", "Roll all dice again"),
        (RollDice("k4"), "Die 4 behalten", "Keep the 4"),
        (RollDice("k44"), "Zwei Vieren behalten", "Keep two fours"),
        (Score("chance", 14), "Chance eintragen", "Enter Chance"),
        (Score("kniffel", 0), "Kniffel streichen", "Cross out Kniffel"),
    ],
)
def test_action_has_text_in_both_languages(action, german, english):
    variant = Position.from_text(FIRST).game.variant
    assert action_words("de", variant, action) == german
    assert action_words("en", variant, action) == english
