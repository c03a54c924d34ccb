"""The engine and the naive implementation play the same games of Kismet and of the Yatzy-Duell."""

from __future__ import annotations

from random import Random

import pytest

from pasch.rules.actions import Score
from pasch.rules.dice import Roll
from pasch.rules.events import CellLost, DiceRolled, Scored
from pasch.rules.game import Game
from pasch.rules.variants import VARIANTS
from tests.naive.kismet import Kismet
from tests.naive.sheet import RULES, NaiveSheet


def shown(rng: Random) -> list[int]:
    """Every third roll is a Kismet."""
    face = rng.randint(1, 6)
    return [face] * 5 if rng.random() < 0.35 else [rng.randint(1, 6) for _ in range(5)]


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_random_kismet_games_match_naive_implementation(seats, long):
    lost_turns = 0
    for seed in range(100 if long else 12):
        rng, pencil = Random(f"{seats} {seed}"), Kismet(seats)
        game = Game(VARIANTS["kismet"], [f"P{n}" for n in range(seats)])
        while not pencil.over:
            assert game.turn is not None
            assert (game.turn.round, game.turn.seat - 1) == pencil.turn
            dice, seat = shown(rng), pencil.turn[1]
            game, _ = game.apply(DiceRolled(Roll(tuple(dice))))
            offered = {tuple(cell): points for cell, points in game.legal_actions.entries.items()}
            sheet = pencil.sheets[seat]
            assert offered == {cell: sheet.best(cell, dice) for cell in sheet.allowed(dice, 1)}
            field, scratched = rng.choice(list(offered))[0], rng.random() < 0.2
            field = "kismet" if ("kismet", 1) in offered and len(set(dice)) == 1 and rng.random() < 0.7 else field
            game, events = game.apply(Score(field, 0 if scratched else None))
            lost = pencil.enter(field, dice, scratched)
            assert isinstance(events[0], Scored)
            assert [(e.seat - 1, e.cell.category) for e in events[1:] if isinstance(e, CellLost)] == lost
            assert len(events) == 1 + len(lost)
            lost_turns += len(lost)
            assert game.totals == pencil.totals()
            mine = [{tuple(c): p for c, p in sheet.entries.items()} for sheet in game.sheets]
            assert mine == [sheet.entries for sheet in pencil.sheets]
        assert game.over
    assert bool(lost_turns) == (seats > 1)


def test_random_yatzy_duel_games_match_naive_sheets(long):
    """Compares the cells won, and the sums that break ties."""
    for seed in range(100 if long else 20):
        rng, game = Random(seed), Game(VARIANTS["yatzy-duel"], ["Anna", "Bernd"])
        first, second = NaiveSheet(RULES["yatzy-duel"]), NaiveSheet(RULES["yatzy-duel"])
        while not game.over:
            assert game.turn is not None
            dice, sheet = shown(rng), (first, second)[game.turn.seat - 1]
            cell = rng.choice(sheet.allowed(dice, 1))
            game, _ = game.apply(DiceRolled(Roll(tuple(dice))))
            game, _ = game.apply(Score(cell[0]))
            sheet.enter(cell, dice)
            both = first.entries.keys() & second.entries.keys()
            won = [sum(mine[cell] > other[cell] for cell in both) for mine, other in pairs(first, second)]
            assert game.totals == won
            assert [result.score for result in game.results] == [s.totals()["score"] for s in (first, second)]
        results = list(zip(game.totals, [first.totals()["score"], second.totals()["score"]], strict=True))
        assert game.ranks == [1 + sum(other > mine for other in results) for mine in results]
        assert sum(game.totals) <= 15


def pairs(first: NaiveSheet, second: NaiveSheet) -> list[tuple[dict, dict]]:
    return [(first.entries, second.entries), (second.entries, first.entries)]
