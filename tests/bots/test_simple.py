"""The simple bot: exact within a turn, legal everywhere, blind to what has not fallen."""

import random
from itertools import product

import pytest

from pasch.bots import bot_action, bots_with, find_bot
from pasch.bots.lattice import lattice
from pasch.bots.par import pars
from pasch.rules.actions import RollDice, Score
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.turn import Stage
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.rules.play import playable

HOUSE_RULES = (
    {},
    {"order": "center_out"},
    {"order": "both_ends", "announce": "after_first_roll"},
    {"max_rolls": 1},
    {"keep": "locked"},
    {"keep": "lock_one"},
    {"rolls": 1},
)


WITHOUT_TABLES = bots_with(lambda _: None)


def played(bot: str, variant: Variant, rng: random.Random, seats: int = 1) -> Game:
    game = Game(variant, [str(seat) for seat in range(max(seats, variant.seats[0]))])
    while not game.over:
        action = chance(game, rng) or bot_action(bot, game, WITHOUT_TABLES)
        assert isinstance(action, DiceRolled | ActionDieRolled) or action in game.legal_actions
        game, _ = game.apply(action)
    return game


def chance(game: Game, rng: random.Random) -> DiceRolled | ActionDieRolled | None:
    """How the dice fall that are in the air, None when none are."""
    if game.stage is Stage.DIE_IN_THE_AIR:
        return ActionDieRolled(rng.randint(1, 6))
    if game.turn is None or game.turn.thrown is None:
        return None
    variant, kept = game.variant, game.turn.thrown
    six = [rng.randint(1, 6) for _ in range(variant.dice - len(kept.faces))]
    ten = [rng.randint(0, 9) for _ in range(variant.ten_sided - len(kept.tens))]
    return DiceRolled(Roll((*kept.faces, *six), (*kept.tens, *ten)))


@pytest.mark.parametrize(("key", "rules"), playable(*HOUSE_RULES), ids=str)
@pytest.mark.parametrize("bot", ["simple", "beginner"])
def test_a_bot_finishes_a_game_of_every_variant_and_house_rule(bot: str, key: str, rules: dict[str, str]) -> None:
    assert played(bot, VARIANTS[key].replace(**rules), random.Random(7)).over


def test_several_bots_share_a_table() -> None:
    assert played("simple", VARIANTS["kniffel"], random.Random(3), seats=3).over


def test_it_plays_well() -> None:
    rng = random.Random(2026)
    results = [played("simple", VARIANTS["kniffel-plain"], rng).totals[0] for _ in range(60)]
    # Optimal play means 245.87 with a deviation of 39.8; four standard errors below 225 would be a worse bot.
    assert sum(results) / len(results) > 225 - 4 * 39.8 / 60**0.5


def test_the_same_game_gets_the_same_action() -> None:
    game = Position.from_text("kniffel; ones=3 chance=22; 13346 2").game
    assert find_bot("simple").choose(game) == find_bot("simple").choose(game)


def test_it_writes_a_large_straight_at_once() -> None:
    game = Position.from_text("kniffel; ; 23456 2").game
    assert find_bot("simple").choose(game) == Score("large_straight@1", 40)


def test_it_goes_on_from_three_sixes() -> None:
    game = Position.from_text("kniffel; ; 12666 2").game
    assert find_bot("simple").choose(game) == RollDice("k666")


def test_pars_are_the_known_means_of_one_turn() -> None:
    rows = VARIANTS["kniffel-plain"].rows
    means = pars(VARIANTS["kniffel-plain"])
    assert means[rows["kniffel"]] == pytest.approx(2.301432126, abs=1e-9)
    assert means[rows["chance"]] == pytest.approx(70 / 3, abs=1e-9)


@pytest.mark.parametrize("kept", [(), (1,), (2, 6), (5, 5, 5), (1, 2, 3, 4)])
def test_means_are_those_of_all_throws(kept: tuple[int, ...]) -> None:
    dice = lattice(5, 0)
    values = [float(sum(roll.faces) ** 2 % 17) for roll in dice.rolls]
    worth = {roll.faces: value for roll, value in zip(dice.rolls, values, strict=True)}
    throws = list(product(range(1, 7), repeat=5 - len(kept)))
    mean = sum(worth[tuple(sorted(kept + throw))] for throw in throws) / len(throws)
    assert dice.means(values)[dice.number[Keep(kept)]] == pytest.approx(mean)


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match="simple"):
        find_bot("hal")
