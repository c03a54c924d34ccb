"""Small games, compared with plain recursion that shares no code: every objective and the value of every action."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import erf, exp, log
from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.bonus import BonusKniffel, ExtraNeeds, ExtraWhen, JokerRule, UpperBonus
from pasch.rules.category import AllDice, AnyDice, ByRoll, Category, Face, Fixed, Groups, Run
from pasch.rules.columns import Column, KeepRule, Order, Served
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.variant import Variant
from pasch.solver.advice import advise
from pasch.solver.estimates import NoRoom
from pasch.solver.score.risk import risky_play, risky_table
from pasch.solver.score.targets import best_mean
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import Solution, solve
from tests.naive.solver import (
    Card,
    Chances,
    Dice,
    Entry,
    Facts,
    Mean,
    Play,
    Risk,
    Row,
    Toy,
    Turn,
    Worth,
    entries,
    first_throw,
    keeps,
    most_points,
    thrown,
)
from tests.support.sizes import cases


def face(number: int):
    return lambda dice, _: sum(d for d in dice if d == number)


def run_of_three(dice, _):
    return 30 if len(set(dice)) == 3 and max(dice) - min(dice) == 2 else 0


def equal(worth: int):
    return lambda dice, _: worth if len(set(dice)) == 1 else 0


def pair_by_roll(dice, used):
    return {1: 23, 2: 11}.get(used, 7) if len(set(dice)) < 3 else 0


def total(dice, _):
    return sum(dice)


ROWS = {
    "ones": (Row("ones", face(1), 1), Category("ones", Face(1))),
    "twos": (Row("twos", face(2), 2), Category("twos", Face(2))),
    "sixes": (Row("sixes", face(6), 6), Category("sixes", Face(6))),
    "run": (Row("run", run_of_three, joker=30), Category("run", Run(3), Fixed(30))),
    "kniffel": (Row("kniffel", equal(21)), Category("kniffel", Groups((3,)), Fixed(21))),
    "chance": (Row("chance", total), Category("chance", AnyDice(), AllDice())),
    "served_run": (Row("served_run", run_of_three, served=7), Category("served_run", Run(3), Fixed(30), served=7)),
    "double": (Row("double", equal(43), after="kniffel"), Category("double", Groups((3,)), Fixed(43), after="kniffel")),
    "quick": (Row("quick", pair_by_roll), Category("quick", Groups((2,)), ByRoll((23, 11, 7)))),
}
"""Each row in both implementations."""

USUAL = ("ones", "sixes", "run", "kniffel", "chance")
WHENS = {
    "always": ExtraWhen.ALWAYS,
    "number": ExtraWhen.NUMBER_CELL_OPEN,
    "scores": ExtraWhen.ENTRY_SCORES,
    "scratch": ExtraWhen.SCRATCH,
}


def variant_of(toy: Toy) -> Variant:
    by_rules = dict(ROWS.values())
    categories = [by_rules[row] for row in toy.rows]
    steps = toy.steps
    return Variant(
        key="toy",
        dice=toy.dice,
        ten_sided=toy.tens,
        rolls=toy.rolls,
        keep=KeepRule(toy.keep),
        banks_rolls=toy.banks,
        served=Served.FIRST_ROLL if toy.first_throw_only else Served.ANY_ROLL,
        upper=tuple(category for category in categories if category.face),
        lower=tuple(category for category in categories if not category.face),
        upper_bonus=UpperBonus(*steps[0], steps[1:]) if steps else None,
        columns=(Column(factor=toy.factor, order=Order(toy.order), max_rolls=toy.last_throw or None),),
        extra=BonusKniffel(
            points=toy.extra,
            when=WHENS[toy.when],
            needs=ExtraNeeds(toy.needs),
            joker=JokerRule(toy.joker),
            most=toy.most or None,
        ),
    )


@dataclass(eq=False)
class Small:
    """A small game, solved by both implementations."""

    toy: Toy
    variant: Variant
    solution: Solution
    mean: Play

    @cached_property
    def most(self) -> int:
        return most_points(self.toy)

    @cached_property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and greatest value of every statistic over all optimal play."""
        least, greatest = Play(self.toy, Facts(self.toy, self.most), self.mean).card(Card())
        return least, greatest


