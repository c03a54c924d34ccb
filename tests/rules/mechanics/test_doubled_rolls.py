"""The house rule of doubled rolls: announced before any roll, spent by it, gone with the next one."""

from __future__ import annotations

import pytest

from pasch.bots.simple import SimpleBot
from pasch.rules.actions import Announce, Double, EnterPoints, RollDice, Score, TakeBack
from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput, NoRollsLeft
from pasch.rules.events import DiceRolled, Doubled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.notation.turns import TurnText, turn_text
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import held, play, refused

FIRST, SECOND, THIRD = DiceRolled("11123"), DiceRolled("11124", "k111"), DiceRolled("11125", "k111")


def alone(key: str = "kniffel", **rules: object) -> Game:
    variant = VARIANTS[key].replace(**({"doubles": 2, "double_when": "before_any_roll"} | rules))
    return Game(variant, ["x"] * variant.seats[0])


def chance(game: Game) -> int:
    return game.legal_actions.entries[Cell("chance", 1)]


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        ((Double(), FIRST), 16),
        ((Double(), FIRST, SECOND), 9),
        ((FIRST, Double(), SECOND), 18),
        ((FIRST, Double()), 8),
        ((FIRST, Double(), SECOND, THIRD), 10),
        ((FIRST, SECOND, Double(), THIRD), 20),
        ((Double(), FIRST, Double(), SECOND), 18),
    ],
)
def test_doubling_applies_only_to_its_roll(steps, points):
    game = play(alone(), *steps)
    assert chance(game) == points
    assert game.hands[0].doubles == 2 - steps.count(Double())
    assert Position.from_text(text := Position(game).to_text()).to_text() == text
    assert Position.from_text(text).game.legal_actions.entries == game.legal_actions.entries


def test_doubling_requires_a_remaining_roll():
    game = play(alone(), FIRST)
    assert Double() in tuple(game.legal_actions)
    game, events = game.apply(Double())
    assert events == (Doubled(1),)
    assert Double() not in tuple(game.legal_actions)
    refused(game, Double(), "The next roll already counts twice")
    refused(play(game, RollDice("k111")), Double(), "The dice are still in the air")
    last = play(alone(), FIRST, SECOND, THIRD)
    assert Double() not in tuple(last.legal_actions)
    with pytest.raises(NoRollsLeft, match="All rolls of this turn are used"):
        last.apply(Double())
    refused(play(alone(doubles=1), Double(), FIRST), Double(), "No doubled entries are left")


def test_cell_announcement_precedes_doubling():
    game = play(alone("yams", columns="announce"), DiceRolled("13346"))
    refused(game, Double(), "Announce a cell before the second roll: nothing else is open")
    game = play(game, Announce("threes"), Double(), DiceRolled("13336", "k33"))
    assert game.legal_actions.entries == {Cell("threes", 1): 18}


def test_take_back_keeps_the_doubling():
    before = play(alone(), FIRST, Double(), SECOND)
    assert play(before, Score("ones"), TakeBack()) == before
    assert held(play(before, Score("ones")), 1) == {"ones": 6}


def test_unknown_dice_accept_single_or_doubled_points():
    game = play(alone(), Double())
    assert [held(play(game, EnterPoints("ones", points)), 1)["ones"] for points in (3, 6, 0)] == [3, 6, 0]
    refused(game, EnterPoints("ones", 7), "7 points are not possible")


@pytest.mark.parametrize(
    "line",
    ["!x2 11123 k111 11124 > chance 9", "11123 !!x2 k111 11124 > chance 18", "!x2 11123 !!x2 k- 11124 > chance 18"],
)
def test_turn_with_doublings_survives_text_round_trip(line):
    game, events = TurnText.from_text(line).apply(alone())
    assert turn_text(game.variant, events) == line
    assert game.hands[0].doubles == 2 - line.count("x2")


@pytest.mark.parametrize(
    ("position", "trouble"),
    [
        ("kniffel {doubles=1}; doubles=0; 11123 2 x2next", "means nothing in kniffel"),
        ("kniffel {double_when=before_any_roll, doubles=1}; doubles=0; 11123 0 x2next", "No roll follows"),
        ("kniffel {double_when=before_any_roll, doubles=1}; ; 11123 2 x2next", "the position uses no doubling"),
        (
            "kniffel {double_when=before_any_roll, doubles=2}; doubles=1; 11123 2 x2 x2next",
            "the position uses no doubling",
        ),
        ("kniffel {double_when=before_any_roll, doubles=2}; doubles=1; x2", "A roll is missing"),
    ],
)
def test_impossible_doubling_position_is_refused(position, trouble):
    with pytest.raises(InvalidInput, match=trouble):
        Position.from_text(position)


def test_only_non_default_double_when_changes_the_fingerprint():
    kniffel = VARIANTS["kniffel"]
    assert kniffel.replace(doubles=1, double_when="before_first_roll") == kniffel.replace(doubles=1)
    assert alone(doubles=1).variant.fingerprint != kniffel.replace(doubles=1).fingerprint


def test_bot_doubles_its_last_roll():
    rules = "kniffel {double_when=before_any_roll, doubles=1};"
    assert SimpleBot().choose(Position.from_text(f"{rules}; 11346 1").game) == Double()
    assert SimpleBot().choose(Position.from_text(f"{rules}; 11346 2").game) != Double()
    assert isinstance(SimpleBot().choose(Position.from_text(f"{rules} doubles=0; 11346 1 x2next").game), RollDice)
