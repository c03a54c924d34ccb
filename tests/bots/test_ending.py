"""The automatic entry for an absent player: it always ends the turn at the least loss."""

from random import Random

import pytest

from pasch.bots import least_loss_entry
from pasch.rules.actions import Believe, Claim, Doubt, RollDice, Score, UseAction
from pasch.rules.errors import IllegalAction
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.legal import honest_points
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.variants import VARIANTS
from pasch.solver.advice import advise
from pasch.solver.store import solve
from tests.bots.play import finished_with
from tests.rules.play import fall
from tests.support.sizes import cases, every_variant


def without_tables(_):
    return None


@pytest.mark.parametrize("key", every_variant())
def test_automatic_entry_ends_every_turn_with_one_roll(key):
    variant, rng = VARIANTS[key], Random(11)
    match = Match.begin(variant, [str(seat) for seat in range(max(2, variant.seats[0]))])

    def act(game: Game):
        action = least_loss_entry(game, without_tables)
        assert isinstance(action, RollDice) is (game.turn.roll is None and game.turn.beyond is None)
        assert not isinstance(action, Doubt | UseAction)
        if isinstance(action, Claim):
            assert action.points <= honest_points(game, action.cell)
        return action

    over = finished_with(match, rng, lambda game: game.to_move == 1, act)
    assert over.over


@pytest.mark.parametrize("key", cases(["kniffel", "yatzy"], default={"kniffel"}))
def test_automatic_entry_is_the_best_one_of_the_table(key):
    variant, rng = VARIANTS[key], Random(3)
    solution, game = solve(variant), Game(variant, ["Anna"])
    while not game.over:
        game, _ = game.apply(RollDice())
        game, _ = game.apply(DiceRolled(fall(variant, game.turn.staying, rng)))
        entry = least_loss_entry(game, lambda _: solution)
        best = next(a.action for a in advise(solution, game).actions if isinstance(a.action, Score))
        assert entry == best
        game, _ = game.apply(entry)


def test_automatic_entry_needs_no_table():
    game = Position.from_text("kniffel; ones=3; 22255 2").game
    assert least_loss_entry(game, without_tables) == Score("full_house@1", 25)


def test_pending_claim_is_believed():
    game = Position.from_text("luegenkniffel;  / ; 22255 2 claim full_house 25 asked 2").game
    assert least_loss_entry(game) == Believe()


def test_finished_game_refuses_an_automatic_entry():
    game = Position.from_text("kniffel; ones=3; ").game
    with pytest.raises(IllegalAction):
        least_loss_entry(game.with_turn(None), without_tables)


def test_automatic_entry_ignores_action_dice():
    game = Position.from_text("kniffeliger; / ; 11112 0").game
    game, _ = game.apply(least_loss_entry(game))
    game, _ = game.apply(ActionDieRolled(6))
    game, _ = game.apply(least_loss_entry(game))
    assert game.to_move == 2
