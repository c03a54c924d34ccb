"""The house rule of doubled entries: when to announce it, its score, and its compatibility with other rules."""

from __future__ import annotations

import pytest

from pasch.rules.actions import Announce, Double, EndTurn, EnterPoints, NextGame, RollDice, Score, TakeBack, UseAction
from pasch.rules.category import Cell
from pasch.rules.errors import IllegalAction
from pasch.rules.events import DiceRolled, Doubled, Scored
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import held, play, refused, table


def alone(key: str, **rules) -> Game:
    """A game with the fewest possible players, each with one doubling."""
    variant = VARIANTS[key].replace(**({"doubles": 1} | rules))
    return Game(variant, ["x"] * variant.seats[0])


def doubled(game: Game, roll: str, cell: str, points: int | None = None) -> Scored:
    """The entry of a turn that counts twice."""
    _, events = play(game, Double(), roll).apply(Score(cell, points))
    assert isinstance(events[0], Scored)
    return events[0]


# ------------------------------------------------------------------------------- timing


def test_doubling_is_announced_before_first_roll():
    game, events = alone("kniffel").apply(Double())
    assert events == (Doubled(1),)
    assert game.turn.doubled
    assert Double() in alone("kniffel").legal_actions
    assert Double() not in tuple(game.legal_actions)
    assert RollDice("k-") in game.legal_actions


def test_doubling_after_a_roll_is_refused():
    for game in (play(alone("kniffel"), "11123"), play(alone("kniffel"), "11123", DiceRolled("11124", "k111"))):
        refused(game, Double(), "Double a turn before its first roll")
    refused(play(alone("kniffel"), RollDice()), Double(), "The dice are still in the air")


def test_turn_cannot_be_doubled_twice():
    game = play(alone("kniffel", doubles=3), Double())
    refused(game, Double(), "This turn already counts twice")


def test_doubling_is_spent_by_the_entry():
    game = play(alone("kniffel"), Double(), "11123", Score("ones"))
    assert (held(game, 1), game.hands[0].doubles, game.turn.doubled) == ({"ones": 6}, 0, False)
    refused(game, Double(), "No doubled entries are left")
    assert held(play(game, "11223", Score("twos")), 1) == {"ones": 6, "twos": 4}


def test_scratch_spends_the_doubling():
    game = play(alone("kniffel"), Double(), "11123", Score("kniffel"))
    assert (held(game, 1), game.hands[0].doubles) == ({"kniffel": 0}, 0)
    assert doubled(alone("kniffel"), "11123", "ones", 0).points == 0


@pytest.mark.parametrize("doubles", [2, 5])
def test_house_rule_limits_number_of_doublings(doubles):
    game = alone("kniffel", doubles=doubles)
    for cell in list(game.variant.rows)[:doubles]:
        game = play(game, Double(), "11123", Score(cell))
    refused(game, Double(), "No doubled entries are left")


def test_doublings_are_counted_per_player_and_game():
    variant = VARIANTS["kniffel"].replace(doubles=1)
    match, _ = Match.begin(variant, ["Anna", "Bernd"], 2).apply(Double())
    for step in (DiceRolled("11123"), Score("ones"), Double()):
        match, _ = match.apply(step)
    assert [hand.doubles for hand in match.game.hands] == [0, 0]
    while not match.game.over:
        if match.game.turn.roll is None:
            match, _ = match.apply(DiceRolled("12346"))
        match, _ = match.apply(Score(next(iter(match.game.legal_actions.entries))))
    match, _ = match.apply(NextGame())
    assert [hand.doubles for hand in match.game.hands] == [1, 1]


def test_doubling_is_refused_without_the_house_rule():
    for variant in VARIANTS.values():
        game = Game(variant, ["x"] * variant.seats[0])
        refused(game, Double(), "This game has no doubled entries")


def test_doubled_turn_refuses_undoubled_points():
    game = play(alone("kniffel"), Double(), "11123")
    with pytest.raises(IllegalAction, match="ones scores 6 points with this roll, or 0 when crossed out, not 3"):
        game.apply(Score("ones", 3))
    assert game.legal_actions.entries[Cell("chance", 1)] == 16


def test_take_back_keeps_the_doubling():
    before = play(alone("kniffel"), Double(), "11123")
    back = play(before, Score("ones"), TakeBack())
    assert back == before
    assert (back.turn.doubled, held(play(back, Score("chance")), 1)) == (True, {"chance": 16})


def test_unknown_dice_require_doubled_points():
    game = play(alone("kniffel"), Double())
    refused(game, EnterPoints("ones", 3), "3 points are not possible")
    assert held(play(game, EnterPoints("ones", 6)), 1) == {"ones": 6}
    assert held(play(game, EnterPoints("ones", 0)), 1) == {"ones": 0}


# ------------------------------------------------------------------------------- combined with other rules


