"""Kniffeliger's action dice, one test for each timing rule: winning, use, refusals and effects."""

from __future__ import annotations

import pytest

from pasch.rules.actions import Announce, EndTurn, EnterPoints, RollDice, Score, TakeBack, UseAction
from pasch.rules.errors import CellFilled, IllegalAction, InvalidInput, NotRolled, UnknownCategory
from pasch.rules.events import ActionUsed, DiceRolled, TurnEnded
from pasch.rules.game import Game
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import enter, frozen_cells, held, play, refused, stock, table

BOTH = pytest.mark.parametrize("key", ["kniffeliger", "kniffeliger-program"])

NO_DIE = "11123"
"""A roll with a sum of 8, which three does not divide."""

FULL = dict.fromkeys(VARIANTS["kniffeliger"].rows, 0)
"""A sheet without an open cell."""


def but(*cells: str, **entries: int) -> dict[str, int]:
    """A sheet in which only these cells are open; some hold points."""
    return {cell: entries.get(cell, 0) for cell in FULL if cell not in cells}


def turn_over(game: Game, cell: str = "chance") -> Game:
    """The game after a turn without an action die."""
    return play(game, NO_DIE, Score(cell, 0), EndTurn())


# ------------------------------------------------------------------------------- freezing


@BOTH
@pytest.mark.parametrize("round_", [13, 14])
def test_freeze_is_refused_in_last_two_rounds(key, round_):
    game = table(key, dice={1: ["freeze"]}, round_=round_)
    refused(game, UseAction("freeze", 2, "fives"), "In the last 2 rounds nothing can be frozen")
    assert not [action for action in game.legal_actions if isinstance(action, UseAction)]
    earlier = table(key, dice={1: ["freeze"]}, round_=12)
    assert UseAction("freeze", 2, "fives") in earlier.legal_actions


@BOTH
def test_freeze_binds_same_round_and_ends_with_that_turn(key):
    game = turn_over(play(table(key, dice={1: ["freeze"]}), UseAction("freeze", 2, "fives")))
    assert (game.turn.round, game.to_move) == (5, 2)
    game = play(game, "55555")
    refused(game, Score("fives"), "fives is frozen in this turn")
    assert "fives" not in {cell.category for cell in game.legal_actions.entries}
    game = play(game, Score("chance"))
    assert frozen_cells(game, 2) == ["fives"]  # until the turn ends
    game = play(game, EndTurn())
    assert frozen_cells(game, 2) == []


@BOTH
def test_freeze_after_turn_of_target_binds_in_next_round(key):
    game = play(table(key, dice={2: ["freeze"]}, seat=2), UseAction("freeze", 1, "fives"))
    game = turn_over(game)
    assert (game.turn.round, game.to_move) == (6, 1)
    refused(play(game, "55555"), Score("fives"), "fives is frozen")
    game = turn_over(game)
    assert frozen_cells(game, 1) == []


@BOTH
def test_freeze_requires_an_open_unfrozen_cell(key):
    game = table(key, entries={2: {"ones": 1}}, frozen={2: ["twos"]}, dice={1: ["freeze"]})
    refused(game, UseAction("freeze", 2, "ones"), "ones already has an entry", CellFilled)
    refused(game, UseAction("freeze", 2, "twos"), "twos is already frozen")


@BOTH
def test_freeze_must_leave_a_fillable_cell(key):
    one_left = table(key, entries={2: but("ones")}, dice={1: ["freeze"]})
    refused(one_left, UseAction("freeze", 2, "ones"), "no cell would be left to fill")
    two_left = table(key, entries={2: but("ones", "pi")}, frozen={2: ["pi"]}, dice={1: ["freeze"]})
    refused(two_left, UseAction("freeze", 2, "ones"), "no cell would be left to fill")
    free = table(key, entries={2: but("ones", "pi")}, dice={1: ["freeze"]})
    assert UseAction("freeze", 2, "ones") in free.legal_actions


def test_last_open_cell_can_be_filled_while_frozen():
    game = table("kniffeliger", entries={2: but("ones", "pi")}, frozen={2: ["pi"]}, dice={1: ["cross_out"]})
    game = turn_over(play(game, UseAction("cross_out", 2, "ones")))
    assert game.to_move == 2
    game = play(game, "11345")
    assert [cell.category for cell in game.legal_actions.entries] == ["pi"]
    game, _ = game.apply(Score("pi"))
    assert held(game, 2)["pi"] == 31


@BOTH
def test_several_cells_can_be_frozen_at_once(key):
    game = table(key, dice={1: ["freeze"] * 3})
    game = play(game, UseAction("freeze", 2, "ones"), UseAction("freeze", 2, "sixes"), NO_DIE)
    game = play(game, UseAction("freeze", 2, "pi"))
    assert (frozen_cells(game, 2), stock(game, 1)) == (["ones", "sixes", "pi"], [])


# ------------------------------------------------------------------------------- stealing


