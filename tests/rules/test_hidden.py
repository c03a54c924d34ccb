"""A seat's view of a game with hidden dice."""

import pytest

from pasch.rules.actions import Believe, Claim, Doubt, Score
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game, blind, hides_dice
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS, find_variant

SEATS = (None, 1, 2, 3)


@pytest.fixture
def start():
    return Game(find_variant("luegenkniffel"), ["Anna", "Bernd", "Clara"])


def after(game, *steps):
    for step in steps:
        game, _ = game.apply(step)
    return game


def test_only_luegenkniffel_hides_its_dice():
    assert [key for key, variant in VARIANTS.items() if hides_dice(variant)] == ["luegenkniffel"]


def test_games_without_hidden_dice_are_shown_unchanged():
    game = after(Game(find_variant("kniffel"), ["Anna", "Bernd"]), DiceRolled("22256"))
    assert all(blind(game, seat) is game for seat in SEATS)


def test_only_rolling_player_sees_the_dice(start):
    game = after(start, DiceRolled("22256"), DiceRolled("22233", "k22"))
    assert blind(game, 1).turn == game.turn
    for seat in (None, 2, 3):
        seen = blind(game, seat)
        assert seen.turn.roll is None
        assert not seen.turn.kept
        assert seen.stage is game.stage is Stage.ROLLED
        assert (seen.turn.rolls_used, seen.turn.rolls_left) == (2, 1)
        assert (seen.sheets, seen.hands, seen.to_move) == (game.sheets, game.hands, game.to_move)


def test_seat_view_does_not_depend_on_hidden_dice(start):
    claim = Claim("full_house", 25)
    moments = [(), (claim,), (claim, Believe()), (Score("ones", 0),)]
    for steps in moments:
        games = [after(start, DiceRolled(roll), *steps) for roll in ("22233", "11346")]
        for seat in (None, 2, 3):
            first, second = [repr(blind(game, seat)) for game in games]
            assert first == second


@pytest.mark.parametrize("answer", [Believe(), Doubt()])
def test_asked_seat_can_answer_in_its_view(start, answer):
    game = blind(after(start, DiceRolled("11346"), Claim("full_house", 25)), 2)
    assert (game.to_move, list(game.legal_actions)) == (2, [Believe(), Doubt()])
    assert after(game, answer).to_move == 3


def test_seat_view_omits_earlier_states(start):
    game = after(start, DiceRolled("11346"), Score("ones", 0))
    assert game.before_latest is not None
    for seat in SEATS:
        assert blind(game, seat).before_latest is None
        assert blind(game, seat).latest is None


def test_finished_game_shows_its_sheets(start):
    game = start
    while not game.over:
        game = after(
            game, DiceRolled("11346"), Score(next(iter(after(game, DiceRolled("11346")).legal_actions.entries)), 0)
        )
    seen = blind(game, None)
    assert seen.over
    assert (seen.sheets, seen.ranks, seen.before_latest) == (game.sheets, game.ranks, None)
