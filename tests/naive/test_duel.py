"""The engine and the naive implementation play the same games of Dice Duel."""

from __future__ import annotations

from random import Random

import pytest

from pasch.rules.actions import RollDice, Score, TakeNothing
from pasch.rules.dice import Roll
from pasch.rules.events import ChipRemoved, DiceRolled, NothingTaken, Scored
from pasch.rules.game import Game
from pasch.rules.variants import VARIANTS
from tests.naive.colors import CHIPS
from tests.naive.duel import Duel


def compare(game: Game, pencil: Duel) -> None:
    """The chips on the table, out of the game, and of every seat, the bonuses, and the seat to move."""
    assert game.pool is not None
    assert dict(zip(CHIPS, game.pool.left, strict=True)) == pencil.table
    assert dict(zip(CHIPS, game.pool.removed, strict=True)) == pencil.removed
    for sheet, mine in zip(game.sheets, pencil.taken, strict=True):
        entries = [cell.category for cell in sheet.entries]
        assert {pattern: entries.count(pattern) for pattern in CHIPS} == mine
        assert all(points == CHIPS[cell.category] for cell, points in sheet.entries.items())
    assert game.totals == pencil.totals()
    assert [result.bonus for result in game.results] == [pencil.bonus(seat) for seat in range(len(game.players))]
    assert game.over == pencil.over
    if game.turn is not None:
        turn = (game.turn.seat, game.turn.round, game.turn.number)
        assert turn == (pencil.seat + 1, pencil.round, pencil.turns)


def rolled(game: Game, rng: Random) -> Game:
    """One to three rolls; every sixth shows five equal dice."""
    for _ in range(rng.randint(1, 3)):
        faces = [rng.randint(1, 6)] * 5 if rng.random() < 0.17 else [rng.randint(1, 6) for _ in range(5)]
        assert RollDice("k-") in game.legal_actions
        game, _ = game.apply(DiceRolled(Roll(tuple(faces)), "k-"))
    return game


def turn_of(game: Game, pencil: Duel, rng: Random) -> Game:
    """One turn in both implementations."""
    game = rolled(game, rng)
    assert game.turn is not None
    assert game.turn.roll is not None
    seat, dice, fitting = game.turn.seat, list(game.turn.roll), pencil.fitting(list(game.turn.roll))
    offered = {cell.category: points for cell, points in game.legal_actions.entries.items()}
    assert offered == {pattern: CHIPS[pattern] for pattern in fitting}
    assert (TakeNothing() in tuple(game.legal_actions)) == (TakeNothing() in game.legal_actions) == (not fitting)
    if fitting:
        pattern = rng.choice(fitting)
        game, events = game.apply(Score(pattern))
        pencil.take(pattern, dice)
        (event,) = events
        assert isinstance(event, Scored)
        assert (event.seat, event.cell.category, event.points) == (seat, pattern, CHIPS[pattern])
        return game
    gone = pencil.take_nothing()
    game, events = game.apply(TakeNothing())
    assert events == (NothingTaken(seat), *([ChipRemoved(gone)] if gone else []))
    return game


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_match_naive_implementation(seats, long):
    removed = extra = 0
    for seed in range(100 if long else 20):
        rng, pencil = Random(f"{seats} {seed}"), Duel(seats)
        game = Game(VARIANTS["dice-duel"], [f"P{n}" for n in range(seats)])
        while not game.over:
            compare(game, pencil)
            before = game
            game = turn_of(game, pencil, rng)
            extra += game.turn is not None and game.turn.seat == before.turn.seat and seats > 1
        compare(game, pencil)
        removed += sum(pencil.removed.values())
    assert removed
    assert extra or seats == 1


def test_single_player_maximum_is_1000():
    """Every chip, each whole pattern, all seven patterns, and the last chip."""
    pencil = Duel(1)
    for pattern in CHIPS:
        for _ in range(4):
            pencil.take(pattern, [1, 1, 1, 1, 1])
    assert pencil.over
    assert pencil.totals() == [4 * 180 + 20 + 7 * 30 + 50] == [1000]