def thief(key: str, **changes) -> Game:
    """Seat 1 with two steals; seat 2 has 24 in its sixes."""
    return table(key, **({"entries": {1: {"ones": 1}, 2: {"sixes": 24}}, "dice": {1: ["steal", "steal"]}} | changes))


@BOTH
def test_steal_moves_points_and_serves_as_the_entry(key):
    game, events = thief(key).apply(UseAction("steal", 2, "sixes"))
    (event,) = events
    assert isinstance(event, ActionUsed)
    assert (event.seat, event.target, event.cell.category, event.points) == (1, 2, "sixes", 24)
    assert (held(game, 1)["sixes"], held(game, 2)["sixes"]) == (24, 0)
    assert game.variant.index(event.cell) not in game.sheets[1].open
    assert game.stage is Stage.ENTERED  # and no action die, although three divides 24
    for step in (RollDice(), Score("ones"), DiceRolled("11111"), UseAction("steal", 2, "ones")):
        refused(game, step, "The entry is made: end the turn|before the first roll")
    assert play(game, EndTurn()).to_move == 2


@BOTH
def test_steal_is_refused_after_the_first_roll(key):
    for game in (play(thief(key), "12345"), play(thief(key), "12345", DiceRolled("12346", "k1234"))):
        refused(game, UseAction("steal", 2, "sixes"), "before the first roll")
    refused(play(thief(key), RollDice()), UseAction("steal", 2, "sixes"), "in the air")
    entered = enter(thief(key), NO_DIE, "chance")
    refused(entered, UseAction("steal", 2, "sixes"), "before the first roll")


@BOTH
def test_steal_requires_entry_of_victim_and_own_open_cell(key):
    refused(thief(key), UseAction("steal", 2, "fives"), "fives holds nothing to steal")
    game = thief(key, entries={1: {"sixes": 6}, 2: {"sixes": 24}})
    refused(game, UseAction("steal", 2, "sixes"), "sixes already has an entry", CellFilled)
    refused(thief(key), UseAction("steal", 1, "ones"), "needs another player as its target")


@BOTH
def test_thief_cannot_steal_into_own_frozen_cell(key):
    refused(thief(key, frozen={1: ["sixes"]}), UseAction("steal", 2, "sixes"), "sixes is frozen in this turn")
    alone = thief(key, entries={1: but("sixes"), 2: {"sixes": 24}}, frozen={1: ["sixes"]})
    refused(alone, UseAction("steal", 2, "sixes"), "sixes is frozen in this turn")


@BOTH
def test_stolen_scratch_scores_zero(key):
    game = play(thief(key, entries={1: {"ones": 1}, 2: {"sixes": 0}}), UseAction("steal", 2, "sixes"))
    assert (held(game, 1)["sixes"], game.stage) == (0, Stage.ENTERED)


@BOTH
def test_steal_cannot_be_taken_back(key):
    refused(play(thief(key), UseAction("steal", 2, "sixes")), TakeBack(), "no entry to take back")


# ------------------------------------------------------------------------------- crossing out


@BOTH
def test_cross_out_zeroes_an_entry_and_keeps_cell_closed(key):
    game = table(key, entries={2: {"large_straight": 40}}, dice={1: ["cross_out"]})
    game, (event,) = game.apply(UseAction("cross_out", 2, "large_straight"))
    assert event.points == 40
    assert held(game, 2) == {"large_straight": 0}
    assert game.stage is Stage.READY  # it is no entry


@BOTH
def test_cross_out_of_zero_entry_is_refused(key):
    game = table(key, entries={2: {"large_straight": 0}}, dice={1: ["cross_out"]})
    refused(game, UseAction("cross_out", 2, "large_straight"), "already scores 0")


def test_manual_cross_out_closes_open_cell_and_costs_a_turn():
    game = table(
        "kniffeliger", entries={1: but("ones", "twos"), 2: but("ones", "twos")}, dice={1: ["cross_out"]}, round_=13
    )
    game = turn_over(play(game, UseAction("cross_out", 2, "ones")), "ones")
    assert held(game, 2)["ones"] == 0
    game = turn_over(game, "twos")
    assert (game.turn.round, game.to_move, game.sheets[1].full) == (14, 1, True)
    assert turn_over(game, "twos").over


def test_cross_out_of_last_cell_skips_owner_in_same_round():
    sheets = {1: but("ones"), 2: but("pi"), 3: but("ones")}
    game = table("kniffeliger", 3, entries=sheets, dice={1: ["cross_out"]}, round_=14)
    game = turn_over(play(game, UseAction("cross_out", 2, "pi")), "ones")
    assert (game.turn.round, game.to_move) == (14, 3)


def test_program_rules_cross_out_entries_only():
    game = table("kniffeliger-program", dice={1: ["cross_out"]})
    refused(game, UseAction("cross_out", 2, "ones"), "ones is open: only an entry can be crossed out")


