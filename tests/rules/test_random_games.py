"""Random games of every variant and many house rules, compared with the second implementation of the sheet."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pasch.rules.actions import Announce, RollDice, Score
from pasch.rules.columns import Announce as Announcing
from pasch.rules.columns import Order
from pasch.rules.errors import IllegalAction
from pasch.rules.events import Announced, DiceRolled, GameStarted, Scored
from pasch.rules.match import Match
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.state import Stage
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.naive.house import house_rules
from tests.naive.sheet import RULES, NaiveSheet, recompute
from tests.rules.play import finished, naive_keeps, steps, variants
from tests.rules.sketches import SKETCHES
from tests.support.sizes import every_variant

SEEDS = st.integers(0, 2**32)


def rules_of(variant: Variant) -> dict:
    return house_rules(RULES[variant.key], variant.switches)


def check_against_pencil(match: Match, sheets: list[NaiveSheet], rules: dict) -> None:
    """The legal entries and their points match the second implementation."""
    game, turn = match.game, match.game.turn
    if match.between_games:
        return
    for sheet, naive in zip(game.sheets, sheets, strict=True):
        totals = naive.totals()
        assert {name: getattr(sheet.totals, name) for name in totals} == totals
    if turn is None or turn.staying is not None:
        return
    naive = sheets[turn.seat - 1]
    announced = None if turn.announced is None else tuple(turn.announced)
    used, served = turn.rolls_used, turn.served
    assert turn.rolls == naive.rolls()
    assert [(hand.bank, hand.chips) for hand in game.hands] == [(sheet.bank, sheet.chips) for sheet in sheets] or (
        used > turn.rolls
    )
    more = turn.rolls_left > 0 if rules["keep"] == "lock_one" else naive.may_throw(used)
    can_roll = more and (turn.roll is None or naive.playable(used + 1, announced))
    assert bool(game.legal_actions.keeps) == bool(can_roll)
    if turn.roll is None:
        return
    dice = list(turn.roll)
    cells = naive.allowed(dice, used, announced)
    found = {tuple(c): p for c, p in game.legal_actions.entries.items()}
    assert found == {c: naive.best(c, dice, used, served) * (2 if turn.doubled else 1) for c in cells}
    may_announce = naive.may_announce() if used == 1 and can_announce(game, announced) else []
    assert [tuple(c) for c in game.legal_actions.announcements] == may_announce
    if can_roll:
        keeps = {keep.faces + tuple(10 + ten for ten in keep.tens) for keep in game.legal_actions.keeps}
        dice = [*turn.roll.faces, *(10 + ten for ten in turn.roll.tens)]
        assert keeps == naive_keeps(rules["keep"], dice, [*turn.kept.faces, *(10 + ten for ten in turn.kept.tens)])


def can_announce(game, announced) -> bool:
    """Whether an announcement is still useful: a roll is left and the turn has no announcement."""
    return announced is None and game.stage is Stage.ROLLED


def without_mechanic(variant: Variant) -> bool:
    """Whether the game only has entries; `tests.naive` has separate implementations of the mechanics."""
    return variant.mechanic is None


@given(variant=variants().filter(without_mechanic), seats=st.integers(1, 3), length=st.integers(1, 2), seed=SEEDS)
@example(variant=VARIANTS["spiffel-123"], seats=2, length=1, seed=3)
@example(variant=VARIANTS["kniffel"].replace(doubles=2), seats=2, length=2, seed=3)
@example(variant=VARIANTS["generala"], seats=2, length=1, seed=3)
def test_random_matches_agree_with_the_naive_scorer(variant, seats, length, seed):
    match, rules = Match.begin(variant, [f"P{n}" for n in range(seats)], length), rules_of(variant)
    games, log = [], []
    sheets = recompute(rules, seats, log)
    for before, step in steps(match, Random(seed)):
        check_against_pencil(before, sheets, rules)
        match, events = before.apply(step)
        for event in events:
            if isinstance(event, Scored):
                turn, scratched = before.game.turn, event.points == 0
                entry = (tuple(event.cell), list(turn.roll), scratched, turn.rolls_used, turn.served)
                times = 2 if turn.doubled else 1
                assert sheets[event.seat - 1].enter(*entry, times=times) == (event.points, event.extra)
                log.append((event.seat, entry[1], entry[0], *entry[2:], times))
        if match.game.over:
            games.append(recompute(rules, seats, log))
            log, sheets = [], recompute(rules, seats, [])
    totals = [sum(game[seat].totals()["total"] for game in games) for seat in range(seats)]
    outside = 0 if rules["extra_in_game"] else 1
    grand = [sum(g[s].totals()["total"] + outside * g[s].totals()["extra"] for g in games) for s in range(seats)]
    assert len(games) == length
    assert match.totals == totals
    assert match.grand_totals == grand
    result = grand
    if length == 1 and not outside:
        result = [(sheet.won, sheet.totals()["total"], sheet.totals()["score"]) for sheet in games[0]]
    assert match.ranks == [1 + sum(other > mine for other in result) for mine in result]


@given(variant=st.one_of(variants(), st.sampled_from(list(SKETCHES.values()))), seats=st.integers(1, 3), seed=SEEDS)
def test_random_game_ends_and_replays_from_events(variant, seats, seed):
    """The game ends after its turns, every list of actions is correct, and its events alone give every state."""
    low, high = variant.seats
    seats = max(low, min(seats, high))
    match = Match.begin(variant, ["x"] * seats)
    replayed, turns = match, []
    for before, step in steps(match, Random(seed)):
        check_legal_actions(before)
        match, events = before.apply(step)
        for event in events:
            replayed = replayed.evolve(event)
            if isinstance(event, Scored):
                turn = before.game.turn
                turns.append((turn.round, turn.seat))
                assert turn.number == len(turns) or not without_mechanic(variant)
        if not isinstance(step, RollDice):
            assert replayed == match
            assert [g.latest for g in replayed.games] == [g.latest for g in match.games]
    every = [(round_, seat) for round_ in range(1, variant.turns + 1) for seat in range(1, seats + 1)]
    if without_mechanic(variant):
        assert turns == (every if match.game.winner is None else every[: len(turns)])
    assert match.over
    assert match.game.over
    assert not match.game.legal_actions
    with pytest.raises(IllegalAction):
        match.apply(RollDice())


def check_legal_actions(match: Match) -> None:
    """The list is sorted, without duplicates, consistent with `in` and `len`, and each of its actions succeeds."""
    game = match.game
    if match.between_games or game.to_roll or game.stage is Stage.DIE_IN_THE_AIR:
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
        assert after.over or after.to_roll or after.stage is Stage.DIE_IN_THE_AIR or len(after.legal_actions)
    assert game.variant.action_text(legal[0]) in repr(game.legal_actions)


def sort_key(variant, action):
    """Rolls, announcements, entries, others; few kept dice first; cells as on the sheet; points, then 0."""
    match action:
        case RollDice(keep=keep):
            return (0, len(keep), keep.faces, keep.tens)
        case Announce(cell=cell):
            return (1, variant.index(cell))
        case Score(cell=cell, points=points):
            # Chips of all patterns are in one column, in any order.
            places = len(variant.rows) if isinstance(variant.mechanic, ChipPool) else variant.turns
            return (2, variant.index(cell) % places, -points)
        case _:
            return (3,)


@pytest.mark.parametrize("key", every_variant([*VARIANTS, *SKETCHES]))
def test_full_table_match_ends_within_its_turns(key):
    variant = (VARIANTS | SKETCHES)[key]
    _, high = variant.seats
    match, log = finished(Match.begin(variant, [str(n) for n in range(high)], 2), Random(8))
    turns = sum(isinstance(event, Scored) for event in log)
    most = 2 * high * variant.turns
    assert match.over
    assert sum(isinstance(event, GameStarted) for event in log) == 1
    assert turns <= most
    if not without_mechanic(variant):
        return
    assert turns == most or variant.instant_win
    rolled = sum(isinstance(event, DiceRolled) for event in log)
    assert turns <= rolled <= turns * variant.rolls + 2 * high * variant.chips
    assert all(isinstance(event, Announced | DiceRolled | Scored | GameStarted) for event in log)


@pytest.mark.parametrize("key", every_variant())
def test_lock_one_rule_allows_one_roll_per_die(key):
    variant = VARIANTS[key].replace(keep="lock_one")
    players, ones = ["x"] * variant.seats[0], variant.dice_count - 1
    match = Match.begin(variant, players)
    shown = "1" * ones + "6" if not variant.ten_sided else "1" * ones + "/6"
    if any(column.order is not Order.FREE or column.announce is not Announcing.NONE for column in variant.columns):
        match = Match.begin(variant.replace(order="free", announce="none"), players)
    for kept in range(variant.dice_count):
        match, _ = match.apply(DiceRolled(shown, "k" + ("1" * kept or "-")))
    assert match.game.turn.rolls_used == variant.dice_count
    assert not match.game.legal_actions.keeps
    assert match.game.legal_actions.entries
    assert replace(variant, keep=VARIANTS[key].keep, switches=()) == VARIANTS[key]
