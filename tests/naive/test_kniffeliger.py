"""The engine and the naive implementation play the same games of Kniffeliger, compared step by step."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pasch.rules.actions import Action, EndTurn, RollDice, Score, UseAction
from pasch.rules.dice import Roll
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.state import Stage
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from tests.naive.kniffeliger import KINDS, Kniffeliger
from tests.support.sizes import cases

KEYS = ("kniffeliger", "kniffeliger-program")


def as_tuple(action: Action) -> tuple:
    """An action of the engine in the form of the second implementation."""
    match action:
        case RollDice(keep=keep):
            return ("roll", keep.faces)
        case Score(cell=cell, points=points):
            return ("score", cell.category, points)
        case UseAction(action=kind, target=target, cell=cell):
            return ("use", kind.value, None if target is None else target - 1, cell and cell.category)
        case EndTurn():
            return ("end",)
    raise AssertionError(action)


def compare(game: Game, pencil: Kniffeliger) -> None:
    """Every sheet, mark and stock, the seat to move and its legal actions."""
    cells = game.variant.cells
    assert [{c.category: p for c, p in sheet.entries.items()} for sheet in game.sheets] == pencil.sheets
    assert [{cells[i].category for i in sheet.frozen} for sheet in game.sheets] == pencil.frozen
    assert [[(die.kind.value, die.usable_from) for die in hand.dice] for hand in game.hands] == pencil.stocks
    assert game.totals == pencil.totals()
    assert game.over == (pencil.mechanic == "over")
    listed = [as_tuple(action) for action in game.legal_actions]
    assert len(listed) == len(set(listed))
    assert set(listed) == pencil.legal()
    if game.turn is None:
        return
    assert (game.turn.seat, game.turn.round, game.to_move) == (pencil.seat + 1, pencil.round, pencil.seat + 1)
    assert (game.stage is Stage.SHIFTING) == (pencil.mechanic == "shifting")
    assert (game.stage is Stage.DIE_IN_THE_AIR) == pencil.die_in_the_air
    assert bool(game.to_roll) == pencil.in_the_air


def chosen(game: Game, rng: Random) -> Action:
    """Any legal action: rolls, entries, each kind of action and the end of the turn are equally likely."""
    kinds: dict[object, list[Action]] = {}
    for action in game.legal_actions:
        kinds.setdefault(action.action if isinstance(action, UseAction) else type(action), []).append(action)
    return rng.choice(kinds[rng.choice(list(kinds))])


def fallen(game: Game, rng: Random) -> Roll:
    """A roll with the kept dice; many sums are divisible by three."""
    kept = game.turn.staying.faces
    faces = (rng.randint(1, 6) for _ in range(5 - len(kept)))
    shown = (*kept, *faces)
    return Roll(shown) if sum(shown) % 3 == 0 or rng.random() < 0.6 or len(kept) > 3 else fallen(game, rng)


def step(game: Game, pencil: Kniffeliger, rng: Random, seen: Counter) -> Game:
    """One step in both implementations."""
    if game.stage is Stage.DIE_IN_THE_AIR:
        face = rng.randint(1, 6)
        pencil.action_die(face)
        return game.apply(ActionDieRolled(face))[0]
    if game.to_roll:
        roll = fallen(game, rng)
        pencil.fall(roll.faces)
        return game.apply(DiceRolled(roll))[0]
    action = chosen(game, rng)
    parts = as_tuple(action)
    seen[parts[1] if parts[0] == "use" else parts[0]] += 1
    pencil.do(parts)
    return game.apply(action)[0]


def play(variant: Variant, seats: int, seed: int, seen: Counter, **house: object) -> Game:
    """A whole game, compared after every step; `house` are house rules in the form of the second implementation."""
    rng = Random(f"{variant.key} {seats} {seed}")
    game = Game(variant, [f"P{n}" for n in range(seats)])
    pencil = Kniffeliger(seats, program=variant.key == "kniffeliger-program", **house)
    while not game.over:
        compare(game, pencil)
        game = step(game, pencil, rng, seen)
    compare(game, pencil)
    return game


@pytest.mark.parametrize("seats", cases([2, 3, 4], default={3}))
@pytest.mark.parametrize("key", KEYS)
def test_random_games_match_naive_implementation(key, seats, long):
    seen: Counter[str] = Counter()
    for seed in range(100 if long else 12):
        game = play(VARIANTS[key], seats, seed, seen)
        assert all(sheet.full and not sheet.frozen for sheet in game.sheets)
    assert set(seen) == {"roll", "score", "end", *KINDS}


@pytest.mark.parametrize("cross_out_open", [True, False])
@pytest.mark.parametrize("use", ["at_once", "next_round"])
@pytest.mark.parametrize("divisor", [2, 5])
@pytest.mark.parametrize("key", KEYS)
def test_mixed_house_rule_games_match_naive_implementation(key, divisor, use, cross_out_open, long):
    rules = {"action_divisor": divisor, "action_use": use, "cross_out_open": cross_out_open}
    house = {"divisor": divisor, "at_once": use == "at_once", "cross_out_open": cross_out_open}
    for seed in range(20 if long else 1):
        assert play(VARIANTS[key].replace(**rules), 3, seed, Counter(), **house).over
