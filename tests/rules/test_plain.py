"""The fast path `plain_step` decides like `decide` wherever it applies."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game, plain_step
from pasch.rules.match import Match
from pasch.rules.state import Step
from pasch.rules.transitions import decide
from pasch.rules.variants import VARIANTS
from tests.rules.play import steps

PLAIN = sorted(key for key, variant in VARIANTS.items() if variant.plain)


def result_of(game: Game, way, step: Step):
    """The result of a step by one of the two functions: the whole game and the events."""
    try:
        outcome = way(game, step)
    except PaschError:
        return None
    if outcome is None:
        return None
    after, events = outcome
    parts = [after, *after.sheets, *filter(None, [after.turn])]
    return [{f.name: getattr(part, f.name) for f in fields(part)} for part in parts], events


def tries(game: Game, rng: Random) -> list[Step]:
    """Rolls and entries, some of them illegal: wrong dice, filled cells, wrong points."""
    variant = game.variant
    dice = Roll(tuple(rng.choices(range(1, 7), k=rng.choice((variant.dice, variant.dice, 4)))))
    keep = Keep(tuple(rng.sample(dice.faces, rng.randint(0, len(dice.faces)))))
    cell, points = rng.choice(variant.cells), rng.choice((None, 0, 25, 30))
    throws = [DiceRolled(dice, rng.choice((None, keep)), rng.choice((None, 1, 2)), by_hand=rng.random() < 0.5)]
    return [*throws, Score(cell, points), Score(cell.category), RollDice(keep)]


@pytest.mark.parametrize("key", PLAIN)
def test_plain_step_matches_decide(key):
    rng, variant = Random(key), VARIANTS[key]
    game = Game(variant, ["Anna", "Bernd"][: variant.seats[1]])
    for _ in range(60):
        if game.over:
            break
        legal = game.legal_actions
        assert [legal[index] for index in range(len(legal))] == list(legal)
        step: Step = rng.choice(legal)
        if isinstance(step, RollDice) and step.keep is not None:
            thrown = [rng.randint(1, 6)] * variant.dice if rng.random() < 0.3 else rng.choices(range(1, 7), k=20)
            step = DiceRolled(Roll((*step.keep.faces, *thrown)[: variant.dice]), step.keep)
        for each in (step, *tries(game, rng)):
            short = result_of(game, plain_step, each)
            assert short is None or short == result_of(game, decide, each)
        game, _ = game.apply(step)


def test_objects_built_without_constructor_have_all_fields():
    game, _ = Game(VARIANTS["kniffel"], ["Anna", "Bernd"]).apply(DiceRolled("13356"))
    game, _ = game.apply(Score("chance"))
    for value in (game, game.sheets[0], game.turn):
        assert {f.name for f in fields(value)} <= vars(value).keys()


def test_cached_facts_do_not_leak_into_the_next_state():
    game, _ = Game(VARIANTS["kniffel"], ["Anna", "Bernd"]).apply(DiceRolled("13356"))
    assert (game.totals, len(game.legal_actions.keeps)) == ([0, 0], 23)
    after, _ = game.apply(Score("chance"))
    assert (after.totals, after.legal_actions.keeps) == ([18, 0], (Keep(),))


@pytest.mark.parametrize("key", VARIANTS)
def test_incremental_sums_match_a_fresh_sheet(key):
    variant = VARIANTS[key]
    match = Match.begin(variant, ["Anna", "Bernd", "Clara"][: variant.seats[0]])
    for before, _ in steps(match, Random(key)):
        for sheet in before.game.sheets:
            assert sheet.columns == replace(sheet).columns