GAMES = {
    "plain": {"rows": ("ones", "run", "kniffel", "chance")},
    "one throw": {"rolls": 1},
    "three throws": {"rolls": 3, "rows": ("ones", "run", "kniffel", "chance")},
    "bonus": {"rows": ("ones", "sixes", "kniffel", "chance"), "steps": ((13, 10),)},
    "steps": {"rows": ("ones", "twos", "run", "kniffel"), "steps": ((4, 5), (6, 11))},
    "down": {"order": "down", "steps": ((8, 5),)},
    "up": {"order": "up"},
    "both ends": {"rows": ("sixes", "run", "kniffel", "chance"), "order": "both_ends", "steps": ((6, 9),)},
    "center out": {"order": "center_out", "extra": 17, "joker": "forced"},
    "upper first": {"order": "upper_first", "steps": ((5, 8),), "joker": "forced"},
    "lower first": {"order": "lower_first", "steps": ((6, 9),)},
    "forced": {"joker": "forced"},
    "forced, always": {"joker": "forced", "extra": 25},
    "free, bonus": {
        "rows": ("ones", "twos", "run", "kniffel", "chance"),
        "joker": "free",
        "extra": 25,
        "steps": ((5, 9),),
    },
    "free, filled": {"joker": "free", "extra": 13, "needs": "filled"},
    "number open": {"extra": 25, "when": "number"},
    "number open, forced, filled": {"joker": "forced", "extra": 15, "when": "number", "needs": "filled"},
    "once, when scoring": {"extra": 40, "when": "scores", "most": 1},
    "twice": {"extra": 19, "most": 2, "joker": "free"},
    "once, filled": {"extra": 19, "most": 1, "needs": "filled", "order": "down"},
    "for a scratch": {"extra": 25, "when": "scratch"},
    "for a scratch, once, filled": {"extra": 25, "when": "scratch", "needs": "filled", "most": 1, "joker": "forced"},
    "no number rows": {"rows": ("run", "kniffel", "chance")},
    "factor": {
        "rows": ("ones", "run", "kniffel", "chance"),
        "factor": 3,
        "steps": ((3, 8),),
        "extra": 9,
        "joker": "free",
    },
    "dice stay": {"rows": ("sixes", "run", "chance"), "keep": "locked", "rolls": 3},
    "dice stay, two throws": {"keep": "locked", "steps": ((2, 6),), "rows": ("ones", "run", "kniffel", "chance")},
    "each throw locks a die": {"keep": "lock_one", "steps": ((2, 6),), "rows": ("ones", "run", "kniffel")},
    "served": {"rows": ("served_run", "kniffel", "chance"), "rolls": 3},
    "served, dice stay": {"rows": ("served_run", "kniffel", "chance"), "rolls": 3, "keep": "locked"},
    "served in the first throw": {"rows": ("served_run", "kniffel", "chance"), "rolls": 3, "first_throw_only": True},
    "waiting": {"rows": ("ones", "run", "double", "kniffel", "chance"), "steps": ((2, 6),)},
    "waiting, down": {"rows": ("run", "double", "kniffel", "chance"), "order": "down"},
    "waiting, extra": {"rows": ("ones", "double", "kniffel", "run"), "extra": 9, "joker": "forced"},
    "by throw": {"rows": ("ones", "quick", "run", "chance"), "rolls": 3, "steps": ((2, 6),)},
    "by throw, dice stay": {"rows": ("quick", "run", "chance"), "rolls": 3, "keep": "locked"},
    "a limit of throws": {"rolls": 3, "last_throw": 2, "rows": ("quick", "run", "kniffel", "chance")},
    "rolls saved": {"banks": True, "rows": ("ones", "run", "chance"), "steps": ((2, 6),)},
    "three rolls, saved": {"banks": True, "rolls": 3, "rows": ("run", "kniffel"), "extra": 5, "needs": "filled"},
    "a ten-sided die": {"dice": 2, "tens": 1, "rows": ("ones", "run", "kniffel"), "steps": ((2, 6),)},
    "a ten-sided die, joker": {"dice": 2, "tens": 1, "rows": ("ones", "run", "kniffel"), "joker": "forced", "extra": 7},
}


