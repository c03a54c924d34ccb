"""The reach of an action die; only this module reads its limits.

Source: the program of Kniffeliger where the manual is silent. Two more actions are refused: stealing a cell that is
frozen for the thief, and freezing the victim's last fillable cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pasch.rules.actions import ActionKind, UseAction
from pasch.rules.errors import CellFilled, IllegalAction, InvalidInput, PaschError
from pasch.rules.legal import playable_cells
from pasch.rules.state import Hand, Stage, State


class Limits(Protocol):
    """The fields of `ActionDice` that limit what a die may reach."""

    @property
    def no_freeze(self) -> int:
        """The number of last rounds in which no cell can be frozen."""

    @property
    def cross_out_open(self) -> bool:
        """Whether open cells can be crossed out too."""


_MOVES_SHEETS = (ActionKind.SHIFT, ActionKind.SWAP)


def usable(hand: Hand, kind: ActionKind, round_: int) -> bool:
    """Whether the hand holds a die of this kind that can be used in this round."""
    return any(die.kind is kind and die.usable_from <= round_ for die in hand.dice)


def moving_seats(game: State) -> tuple[int, ...]:
    """The seats whose sheets can be reached and moved: all that are not frozen."""
    return tuple(seat for seat in range(1, len(game.players) + 1) if seat not in game.frozen)


def reaches(game: State, limits: Limits) -> Iterator[UseAction]:
    """Every legal use of an action die, by kind, victim and cell."""
    turn, _ = game.acting()
    hand = game.hands[turn.seat - 1]
    others = [seat for seat in moving_seats(game) if seat != turn.seat]
    for kind in ActionKind:
        if not usable(hand, kind, turn.round) or _untimely(turn.stage, kind):
            continue
        for use in _uses(game, kind, others):
            if _allowed(game, limits, use):
                yield use


def _uses(game: State, kind: ActionKind, others: list[int]) -> Iterator[UseAction]:
    match kind:
        case ActionKind.SHIFT:
            yield UseAction(kind)
        case ActionKind.SWAP:
            yield from (UseAction(kind, seat) for seat in others)
        case ActionKind.STEAL | ActionKind.FREEZE | ActionKind.CROSS_OUT:
            yield from (UseAction(kind, seat, cell) for seat in others for cell in game.variant.cells)


def _allowed(game: State, limits: Limits, use: UseAction) -> bool:
    try:
        check_use(game, limits, use)
    except PaschError:
        return False
    return True


def check_use(game: State, limits: Limits, use: UseAction) -> int | None:
    """The place of the target cell; None for an action without a cell. Raises if the use is illegal."""
    turn, _ = game.acting()
    if untimely := _untimely(game.stage, use.action):
        raise untimely
    if not usable(game.hands[turn.seat - 1], use.action, turn.round):
        raise IllegalAction("You have no die for “{action}” in this round", action=use.action.value)
    if use.action is ActionKind.SHIFT:
        _check_no_cell(use, target=False)
        return None
    if use.target is None or not 1 <= use.target <= len(game.players):
        raise InvalidInput("“{action}” needs another player’s seat", action=use.action.value)
    if use.target == turn.seat:
        raise IllegalAction("“{action}” needs another player as its target", action=use.action.value)
    if use.target in game.frozen:
        raise IllegalAction("The sheet of seat {seat} is frozen: it stays as it is", seat=use.target)
    if use.action is ActionKind.SWAP:
        _check_no_cell(use, target=True)
        return None
    if use.cell is None:
        raise InvalidInput("“{action}” needs a cell", action=use.action.value)
    index = game.variant.index(use.cell)
    _check_cell(game, limits, use.action, use.target, index)
    return index


def _untimely(stage: Stage, kind: ActionKind) -> IllegalAction | None:
    """The refusal of an action at the wrong time: sheets move after the round, all else in the player's own turn."""
    if (stage is Stage.SHIFTING) is not (kind in _MOVES_SHEETS):
        return IllegalAction(
            "“{action}” waits for the end of the round"
            if kind in _MOVES_SHEETS
            else "Only swap, shift or end the turn now",
            action=kind.value,
        )
    if kind is ActionKind.STEAL and stage is not Stage.READY:
        return IllegalAction("A steal replaces rolling: use it before the first roll")
    return None


def _check_no_cell(use: UseAction, *, target: bool) -> None:
    if use.cell is not None or (use.target is not None) is not target:
        raise InvalidInput("“{action}” takes no cell, and a seat only for a swap", action=use.action.value)


def _check_cell(game: State, limits: Limits, kind: ActionKind, target: int, index: int) -> None:
    match kind:
        case ActionKind.STEAL:
            _check_steal(game, target, index)
        case ActionKind.FREEZE:
            _check_freeze(game, limits, target, index)
        case _:
            _check_cross_out(game, limits, target, index)


def _check_steal(game: State, target: int, index: int) -> None:
    turn, mine = game.acting()
    cell = game.variant.cell_text(game.variant.cells[index])
    if game.sheets[target - 1].points[index] is None:
        raise IllegalAction("{cell} holds nothing to steal", cell=cell)
    if mine.points[index] is not None:
        raise CellFilled("{cell} already has an entry", cell=cell)
    if index in mine.frozen:
        raise IllegalAction("{cell} is frozen in this turn", cell=cell)
    if index not in playable_cells(mine, turn, rolls_used=1):
        raise IllegalAction("{cell} is not due yet, so it cannot be stolen", cell=cell)


def _check_freeze(game: State, limits: Limits, target: int, index: int) -> None:
    turn, theirs = game.acting()[0], game.sheets[target - 1]
    cell = game.variant.cell_text(game.variant.cells[index])
    if turn.round > game.rounds - limits.no_freeze:
        raise IllegalAction("In the last {rounds} rounds nothing can be frozen", rounds=limits.no_freeze)
    if theirs.points[index] is not None:
        raise CellFilled("{cell} already has an entry", cell=cell)
    if index in theirs.frozen:
        raise IllegalAction("{cell} is already frozen", cell=cell)
    if not set(theirs.open) - theirs.frozen - {index}:
        raise IllegalAction("With {cell} frozen, no cell would be left to fill", cell=cell)


def _check_cross_out(game: State, limits: Limits, target: int, index: int) -> None:
    points = game.sheets[target - 1].points[index]
    cell = game.variant.cell_text(game.variant.cells[index])
    if points is None and not limits.cross_out_open:
        raise IllegalAction("{cell} is open: only an entry can be crossed out", cell=cell)
    if points == 0:
        raise IllegalAction("{cell} already scores 0", cell=cell)
