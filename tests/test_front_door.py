"""Public functions refuse arguments of a wrong type at once, with a correct example."""

import re
from pathlib import Path

import numpy as np
import pytest

import pasch
from pasch.rules.errors import InvalidInput, InvalidVariant

GAME = pasch.Game(pasch.find_variant("kniffel"), ["Anna"])
RECORD = """pasch-record 1
variant: cheerio
player 1: Anna
1.1 12344 k1234 12345 > big_straight 0
result: *
"""


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pasch.solve(None), "A variant or its key is needed here, not NoneType: None"),
        (lambda: pasch.find_variant(3), "The key of a variant is needed here, not int: 3"),
        (lambda: pasch.find_bot(None), "The key of a bot is needed here, not NoneType: None"),
        (lambda: pasch.Game("kniffel", ["Anna"]), "A variant is needed here, not str: kniffel"),
        (lambda: pasch.Game(GAME.variant, "Anna"), "A list of names is needed here, not str: Anna"),
        (lambda: pasch.figure_chances("yahtzee"), "A variant is needed here, not str: yahtzee"),
        (lambda: pasch.advise(None), "A position, its text or a game is needed here, not NoneType: None"),
        (lambda: pasch.analyse(7), "The text of a record or its path is needed here, not int: 7"),
        (lambda: pasch.Position.from_text(GAME), "The text of a position is needed here, not Game: Position"),
        (
            lambda: GAME.apply("chance"),
            'An action or a roll of the dice, such as Score("chance") is needed here, not str: chance',
        ),
        (lambda: pasch.solve("cheerio").best_chance("300"), "A whole number of points is needed here, not str: 300"),
        (lambda: pasch.solve("cheerio", joker="none"), "unexpected keyword argument 'joker'"),
    ],
)
def test_wrong_type_error_names_type_and_need(call, sentence):
    with pytest.raises(TypeError, match=re.escape(sentence)):
        call()


def test_mistyped_switch_error_names_the_right_one():
    with pytest.raises(InvalidVariant, match=r"jokr: unknown rule; did you mean joker\?"):
        GAME.variant.replace(jokr="none")


def test_position_without_semicolons_error_names_the_three_parts():
    with pytest.raises(InvalidInput, match="has three parts"):
        pasch.Position.from_text("kniffel ones=3 12344 2")


def test_numpy_integers_are_accepted_as_dice():
    dice = np.array([1, 3, 3, 5, 6])
    assert GAME.variant.points("chance", dice) == 18
    game, _ = GAME.apply(pasch.DiceRolled(dice))
    assert game.turn.roll == pasch.Roll.from_text("13356")
    for wrong in (np.array([1.0, 3, 3, 5, 6]), [True, 1, 2, 3, 4], [1, 2, 3, 4, 7]):
        with pytest.raises(InvalidInput, match="A die shows 1 to 6, not"):
            pasch.DiceRolled(wrong)


def test_record_is_read_from_its_path(tmp_path: Path):
    path = tmp_path / "anna.pasch"
    path.write_text(RECORD, "utf-8")
    assert pasch.read_record(path) == pasch.read_record(RECORD)
    assert repr(pasch.analyse(path)) == repr(pasch.analyse(RECORD)) == repr(pasch.analyse(pasch.read_record(RECORD)))
