"""Yatzy-Duell: two sheets, cell by cell."""

from __future__ import annotations

import pytest

from pasch.rules.actions import Score
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import play, table

DUEL = VARIANTS["yatzy-duel"]


@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [
        ({"chance": 20}, {"chance": 19}, [1, 0]),
        ({"chance": 19}, {"chance": 20}, [0, 1]),
        ({"chance": 20}, {"chance": 20}, [0, 0]),
        ({"chance": 20}, {}, [0, 0]),
        ({"chance": 20}, {"chance": 0}, [1, 0]),
        ({"chance": 20, "kniffel": 0, "ones": 3}, {"chance": 19, "kniffel": 50, "ones": 3}, [1, 1]),
    ],
)
def test_higher_entry_wins_a_cell_filled_by_both(mine, theirs, won):
    assert table("yatzy-duel", entries={1: mine, 2: theirs}).totals == won


def test_most_won_cells_rank_first_regardless_of_sums():
    mine, theirs = dict.fromkeys(DUEL.rows, 1), dict.fromkeys(DUEL.rows, 0) | {"kniffel": 50, "chance": 30}
    game = table("yatzy-duel", entries={1: mine, 2: theirs})
    assert (game.totals, game.ranks) == ([13, 2], [1, 2])
    assert [result.score for result in game.results] == [15, 80]


def test_sum_breaks_a_tie_in_cells():
    mine, theirs = {"chance": 20, "kniffel": 0}, {"chance": 10, "kniffel": 50}
    game = table("yatzy-duel", entries={1: mine, 2: theirs})
    assert (game.totals, game.ranks) == ([1, 1], [2, 1])


def test_equal_cells_and_sums_share_a_place():
    game = table("yatzy-duel", entries={1: {"ones": 3, "chance": 20}, 2: {"ones": 2, "chance": 21}})
    assert (game.totals, game.ranks) == ([1, 1], [1, 1])


def test_bonus_counts_for_the_sum_but_wins_no_cell():
    numbers = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    game = table("yatzy-duel", entries={1: numbers, 2: numbers})
    assert [(r.total, r.bonus, r.score) for r in game.results] == [(0, 50, 113), (0, 50, 113)]


def test_duel_uses_yatzy_rows_and_points():
    game = play(table("yatzy-duel"), "22244", Score("full_house"), "11111")
    assert game.totals == [0, 0]
    assert {**VARIANTS["yatzy"].rows} == {**DUEL.rows}
    assert all(DUEL.points(key, "22244") == VARIANTS["yatzy"].points(key, "22244") for key in DUEL.rows)


@pytest.mark.parametrize("players", [1, 3])
def test_duel_requires_two_players(players):
    with pytest.raises(InvalidInput, match="yatzy-duel is for 2 to 2 players"):
        Game(DUEL, ["x"] * players)
