"""Lügenkniffel: legal claims, the seat that answers, and the effects of truth, lie and silence."""

from __future__ import annotations

import pytest

from pasch.rules.actions import Announce, Believe, Claim, Double, Doubt, EndTurn, RollDice, Score, TakeBack
from pasch.rules.category import Cell
from pasch.rules.errors import CellFilled, InvalidInput, NotRolled, UnknownCategory
from pasch.rules.events import ClaimAnswered, Claimed, ClaimSettled, DiceRolled, Scored
from pasch.rules.game import Game
from pasch.rules.mechanics.bluff import honest_points
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import held, play, refused, table

LIES = VARIANTS["luegenkniffel"]
ROWS = list(LIES.rows)
HOUSE = Cell("full_house", 1)


def lies(game: Game, seat: int) -> list[str]:
    """The cells scratched for a lie."""
    return [ROWS[index] for index in sorted(game.sheets[seat - 1].lies)]


def claimed(roll: str, cell: str = "full_house", points: int = 25, seats: int = 3, **changes) -> Game:
    """A game in which seat 1 (or another) has made a claim; the next seat is to answer."""
    return play(table("luegenkniffel", seats, **changes), roll, Claim(cell, points))


# ------------------------------------------------------------------------------- claiming


def test_a_claim_asks_everybody_in_order():
    game, events = play(table("luegenkniffel", 4, seat=3), "22255").apply(Claim("full_house", 25))
    assert events == (Claimed(3, HOUSE, 25),)
    asked = []
    while game.stage is Stage.CLAIMED:
        asked.append(game.to_move)
        assert (game.turn.seat, list(game.legal_actions)) == (3, [Believe(), Doubt()])
        game, events = game.apply(Believe())
        assert events[0] == ClaimAnswered(asked[-1], doubts=False)
    assert asked == [4, 1, 2]
    assert (game.to_move, game.turn.round, held(game, 3)) == (4, 5, {"full_house": 25})


def test_every_number_of_points_a_cell_can_bring_may_be_claimed():
    game = play(table("luegenkniffel", 3), "11123")
    claims = [action for action in game.legal_actions if isinstance(action, Claim)]
    fives = [claim.points for claim in claims if claim.cell.category == "fives"]
    assert fives == [5, 10, 15, 20, 25]
    assert {claim.points for claim in claims if claim.cell.category == "chance"} == set(range(5, 31))
    assert {claim.points for claim in claims if claim.cell.category == "kniffel"} == {50}
    assert {claim.cell.category for claim in claims} == set(ROWS)


@pytest.mark.parametrize("points", [0, -5, 24, 26, 1000])
def test_impossible_points_are_not_claimed(points):
    game = play(table("luegenkniffel", 3), "22255")
    refused(game, Claim("full_house", points), f"{points} points are not possible in full_house")


def test_only_open_cells_are_claimed():
    game = play(table("luegenkniffel", 3, entries={1: {"full_house": 25}}), "22255")
    refused(game, Claim("full_house", 25), "full_house already has an entry", CellFilled)
    refused(game, Claim("pi", 31), "no category “pi”", UnknownCategory)
    refused(game, Claim("full_house@2", 25), "no column 2", UnknownCategory)


def test_a_claim_needs_dice():
    refused(table("luegenkniffel", 3), Claim("full_house", 25), "not possible now|roll first")
    refused(play(table("luegenkniffel", 3), RollDice()), Claim("full_house", 25), "in the air")


def test_nothing_is_entered_under_the_cup_but_a_strike():
    game = play(table("luegenkniffel", 3), "22255")
    refused(game, Score("full_house", 25), "The dice are under the cup")
    refused(table("luegenkniffel", 3), Score("full_house", 0), "roll first", NotRolled)
    after, events = game.apply(Score("full_house", 0))
    assert events == (Scored(1, HOUSE, 0),)
    assert (after.to_move, held(after, 1), lies(after, 1)) == (2, {"full_house": 0}, [])
    assert held(play(game, Score("full_house")), 1) == {"full_house": 0}
    assert {action.points for action in game.legal_actions if isinstance(action, Score)} == {0}


def test_dice_under_the_cup_stay_there():
    game = play(table("luegenkniffel", 3), "22255", DiceRolled("22256", "k22"))
    refused(game, RollDice("k256"), "Kept dice stay kept")


# ------------------------------------------------------------------------------- what comes of it


@pytest.mark.parametrize("roll", ["22255", "11123"])
def test_undoubted_a_claim_is_credited_and_never_shown(roll):
    game = play(claimed(roll), Believe())
    game, events = game.apply(Believe())
    assert events == (ClaimAnswered(3, doubts=False), ClaimSettled(1, HOUSE, 25))
    assert events[1].roll is None
    assert (held(game, 1), lies(game, 1), held(game, 2), held(game, 3)) == ({"full_house": 25}, [], {}, {})


def test_a_lie_is_struck_and_credited_to_those_who_doubted():
    game = play(claimed("11123", seats=4), Doubt(), Believe())
    game, events = game.apply(Doubt())
    settled = ClaimSettled(
        1, HOUSE, 25, lied=True, doubters=(2, 4), roll=play(table("luegenkniffel", 3), "11123").turn.roll
    )
    assert events == (ClaimAnswered(4, doubts=True), settled)
    assert [held(game, seat) for seat in (1, 2, 3, 4)] == [
        {"full_house": 0},
        {"full_house": 25},
        {},
        {"full_house": 25},
    ]
    assert [lies(game, seat) for seat in (1, 2, 3, 4)] == [["full_house"], [], [], []]
    assert game.totals == [0, 25, 0, 25]


