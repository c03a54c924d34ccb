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
    """A game with a claim by seat 1 (or another); the next seat must answer."""
    return play(table("luegenkniffel", seats, **changes), roll, Claim(cell, points))


# ------------------------------------------------------------------------------- claiming


def test_claim_asks_all_opponents_in_order():
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


def test_every_possible_score_of_a_cell_can_be_claimed():
    game = play(table("luegenkniffel", 3), "11123")
    claims = [action for action in game.legal_actions if isinstance(action, Claim)]
    fives = [claim.points for claim in claims if claim.cell.category == "fives"]
    assert fives == [5, 10, 15, 20, 25]
    assert {claim.points for claim in claims if claim.cell.category == "chance"} == set(range(5, 31))
    assert {claim.points for claim in claims if claim.cell.category == "kniffel"} == {50}
    assert {claim.cell.category for claim in claims} == set(ROWS)


@pytest.mark.parametrize("points", [0, -5, 24, 26, 1000])
def test_claim_of_impossible_points_is_refused(points):
    game = play(table("luegenkniffel", 3), "22255")
    refused(game, Claim("full_house", points), f"{points} points are not possible in full_house")


def test_claim_requires_an_open_cell():
    game = play(table("luegenkniffel", 3, entries={1: {"full_house": 25}}), "22255")
    refused(game, Claim("full_house", 25), "full_house already has an entry", CellFilled)
    refused(game, Claim("pi", 31), "no category “pi”", UnknownCategory)
    refused(game, Claim("full_house@2", 25), "no column 2", UnknownCategory)


def test_claim_requires_rolled_dice():
    refused(table("luegenkniffel", 3), Claim("full_house", 25), "not possible now|roll first")
    refused(play(table("luegenkniffel", 3), RollDice()), Claim("full_house", 25), "in the air")


def test_hidden_dice_allow_scratch_but_no_other_entry():
    game = play(table("luegenkniffel", 3), "22255")
    refused(game, Score("full_house", 25), "The dice are under the cup")
    refused(table("luegenkniffel", 3), Score("full_house", 0), "roll first", NotRolled)
    after, events = game.apply(Score("full_house", 0))
    assert events == (Scored(1, HOUSE, 0),)
    assert (after.to_move, held(after, 1), lies(after, 1)) == (2, {"full_house": 0}, [])
    assert held(play(game, Score("full_house")), 1) == {"full_house": 0}
    assert {action.points for action in game.legal_actions if isinstance(action, Score)} == {0}


def test_kept_dice_stay_under_the_cup():
    game = play(table("luegenkniffel", 3), "22255", DiceRolled("22256", "k22"))
    refused(game, RollDice("k256"), "Kept dice stay kept")


# ------------------------------------------------------------------------------- settling a claim


@pytest.mark.parametrize("roll", ["22255", "11123"])
def test_undoubted_claim_is_credited_without_revealing_dice(roll):
    game = play(claimed(roll), Believe())
    game, events = game.apply(Believe())
    assert events == (ClaimAnswered(3, doubts=False), ClaimSettled(1, HOUSE, 25))
    assert events[1].roll is None
    assert (held(game, 1), lies(game, 1), held(game, 2), held(game, 3)) == ({"full_house": 25}, [], {}, {})


def test_lie_is_scratched_and_credited_to_doubters():
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


def test_true_claim_is_credited_and_scratches_cells_of_doubters():
    game = play(claimed("22255", seats=4), Doubt(), Believe(), Doubt())
    assert [held(game, seat) for seat in (1, 2, 3, 4)] == [{"full_house": 25}, {"full_house": 0}, {}, {"full_house": 0}]
    assert [lies(game, seat) for seat in (1, 2, 3, 4)] == [[], [], [], []]


def test_closed_cell_of_doubter_stays_unchanged():
    entries = {2: {"full_house": 25}, 3: {"full_house": 0}}
    for roll in ("22255", "11123"):
        game = play(claimed(roll, entries=entries), Doubt(), Doubt())
        assert (held(game, 2), held(game, 3)) == (entries[2], entries[3])


