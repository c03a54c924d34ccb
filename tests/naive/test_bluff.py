"""The engine and the naive implementation play the same games of Lügenkniffel."""

from __future__ import annotations

from random import Random

import pytest

from pasch.rules.actions import Believe, Claim, Doubt, Score
from pasch.rules.dice import Roll
from pasch.rules.events import ClaimAnswered, ClaimSettled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.mechanics.bluff import honest_points
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS
from tests.naive.bluff import Bluff
from tests.naive.scoring import KNIFFEL_FIELDS, points

ROLLS = [list(roll) for roll in VARIANTS["luegenkniffel"].all_rolls]
POSSIBLE = {field: {points("kniffel", field, dice) for dice in ROLLS} - {0} for field in KNIFFEL_FIELDS}


def compare(game: Game, pencil: Bluff) -> None:
    """The contents of both columns of every card, and the seat to move."""
    cells = game.variant.cells
    for seat, sheet in enumerate(game.sheets):
        lies = {cells[index].category for index in sheet.lies}
        assert lies == pencil.lies[seat]
        assert {c.category: p for c, p in sheet.entries.items() if c.category not in lies} == pencil.points[seat]
        assert all(sheet.points[index] == 0 for index in sheet.lies)
    assert game.totals == pencil.totals()
    assert game.over == pencil.over
    if game.turn is not None:
        assert (game.turn.seat, game.turn.round) == (pencil.seat + 1, pencil.round)


def turn_of(game: Game, pencil: Bluff, rng: Random) -> Game:
    """One turn of both implementations: a scratch, or a claim and the answers."""
    roll = Roll(tuple([rng.randint(1, 6)] * 5 if rng.random() < 0.1 else [rng.randint(1, 6) for _ in range(5)]))
    game, _ = game.apply(DiceRolled(roll))
    seat, field = pencil.seat, rng.choice(pencil.open(pencil.seat))
    claims = {(claim.cell.category, claim.points) for claim in game.legal_actions.others if isinstance(claim, Claim)}
    assert claims == {(name, worth) for name in pencil.open(seat) for worth in POSSIBLE[name]}
    assert [cell.category for cell in game.legal_actions.entries] == pencil.open(seat)
    honest = points("kniffel", field, list(roll))
    assert honest_points(game, game.variant.cells[KNIFFEL_FIELDS.index(field)]) == honest
    if rng.random() < 0.1:
        pencil.scratch(field)
        return game.apply(Score(field, 0))[0]
    claimed = honest if honest and rng.random() < 0.5 else rng.choice(sorted(POSSIBLE[field]))
    game, _ = game.apply(Claim(field, claimed))
    others = [(seat + step) % len(game.players) for step in range(1, len(game.players))]
    doubters, events = [], ()
    for other in others:
        assert (game.stage, game.to_move) == (Stage.CLAIMED, other + 1)
        assert tuple(game.legal_actions) == (Believe(), Doubt())
        doubts = rng.random() < 0.35
        doubters += [other] if doubts else []
        game, events = game.apply(Doubt() if doubts else Believe())
        assert events[0] == ClaimAnswered(other + 1, doubts)
    lied = pencil.settle(field, claimed, list(roll), doubters)
    settled = events[1]
    assert isinstance(settled, ClaimSettled)
    shown = (settled.seat, settled.cell.category, settled.points, settled.doubters)
    assert shown == (seat + 1, field, claimed, tuple(other + 1 for other in doubters))
    assert (settled.roll, settled.lied) == ((roll, lied) if doubters else (None, False))
    return game


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_random_games_match_naive_implementation(seats, long):
    short = 0
    for seed in range(100 if long else 12):
        rng, pencil = Random(f"{seats} {seed}"), Bluff(seats)
        game = Game(VARIANTS["luegenkniffel"], [f"P{n}" for n in range(seats)])
        while not game.over:
            compare(game, pencil)
            assert pencil.round <= 13
            game = turn_of(game, pencil, rng)
        compare(game, pencil)
        short += pencil.round <= 13
    assert short or seats < 8  # cards fill up early when many players doubt
