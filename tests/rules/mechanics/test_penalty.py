"""Kismet: each bonus Kismet takes a turn from every opponent; the seats, the cells, and exceptions."""

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


def test_bonus_kismet_costs_opponents_a_turn_and_topmost_cell():
    entries = {1: KISMET, 2: {"ones": 3}, 3: {"twos": 4, "ones": 1, "threes": 9}}
    game, events = further(table("kismet", 3, entries=entries))
    assert events[0] == Scored(1, Cell("sixes", 1), 30)
    assert lost(events) == [(2, "twos"), (3, "fours")]
    assert (held(game, 2), held(game, 3)["fours"]) == ({"ones": 3, "twos": 0}, 0)
    assert (game.turn.round, game.to_move) == (6, 1)


@pytest.mark.parametrize(("seat", "order"), [(1, [2, 3]), (2, [3, 1]), (3, [1, 2])])
def test_bonus_kismet_hits_opponents_in_turn_order(seat, order):
    """A seat that has played in this round loses its turn in the next one."""
    game = table("kismet", 3, entries={1: KISMET, 2: KISMET, 3: KISMET}, seat=seat)
    number = game.turn.number
    game, events = further(game)
    assert lost(events) == [(other, "ones") for other in order]
    assert (game.turn.round, game.to_move, game.turn.number) == (6, seat, number + 3)


def test_last_round_penalty_hits_only_players_with_a_turn():
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


def test_last_entry_of_game_causes_no_penalty():
    full = dict.fromkeys(ROWS, 1)
    entries = {1: full, 2: {key: 1 for key in ROWS if key != "sixes"} | KISMET}
    game, events = further(table("kismet", entries=entries, round_=15, seat=2))
    assert (lost(events), game.over) == ([], True)


def test_penalty_skips_full_sheets():
    entries = {1: KISMET, 2: dict.fromkeys(ROWS, 1), 3: {}}
    _, events = further(table("kismet", 3, entries=entries, round_=14))
    assert lost(events) == [(3, "ones")]


def test_first_kismet_causes_no_penalty():
    _, events = further(table("kismet", 3), "kismet")
    assert lost(events) == []


def test_kismet_after_scratched_cell_causes_no_penalty():
    _, events = further(table("kismet", 3, entries={1: {"kismet": 0}}))
    assert lost(events) == []
    _, events = further(table("kismet", 3, entries={2: KISMET}))  # an opponent's Kismet does not count
    assert lost(events) == []


def test_bonus_kismet_without_points_causes_no_penalty():
    for cell in ("straight", "two_pairs_color", "full_house", "ones"):
        _, events = further(table("kismet", 3, entries={1: KISMET}), cell)
        assert (events[0].points, lost(events)) == (0, [])
    _, events = further(table("kismet", 3, entries={1: KISMET}), "sixes", 0)
    assert lost(events) == []


@pytest.mark.parametrize(
    ("cell", "points"),
    [("sixes", 30), ("three_of_a_kind", 30), ("four_of_a_kind", 55), ("flush", 35), ("yarborough", 30)],
)
def test_bonus_kismet_counts_in_any_scoring_cell(cell, points):
    _, events = further(table("kismet", entries={1: KISMET}), cell)
    assert (events[0].points, lost(events)) == (points, [(2, "ones")])


def test_penalty_requires_five_equal_dice():
    _, events = further(table("kismet", entries={1: KISMET}), "sixes", roll="56666")
    assert lost(events) == []


def test_points_without_dice_cause_no_penalty():
    _, events = table("kismet", entries={1: KISMET}).apply(EnterPoints("sixes", 30))
    assert lost(events) == []


def test_solo_bonus_kismet_causes_no_penalty():
    game, events = further(table("kismet", 1, entries={1: KISMET}))
    assert (lost(events), game.turn.round) == ([], 6)


def test_take_back_restores_lost_turns():
    before = play(table("kismet", 3, entries={1: KISMET, 2: {"ones": 3}}), "66666")
    game, _ = before.apply(Score("sixes"))
    back, events = game.apply(TakeBack())
    assert events == (EntryTakenBack(1, Cell("sixes", 1), 30),)
    assert (back, back.sheets) == (before, before.sheets)
    assert lost(back.apply(Score("straight"))[1]) == []
    refused(play(game, RollDice()), TakeBack(), "in the air")
    refused(play(game, DiceRolled("12345")), TakeBack(), "After a roll, the previous entry is final")


def test_events_alone_replay_the_lost_turns():
    before = play(table("kismet", 3, entries={1: KISMET}), "66666")
    after, events = before.apply(Score("sixes"))
    replayed = before
    for event in events:
        replayed = replayed.evolve(event)
    assert (replayed, replayed.sheets, replayed.turn) == (after, after.sheets, after.turn)


def test_two_bonus_kismets_cost_two_turns():
    game, _ = further(table("kismet", entries={1: KISMET}))
    game, events = further(game, "flush")
    assert lost(events) == [(2, "twos")]
    assert held(game, 2) == {"ones": 0, "twos": 0}
