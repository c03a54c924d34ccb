"""The golden counts: the number of dice paths, counted with the engine's own rolls and keeps.

A failing count prints its parts, so that the wrong branch is visible.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import CHANCE, UPPER
from pasch.rules.dice import Keep, Roll, all_rolls
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS

SIX = Variant(key="six", dice=6, upper=UPPER, lower=(CHANCE,))

# Paths after roll, keep, roll, keep, roll.
PATHS = {
    5: (252, 4_368, 254_100, 4_746_588, 272_212_248),
    6: (462, 12_376, 1_168_580, 34_606_292, 3_211_746_832),
}


@cache
def after(keep: Keep, dice: int) -> tuple[Roll, ...]:
    """The rolls that can follow when the other dice are rolled."""
    thrown = all_rolls(dice - len(keep)) if len(keep) < dice else (Roll(),)
    return tuple(Roll((*keep.faces, *roll.faces)) for roll in thrown)


def perft(dice: int) -> tuple[int, ...]:
    """The number of paths after each step. Equal rolls are counted together, because their continuations are equal.

    Keeping all dice is an additional way here; in a game that is an entry.
    """
    rolls = Counter(all_rolls(dice))
    counts = [rolls.total()]
    for _ in range(2):
        keeps: Counter[Keep] = Counter()
        for roll, paths in rolls.items():
            keeps.update(dict.fromkeys((*roll.keeps, Keep(roll.faces)), paths))
        rolls = Counter()
        for keep, paths in keeps.items():
            rolls.update(dict.fromkeys(after(keep, dice), paths))
        counts += [keeps.total(), rolls.total()]
    return tuple(counts)


@pytest.mark.parametrize("dice", PATHS)
def test_perft_counts_match_known_values(dice):
    found = perft(dice)
    division = {roll.to_text(): len(roll.keeps) for roll in all_rolls(dice)}
    assert found == PATHS[dice], division


@pytest.mark.parametrize("dice", PATHS)
def test_engine_offers_all_counted_keeps_and_rolls(dice):
    """Every roll of a running turn offers its keeps, and every roll after every keep is accepted."""
    variant = VARIANTS["kniffel-plain"] if dice == 5 else SIX
    for roll in all_rolls(dice)[:: 1 if dice == 5 else 7]:
        game, _ = Game(variant, ["Anna"]).apply(DiceRolled(roll))
        assert game.legal_actions.keeps == roll.keeps
        assert len(set(roll.keeps)) == len(roll.keeps)
        for keep in roll.keeps:
            last = after(keep, dice)[-1]
            landed, (event,) = game.apply(DiceRolled(last, keep))
            assert (landed.turn.roll, event.keep) == (last, keep)


def test_five_dice_have_462_keeps():
    keeps = {keep for roll in all_rolls(5) for keep in roll.keeps} | {Keep(roll.faces) for roll in all_rolls(5)}
    assert len(keeps) == 462


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "cap", "count"),
    [(VARIANTS["kniffel"], 63, 2794), (replace(SIX, upper_bonus=UpperBonus(84, 100)), 84, 3510)],
)
def test_upper_section_has_known_number_of_states(variant, cap, count):
    """Pairs of the filled number cells and their total, capped at the threshold, by the sheet's scoring."""
    reached = {(frozenset(), 0): Sheet.empty(variant)}
    frontier = dict(reached)
    while frontier:
        found = {}
        for (filled, _), sheet in frontier.items():
            for row, category in enumerate(variant.upper):
                if row in filled:
                    continue
                for dice in range(variant.dice + 1):
                    entered = sheet.enter(row, dice * (category.face or 0))
                    state = filled | {row}, min(entered.totals.upper, cap)
                    if state not in reached:
                        reached[state] = found[state] = entered
        frontier = found
    assert len(reached) == count
    full = [(total, sheet) for (filled, total), sheet in reached.items() if len(filled) == len(variant.upper)]
    assert all((sheet.totals.bonus > 0) == (total == cap) for total, sheet in full)
