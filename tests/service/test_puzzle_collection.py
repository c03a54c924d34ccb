"""The packaged puzzles: their losses compared with plain recursion, and their difficulty."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from math import exp
from random import Random

import numpy as np
import pytest

from pasch.analysis.rating import Glicko, after_period
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.service.puzzles import FILE, Theme, all_puzzles
from tests.naive.scoring import FIELDS, NUMBERS, points
from tests.naive.turns import RULES
from tests.naive.winning import Duel, Hand, Toy

SEED = 20_26
ROUNDING = 0.011
"""Losses are stored in hundredths."""


@pytest.fixture(scope="module")
def puzzles():
    return list(all_puzzles())


def test_collection_is_large_compact_and_free_of_duplicates(puzzles):
    assert len(puzzles) >= 10_000
    assert FILE.stat().st_size < 3_000_000
    assert len({puzzle.position for puzzle in puzzles}) == len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    many = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    assert set(many) == set(Theme)
    assert min(many.values()) >= 250


def test_best_action_is_clear_but_easy_to_miss(puzzles):
    for puzzle in puzzles:
        first, second, *_ = puzzle.losses.values()
        assert first == 0, puzzle.position
        assert second >= 0.5, puzzle.position
        assert 0.2 <= puzzle.errors <= 0.8, puzzle.position


def test_puzzle_actions_equal_legal_actions(puzzles):
    for puzzle in Random(SEED).sample(puzzles, 100):
        game = puzzle.game
        assert {game.variant.action_text(action) for action in game.legal_actions} == set(puzzle.losses)
        assert (len(game.players) == 2) == (Theme.DUEL in puzzle.themes)


def naive_losses(game: Game) -> dict[str, float]:
    turn, sheet = game.acting()
    filled = frozenset(cell.category for cell in sheet.entries)
    scored = RULES[game.variant.key].extra > 0 and any(
        cell.category == "kniffel" and points for cell, points in sheet.entries.items()
    )
    upper = sum(points or 0 for points in sheet.points[:6])
    values = RULES[game.variant.key].values(filled, scored, upper, turn.roll.faces, turn.rolls_left)
    best = max(values.values())
    return {action: best - value for action, value in values.items()}


def _some(puzzles, many: int, most_open: int):
    alone = [puzzle for puzzle in puzzles if Theme.DUEL not in puzzle.themes]
    Random(SEED).shuffle(alone)
    fitting = (puzzle for puzzle in alone if len(puzzle.game.sheets[0].open) <= most_open)
    return [puzzle for puzzle, _ in zip(fitting, range(many), strict=False)]


@pytest.mark.parametrize(
    ("many", "most_open"),
    [
        (8, 2),
        pytest.param(100, 4, marks=pytest.mark.slow),
        pytest.param(500, 15, marks=[pytest.mark.long, pytest.mark.timeout(7200)]),
    ],
)
def test_losses_match_plain_recursion(puzzles, many, most_open):
    chosen = _some(puzzles, many, most_open)
    assert len(chosen) == many
    for puzzle in chosen:
        assert naive_losses(puzzle.game) == pytest.approx(dict(puzzle.losses), abs=ROUNDING), puzzle.position


@pytest.mark.slow
def test_duel_losses_match_plain_recursion(puzzles):
    """Each sheet has one open cell; more cells would take plain recursion hours."""
    duels = [puzzle for puzzle in puzzles if Theme.DUEL in puzzle.themes]
    late = [puzzle for puzzle in duels if max(len(sheet.open) for sheet in puzzle.game.sheets) == 1]
    for puzzle in Random(SEED).sample(late, 3):
        assert naive_chances(puzzle.game) == pytest.approx(puzzle.losses, abs=ROUNDING), puzzle.position


def naive_chances(game: Game) -> dict[str, float]:
    """The loss of each action, in percent of the games."""
    family = RULES[game.variant.key].family
    cells = tuple((name, NUMBERS.get(name, 0), partial(points, family, name), 0) for name in FIELDS[family])
    duel = Duel(Toy(cells, dice=5, rolls=3, bonus=(63, RULES[game.variant.key].bonus)))
    (mine, other), turn = map(_hand, game.sheets), game.acting()[0]
    ahead = _entered(game.sheets[0]) - _entered(game.sheets[1])
    rolled, thrown = duel.turn(mine, other, ahead)
    dice, left, chances = turn.roll.faces, turn.rolls_left, {}
    for after, taken in duel.entries(mine, dice):
        [name] = after.filled - mine.filled
        chances[name if taken else f"{name} 0"] = 1 - duel.to_move(other, after, -(ahead + taken))[0]
    if left:
        for kept in {kept for size in range(5) for kept in combinations(dice, size)}:
            chances[f"k{''.join(map(str, kept)) or '-'}"] = thrown(kept, left - 1)[0]
    assert max(chances.values()) == pytest.approx(rolled(dice, left)[0])
    return {action: 100 * (max(chances.values()) - chance) for action, chance in chances.items()}


def _hand(sheet: Sheet) -> Hand:
    filled = frozenset(cell.category for cell in sheet.entries)
    return Hand(filled, sum(points or 0 for points in sheet.points[:6]))


def _entered(sheet: Sheet) -> int:
    return sum(points or 0 for points in sheet.points)


# ------------------------------------------------------------------------------- difficulty


def answered(puzzle, temperature: float, chance: Random) -> bool:
    """Whether a simulated player is right; the more an error costs, the rarer it is."""
    near = {action: loss for action, loss in puzzle.losses.items() if loss <= 2 + 5 * temperature}
    weights = [exp(-loss / temperature) for loss in near.values()]
    return chance.choices(list(near), weights)[0] == puzzle.best


def spearman(first, second) -> float:
    ranks = [np.argsort(np.argsort(values)) for values in (first, second)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def test_ratings_match_difficulty_for_simulated_players(puzzles):
    chance = Random(SEED)
    asked = chance.sample([puzzle for puzzle in puzzles if Theme.DUEL not in puzzle.themes], 200)
    temperatures = chance.sample(np.geomspace(0.3, 3, 50).tolist(), 50)
    solvers, rated, wrong = [], {puzzle.id: puzzle.first_rating for puzzle in asked}, Counter()
    for temperature in temperatures:
        person = Glicko()
        for puzzle in asked:
            right, its = answered(puzzle, temperature, chance), rated[puzzle.id]
            wrong[puzzle.id] += not right
            rated[puzzle.id] = after_period(its, [(person, float(not right))])
            person = after_period(person, [(its, float(right))])
        solvers.append(person.rating)
    first = [puzzle.first_rating.rating for puzzle in asked]
    assert spearman(first, [wrong[puzzle.id] for puzzle in asked]) >= 0.8
    assert spearman([wrong[puzzle.id] for puzzle in asked], [rated[puzzle.id].rating for puzzle in asked]) >= 0.8
    assert spearman(temperatures, solvers) <= -0.9