def test_the_truth_is_credited_and_costs_those_who_doubted_the_cell():
    game = play(claimed("22255", seats=4), Doubt(), Believe(), Doubt())
    assert [held(game, seat) for seat in (1, 2, 3, 4)] == [{"full_house": 25}, {"full_house": 0}, {}, {"full_house": 0}]
    assert [lies(game, seat) for seat in (1, 2, 3, 4)] == [[], [], [], []]


def test_a_closed_cell_of_a_doubter_stays_as_it_is():
    entries = {2: {"full_house": 25}, 3: {"full_house": 0}}
    for roll in ("22255", "11123"):
        game = play(claimed(roll, entries=entries), Doubt(), Doubt())
        assert (held(game, 2), held(game, 3)) == (entries[2], entries[3])


@pytest.mark.parametrize(("points", "lied"), [(17, False), (16, False), (5, False), (18, True), (30, True)])
def test_to_claim_less_than_the_dice_bring_is_no_lie(points, lied):
    game = play(table("luegenkniffel", 3), "12356")
    assert honest_points(game, Cell("chance", 1)) == 17
    game = play(game, Claim("chance", points), Doubt(), Believe())
    assert lies(game, 1) == (["chance"] if lied else [])
    assert held(game, 1) == {"chance": 0 if lied else points}
    assert held(game, 2) == {"chance": points if lied else 0}


def test_everybody_answers_before_anything_is_shown():
    game, events = claimed("11123").apply(Doubt())
    assert events == (ClaimAnswered(2, doubts=True),)
    assert (game.stage, game.to_move, game.turn.claim.doubters) == (Stage.CLAIMED, 3, (2,))


def test_while_a_claim_waits_nothing_else_is_done():
    game = claimed("22255")
    for step in (
        RollDice(),
        DiceRolled("11111"),
        Score("ones", 0),
        Claim("ones", 1),
        TakeBack(),
        EndTurn(),
        Announce("ones"),
    ):
        refused(game, step, "A claim waits for an answer: believe or doubt it")


def test_without_a_claim_nothing_is_believed():
    for game in (table("luegenkniffel", 3), play(table("luegenkniffel", 3), "22255")):
        refused(game, Believe(), "not possible now")
        refused(game, Doubt(), "not possible now")


def test_a_settled_claim_is_not_taken_back_but_a_strike_is():
    refused(play(claimed("22255"), Believe(), Believe()), TakeBack(), "no entry to take back")
    game = play(table("luegenkniffel", 3), "22255")
    assert play(game, Score("ones", 0), TakeBack()) == game


# ------------------------------------------------------------------------------- rounds


def test_every_game_ends_after_its_rounds():
    """Thirteen rounds when everybody enters in the own turn only."""
    game = Game(LIES, ["Anna", "Bernd", "Clara"])
    turns = []
    while not game.over:
        turns.append((game.turn.round, game.turn.seat))
        cell = game.variant.cells[game.sheet.open[0]].category
        game = play(game, "11111", Claim(cell, 50 if cell == "kniffel" else held_most(cell)), Believe(), Believe())
    assert turns == [(round_, seat) for round_ in range(1, 14) for seat in (1, 2, 3)]
    assert game.totals == [105 + 235] * 3


def held_most(cell: str) -> int:
    return max(LIES.natural(roll, 1, served=False)[ROWS.index(cell)] for roll in LIES.all_rolls)


def test_who_has_no_open_cell_is_passed_over():
    full = dict.fromkeys(ROWS, 1)
    game = table("luegenkniffel", 3, entries={1: {}, 2: full, 3: {}})
    game = play(game, "22255", Claim("full_house", 25), Believe(), Believe())
    assert (game.to_move, game.turn.round) == (3, 5)  # to answer all the same, but without a turn


def test_a_doubter_whose_card_fills_up_has_no_further_turn():
    entries = {2: dict.fromkeys(ROWS, 1)}
    del entries[2]["full_house"]
    game = play(claimed("11123", entries=entries), Doubt(), Believe())
    assert (game.sheets[1].full, game.to_move) == (True, 3)


def test_the_game_ends_when_nobody_has_an_open_cell():
    entries = {seat: {key: 1 for key in ROWS if key != "full_house"} for seat in (1, 2, 3)}
    game = play(claimed("11123", entries=entries, round_=9), Doubt(), Doubt())
    assert game.over
    assert game.totals == [12, 37, 37]


def test_after_the_last_round_open_cells_stay_open():
    """Only a scratch for another player's lie could cause that; thirteen rounds are all."""
    game = table("luegenkniffel", 3, entries={3: {"ones": 1}}, round_=13, seat=3)
    game = play(game, "22255", Score("twos", 0))
    assert game.over
    assert not game.sheets[0].full


# ------------------------------------------------------------------------------- with house rules


@pytest.mark.parametrize(("roll", "winner"), [("22255", 1), ("11123", 2)])
def test_a_doubled_claim_counts_twice_for_whoever_is_credited(roll, winner):
    variant = LIES.replace(doubles=1)
    game = play(table(variant, 3), Double(), roll)
    refused(game, Claim("full_house", 25), "25 points are not possible")
    game = play(game, Claim("full_house", 50), Doubt(), Believe())
    assert held(game, winner) == {"full_house": 50}


def test_saved_rolls_are_spent_by_a_claim():
    game = play(table(LIES.replace(banks_rolls=True), 3), "22255", Claim("full_house", 25), Believe(), Believe())
    assert [hand.bank for hand in game.hands] == [2, 0, 0]


@pytest.mark.parametrize("seats", [1, 2, 9])
def test_three_to_eight_play(seats):
    with pytest.raises(InvalidInput, match="luegenkniffel is for 3 to 8 players"):
        Game(LIES, ["x"] * seats)