def test_cross_out_of_frozen_cell_removes_its_mark():
    game = table("kniffeliger", frozen={2: ["ones", "twos"]}, dice={1: ["cross_out"]})
    assert frozen_cells(play(game, UseAction("cross_out", 2, "ones")), 2) == ["twos"]


# ------------------------------------------------------------------------------- the turn


@BOTH
def test_freeze_and_cross_out_work_throughout_own_turn(key):
    begun = table(key, entries={2: {"sixes": 6}}, dice={1: ["freeze", "cross_out"]})
    moments = [begun, play(begun, NO_DIE), play(begun, NO_DIE, DiceRolled("11124", "k111"))]
    moments += [play(moments[2], DiceRolled("11124", "k1112")), enter(begun, NO_DIE, "chance")]
    for game in moments:
        after = play(game, UseAction("freeze", 2, "ones"), UseAction("cross_out", 2, "sixes"))
        assert (after.stage, after.turn.roll) == (game.stage, game.turn.roll)


@BOTH
def test_action_is_refused_while_dice_are_in_the_air(key):
    game = play(table(key, dice={1: ["freeze"]}), RollDice())
    refused(game, UseAction("freeze", 2, "ones"), "The dice are still in the air")


@BOTH
def test_turn_cannot_end_without_an_entry(key):
    for game in (
        table(key),
        play(table(key), NO_DIE),
        play(table(key, dice={1: ["freeze"]}), UseAction("freeze", 2, "ones")),
    ):
        refused(game, EndTurn(), "Make an entry first")
    game, events = enter(table(key), NO_DIE, "chance").apply(EndTurn())
    assert events == (TurnEnded(1),)
    assert (game.to_move, game.stage) == (2, Stage.READY)


@BOTH
def test_entered_turn_allows_only_actions_and_end(key):
    game = enter(table(key), NO_DIE, "chance")
    assert list(game.legal_actions) == [EndTurn()]
    for step in (RollDice(), DiceRolled("11111"), Score("ones"), EnterPoints("ones", 3), Announce("ones")):
        refused(game, step, "The entry is made: end the turn")


@BOTH
def test_kept_dice_stay_kept(key):
    game = play(table(key), "11345", DiceRolled("11346", "k11"))
    refused(game, RollDice("k346"), "Kept dice stay kept")
    assert all(keep.faces[:2] == (1, 1) for keep in game.legal_actions.keeps)


@BOTH
@pytest.mark.parametrize("roll", ["31415", "11345", "54311", "13145"])
def test_pi_accepts_dice_in_any_order(key, roll):
    assert held(enter(table(key), roll, "pi"), 1) == {"pi": 31}


@BOTH
def test_entry_can_be_taken_back_until_next_step(key):
    game = enter(table(key, dice={1: ["freeze"]}), NO_DIE, "chance")
    back = play(game, TakeBack())
    assert (back.stage, held(back, 1), back.turn.roll.to_text()) == (Stage.ROLLED, {}, NO_DIE)
    assert held(play(back, Score("ones")), 1) == {"ones": 3}
    refused(play(game, EndTurn()), TakeBack(), "no entry to take back")
    refused(play(game, UseAction("freeze", 2, "ones")), TakeBack(), "no entry to take back")


@BOTH
def test_action_die_roll_makes_the_entry_final(key):
    thrown = enter(table(key), "11112", "chance")
    refused(thrown, TakeBack(), "The action die is still in the air")
    refused(play(thrown, 2), TakeBack(), "no entry to take back")


WRONG = [
    ((2,), "“freeze” needs a cell", InvalidInput),
    ((None, "ones"), "“freeze” needs another player.s seat", InvalidInput),
    ((0, "ones"), "“freeze” needs another player.s seat", InvalidInput),
    ((3, "ones"), "“freeze” needs another player.s seat", InvalidInput),
    ((1, "ones"), "“freeze” needs another player as its target", IllegalAction),
    ((2, "six"), "has no category “six”", UnknownCategory),
    ((2, "ones@2"), "has no column 2", UnknownCategory),
]


@BOTH
@pytest.mark.parametrize(("victim", "sentence", "kind"), WRONG, ids=[str(case[0]) for case in WRONG])
def test_invalid_action_targets_are_refused(key, victim, sentence, kind):
    refused(table(key, dice={1: ["freeze"]}), UseAction("freeze", *victim), sentence, kind)


@BOTH
def test_only_dice_in_own_stock_can_be_used(key):
    game = table(key, entries={2: {"ones": 1}}, dice={1: ["freeze"], 2: ["cross_out", "steal"]})
    for kind in ("cross_out", "steal"):
        refused(game, UseAction(kind, 2, "ones"), f"You have no die for “{kind}” in this round")


def test_unknown_action_error_lists_the_five_actions():
    with pytest.raises(InvalidInput, match="There is no action “hug”; there are steal, freeze, cross_out, shift, swap"):
        UseAction("hug", 2)


@BOTH
def test_entry_before_first_roll_is_refused(key):
    refused(table(key), Score("ones"), "roll first", NotRolled)
