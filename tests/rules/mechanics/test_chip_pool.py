"""Dice Duel: the chips of a roll, five equal dice, and a round in which no player took a chip."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pasch.rules.actions import Double, EndTurn, EnterPoints, RollDice, Score, TakeBack, TakeNothing
from pasch.rules.category import Cell
from pasch.rules.errors import IllegalAction, NotRolled, UnknownCategory
from pasch.rules.events import ChipRemoved, DiceRolled, NothingTaken, Scored
from pasch.rules.game import Game
from pasch.rules.state import Pool, Stage
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import held, play, refused

DUEL = VARIANTS["dice-duel"]
ROWS = list(DUEL.rows)
NOTHING = "12336"
"""A roll that can take no chip."""


def begun(seats: int = 2, left: dict[str, int] | None = None, removed: dict[str, int] | None = None, **taken) -> Game:
    """A game with this many chips left, chips out of the game, and chips taken by each seat."""
    game = Game(taken.pop("variant", DUEL), [f"P{n}" for n in range(seats)])
    counts = tuple((left or {}).get(row, 0 if left is not None else 4) for row in ROWS)
    gone = tuple((removed or {}).get(row, 0) for row in ROWS)
    return game.having(game.turn, pool=Pool(counts, gone))


def chips(game: Game) -> dict[str, int]:
    return {row: count for row, count in zip(ROWS, game.pool.left, strict=True) if count}


def out(game: Game) -> dict[str, int]:
    return {row: count for row, count in zip(ROWS, game.pool.removed, strict=True) if count}


def offered(game: Game) -> list[str]:
    return [cell.category for cell in game.legal_actions.entries]


@pytest.mark.parametrize(
    ("roll", "patterns"),
    [
        ("11335", ["two_pairs", "flush"]),
        ("11334", ["two_pairs"]),
        ("11133", ["two_pairs", "three_of_a_kind", "flush", "full_house"]),
        ("22244", ["two_pairs", "three_of_a_kind", "flush", "full_house"]),
        ("22225", ["three_of_a_kind", "four_of_a_kind"]),
        ("12346", ["small_straight"]),
        ("23456", ["small_straight", "large_straight"]),
        ("11555", ["two_pairs", "three_of_a_kind", "flush", "full_house"]),
        ("66666", ROWS),
        (NOTHING, []),
    ],
)
def test_roll_offers_chips_of_matching_patterns(roll, patterns):
    assert offered(play(begun(), roll)) == patterns


def test_taking_a_chip_ends_the_turn():
    game, events = play(begun(), "22225").apply(Score("four_of_a_kind"))
    assert events == (Scored(1, Cell("four_of_a_kind", 1), 40),)
    assert (chips(game)["four_of_a_kind"], game.to_move, game.turn.round) == (3, 2, 1)
    assert game.totals == [40, 0]


def test_second_chip_of_pattern_fills_next_column():
    game = play(begun(1), "22225", Score("four_of_a_kind"), "11116", Score("four_of_a_kind"))
    assert [cell.to_text() for cell in game.sheets[0].entries] == ["four_of_a_kind@1", "four_of_a_kind@2"]


def test_pattern_without_chips_is_refused():
    game = play(begun(left={"three_of_a_kind": 1}), "22225")
    refused(game, Score("four_of_a_kind"), "No chip of four_of_a_kind can be taken with this roll")
    assert offered(game) == ["three_of_a_kind"]


def test_chip_cannot_be_scratched():
    refused(play(begun(), "22225"), Score("four_of_a_kind", 0), "this game has no crossing out")
    refused(play(begun(), "22225"), Score("four_of_a_kind", 39), "scores 40 points")
    refused(play(begun(), "22225"), Score("chance"), "no category “chance”", UnknownCategory)
    assert not [a for a in play(begun(), "22225").legal_actions if isinstance(a, Score) and not a.points]


def test_take_nothing_requires_a_roll_without_chips():
    refused(play(begun(), "22225"), TakeNothing(), "This roll takes a chip: three_of_a_kind, four_of_a_kind")
    for early in (begun(), play(begun(), RollDice())):
        refused(early, TakeNothing(), "not possible now|still in the air")
    game, events = play(begun(), NOTHING).apply(TakeNothing())
    assert events == (NothingTaken(1),)
    assert (game.to_move, game.turn.round) == (2, 1)
    game = play(begun(left={"two_pairs": 1}), "22225")
    assert list(game.legal_actions.others) == [TakeNothing()]


def test_reroll_is_legal_when_chips_fit():
    game = play(begun(), "22225")
    assert RollDice("k222") in game.legal_actions
    game = play(game, DiceRolled("22222", "k2222"), Score("large_straight"))
    assert game.totals == [50, 0]


def test_chip_cannot_be_taken_while_dice_are_in_the_air():
    game = play(begun(), "66666", RollDice("k666"))
    assert not list(game.legal_actions)
    refused(game, Score("flush"), "still in the air")


def test_chip_cannot_be_taken_before_first_roll():
    refused(begun(), Score("flush"), "roll first", NotRolled)
    refused(begun(), EnterPoints("flush", 25), "not possible now")
    refused(begun(), EndTurn(), "The turn ends with its entry")


# ------------------------------------------------------------------------------- five equal dice


def test_five_equal_dice_take_any_chip_and_give_another_turn():
    game, (event,) = play(begun(), "33333").apply(Score("large_straight"))
    assert event.points == 50
    assert (game.to_move, game.turn.round, game.turn.number, game.stage) == (1, 1, 2, Stage.READY)
    game = play(game, "11335", Score("flush"))
    assert game.to_move == 2


def test_five_equal_dice_can_take_a_removed_chip():
    game = play(begun(left={"two_pairs": 2}, removed={"large_straight": 1}), "33333")
    assert offered(game) == ["two_pairs", "large_straight"]
    game = play(game, Score("large_straight"))
    assert (chips(game), out(game), game.to_move, game.totals) == ({"two_pairs": 2}, {}, 1, [50, 0])


def test_four_equal_dice_cannot_take_a_removed_chip():
    game = play(begun(left={"two_pairs": 2}, removed={"four_of_a_kind": 1}), "33334")
    assert offered(game) == []


def test_table_chip_is_taken_before_removed_chip():
    game = play(begun(left={"flush": 1, "two_pairs": 1}, removed={"flush": 2}), "33333", Score("flush"))
    assert (chips(game), out(game)) == ({"two_pairs": 1}, {"flush": 2})


def test_last_chip_ends_game_even_with_five_equal_dice():
    game = play(begun(left={"flush": 1}), "33333", Score("flush"))
    assert game.over
    assert game.totals == [25 + 20, 0]


# ------------------------------------------------------------------------------- rounds without a chip


def test_round_without_taken_chip_removes_the_dearest():
    game = play(begun(3), NOTHING, TakeNothing(), NOTHING, TakeNothing(), NOTHING)
    game, events = game.apply(TakeNothing())
    assert events == (NothingTaken(3), ChipRemoved("large_straight"))
    assert (chips(game)["large_straight"], out(game), game.turn.round) == (3, {"large_straight": 1}, 2)


@pytest.mark.parametrize("taker", [1, 2, 3])
def test_one_taken_chip_prevents_removal(taker):
    game = begun(3)
    for seat in (1, 2, 3):
        game = play(game, "11335", Score("flush")) if seat == taker else play(game, NOTHING, TakeNothing())
    assert (out(game), game.turn.round, game.pool.taken) == ({}, 2, False)


def test_removal_takes_the_dearest_remaining_chip():
    game = play(begun(1, left={"two_pairs": 4, "small_straight": 1}), NOTHING)
    _, events = game.apply(TakeNothing())
    assert events[-1] == ChipRemoved("small_straight")


def test_removed_last_chip_earns_no_bonus():
    game, events = play(begun(1, left={"two_pairs": 1}), NOTHING).apply(TakeNothing())
    assert events == (NothingTaken(1), ChipRemoved("two_pairs"))
    assert game.over
    assert game.totals == [0]


def test_game_without_taken_chips_ends():
    game, rounds = begun(2), 0
    while not game.over:
        rounds = game.turn.round
        game = play(game, NOTHING, TakeNothing())
    assert (rounds, game.totals) == (28, [0, 0])


# ------------------------------------------------------------------------------- scores


def holding(chips_of: dict[str, int], **rest) -> Game:
    """A game in which seat 1 has taken these chips and one flush is left."""
    game = begun(2, left={"flush": 1}, **rest)
    sheet = game.sheets[0]
    for pattern, count in chips_of.items():
        for column in range(1, count + 1):
            index = DUEL.index(Cell(pattern, column))
            sheet = sheet.enter(index, DUEL.category(pattern).pays.points)
    return game.having(game.turn, sheets=(sheet, game.sheets[1]))


@pytest.mark.parametrize(
    ("taken", "bonus"),
    [
        ({"flush": 3}, 0),
        ({"flush": 4}, 30),
        (dict.fromkeys(ROWS[:5], 1), 0),
        (dict.fromkeys(ROWS[:6], 1), 20),
        (dict.fromkeys(ROWS, 1), 50),
        (dict.fromkeys(ROWS, 4), 7 * 30 + 50),
        ({"two_pairs": 4, "large_straight": 4}, 60),
    ],
)
def test_chip_sets_earn_bonuses(taken, bonus):
    result = holding(taken).results[0]
    worth = {row: DUEL.category(row).pays.points for row in ROWS}
    assert (result.bonus, result.total) == (bonus, sum(worth[row] * n for row, n in taken.items()) + bonus)


def test_taken_last_chip_earns_its_bonus():
    game = play(holding({"two_pairs": 1}), "11335", Score("flush"))
    assert game.over
    assert game.totals == [5 + 25 + 20, 0]


def test_solo_player_with_all_chips_scores_a_thousand():
    game = begun(1)
    for pattern in ROWS:
        for _ in range(4):
            game = play(game, "66666", Score(pattern))
    assert (game.over, game.totals, game.results[0].bonus) == (True, [1000], 280)


def test_chip_can_be_given_back_until_next_roll():
    rolled = play(begun(), "22225")
    game = play(rolled, Score("four_of_a_kind"))
    back = play(game, TakeBack())
    assert (back, back.pool) == (rolled, rolled.pool)
    refused(play(game, "12345"), TakeBack(), "After a roll")
    last = play(holding({"two_pairs": 1}), "11335", Score("flush"))
    assert not play(last, TakeBack()).over
    refused(play(begun(), NOTHING, TakeNothing()), TakeBack(), "no entry")


# ------------------------------------------------------------------------------- with house rules


def test_turn_without_chip_spends_and_banks_rolls():
    variant = DUEL.replace(banks_rolls=True)
    game = play(begun(1, variant=variant), "11335", Score("flush"))
    assert (game.hands[0].bank, game.turn.rolls) == (2, 5)
    for _ in range(5):
        game = play(game, DiceRolled(NOTHING, "k-"))
    game = play(game, TakeNothing())
    assert (game.hands[0].bank, game.turn.rolls) == (0, 3)
    game = play(game, NOTHING, TakeNothing())
    assert (game.hands[0].bank, game.turn.rolls) == (2, 5)


@pytest.mark.parametrize(("roll", "pattern", "points"), [("11335", "flush", 50), ("33333", "large_straight", 100)])
def test_doubled_chip_counts_twice(roll, pattern, points):
    game = play(begun(1, variant=DUEL.replace(doubles=1)), Double(), roll, Score(pattern))
    assert game.totals == [points]
    assert not game.turn.doubled


def test_column_factor_applies_equally_to_five_equal_dice():
    variant = DUEL.replace(columns="x2|x1|x1|x1")
    assert play(begun(1, variant=variant), "11335", Score("flush")).totals == [50]
    assert play(begun(1, variant=variant), "33333", Score("flush")).totals == [50]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"columns": DUEL.columns[:3]}, "columns"),
        ({"columns": tuple(replace(column, max_rolls=1) for column in DUEL.columns)}, "columns"),
    ],
    ids=["three columns", "bound columns"],
)
def test_chip_variant_refuses_incompatible_columns(change, field):
    with pytest.raises(ValueError, match=field):
        replace(DUEL, **change)


def test_pool_excludes_chips_on_the_sheets():
    """A game that starts from sheets: the table lacks the chips taken before."""
    sheet = holding({"flush": 3, "two_pairs": 1}).sheets[0]
    game = Game(DUEL, ["Anna", "Bernd"], [sheet, sheet])
    assert game.pool.left == tuple({"two_pairs": 2, "flush": 0}.get(row, 4) for row in ROWS)
    assert held(game, 1) == {"two_pairs": 5, "flush": 25}


def test_illegal_chip_is_refused():
    with pytest.raises(IllegalAction):
        play(begun(), NOTHING, Score("flush"))
