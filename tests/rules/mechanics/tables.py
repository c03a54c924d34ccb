"""Situations of games with a mechanic, set up by hand: sheets, frozen marks, stocks, seat and round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from pasch.rules.actions import ActionKind, Score
from pasch.rules.category import as_cell
from pasch.rules.errors import IllegalAction
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, WonDie, turn_of
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant

Rows = Mapping[int, Iterable[str]]
"""Words for some of the seats."""


def sheet_of(variant: Variant, entries: Mapping[str, int], frozen: Iterable[str] = ()) -> Sheet:
    """A sheet with these entries and frozen cells."""
    sheet = Sheet.empty(variant)
    for cell, points in entries.items():
        sheet = sheet.enter(variant.index(as_cell(cell)), points)
    return replace(sheet, frozen=frozenset(variant.index(as_cell(cell)) for cell in frozen))


def table(
    rules: str | Variant,
    seats: int = 2,
    *,
    entries: Mapping[int, Mapping[str, int]] | None = None,
    frozen: Rows | None = None,
    dice: Rows | None = None,
    round_: int = 5,
    seat: int = 1,
) -> Game:
    """A game before the first roll of `seat` in a round; `dice` are action dice that may be used in it."""
    variant = find_variant(rules) if isinstance(rules, str) else rules
    numbers = range(1, seats + 1)
    sheets = [sheet_of(variant, (entries or {}).get(n, {}), (frozen or {}).get(n, ())) for n in numbers]
    stocks = [tuple(WonDie(ActionKind(kind), round_) for kind in (dice or {}).get(n, ())) for n in numbers]
    hands = [Hand(chips=variant.chips, doubles=variant.doubles, dice=stock) for stock in stocks]
    game = Game(variant, [f"P{n}" for n in numbers], sheets, hands)
    return game.with_turn(turn_of(variant, game.hands, seat, (round_ - 1) * seats + seat, round_))


def play(game: Game, *steps) -> Game:
    """The game after these steps: a text is a roll of dice, a number is the face of an action die."""
    for step in steps:
        if isinstance(step, str):
            step = DiceRolled(step)  # noqa: PLW2901 — the short form replaces the step
        if isinstance(step, int):
            step = ActionDieRolled(step)  # noqa: PLW2901
        game, _ = game.apply(step)
    return game


def enter(game: Game, roll: str, cell: str, points: int | None = None) -> Game:
    """The game after a roll and its entry."""
    return play(game, roll, Score(cell, points))


def refused(game: Game, step, sentence: str | None = None, kind: type[Exception] = IllegalAction) -> None:
    """The step raises an error of this kind with this sentence, appears in no list, and changes nothing."""
    before = (game, game.stage, tuple(game.legal_actions), game.latest)
    with pytest.raises(kind, match=sentence):
        game.apply(step)
    assert (game, game.stage, tuple(game.legal_actions), game.latest) == before
    assert step not in game.legal_actions
    assert step not in tuple(game.legal_actions)


def stock(game: Game, seat: int) -> list[str]:
    """The action dice of a seat, by the names of their actions."""
    return [die.kind.value for die in game.hands[seat - 1].dice]


def held(game: Game, seat: int) -> dict[str, int]:
    """The entries of a seat's sheet by category."""
    return {cell.category: points for cell, points in game.sheets[seat - 1].entries.items()}


def frozen_cells(game: Game, seat: int) -> list[str]:
    """The categories that are frozen on a seat's sheet."""
    sheet = game.sheets[seat - 1]
    return [sheet.variant.cells[index].category for index in sorted(sheet.frozen)]
