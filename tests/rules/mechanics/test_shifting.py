"""Kniffeliger between the rounds: sheets change hands with their marks; stocks and seats stay."""

from __future__ import annotations

import pytest

from pasch.rules.actions import EndTurn, RollDice, Score, TakeBack, UseAction
from pasch.rules.errors import InvalidInput
from pasch.rules.events import ActionUsed, DiceRolled, TurnEnded
from pasch.rules.game import Game
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import frozen_cells, held, play, refused, stock, table

BOTH = pytest.mark.parametrize("key", ["kniffeliger", "kniffeliger-program"])

ROWS = list(VARIANTS["kniffeliger"].rows)


def last_turn(game: Game, cell: str = "chance") -> Game:
    """The game after the turn that ends the round, without an action die."""
    return play(game, "11123", Score(cell, 0), EndTurn())


def after_round(key: str, seats: int = 3, **changes) -> Game:
    """The exchange after a round in which only the last seat had to play."""
    marked = {1: {"ones": 1}, 2: {"twos": 2}, 3: {"threes": 3}, 4: {"fours": 4}}
    entries = {seat: marked[seat] for seat in range(1, seats + 1)}
    return last_turn(table(key, seats, seat=seats, **({"entries": entries} | changes)))


def tops(game: Game) -> list[str]:
    """The first entry of every sheet, which identifies it."""
    return [next(iter(held(game, seat))) for seat in range(1, len(game.players) + 1)]


@BOTH
def test_shift_passes_each_sheet_to_the_next_seat(key):
    game = after_round(key, dice={1: ["shift"]})
    game, events = game.apply(UseAction("shift"))
    assert events == (ActionUsed(1, UseAction("shift").action),)
    assert tops(game) == ["threes", "ones", "twos"]


@BOTH
def test_swap_exchanges_two_sheets(key):
    game = play(after_round(key, dice={2: ["swap"]}), UseAction("swap", 3))
    assert tops(game) == ["ones", "threes", "twos"]


@BOTH
def test_frozen_marks_travel_with_their_sheet(key):
    frozen = {1: ["fives", "pi"], 2: ["sixes"]}
    game = after_round(key, frozen=frozen, dice={1: ["shift", "swap"]})
    assert [frozen_cells(game, seat) for seat in (1, 2, 3)] == [["fives", "pi"], ["sixes"], []]
    game = play(game, UseAction("shift"))
    assert [frozen_cells(game, seat) for seat in (1, 2, 3)] == [[], ["fives", "pi"], ["sixes"]]
    game = play(game, UseAction("swap", 2), EndTurn())
    assert [frozen_cells(game, seat) for seat in (1, 2, 3)] == [["fives", "pi"], [], ["sixes"]]
    game = play(game, "55555")
    refused(game, Score("fives"), "fives is frozen")  # the mark binds the new holder of the sheet
    game = play(game, Score("ones", 0) if "ones" not in held(game, 1) else Score("twos", 0), EndTurn())
    assert [frozen_cells(game, seat) for seat in (1, 2, 3)] == [[], [], ["sixes"]]


@BOTH
def test_action_dice_stay_with_their_players(key):
    stocks = {1: ["swap", "steal"], 2: ["freeze"], 3: ["shift", "shift"]}
    game = play(after_round(key, dice=stocks), UseAction("swap", 2))
    assert [stock(game, seat) for seat in (1, 2, 3)] == [["steal"], ["freeze"], ["shift", "shift"]]


@BOTH
def test_seats_with_swap_or_shift_dice_are_asked_in_order(key):
    game = after_round(key, 4, dice={2: ["shift"], 3: ["steal"], 4: ["swap"]})
    asked = []
    while game.stage is Stage.SHIFTING:
        asked.append(game.to_move)
        game, events = game.apply(EndTurn())
        assert events == (TurnEnded(asked[-1]),)
    assert asked == [2, 4]  # dice of other kinds are useless now
    assert (game.turn.round, game.to_move, stock(game, 2)) == (6, 1, ["shift"])


@BOTH
def test_player_can_use_several_dice_between_rounds(key):
    game = after_round(key, dice={1: ["swap", "swap", "shift"]})
    game = play(game, UseAction("swap", 2), UseAction("shift"), UseAction("swap", 3))
    assert tops(game) == ["ones", "twos", "threes"]
    assert (game.stage, game.to_move, list(game.legal_actions)) == (Stage.SHIFTING, 1, [EndTurn()])


