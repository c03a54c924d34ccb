"""Kismet: an extra one takes a turn from every opponent; which seat, which cell, and exceptions."""

from __future__ import annotations

import pytest

from pasch.rules.actions import EnterPoints, RollDice, Score, TakeBack
from pasch.rules.category import Cell
from pasch.rules.events import CellLost, DiceRolled, EntryTakenBack, Scored
from pasch.rules.game import Game
from pasch.rules.variants import VARIANTS
from tests.rules.mechanics.tables import held, play, refused, table

ROWS = list(VARIANTS["kismet"].rows)

KISMET = {"kismet": 75}
"""The first Kismet, of fives."""


def lost(events) -> list[tuple[int, str]]:
    return [(event.seat, event.cell.category) for event in events if isinstance(event, CellLost)]


def further(game: Game, cell: str = "sixes", points: int | None = None, roll: str = "66666"):
    """The game after another Kismet, and its events."""
    return play(game, roll).apply(Score(cell, points))


def test_every_opponent_loses_a_turn_and_the_topmost_open_cell():
    entries = {1: KISMET, 2: {"ones": 3}, 3: {"twos": 4, "ones": 1, "threes": 9}}
    game, events = further(table("kismet", 3, entries=entries))
    assert events[0] == Scored(1, Cell("sixes", 1), 30)
    assert lost(events) == [(2, "twos"), (3, "fours")]
    assert (held(game, 2), held(game, 3)["fours"]) == ({"ones": 3, "twos": 0}, 0)
    assert (game.turn.round, game.to_move) == (6, 1)


@pytest.mark.parametrize(("seat", "order"), [(1, [2, 3]), (2, [3, 1]), (3, [1, 2])])
def test_with_three_seats_in_the_middle_of_a_round(seat, order):
    """A seat that has played in this round loses its turn in the next one."""
    game = table("kismet", 3, entries={1: KISMET, 2: KISMET, 3: KISMET}, seat=seat)
    number = game.turn.number
    game, events = further(game)
    assert lost(events) == [(other, "ones") for other in order]
    assert (game.turn.round, game.to_move, game.turn.number) == (6, seat, number + 3)


def test_in_the_last_round_only_those_who_still_have_a_turn_lose_it():
    last = dict.fromkeys(ROWS[:-1], 1) | KISMET
    entries = {
        1: dict.fromkeys(ROWS, 1),
        2: {key: 1 for key in ROWS if key != "sixes"} | KISMET,
        3: last | {"kismet": 60},
    }
    del entries[3]["yarborough"]
    game, events = further(table("kismet", 3, entries=entries, round_=15, seat=2))
    assert lost(events) == [(3, "yarborough")]
    assert game.over
    assert held(game, 3)["yarborough"] == 0


def test_the_last_entry_of_all_hits_nobody():
    full = dict.fromkeys(ROWS, 1)
    entries = {1: full, 2: {key: 1 for key in ROWS if key != "sixes"} | KISMET}
    game, events = further(table("kismet", entries=entries, round_=15, seat=2))
    assert (lost(events), game.over) == ([], True)


def test_who_has_a_full_sheet_is_passed_over_and_the_others_still_lose():
    entries = {1: KISMET, 2: dict.fromkeys(ROWS, 1), 3: {}}
    _, events = further(table("kismet", 3, entries=entries, round_=14))
    assert lost(events) == [(3, "ones")]


def test_the_first_kismet_hits_nobody():
    _, events = further(table("kismet", 3), "kismet")
    assert lost(events) == []


def test_a_struck_kismet_cell_hits_nobody():
    _, events = further(table("kismet", 3, entries={1: {"kismet": 0}}))
    assert lost(events) == []
    _, events = further(table("kismet", 3, entries={2: KISMET}))  # an opponent's counts as little
    assert lost(events) == []


def test_a_further_kismet_that_scores_nothing_hits_nobody():
    for cell in ("straight", "two_pairs_color", "full_house", "ones"):
        _, events = further(table("kismet", 3, entries={1: KISMET}), cell)
        assert (events[0].points, lost(events)) == (0, [])
    _, events = further(table("kismet", 3, entries={1: KISMET}), "sixes", 0)
    assert lost(events) == []


@pytest.mark.parametrize(
    ("cell", "points"),
    [("sixes", 30), ("three_of_a_kind", 30), ("four_of_a_kind", 55), ("flush", 35), ("yarborough", 30)],
)
def test_any_suitable_cell_takes_a_further_kismet(cell, points):
    _, events = further(table("kismet", entries={1: KISMET}), cell)
    assert (events[0].points, lost(events)) == (points, [(2, "ones")])


def test_only_five_equal_dice_hit():
    _, events = further(table("kismet", entries={1: KISMET}), "sixes", roll="56666")
    assert lost(events) == []


def test_points_without_their_dice_hit_nobody():
    _, events = table("kismet", entries={1: KISMET}).apply(EnterPoints("sixes", 30))
    assert lost(events) == []


def test_alone_nobody_is_hit():
    game, events = further(table("kismet", 1, entries={1: KISMET}))
    assert (lost(events), game.turn.round) == ([], 6)


def test_taking_the_entry_back_gives_the_turns_back():
    before = play(table("kismet", 3, entries={1: KISMET, 2: {"ones": 3}}), "66666")
    game, _ = before.apply(Score("sixes"))
    back, events = game.apply(TakeBack())
    assert events == (EntryTakenBack(1, Cell("sixes", 1), 30),)
    assert (back, back.sheets) == (before, before.sheets)
    assert lost(back.apply(Score("straight"))[1]) == []
    refused(play(game, RollDice()), TakeBack(), "in the air")
    refused(play(game, DiceRolled("12345")), TakeBack(), "After a roll, the previous entry is final")


def test_the_events_alone_tell_the_lost_turns():
    before = play(table("kismet", 3, entries={1: KISMET}), "66666")
    after, events = before.apply(Score("sixes"))
    replayed = before
    for event in events:
        replayed = replayed.evolve(event)
    assert (replayed, replayed.sheets, replayed.turn) == (after, after.sheets, after.turn)


def test_two_further_kismets_in_a_row_take_two_turns():
    game, _ = further(table("kismet", entries={1: KISMET}))
    game, events = further(game, "flush")
    assert lost(events) == [(2, "twos")]
    assert held(game, 2) == {"ones": 0, "twos": 0}
