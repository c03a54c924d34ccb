"""The running turn as a caller sees it, in plain data: dice, pool, clock, and absent players."""

from datetime import datetime
from typing import cast

from pasch.rules import state
from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING
from pasch.rules.game import Game
from pasch.rules.variant import Variant
from pasch.service.table.place import Place
from pasch.service.table.presence import time_text
from pasch.service.table.state import TableState
from pasch.service.views.schema.table import Gone, OpenClaim, Pool, RunningClock, Stage, Turn


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


def clock_view(state: TableState, now: datetime) -> RunningClock | None:
    """The clock at this time; None without a time limit, or when no seat has to move."""
    if state.clock is None or state.one_device:
        return None
    # Times are sent in milliseconds. While the clock is stopped, the rest must not depend on how `now` is cut off.
    clock = state.clock.seen_at(now if state.clock.runs else _to_milliseconds(now))
    if clock.thinking is None or not state.in_play:
        return None
    view: RunningClock = {
        "seat": clock.thinking.seat,
        "running": clock.runs,
        "turn_ends_at": time_text(clock.turn_ends_at),
        "ends_at": time_text(clock.ends_at),
        "banks": [round(bank) for bank in clock.banks],
    }
    if clock.weekends is not None:
        view["weekends"] = [{"begins": time_text(each.begins), "ends": time_text(each.ends)} for each in clock.weekends]
    return view


def _to_milliseconds(at: datetime) -> datetime:
    return datetime.fromisoformat(time_text(at))


def away_view(state: TableState, place: Place) -> Gone | None:
    """An absent player. The others do not wait while nothing is played, or while a bot plays instead."""
    if place.away is None:
        return None
    waited_for = state.awake and place.substitute is None
    until = time_text(place.away.until) if waited_for else None
    return {"why": place.away.why.value, "until": until, "absent": (place.choice or state.options.absent).value}
