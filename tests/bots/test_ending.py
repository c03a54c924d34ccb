"""The end of a turn for an absent player: it always comes, and costs least."""

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
def test_every_turn_of_every_game_is_ended_with_one_roll(key):
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
def test_with_a_table_it_is_the_best_entry(key):
    variant, rng = VARIANTS[key], Random(3)
    solution, game = solve(variant), Game(variant, ["Anna"])
    while not game.over:
        game, _ = game.apply(RollDice())
        game, _ = game.apply(DiceRolled(fall(variant, game.turn.staying, rng)))
        entry = least_loss_entry(game, lambda _: solution)
        best = next(a.action for a in advise(solution, game).actions if isinstance(a.action, Score))
        assert entry == best
        game, _ = game.apply(entry)


def test_without_a_table_it_enters_what_fits():
    game = Position.from_text("kniffel; ones=3; 22255 2").game
    assert least_loss_entry(game, without_tables) == Score("full_house@1", 25)


def test_a_claim_that_is_waited_for_is_believed():
    game = Position.from_text("luegenkniffel;  / ; 22255 2 claim full_house 25 asked 2").game
    assert least_loss_entry(game) == Believe()


def test_nothing_is_due_when_the_game_is_over():
    game = Position.from_text("kniffel; ones=3; ").game
    with pytest.raises(IllegalAction):
        least_loss_entry(game.with_turn(None), without_tables)


def test_the_action_die_is_not_its_business():
    game = Position.from_text("kniffeliger; / ; 11112 0").game
    game, _ = game.apply(least_loss_entry(game))
    game, _ = game.apply(ActionDieRolled(6))
    game, _ = game.apply(least_loss_entry(game))
    assert game.to_move == 2
