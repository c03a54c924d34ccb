"""Every bot plays every variant legally to the end, and makes equal choices in equal games."""

from random import Random

import pytest

from pasch.bots import BOTS, bot_action, find_bot
from pasch.rules.actions import Action, Believe, Claim, Score
from pasch.rules.category import Cell
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game, blind
from pasch.rules.match import Match
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.bots.play import finished_with, some_rounds
from tests.support.sizes import REPRESENTATIVE, pairs


def seats(variant: Variant) -> list[str]:
    return [f"Player {number}" for number in range(max(2, variant.seats[0]))]


@pytest.mark.parametrize(("key", "name"), pairs(VARIANTS, BOTS, default=REPRESENTATIVE))
def test_bot_plays_legally_against_random_players(name, key, long):
    assert find_bot(name).key == name
    rng = Random(5)
    match = Match.begin(VARIANTS[key], seats(VARIANTS[key]))
    rounds = some_rounds(match.game.rounds, rng, every=long)

    def the_same_twice(game: Game) -> Action:
        action = bot_action(name, game)
        assert bot_action(name, game) == action
        return action

    def asked(game: Game) -> bool:
        return game.to_move == 1 and game.turn.round in rounds

    assert finished_with(match, rng, asked, the_same_twice).over


@pytest.mark.parametrize(("key", "name"), pairs(VARIANTS, BOTS, default=REPRESENTATIVE))
def test_bot_enters_the_best_dice_in_the_last_cell(name, key):
    """The best dice for the only open cell are rolled; a bot neither rolls again nor scratches the cell."""
    variant = VARIANTS[key].replace(order="free") if not VARIANTS[key].free_choice else VARIANTS[key]
    category = max((c for c in variant.categories if not c.after), key=lambda c: most(variant, c.key))
    last = variant.index(Cell(category.key, 1))
    sheet = Sheet.empty(variant)
    for index in range(variant.turns):
        sheet = sheet if index == last else sheet.enter(index, 0)
    others = [Sheet.empty(variant)] * (len(seats(variant)) - 1)
    game = Game(variant, seats(variant), [sheet, *others])
    dice = max(variant.all_rolls, key=lambda roll: variant.points(category.key, roll, rolls=1))
    game, _ = game.apply(DiceRolled(dice))
    action = bot_action(name, game)
    assert isinstance(action, Score | Claim)
    points = variant.points(category.key, dice, rolls=1, served=True)
    assert (action.cell, action.points) == (variant.cells[last], points)


def most(variant: Variant, category: str) -> int:
    return max(variant.points(category, roll, rolls=1) for roll in variant.all_rolls)


HIDING = [key for key, variant in VARIANTS.items() if variant.mechanic and variant.mechanic.hides_dice]


@pytest.mark.parametrize("key", HIDING)
@pytest.mark.parametrize("name", BOTS)
def test_bot_choice_ignores_hidden_dice(name, key):
    """The answer to a claim does not depend on the hidden dice."""
    variant = VARIANTS[key]
    asked = []
    for dice in ("66666", "11234", "22335"):
        game, _ = Game(variant, seats(variant)).apply(DiceRolled(dice))
        claim = next(action for action in game.legal_actions.others if isinstance(action, Claim))
        game, _ = game.apply(claim)
        view = blind(game, game.to_move)
        assert view.turn.roll is None
        assert Believe() in view.legal_actions
        asked.append((view, bot_action(name, game)))
    assert asked[0] == asked[1] == asked[2]
    assert blind(game, 1).turn.roll is not None


@pytest.mark.parametrize("key", HIDING)
def test_blind_view_hides_the_previous_turn(key):
    game, _ = Game(VARIANTS[key], seats(VARIANTS[key])).apply(DiceRolled("66666"))
    game, _ = game.apply(Score("ones", 0))
    assert game.before_latest.turn.roll is not None
    assert blind(game, game.to_move).before_latest is None