@pytest.mark.parametrize("key", [key for key, v in VARIANTS.items() if v.mechanic is None or v.mechanic.scratches])
def test_doubled_entry_counts_twice_in_every_game(key):
    """Every legal cell counts twice, and nothing else on the sheet changes."""
    game = alone(key)
    roll = game.variant.all_rolls[len(game.variant.all_rolls) // 3]
    once, twice = play(game, DiceRolled(roll)), play(game, Double(), DiceRolled(roll))
    assert {cell: 2 * points for cell, points in once.legal_actions.entries.items()} == twice.legal_actions.entries
    for cell, points in once.legal_actions.entries.items():
        after = play(twice, Score(cell, 2 * points))
        assert after.sheets[0].entries == {cell: 2 * points}


@pytest.mark.parametrize(
    ("order", "cell"), [("down", "ones"), ("up", "chance"), ("both_ends", "chance"), ("center_out", "sixes")]
)
def test_doubled_entry_respects_cell_order(order, cell):
    game = play(alone("kniffel-plain", order=order), Double(), "11666")
    assert {c.category: p for c, p in game.legal_actions.entries.items()}[cell] == 2 * VARIANTS["kniffel-plain"].points(
        cell, "11666"
    )
    refused(game, Score("twos"), "twos is not due yet")


def test_doubling_multiplies_with_column_factors():
    assert [doubled(alone("spiffel-123"), "11166", f"chance@{n}").points for n in (1, 2, 3)] == [30, 60, 90]


def test_doubled_entry_can_be_announced():
    game = play(alone("yams"), Double(), "13346", Announce("threes@4"), DiceRolled("13336", "k33"))
    assert game.legal_actions.entries == {Cell("threes", 4): 18}


def test_doubled_number_entry_counts_for_the_bonus():
    variant = VARIANTS["kniffel-plain"].replace(doubles=1)
    entries = {1: {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 5}}
    game = play(table(variant, 1, entries=entries), Double(), "66661", Score("sixes"))
    totals = game.sheets[0].totals
    assert (totals.upper, totals.bonus_margin, totals.bonus) == (83, 20, 35)


@pytest.mark.parametrize(
    ("key", "entries", "cell", "points", "extra"),
    [
        ("kniffel", {"kniffel": 50}, "fours", 40, 50),  # the entry excludes the bonus of 50
        ("kniffel", {"kniffel": 50, "fours": 8}, "large_straight", 80, 0),
        ("kniffel", {"kniffel": 100}, "fours", 40, 50),
        ("yahtzee", {"kniffel": 50, "fours": 8}, "full_house", 50, 100),
        ("yahtzee", {"kniffel": 0, "fours": 8}, "full_house", 50, 0),
        ("yahtzee-free", {"kniffel": 50, "fours": 8}, "small_straight", 60, 100),
        ("spiffel", {"kniffel": 50}, "chance", 40, 100),
        ("hartard", {"kniffel": 50}, "fours", 40, 0),
    ],
)
def test_doubling_excludes_bonus_kniffel_points(key, entries, cell, points, extra):
    event = doubled(table(VARIANTS[key].replace(doubles=1), 1, entries={1: entries}), "44444", cell)
    assert (event.points, event.extra) == (points, extra)


def test_hartard_forgone_entry_earns_its_hundred_once():
    game = table(VARIANTS["hartard"].replace(doubles=1), 1, entries={1: {"kniffel": 50}})
    event = doubled(game, "44444", "ones", 0)
    assert (event.points, event.extra) == (0, 100)


@pytest.mark.parametrize(("rolls", "points"), [(1, 132), (2, 112), (3, 92)])
def test_doubling_applies_to_points_by_roll_number(rolls, points):
    game = play(alone("jamb"), Double())
    for _ in range(rolls):
        game = play(game, DiceRolled("12345", "k-"))
    assert game.legal_actions.entries[Cell("kenta", 2)] == points


def test_doubling_applies_to_served_dice_and_instant_win():
    game = play(alone("generala"), Double(), "66666")
    assert game.legal_actions.entries[Cell("generala", 1)] == 120
    won = play(game, Score("generala"))
    assert (won.winner, won.over) == (1, True)
    assert doubled(alone("escalero"), "12345", "straight@1").points == 50


def test_jamb_difference_uses_doubled_entry():
    """Max counts twice, so the difference is taken from twice the dice."""
    variant = VARIANTS["jamb"].replace(doubles=1)
    sheet = {"ones@2": 5, "min@2": 10}
    game = play(table(variant, 1, entries={1: sheet}), Double(), "66666", Score("max@2"))
    assert game.sheets[0].columns[1].lower == (60 - 10) * 5


def test_kniffeliger_doubles_only_entries_by_dice():
    variant = VARIANTS["kniffeliger"].replace(doubles=1)
    entries = {1: {"ones": 1}, 2: {"sixes": 24}}
    game = play(table(variant, entries=entries, dice={1: ["steal"]}), Double())
    stolen = play(game, UseAction("steal", 2, "sixes"))
    assert (held(stolen, 1)["sixes"], stolen.hands[0].doubles) == (24, 0)
    entered = play(game, "11345", Score("pi"), EndTurn())
    assert held(entered, 1)["pi"] == 62


def test_kniffeliger_steal_takes_doubled_points():
    variant = VARIANTS["kniffeliger"].replace(doubles=1)
    game = table(variant, entries={2: {"kniffel": 100}}, dice={1: ["steal"]})
    assert held(play(game, UseAction("steal", 2, "kniffel")), 1) == {"kniffel": 100}


def test_doubled_bonus_kismet_hits_each_opponent_once():
    variant = VARIANTS["kismet"].replace(doubles=1)
    game = play(table(variant, 3, entries={1: {"kismet": 75}}), Double(), "66666")
    _, events = game.apply(Score("sixes"))
    assert events[0].points == 60
    assert len(events) == 3


def test_house_rule_allows_at_most_five_doublings():
    assert VARIANTS["kniffel"].replace(doubles=5).doubles == 5
    for doubles in (-1, 6, "1", True):
        with pytest.raises(ValueError, match="doubles"):
            VARIANTS["kniffel"].replace(doubles=doubles)
    assert isinstance(VARIANTS["kniffel"].replace(doubles=0), Variant)
