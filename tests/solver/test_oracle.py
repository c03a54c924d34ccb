"""The package yatzy-solver as an oracle for the value of every option in a thousand situations.

The oracle counts future points and adds an upper bonus when it is reached; here a value is the final total. The oracle
omits scratches of cells in which the dice score.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
import yatzy_solver

from pasch.rules.actions import RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.advice import Advice, advise
from pasch.solver.solve import solve

pytestmark = pytest.mark.slow

RULES = {
    "kniffel-plain": "american+no-bonus",
    "yahtzee": "american+forced-joker",
    "yahtzee-free": "american",
    "yatzy": "yatzy-scandinavian",
}
"""Our variant key and the oracle's name of the same rules."""

SITUATIONS = 250
"""Situations per variant."""


LONG = {"yatzy", "yahtzee", "yahtzee-free"}
"""The oracle solves these in up to half a minute. Known values and plain recursion cover their patterns and jokers."""


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.long if key in LONG else ()) for key in RULES])
def test_option_values_match_the_oracle(exact, key):
    precise, quick = exact(key), solve(key)
    oracle = yatzy_solver.Solver.build(yatzy_solver.Variant(RULES[key]))
    chance = Random(20_26)
    for number in range(SITUATIONS):
        game = (played if number % 2 else invented)(quick.variant, chance)
        wanted = dict(oracle.option_values(situation(game)))
        wanted = {option: value + game.totals[0] for option, value in wanted.items()}
        assert options(advise(precise, game), game) == pytest.approx(wanted, abs=1e-8), situation(game)
        assert options(advise(quick, game), game) == pytest.approx(wanted, abs=1e-3), situation(game)


def played(variant: Variant, chance: Random) -> Game:
    """Return a position after random actions, with more entries than keeps."""
    game = Game(variant, ["Anna"])
    for _ in range(chance.randrange(variant.turns)):
        game, _ = game.apply(DiceRolled(some_roll(variant, chance)))
        game, _ = game.apply(chance.choice([action for action in game.legal_actions if isinstance(action, Score)]))
    game, _ = game.apply(DiceRolled(some_roll(variant, chance)))
    for _ in range(chance.randrange(3)):
        throw = chance.choice([action for action in game.legal_actions if isinstance(action, RollDice)])
        game, _ = game.apply(throw)
        fallen = [chance.randint(1, 6) for _ in range(game.to_roll)]
        game, _ = game.apply(DiceRolled(variant.roll((*throw.keep.faces, *fallen))))
    return game


def invented(variant: Variant, chance: Random) -> Game:
    """Return a random position, reachable or not: any cells, filled with the points of some roll."""
    cells = [cell.key for cell in variant.categories]
    filled = sorted(chance.sample(cells, chance.randrange(len(cells))), key=cells.index)
    luck = chance.choice((1, 1, 3))
    entries = {key: max(chance.choices(possible(variant, key), k=luck)) for key in filled}
    written = [f"{key}={points}" for key, points in entries.items()]
    if entries.get("kniffel") and variant.extra.points:
        written.append(f"+{variant.extra.points * min(chance.randrange(3), len(filled))}")
    roll = some_roll(variant, chance)
    return Position.from_text(f"{variant.key}; {' '.join(written)}; {roll.to_text()} {chance.randrange(3)}").game


@cache
def possible(variant: Variant, category: str) -> list[int]:
    """Return the points that a category can score."""
    return sorted({0, *(variant.points(category, roll) for roll in variant.all_rolls)})


def some_roll(variant: Variant, chance: Random):
    """Return a random roll, in a fifth of the cases with all dice equal."""
    if chance.random() < 0.2:
        return variant.roll([chance.randint(1, 6)] * variant.dice)
    return variant.roll([chance.randint(1, 6) for _ in range(variant.dice)])


def situation(game: Game) -> str:
    """Return the position in the oracle's notation."""
    turn, sheet = game.acting()
    upper = sum(points or 0 for points in sheet.points[: len(game.variant.upper)])
    filled = [name(game, cell.category) for cell in sheet.entries]
    sums = [
        f"dice {' '.join(map(str, turn.roll.faces))}",
        f"rolls {turn.rolls_left}",
        f"upper {upper}",
        f"filled {','.join(filled) or '-'}",
    ]
    kniffel = sheet.points[game.variant.kniffel_row]
    if game.variant.extra.points and kniffel is not None:
        sums.append(f"five_of_a_kind {kniffel}")
    return " | ".join(sums)


def name(game: Game, category: str) -> str:
    """Return the oracle's name of a category."""
    return ("yatzy" if game.variant.key == "yatzy" else "five_of_a_kind") if category == "kniffel" else category


def options(advice: Advice, game: Game) -> dict[str, float]:
    """Return our values by the oracle's names of the options."""
    found: dict[str, float] = {}
    for advised in advice.actions:
        match advised.action:
            case RollDice(keep=keep):
                found[f"keep {' '.join(map(str, keep.faces)) or '-'}"] = advised.value
            case Score(cell=cell, points=points) if points == game.legal_actions.entries[cell]:
                found[f"score {name(game, cell.category)}"] = advised.value
            case _:
                pass
    return found


def test_situations_cover_many_kinds():
    """The situations cover all stages, all three decisions of a turn, due jokers and earned bonus Kniffels."""
    chance = Random(20_26)
    variant = find_variant("yahtzee")
    games = [(played if number % 2 else invented)(variant, chance) for number in range(SITUATIONS)]
    assert {len(game.sheet.open) for game in games} == set(range(1, 14))
    assert {game.turn.rolls_left for game in games} == {0, 1, 2}
    further = [game for game in games if game.turn.roll.all_equal and Cell("kniffel", 1) in game.sheet.entries]
    assert len(further) > 10
    assert sum(game.sheet.extra[0] > 0 for game in games) > 10
    assert sum(game.sheet.totals.upper >= 63 for game in games) > 3
