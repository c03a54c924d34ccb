"""Games with house rules, compared with the second implementation of the sheet; their records replay."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pasch.rules.errors import InvalidVariant
from pasch.rules.events import DiceRolled, Doubled, Scored
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, variant_with
from tests.naive.doubling import times
from tests.naive.house import house_rules
from tests.naive.sheet import RULES, NaiveSheet
from tests.rules.play import finished, steps, switches

PLAIN = sorted(key for key, variant in VARIANTS.items() if variant.mechanic is None)
SEEDS = st.integers(0, 2**32)
RICH = {
    "own": "two_of_a_kind:2:all|two_twos:2+2:all|row:run3:matched|eleven:=11345:31|low:sum<=10:25",
    "columns": "free|down+x2|up+announce|roll1+x3",
    "upper_bonus": 50,
    "bonus_from": 60,
    "keep": "locked",
    "chips": 2,
    "banks_rolls": True,
    "doubles": 3,
}


@st.composite
def houses(draw: st.DrawFn) -> Variant:
    """A preset with some compatible house rules."""
    try:
        return variant_with(draw(st.sampled_from(PLAIN)), draw(switches()))
    except InvalidVariant:
        assume(False)
        raise


@pytest.mark.slow
@given(variant=houses(), seed=SEEDS)
@example(variant=variant_with("kniffel", RICH), seed=1)
@example(variant=variant_with("yams", RICH), seed=2)
@example(variant=variant_with("jamb", {"dice": 6, "wrap": True}), seed=3)
@example(variant=variant_with("generala", {"dice": 6, "wrap": True, "served_points": 10}), seed=4)
@example(variant=variant_with("escalero", {"wrap": True, "columns": "x2|up"}), seed=5)
@example(variant=variant_with("balut", {"wrap": True, "keep": "lock_one"}), seed=6)
@example(variant=variant_with("balut", {"columns": "free"}), seed=0)
@example(variant=variant_with("yams", {"sheet_order": "row_by_row", "announce": "none"}), seed=8)
@example(variant=variant_with("triple-yahtzee", {"sheet_order": "column_by_column", "order": "up"}), seed=9)
@example(variant=variant_with("crag", {"dice": 4, "upper_bonus": 30}), seed=7)
@example(variant=variant_with("kniffel", {"doubles": 5, "double_when": "before_any_roll"}), seed=10)
@example(variant=variant_with("jamb", {"doubles": 5, "double_when": "before_any_roll", "chips": 3}), seed=11)
def test_house_rule_games_match_the_naive_scorer(variant, seed):
    rules = house_rules(RULES[variant.key], variant.switches)
    match, sheets = Match.begin(variant, ["Anna", "Bernd"]), [NaiveSheet(rules), NaiveSheet(rules)]
    actions: list[str] = []
    for before, step in steps(match, Random(seed)):
        turn = before.game.turn
        if turn is not None and turn.roll is not None and turn.staying is None:
            check_entries(before, sheets[turn.seat - 1], times(actions, rules))
        match, events = before.apply(step)
        for event in events:
            if isinstance(event, DiceRolled | Doubled):
                actions.append("roll" if isinstance(event, DiceRolled) else "x2")
            if isinstance(event, Scored):
                check_entry(before, event, sheets[event.seat - 1], times(actions, rules))
                actions.clear()
        totals = [sheet.totals() for sheet in sheets]
        assert [{name: getattr(s.totals, name) for name in totals[0]} for s in match.game.sheets] == totals
    assert match.totals == [sheet.totals()["total"] for sheet in sheets]


def check_entries(match: Match, sheet: NaiveSheet, factor: int) -> None:
    """The points of the roll match in every open cell."""
    turn, used = match.game.turn, match.game.turn.rolls_used
    announced = None if turn.announced is None else tuple(turn.announced)
    cells = sheet.allowed(list(turn.roll), used, announced)
    found = {tuple(cell): points for cell, points in match.game.legal_actions.entries.items()}
    assert found == {cell: factor * sheet.best(cell, list(turn.roll), used, turn.served) for cell in cells}


def check_entry(before: Match, event: Scored, sheet: NaiveSheet, factor: int) -> None:
    """One entry scores the same on both sheets."""
    turn, cell = before.game.turn, tuple(event.cell)
    arguments = (list(turn.roll), event.points == 0, turn.rolls_used, turn.served)
    entered, extra = sheet.enter(cell, *arguments)
    if factor > 1:
        sheet.entries[cell] = entered = factor * entered
    assert (entered, extra) == (event.points, event.extra)


@given(variant=houses(), seed=SEEDS)
@example(variant=variant_with("kniffel", RICH), seed=8)
@example(variant=variant_with("kniffel", RICH | {"double_when": "before_any_roll"}), seed=9)
def test_records_with_house_rules_replay(variant, seed):
    match, log = finished(Match.begin(variant, ["Anna", "Bernd"]), Random(seed))
    record = Record.of(Match.begin(variant, ["Anna", "Bernd"]), log)
    again = read_record(write_record(record))
    assert again == record
    assert again.match.variant == variant
    assert again.totals == match.totals


@pytest.mark.parametrize("key", PLAIN)
def test_naive_scorer_matches_every_custom_category(key):
    own = "two_of_a_kind:2:all|row:run3:matched+5|much:sum>=12:25|few:sum<=7:all+3|free_for_all:any:all*2"
    variant = VARIANTS[key].replace(own=own, columns="free")
    sheet = NaiveSheet(house_rules(RULES[key], variant.switches))
    for roll in variant.all_rolls:
        natural = dict(zip(variant.rows, variant.natural(roll, variant.rolls, served=False), strict=True))
        for item in own.split("|"):
            field = item.split(":")[0]
            assert natural[field] == sheet.best((field, 1), list(roll), variant.rolls), (field, roll)
