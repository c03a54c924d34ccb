"""A step costs the same in the last game of a match as in the first: counted, not timed."""

from __future__ import annotations

import gc
import sys
import tracemalloc

from pasch.rules.actions import NextGame, TakeBack
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.match import Match, MatchStep, typed_entries
from pasch.rules.variants import find_variant

GAMES = 6


def cost(match: Match, step: MatchStep) -> tuple[Match, int, int]:
    """The match after a step, the number of calls for it, and its peak memory in bytes."""
    calls = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    sys.setprofile(count)
    try:
        after, _ = match.apply(step)
    finally:
        sys.setprofile(None)
    return after, calls, tracemalloc.get_traced_memory()[1] - before


def test_step_cost_does_not_grow_with_match_length():
    match = Match.begin(find_variant("kniffel"), ["Anna", "Bernd"], GAMES)
    costs: dict[tuple[type, int], tuple[int, int]] = {}
    tracemalloc.start()
    gc.disable()  # a collection calls hooks of other tools, which would count
    try:
        for game in range(1, GAMES + 1):
            while not match.game.over:
                dice = DiceRolled("13356", by_hand=True)
                for step in (dice, lambda m: m.game.legal_actions[-1], TakeBack(), lambda m: m.game.legal_actions[-1]):
                    taken: MatchStep = step(match) if callable(step) else step
                    match, *spent = cost(match, taken)
                    known = costs.get((type(taken), game), (0, 0))
                    costs[type(taken), game] = (max(known[0], spent[0]), max(known[1], spent[1]))
            if game < GAMES:
                match, *_ = cost(match, NextGame())
    finally:
        gc.enable()
        tracemalloc.stop()
    for kind in (DiceRolled, type(taken), TakeBack):
        (calls, held), (calls_then, held_then) = costs[kind, 2], costs[kind, GAMES]
        assert calls_then <= 1.1 * calls
        assert held_then <= 1.1 * held + 100


def test_new_event_shares_the_previous_history():
    match = Match.begin(find_variant("kniffel"), ["Anna"])
    rolled, _ = match.apply(DiceRolled("13356"))
    entered, _ = rolled.apply(rolled.game.legal_actions[-1])
    assert entered.histories[0].before is rolled.histories[0]
    assert rolled.histories[0].before is match.histories[0]
    back, _ = entered.apply(TakeBack())
    assert [*back.histories[0]] == [*rolled.histories[0]]
    assert any(isinstance(event, Scored) for event in entered.histories[0])
    assert typed_entries(entered, 1) == []
