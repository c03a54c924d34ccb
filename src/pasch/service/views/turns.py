"""The running turn, in plain data."""

from typing import cast

from pasch.rules import state
from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING
from pasch.rules.game import Game
from pasch.rules.variant import Variant
from pasch.service.views.schema.table import OpenClaim, Pool, Stage, Turn


def turn_view(game: Game, *, sees_dice: bool) -> Turn | None:
    """The turn, None when the game is over. `sees_dice`: whether the dice are included."""
    turn = game.turn
    if turn is None:
        return None
    cell = game.variant.cell_text
    roll, kept = (turn.roll, turn.kept) if sees_dice else (None, NOTHING)
    locked = NOTHING if game.variant.keep is KeepRule.FREE else kept
    return {
        "seat": turn.to_move,
        "stage": cast("Stage", turn.stage.value),  # nothing is seen of dice in the air
        "dice": roll.to_text() if roll else None,
        "kept": kept.to_text() if turn.rolls_used > 1 and sees_dice else None,
        "hidden": turn.roll is not None and not sees_dice,
        "dice_count": len(turn.roll) if turn.roll else 0,
        "kept_count": len(turn.kept),
        "rolls_left": turn.rolls_left,
        "rolls_used": turn.rolls_used,
        "chip": turn.chip,
        "announced": cell(turn.announced) if turn.announced else None,
        "doubled": turn.doubled,
        "doubles_next": turn.doubles_next,
        "claim": _claim(game.variant, turn),
        "locked": locked.to_text(),
    }


def _claim(variant: Variant, turn: state.Turn) -> OpenClaim | None:
    if turn.claim is None:
        return None
    return {
        "seat": turn.seat,
        "cell": variant.cell_text(turn.claim.cell),
        "points": turn.claim.points,
        "doubts": list(turn.claim.doubters),
    }


def pool_view(game: Game) -> Pool | None:
    """The chips on the table, by category."""
    if game.pool is None:
        return None
    keys = [category.key for category in game.variant.categories]
    return {
        "left": dict(zip(keys, game.pool.left, strict=True)),
        "removed": dict(zip(keys, game.pool.removed, strict=True)),
    }