@cache
def small(name: str) -> Small:
    rules = GAMES[name]
    rows = tuple(ROWS[name][0] for name in rules.get("rows", USUAL))
    toy = Toy(rows=rows, **{name: value for name, value in rules.items() if name != "rows"})
    variant = variant_of(toy)
    return Small(toy, variant, solve(variant, exact=True), Play(toy, Mean()))


CHEAP = {
    "one throw",
    "up",
    "center out",
    "forced",
    "free, filled",
    "once, filled",
    "no number rows",
    "served, dice stay",
    "served in the first throw",
    "waiting, down",
    "waiting, extra",
    "by throw, dice stay",
    "a limit of throws",
    "rolls saved",
    "three rolls, saved",
    "a ten-sided die, joker",
}
"""Games that plain recursion solves in under a second; together they cover each kind of rule."""

FIRST = {"center out", "once, filled", "served, dice stay", "waiting, extra", "a limit of throws", "rolls saved"} | {
    "a ten-sided die, joker"
}
"""The default subset: each kind of rule once."""

SAVING = [name for name, rules in GAMES.items() if rules.get("banks")]
"""Games with saved rolls: action values are known, play statistics are not."""


@pytest.fixture(params=cases(GAMES, default=FIRST))
def game(request) -> Small:
    return small(request.param)


@pytest.fixture(params=cases([name for name in GAMES if name not in SAVING], default=FIRST))
def followed(request) -> Small:
    """A game whose turns can be followed one by one."""
    return small(request.param)


def test_mean_matches_plain_recursion(game):
    assert game.solution.value == pytest.approx(game.mean.card(Card()), abs=1e-9)
    assert solve(game.variant).value == pytest.approx(game.mean.card(Card()), abs=1e-3)


def test_play_statistics_match_some_optimal_play(followed):
    """The statistics must be those of some optimal play, whichever equally good options it takes."""
    least, greatest = followed.bounds
    found = [
        followed.solution.play.mean,
        followed.solution.deviation**2 + followed.solution.play.mean**2,
        followed.solution.bonus_rate,
    ]
    for row in followed.toy.rows:
        cell = followed.solution.categories[row.name]
        found += [cell.mean, cell.extra, cell.scratch_rate]
    assert (least[: len(found)] - 1e-9 <= found).all()
    assert (found <= greatest[: len(found)] + 1e-9).all()


def test_score_distribution_matches_some_optimal_play(followed):
    distribution = followed.solution.distribution
    found = [sum(p for score, p in distribution.items() if score >= least) for least in range(followed.most + 1)]
    assert max(distribution) <= followed.most
    least, greatest = (facts[-len(found) :] for facts in followed.bounds)
    assert (least - 1e-9 <= found).all()
    assert (found <= greatest + 1e-9).all()


def test_best_chance_of_every_score_matches_plain_recursion(followed):
    wanted = Play(followed.toy, Chances(followed.most)).card(Card())
    found = [followed.solution.best_chance(score) for score in range(followed.most + 1)]
    assert np.abs(wanted - found).max() < 1e-9
    assert followed.solution.best_chance(followed.most + 1) == 0


def test_play_for_any_goal_matches_plain_recursion(followed):
    """The goal is a share of the duel with someone whose score is spread like a normal one."""
    worth = [0.5 + 0.5 * erf((score - followed.solution.value) / 20) for score in range(followed.most + 1)]
    found = best_mean(followed.solution.program, worth, np.float64)
    assert found == pytest.approx(Play(followed.toy, Worth(worth)).card(Card())[0], abs=1e-9)


RISKS = ["once, filled", "free, filled", "waiting, extra", "a limit of throws", "a ten-sided die, joker", "dice stay"]
THETAS = (-0.1, 0.07)


@pytest.mark.parametrize("name", cases(RISKS, default={"once, filled"}))
@pytest.mark.parametrize("theta", THETAS)
def test_risky_play_matches_plain_recursion(name, theta):
    """The certainty equivalent matches; mean and spread lie within the range that equally good options allow."""
    toy, program = small(name).toy, small(name).solution.program
    naive, found = Play(toy, Risk(theta)), risky_play(program, theta)
    assert found.certain == pytest.approx(log(abs(naive.card(Card()))) / theta, abs=1e-9)
    least, greatest = Play(toy, Facts(toy, most_points(toy)), naive).card(Card())
    facts = np.array([found.mean, found.deviation**2 + found.mean**2, found.bonus_rate])
    assert (least[:3] - 1e-8 <= facts).all()
    assert (facts <= greatest[:3] + 1e-8).all()


