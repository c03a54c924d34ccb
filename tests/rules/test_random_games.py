"""Random games of every variant and many house rules, beside a sheet kept with a pencil."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pasch.rules.actions import Announce, RollDice, Score
from pasch.rules.columns import KeepRule
from pasch.rules.errors import IllegalAction
from pasch.rules.events import Announced, DiceRolled, GameStarted, Scored
from pasch.rules.match import Match
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.naive.sheet import RULES, NaiveSheet, recompute
from tests.rules.play import finished, naive_keeps, steps, variants
from tests.rules.sketches import SKETCHES, SPIFFEL_123

SEEDS = st.integers(0, 2**32)


def rules_of(variant: Variant) -> dict:
    if variant is SPIFFEL_123:
        return RULES["spiffel"] | {"columns": 3, "factors": [1, 2, 3]}
    return RULES[variant.key] | dict(variant.switches)


def check_against_pencil(match: Match, sheets: list[NaiveSheet], rules: dict) -> None:
    """What the engine allows and counts is what the pencil says."""
    game, turn = match.game, match.game.turn
    if match.between_games:
        return
    for sheet, naive in zip(game.sheets, sheets, strict=True):
        totals = naive.totals()
        assert {name: getattr(sheet.totals, name) for name in totals} == totals
    if turn is None or turn.thrown is not None:
        return
    naive = sheets[turn.seat - 1]
    announced = None if turn.announced is None else tuple(turn.announced)
    can_roll = turn.rolls_left > 0 and (turn.roll is None or naive.playable(turn.rolls_used + 1, announced))
    assert bool(game.legal_actions.keeps) == bool(can_roll)
    if turn.roll is None:
        return
    dice = list(turn.roll)
    cells = naive.allowed(dice, turn.rolls_used, announced)
    assert {tuple(c): p for c, p in game.legal_actions.entries.items()} == {c: naive.best(c, dice) for c in cells}
    if can_roll:
        keeps = {keep.faces for keep in game.legal_actions.keeps}
        assert keeps == naive_keeps(rules["keep"], dice, list(turn.kept))


@given(variant=variants(), seats=st.integers(1, 3), length=st.integers(1, 2), seed=SEEDS)
@example(variant=SPIFFEL_123, seats=2, length=1, seed=3)
def test_a_random_match_beside_the_pencil(variant, seats, length, seed):
    match, rules = Match.begin(variant, [f"P{n}" for n in range(seats)], length), rules_of(variant)
    games, log = [], []
    sheets = recompute(rules, seats, log)
    for before, step in steps(match, Random(seed)):
        check_against_pencil(before, sheets, rules)
        match, events = before.apply(step)
        for event in events:
            if isinstance(event, Scored):
                dice = list(before.game.turn.roll)
                struck = event.points == 0
                assert sheets[event.seat - 1].enter(tuple(event.cell), dice, struck) == (event.points, event.extra)
                log.append((event.seat, dice, tuple(event.cell), struck))
        if match.game.over:
            games.append(recompute(rules, seats, log))
            log, sheets = [], recompute(rules, seats, [])
    totals = [sum(game[seat].totals()["total"] for game in games) for seat in range(seats)]
    grand = [
        sum(sum(g[s].column_totals(c)[n] for c in g[s].columns for n in PARTS) for g in games) for s in range(seats)
    ]
    assert len(games) == length
    assert match.totals == totals
    assert match.grand_totals == grand
    assert match.ranks == [1 + sum(other > mine for other in grand) for mine in grand]


PARTS = ("upper", "bonus", "lower", "extra")


@given(variant=st.one_of(variants(), st.sampled_from(list(SKETCHES.values()))), seats=st.integers(1, 3), seed=SEEDS)
def test_a_random_game(variant, seats, seed):
    """It ends after exactly its turns; every list of actions is true; its events alone give every state again."""
    match = Match.begin(variant, ["x"] * seats)
    told, turns = match, []
    for before, step in steps(match, Random(seed)):
        check_legal_actions(before)
        match, events = before.apply(step)
        for event in events:
            told = told.evolve(event)
            if isinstance(event, Scored):
                turn = before.game.turn
                turns.append((turn.round, turn.seat))
                assert turn.number == len(turns)
        if not isinstance(step, RollDice):
            assert told == match
            assert [g.latest for g in told.games] == [g.latest for g in match.games]
    assert turns == [(round_, seat) for round_ in range(1, variant.turns + 1) for seat in range(1, seats + 1)]
    assert match.over
    assert match.game.over
    assert not match.game.legal_actions
    with pytest.raises(IllegalAction):
        match.apply(RollDice())


def check_legal_actions(match: Match) -> None:
    """The list is sorted, without doubles, true to `in` and `len`, and every action of it leads on."""
    game = match.game
    if match.between_games or game.to_throw:
        assert not list(game.legal_actions)
        return
    legal = list(game.legal_actions)
    assert legal
    assert len(game.legal_actions) == len(legal) == len(set(legal))
    assert [game.legal_actions[i] for i in range(len(legal))] == legal
    assert legal == sorted(legal, key=lambda action: sort_key(game.variant, action))
    few = legal if len(legal) < 8 else [*legal[:2], legal[len(legal) // 2], *legal[-5:]]
    for action in few:
        assert action in game.legal_actions
        after, _ = game.apply(action)
        assert after.over or after.to_throw or len(after.legal_actions)
    assert game.variant.action_text(legal[0]) in repr(game.legal_actions)


def sort_key(variant, action):
    """Throws before announcements before entries; few kept dice first; cells as on the sheet; points, then 0."""
    match action:
        case RollDice(keep=keep):
            return (0, len(keep), keep.faces, keep.tens)
        case Announce(cell=cell):
            return (1, variant.index(cell))
        case Score(cell=cell, points=points):
            return (2, variant.index(cell), -points)


@pytest.mark.parametrize("key", [*VARIANTS, *SKETCHES])
def test_a_match_of_eight_seats_and_all_games(key):
    variant = (VARIANTS | SKETCHES)[key]
    match, log = finished(Match.begin(variant, [str(n) for n in range(8)], 2), Random(8))
    assert sum(isinstance(event, Scored) for event in log) == 2 * 8 * variant.turns
    assert sum(isinstance(event, GameStarted) for event in log) == 1
    rolled = sum(isinstance(event, DiceRolled) for event in log)
    assert 2 * 8 * variant.turns <= rolled <= 2 * 8 * variant.turns * variant.rolls
    assert all(isinstance(event, Announced | DiceRolled | Scored | GameStarted) for event in log)
    assert match.over


@pytest.mark.parametrize("key", VARIANTS)
def test_locking_one_die_at_a_time_has_no_limit_but_the_dice(key):
    variant = VARIANTS[key].replace(keep="lock_one")
    match = Match.begin(variant, ["Anna"])
    for kept in ("k-", "k1", "k11", "k111", "k1111"):
        match, _ = match.apply(DiceRolled("11116", kept))
    assert match.game.turn.rolls_used == 5
    assert not match.game.legal_actions.keeps
    assert match.game.legal_actions.entries
    assert replace(variant, keep=KeepRule.FREE, switches=()) == VARIANTS[key]
