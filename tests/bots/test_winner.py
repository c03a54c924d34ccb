"""The bot that plays for the win."""

from __future__ import annotations

from random import Random

import pytest

from pasch.bots import bot_action, bots_with, find_bot
from pasch.bots.lattice import lattice, turn_means
from pasch.bots.perfect import WinnerBot, solved
from pasch.rules.actions import RollDice, Score
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game, closed
from pasch.rules.notation.position import Position
from pasch.solver.duel.winning import chances_to_win
from pasch.solver.store import solve
from tests.rules.play import fall

SHEET = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=22 four_of_a_kind=0 \
full_house=25 small_straight=30 large_straight=0"


def position(text: str) -> Game:
    return Position.from_text(text).game


@pytest.mark.parametrize(("lead", "other"), [(20, "chance=12 kniffel=0"), (24, "chance=16 kniffel=0")])
def test_win_chance_against_a_finished_player_is_exact(lead, other):
    """With one open cell, the simple bot's lattice computes the greatest chance of enough points in one turn."""
    game = position(f"kniffel-plain; {SHEET} kniffel=0 / {SHEET} {other}; 12366 2")
    chances = chances_to_win(solve("kniffel-plain"), game)
    dice = lattice(5, 0)
    needed = lead - 8  # the rival's entry in the same cell
    beats = [1.0 if sum(roll.faces) > needed else 0.5 if sum(roll.faces) == needed else 0.0 for roll in dice.rolls]
    last = dice.means(beats)
    for keep in ("k66", "k366", "k-"):
        first = dice.means([max(pair) for pair in zip(dice.best(last), beats, strict=True)])
        assert chances[RollDice(keep)] == pytest.approx(first[dice.number[RollDice(keep).keep]], abs=1e-6)
    assert turn_means(dice, beats, 3)[-1] >= chances[RollDice("k-")]


@pytest.mark.parametrize(("other", "action"), [(29, RollDice("k5666")), (26, Score("chance@1", 27))])
def test_winner_bot_takes_risks_for_the_win(other, action):
    """Play for points enters 27 in the last cell; a player two points behind rolls for a draw."""
    game = position(f"kniffel-plain; {SHEET} kniffel=0 / {SHEET} kniffel=0 chance={other}; 45666 1")
    assert find_bot("perfect").choose(game) == Score("chance@1", 27)
    assert find_bot("winner").choose(game) == action


def test_winner_bot_considers_later_turns():
    """The player is forty points behind: 27 points in chance are good, but only a Kniffel wins."""
    behind = SHEET.replace("large_straight=0", "large_straight=40")
    game = position(f"kniffel-plain; {SHEET} / {behind} kniffel=0; 55566 1")
    assert find_bot("perfect").choose(game) == Score("chance@1", 27)
    assert find_bot("winner").choose(game) == RollDice("k555")


def test_winner_bot_loses_no_win_chance_unlike_perfect_bot():
    """Each player has three open cells; exact chances give the cost of every decision."""
    rest = SHEET.replace("large_straight=0", "").replace("full_house=25", "full_house=0")
    lost = {"winner": 0.0, "perfect": 0.0}
    for seed in range(6):
        rng, game = Random(seed), position(f"kniffel-plain; {rest} / {rest} ")
        while not game.over:
            key = ("winner", "perfect")[(game.turn.seat + seed) % 2]
            action = find_bot(key).choose(game)
            if game.turn.roll is not None:
                chances = chances_to_win(solve("kniffel-plain"), game)
                lost[key] += max(chances.values()) - chances[action]
            game, _ = game.apply(action)
            if game.to_roll:
                game, _ = game.apply(DiceRolled(fall(game.variant, game.turn.staying, rng)))
    assert lost["winner"] < 1e-4
    assert lost["perfect"] > 0.05


def test_single_winner_bot_plays_for_points():
    game = position("kniffel-plain; ones=2; 12344 2")
    assert find_bot("winner").choose(game) == find_bot("perfect").choose(game)


def test_winner_bot_uses_an_injected_judge_late_in_the_game():
    """The bot calls the judge only late in multiplayer games; without an answer it plays for points."""
    asked = []

    def judge(solution, game):
        asked.append(solution.variant.key)
        return {action: float(action == Score("chance@1", 0)) for action in game.legal_actions}

    late = position(f"kniffel-plain; {SHEET} kniffel=0 / {SHEET} kniffel=0; 45666 1")
    bot = bots_with(solved, judge)["winner"]
    assert bot.choose(late) == Score("chance@1", 0)
    assert asked == ["kniffel-plain"]
    assert bot.choose(position("kniffel-plain; ones=2; 12344 2")) != Score("chance@1", 0)
    assert bot.choose(position("kniffel-plain; ones=2 / ones=3; 12344 2")) != Score("chance@1", 0)
    assert asked == ["kniffel-plain"]
    assert WinnerBot(solved, lambda *_: None).choose(late) == find_bot("perfect").choose(late)


def test_player_who_left_counts_with_the_frozen_sheet():
    """A frozen sheet counts like a full sheet with the same total."""
    left = position(f"kniffel-plain; {SHEET} / chance=22 left; 11256 1")
    scratched = " ".join(f"{cell.category}=0" for cell in left.variant.cells if cell.category != "chance")
    full = position(f"kniffel-plain; {SHEET} / chance=22 {scratched}; 11256 1")
    assert chances_to_win(solve("kniffel-plain"), closed(left)) == chances_to_win(solve("kniffel-plain"), full)
    assert bot_action("winner", left) == bot_action("winner", full)
