"""Objects at a prompt and in a notebook are short, evaluable where possible, and shown as tables."""

from random import Random

import pytest

import pasch
from pasch.bots.play import played
from pasch.bots.simple import SimpleBot
from pasch.tabular import html_table, text_table

NAMES = {"find_variant": pasch.find_variant, "Position": pasch.Position}


@pytest.mark.parametrize("key", pasch.VARIANTS)
def test_variant_repr_evaluates_to_the_variant(key: str):
    for variant in (pasch.VARIANTS[key], pasch.VARIANTS[key].replace(rolls=2)):
        assert eval(repr(variant), NAMES) == variant
    assert repr(pasch.find_variant("kniffel").replace(joker="none")) == "find_variant('kniffel').replace(joker='none')"


@pytest.mark.parametrize("key", pasch.VARIANTS)
def test_game_repr_evaluates_to_its_position(key: str):
    variant, rng = pasch.VARIANTS[key], Random(1)
    game = pasch.Game(variant, [f"P{seat}" for seat in range(variant.seats[0])])
    for _ in range(40):
        text = repr(game)
        assert len(text) < 1000
        assert repr(eval(text, NAMES)) == text
        if game.over or not game.legal_actions:
            break
        game, _ = game.apply(rng.choice(game.legal_actions))
        if game.to_roll:
            thrown = game.turn.staying
            roll = rng.choices(range(1, 7), k=variant.dice - len(thrown.faces))
            tens = [0] * (variant.ten_sided - len(thrown.tens))
            game, _ = game.apply(pasch.DiceRolled(pasch.Roll((*thrown.faces, *roll), (*thrown.tens, *tens))))


def test_match_and_record_repr_fit_one_line():
    match = pasch.Match.begin(pasch.find_variant("hartard"), ["Anna", "Bernd"], length=6)
    assert repr(match) == "<Match hartard, game 1 of 6: Anna 0, Bernd 0>"
    assert repr(pasch.Record.of(match, ())) == "<Record hartard, running: Anna 0, Bernd 0>"


def test_sheet_prints_as_a_table():
    sheet = pasch.Position.from_text("yahtzee; ones=3 chance=20; ").game.sheet
    assert sheet.rows()[:2] == [
        {"category": "ones", "column": 1, "points": 3},
        {"category": "twos", "column": 1, "points": None},
    ]
    lines = str(sheet).splitlines()
    assert lines[:2] == ["category         points", "ones                  3"]
    assert lines[-1] == "total                23"
    assert "<td>ones</td>" in sheet._repr_html_()
    columns = str(pasch.Position.from_text("balut; fours@2=8; ").game.sheet).splitlines()
    assert columns[0].split() == ["category", "1", "2", "3", "4"]


def test_html_table_escapes_user_text():
    assert html_table([{"name": "<b>&"}]).count("&lt;b&gt;&amp;") == 1
    assert (text_table([]), html_table([])) == ("", "<table><thead><tr></tr></thead><tbody></tbody></table>")


def test_played_game_repr_is_its_position():
    assert repr(played(pasch.find_variant("cheerio"), [SimpleBot()], seed=1)).startswith(
        "Position.from_text('cheerio; "
    )