@pytest.mark.parametrize(("points", "lied"), [(17, False), (16, False), (5, False), (18, True), (30, True)])
def test_claim_below_the_dice_value_counts_as_honest(points, lied):
    game = play(table("luegenkniffel", 3), "12356")
    assert honest_points(game, Cell("chance", 1)) == 17
    game = play(game, Claim("chance", points), Doubt(), Believe())
    assert lies(game, 1) == (["chance"] if lied else [])
    assert held(game, 1) == {"chance": 0 if lied else points}
    assert held(game, 2) == {"chance": points if lied else 0}


def test_dice_are_revealed_after_all_answers():
    game, events = claimed("11123").apply(Doubt())
    assert events == (ClaimAnswered(2, doubts=True),)
    assert (game.stage, game.to_move, game.turn.claim.doubters) == (Stage.CLAIMED, 3, (2,))


def test_pending_claim_blocks_other_actions():
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


def test_believe_and_doubt_require_a_claim():
    for game in (table("luegenkniffel", 3), play(table("luegenkniffel", 3), "22255")):
        refused(game, Believe(), "not possible now")
        refused(game, Doubt(), "not possible now")


def test_scratch_but_not_settled_claim_can_be_taken_back():
    refused(play(claimed("22255"), Believe(), Believe()), TakeBack(), "no entry to take back")
    game = play(table("luegenkniffel", 3), "22255")
    assert play(game, Score("ones", 0), TakeBack()) == game


# ------------------------------------------------------------------------------- rounds


def test_game_ends_after_thirteen_rounds():
    """The game has thirteen rounds when players enter only in their own turns."""
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


def test_player_with_full_sheet_is_skipped():
    full = dict.fromkeys(ROWS, 1)
    game = table("luegenkniffel", 3, entries={1: {}, 2: full, 3: {}})
    game = play(game, "22255", Claim("full_house", 25), Believe(), Believe())
    assert (game.to_move, game.turn.round) == (3, 5)  # seat 2 answers but gets no turn


def test_doubter_with_filled_sheet_gets_no_turn():
    entries = {2: dict.fromkeys(ROWS, 1)}
    del entries[2]["full_house"]
    game = play(claimed("11123", entries=entries), Doubt(), Believe())
    assert (game.sheets[1].full, game.to_move) == (True, 3)


def test_game_ends_when_all_sheets_are_full():
    entries = {seat: {key: 1 for key in ROWS if key != "full_house"} for seat in (1, 2, 3)}
    game = play(claimed("11123", entries=entries, round_=9), Doubt(), Doubt())
    assert game.over
    assert game.totals == [12, 37, 37]


def test_open_cells_stay_open_after_last_round():
    """Only a scratch for another player's lie could cause that; the game has just thirteen rounds."""
    game = table("luegenkniffel", 3, entries={3: {"ones": 1}}, round_=13, seat=3)
    game = play(game, "22255", Score("twos", 0))
    assert game.over
    assert not game.sheets[0].full


# ------------------------------------------------------------------------------- with house rules


@pytest.mark.parametrize(("roll", "winner"), [("22255", 1), ("11123", 2)])
def test_doubled_claim_counts_twice_for_credited_player(roll, winner):
    variant = LIES.replace(doubles=1)
    game = play(table(variant, 3), Double(), roll)
    refused(game, Claim("full_house", 25), "25 points are not possible")
    game = play(game, Claim("full_house", 50), Doubt(), Believe())
    assert held(game, winner) == {"full_house": 50}


def test_claim_banks_unused_rolls():
    game = play(table(LIES.replace(banks_rolls=True), 3), "22255", Claim("full_house", 25), Believe(), Believe())
    assert [hand.bank for hand in game.hands] == [2, 0, 0]


@pytest.mark.parametrize("seats", [1, 2, 9])
def test_game_requires_three_to_eight_players(seats):
    with pytest.raises(InvalidInput, match="luegenkniffel is for 3 to 8 players"):
        Game(LIES, ["x"] * seats)
