"""The simple bot: exact within a turn, always legal, and independent of future dice."""

import random
from itertools import product

import pytest

from pasch.bots import bot_action, bots_with, find_bot
from pasch.bots.lattice import lattice, yields
from pasch.bots.play import played
from pasch.rules.actions import RollDice, Score
from pasch.rules.dice import Keep
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.bots.play import finished_with, some_rounds
from tests.rules.play import playable

HOUSE_RULES = (
    {"order": "center_out"},
    {"order": "lower_first"},
    {"order": "both_ends", "announce": "after_first_roll"},
    {"max_rolls": 1},
    {"keep": "locked"},
    {"keep": "lock_one"},
    {"rolls": 1},
)


TRIED = {"kniffel", "kniffeliger"}
"""Variants that run by default."""

WITHOUT_TABLES = bots_with(lambda _: None)


def game_of(bot: str, variant: Variant, rng: random.Random, *, seats: int = 1, every: bool = True) -> Game:
    """Return a game in which the bot plays all seats, in every round or in some."""
    match = Match.begin(variant, [str(seat) for seat in range(max(seats, variant.seats[0]))])
    rounds = some_rounds(match.game.rounds, rng, every=every)
    return finished_with(
        match, rng, lambda game: game.turn.round in rounds, lambda game: bot_action(bot, game, WITHOUT_TABLES)
    ).game


@pytest.mark.parametrize(
    ("bot", "key", "rules"),
    [
        pytest.param(
            bot, key, rules, marks=() if key in TRIED else pytest.mark.long if number % 3 else pytest.mark.slow
        )
        for number, (key, rules) in enumerate(playable(*HOUSE_RULES))
        for bot in ("simple", "beginner")
        if bot == "simple" or key in TRIED
    ],
    ids=str,
)
def test_bot_finishes_games_of_every_variant_and_house_rule(
    bot: str, key: str, rules: dict[str, str], long: bool
) -> None:
    assert game_of(bot, VARIANTS[key].replace(**rules), random.Random(7), every=long).over


def test_several_bots_share_a_table() -> None:
    assert game_of("simple", VARIANTS["kniffel"], random.Random(3), seats=3).over


@pytest.mark.slow
def test_simple_bot_plays_well() -> None:
    bot = find_bot("simple")
    results = [played(VARIANTS["kniffel-plain"], [bot], 2026, number).totals[0] for number in range(60)]
    # Optimal play has mean 245.87 and deviation 39.8; a mean four standard errors below 225 means a worse bot.
    assert sum(results) / len(results) > 225 - 4 * 39.8 / 60**0.5


def test_simple_bot_is_deterministic() -> None:
    game = Position.from_text("kniffel; ones=3 chance=22; 13346 2").game
    assert find_bot("simple").choose(game) == find_bot("simple").choose(game)


def test_simple_bot_enters_a_large_straight_at_once() -> None:
    game = Position.from_text("kniffel; ; 23456 2").game
    assert find_bot("simple").choose(game) == Score("large_straight@1", 40)


def test_simple_bot_keeps_three_sixes() -> None:
    game = Position.from_text("kniffel; ; 12666 2").game
    assert find_bot("simple").choose(game) == RollDice("k666")


def test_turn_means_have_their_known_values() -> None:
    rows = VARIANTS["kniffel-plain"].rows
    means = yields(VARIANTS["kniffel-plain"])
    assert means[rows["kniffel"]] == pytest.approx(2.301432126, abs=1e-9)
    assert means[rows["chance"]] == pytest.approx(70 / 3, abs=1e-9)


@pytest.mark.parametrize("kept", [(), (1,), (2, 6), (5, 5, 5), (1, 2, 3, 4)])
def test_keep_means_average_over_all_rolls(kept: tuple[int, ...]) -> None:
    dice = lattice(5, 0)
    values = [float(sum(roll.faces) ** 2 % 17) for roll in dice.rolls]
    worth = {roll.faces: value for roll, value in zip(dice.rolls, values, strict=True)}
    throws = list(product(range(1, 7), repeat=5 - len(kept)))
    mean = sum(worth[tuple(sorted(kept + throw))] for throw in throws) / len(throws)
    assert dice.means(values)[dice.number[Keep(kept)]] == pytest.approx(mean)


def test_unknown_bot_error_lists_the_bots() -> None:
    with pytest.raises(InvalidInput, match="simple"):
        find_bot("hal")