@BOTH
def test_seat_order_is_unaffected_by_sheet_exchanges(key):
    game = play(after_round(key, dice={1: ["swap", "shift"]}), UseAction("swap", 3), UseAction("shift"), EndTurn())
    order = []
    for cell in ("fives", "fives", "fives"):
        order.append((game.turn.round, game.to_move))
        game = last_turn(game, cell)
    assert order == [(6, 1), (6, 2), (6, 3)]
    assert (game.turn.round, game.to_move) == (7, 1)


@BOTH
def test_round_starts_at_once_without_swap_or_shift_dice(key):
    game = after_round(key, dice={1: ["steal", "freeze", "cross_out"]})
    assert (game.stage, game.turn.round, game.to_move) == (Stage.READY, 6, 1)


@BOTH
def test_sheets_can_change_hands_after_last_round(key):
    full = {seat: dict.fromkeys(ROWS, seat) for seat in (1, 2)} | {3: dict.fromkeys(ROWS[:-1], 3)}
    game = last_turn(table(key, 3, entries=full, dice={2: ["swap"]}, round_=14, seat=3), "pi")
    assert (game.stage, game.over, game.to_move) == (Stage.SHIFTING, False, 2)
    before = game.totals
    game = play(game, UseAction("swap", 3))
    assert game.totals == [before[0], before[2], before[1]]
    game = play(game, EndTurn())
    assert (game.over, game.stage) == (True, Stage.OVER)
    assert game.ranks == [3, 1, 2]
    refused(game, TakeBack(), "no entry to take back")


@BOTH
def test_game_ends_after_last_round_without_swap_or_shift_dice(key):
    full = {1: dict.fromkeys(ROWS, 0), 2: dict.fromkeys(ROWS[:-1], 0)}
    game = last_turn(table(key, entries=full, dice={1: ["steal", "freeze"]}, round_=14, seat=2), "pi")
    assert game.over


@BOTH
def test_swap_and_shift_are_refused_during_a_turn(key):
    begun = table(key, dice={1: ["shift", "swap"]})
    for game in (begun, play(begun, "11123"), play(begun, "11123", Score("chance"))):
        refused(game, UseAction("shift"), "“shift” waits for the end of the round")
        refused(game, UseAction("swap", 2), "“swap” waits for the end of the round")


@BOTH
def test_only_swap_shift_and_end_are_legal_between_rounds(key):
    game = after_round(key, dice={1: ["swap", "steal", "freeze", "cross_out"]})
    cell = "twos"
    steps = [RollDice(), DiceRolled("11111"), Score("ones"), TakeBack()]
    steps += [UseAction("steal", 2, cell), UseAction("freeze", 2, "pi"), UseAction("cross_out", 2, cell)]
    for step in steps:
        refused(game, step, "Only swap, shift or end the turn now")
    assert set(game.legal_actions) == {UseAction("swap", 2), UseAction("swap", 3), EndTurn()}


@BOTH
def test_invalid_swap_and_shift_arguments_are_refused(key):
    game = after_round(key, dice={1: ["swap", "shift"]})
    refused(game, UseAction("swap", 1), "needs another player as its target")
    for use in (UseAction("swap"), UseAction("swap", 4), UseAction("swap", 0), UseAction("swap", 2, "ones")):
        refused(game, use, "“swap” (needs another player.s seat|takes no cell)", InvalidInput)
    for use in (UseAction("shift", 2), UseAction("shift", None, "ones")):
        refused(game, use, "“shift” takes no cell, and a seat only for a swap", InvalidInput)


@BOTH
def test_full_sheet_can_be_swapped_for_unfinished_sheet(key):
    """A sheet that lost a cell to a cross-out is full before the last round."""
    entries = {1: dict.fromkeys(ROWS[:-1], 1), 2: dict.fromkeys(ROWS[:-1], 2)}
    game = last_turn(table(key, entries=entries, dice={1: ["swap"]}, round_=13, seat=2), "pi")
    game = play(game, UseAction("swap", 2), EndTurn())
    assert (game.turn.round, game.to_move, game.sheets[0].full) == (14, 2, True)
    assert last_turn(game, "pi").over