def test_excessive_risk_is_refused():
    plain = small("once, filled").solution
    assert risky_play(plain.program, 0).certain == pytest.approx(plain.value, abs=1e-12)
    with pytest.raises(InvalidInput, match="too far from 0"):
        risky_play(plain.program, 100)


@pytest.mark.parametrize("name", SAVING)
@pytest.mark.parametrize("theta", THETAS)
def test_risky_play_with_saved_rolls_matches_plain_recursion(name, theta):
    toy, program, games = small(name).toy, small(name).solution.program, 20_000
    found = risky_play(program, theta, games)
    assert found.certain == pytest.approx(log(abs(Play(toy, Risk(theta)).card(Card()))) / theta, abs=1e-9)
    worths = [
        exp(theta * (score - found.certain))
        for score, count in simulate(risky_table(program, theta), games, seed=1).scores.items()
        for _ in range(count)
    ]
    assert fmean(worths) == pytest.approx(1, abs=4 * pstdev(worths) / games**0.5)


@pytest.mark.parametrize("name", SAVING)
@pytest.mark.parametrize("error", [None, Error(1, 9)])
def test_games_with_saved_rolls_have_the_solved_value(name, error):
    """score = V(start) + luck - regret, and luck has mean zero."""
    solution = small(name).solution
    played = simulate(solution, 100_000, seed=1, error=error)
    mean = played.mean + len(solution.variant.cells) * played.regret
    assert mean == pytest.approx(solution.value, abs=4 * played.deviation / played.games**0.5)
    assert (played.regret > 0.1) == (error is not None)


@pytest.mark.parametrize("name", SAVING)
def test_games_with_saved_rolls_refuse_further_facts(name):
    solution = small(name).solution
    with pytest.raises(NoRoom, match="Deviation, distribution and frequencies of toy are unknown"):
        _ = solution.play
    with pytest.raises(NoRoom, match="toy has too many states for this"):
        solution.best_chance(1)


def test_every_action_matches_plain_recursion(game):
    """The test compares every keep and every entry in all positions of random games."""
    chance = Random(3)
    for _ in range(2):
        now, card, so_far = Game(game.variant, ["Anna"]), Card(), 0
        while not now.over:
            assert advise(game.solution, now).value == pytest.approx(so_far + game.mean.card(card), abs=1e-9)
            turn, kept = first_throw(game.toy, card), ()
            while isinstance(kept, tuple) and not isinstance(kept, Entry):
                turn = chance.choice(thrown(game.toy, turn, kept))[0]
                now, _ = now.apply(DiceRolled(roll_of(turn.dice), keep_of(kept) if turn.used > 1 else None))
                worths = worths_of(game, card, turn)
                found = {option_key(advised.action): advised.value for advised in advise(game.solution, now).actions}
                assert found == pytest.approx({key: so_far + worth for key, (_, worth) in worths.items()}, abs=1e-9)
                kept = chance.choice(list(worths.values()))[0]
            now, _ = now.apply(Score(kept.row.name, kept.points))
            card, so_far = kept.card, so_far + kept.points + kept.extra


def worths_of(game: Small, card: Card, turn: Turn) -> dict:
    """Return the value of every option, by its key."""
    options = [*entries(game.toy, card, turn), *(keeps(game.toy, turn) if turn.left else ())]
    keys = [(option.row.name, option.points) if isinstance(option, Entry) else option for option in options]
    return {key: (option, game.mean.option(card, turn, option)) for key, option in zip(keys, options, strict=True)}


def option_key(action) -> tuple:
    """Return the same key for an action of the rules."""
    match action:
        case RollDice(keep=keep):
            return (*((6, face) for face in keep.faces), *((10, face) for face in keep.tens))
        case Score(cell=cell, points=points):
            return (cell.category, points)


def roll_of(dice: Dice) -> Roll:
    return Roll(*shown(dice))


def keep_of(dice: Dice) -> Keep:
    return Keep(*shown(dice))


def shown(dice: Dice) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the six-sided faces and the ten-sided faces."""
    return tuple(f for sides, f in dice if sides == 6), tuple(f for sides, f in dice if sides == 10)
