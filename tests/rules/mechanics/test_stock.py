"""Kniffeliger's stocks: the entries that win an action die, its faces, and when it becomes usable."""

from __future__ import annotations

import pytest

from pasch.rules.actions import EndTurn, EnterPoints, RollDice, Score, TakeBack, UseAction
from pasch.rules.errors import InvalidInput
from pasch.rules.events import ActionDieRolled, DiceRolled, Scored
from pasch.rules.game import Game
from pasch.rules.state import Stage, WonDie
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import enter, frozen_cells, play, refused, stock, table

BOTH = pytest.mark.parametrize("key", ["kniffeliger", "kniffeliger-program"])

NO_DIE = "11123"
"""A roll with a sum of 8, which three does not divide."""


def turn_over(game: Game, cell: str = "chance") -> Game:
    """The game after a turn without an action die."""
    return play(game, NO_DIE, Score(cell, 0), EndTurn())


# ------------------------------------------------------------------------------- winning dice


@BOTH
@pytest.mark.parametrize("roll", ["11112", "33333", "66666", "12345"])
def test_roll_sum_divisible_by_three_wins_action_die(key, roll):
    game, events = play(table(key), roll).apply(Score("pi", 0))
    assert [type(event) for event in events] == [Scored]
    assert (game.stage, game.to_move) == (Stage.DIE_IN_THE_AIR, 1)
    assert not list(game.legal_actions)
    game, events = game.apply(ActionDieRolled(2))
    assert events == (ActionDieRolled(2, 1),)
    assert (game.stage, stock(game, 1)) == (Stage.ENTERED, ["freeze"])


@BOTH
@pytest.mark.parametrize("points", [None, 0])
def test_entry_points_do_not_affect_the_action_die(key, points):
    assert enter(table(key), "33333", "threes", points).stage is Stage.DIE_IN_THE_AIR
    assert enter(table(key), "13334", "threes", points).stage is Stage.ENTERED


@BOTH
def test_only_last_roll_can_win_the_action_die(key):
    game = play(table(key), "11112", DiceRolled("11113", "k1111"), Score("ones"))
    assert game.stage is Stage.ENTERED


@BOTH
@pytest.mark.parametrize(("face", "kind"), list(enumerate(["steal", "freeze", "cross_out", "shift", "swap"], start=1)))
def test_action_die_faces_map_to_actions(key, face, kind):
    assert stock(play(enter(table(key), "11112", "chance"), face), 1) == [kind]


@BOTH
@pytest.mark.parametrize("face", [0, 7, -1])
def test_action_die_refuses_invalid_face_or_seat(key, face):
    game = enter(table(key), "11112", "chance")
    refused(game, ActionDieRolled(face), "An action die shows 1 to 6", InvalidInput)
    refused(game, ActionDieRolled(1, seat=2), "turn of seat 1, not 2")


@BOTH
def test_action_die_in_the_air_blocks_other_actions(key):
    game = enter(table(key, dice={1: ["freeze", "swap"]}), "11112", "chance")
    steps = (EndTurn(), TakeBack(), RollDice(), Score("ones"), UseAction("freeze", 2, "ones"), DiceRolled("11111"))
    for step in steps:
        refused(game, step, "The action die is still in the air")


@BOTH
def test_action_die_requires_a_winning_entry(key):
    for game in (table(key), play(table(key), "11112"), enter(table(key), NO_DIE, "chance")):
        refused(game, ActionDieRolled(1), "not possible now|The entry is made")


@BOTH
def test_points_without_dice_win_no_action_die(key):
    assert play(table(key), EnterPoints("sixes", 18)).stage is Stage.ENTERED


# ------------------------------------------------------------------------------- the stock


def test_manual_rules_delay_won_die_until_next_round():
    game = play(enter(table("kniffeliger"), "11112", "chance"), 2)
    assert game.hands[0].dice == (WonDie(game.hands[0].dice[0].kind, usable_from=6),)
    refused(game, UseAction("freeze", 2, "ones"), "no die for “freeze” in this round")
    game = turn_over(play(game, EndTurn()))
    assert (game.turn.round, game.to_move) == (6, 1)
    assert frozen_cells(play(game, UseAction("freeze", 2, "ones")), 2) == ["ones"]


def test_program_rules_make_won_die_usable_at_once():
    game = play(enter(table("kniffeliger-program"), "11112", "chance"), 2, UseAction("freeze", 2, "ones"))
    assert (frozen_cells(game, 2), stock(game, 1)) == (["ones"], [])


@pytest.mark.parametrize(("key", "asked"), [("kniffeliger", False), ("kniffeliger-program", True)])
def test_only_manual_rules_delay_a_fresh_swap(key, asked):
    game = play(enter(table(key, seat=2), "11112", "chance"), 5, EndTurn())
    assert (game.stage is Stage.SHIFTING) is asked


@BOTH
def test_action_dice_stock_is_unlimited_and_never_expires(key):
    game = table(key, round_=1)
    for cell in list(VARIANTS["kniffeliger"].rows)[:6]:
        game = play(enter(game, "11112", cell, 0), 1, EndTurn())
        game = turn_over(game, cell)
    assert (game.turn.round, stock(game, 1)) == (7, ["steal"] * 6)
    assert all(die.usable_from <= 7 for die in game.hands[0].dice)


@BOTH
def test_sixth_face_wins_one_die_of_each_kind(key):
    game = play(enter(table(key), "11112", "chance"), 6)
    assert stock(game, 1) == ["steal", "freeze", "cross_out", "shift", "swap"]


def test_oldest_die_of_a_kind_is_spent_first():
    game = play(enter(table("kniffeliger", dice={1: ["freeze"]}), "11112", "chance"), 2)
    game = play(game, UseAction("freeze", 2, "ones"))
    assert [die.usable_from for die in game.hands[0].dice] == [6]
    refused(game, UseAction("freeze", 2, "twos"), "no die for “freeze”")
