"""The turn that is running, in plain data."""

from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING
from pasch.rules.game import Game
from pasch.service.views import TurnView


def turn_view(game: Game) -> TurnView | None:
    """The turn, None when the game is over."""
    turn = game.turn
    if turn is None:
        return None
    cell = game.variant.cell_text
    locked = NOTHING if game.variant.keep is KeepRule.FREE else turn.kept
    return {
        "seat": turn.seat,
        "dice": turn.roll.to_text() if turn.roll else None,
        "kept": turn.kept.to_text() if turn.rolls_used > 1 else None,
        "rolls_left": turn.rolls_left,
        "rolls_used": turn.rolls_used,
        "announced": cell(turn.announced) if turn.announced else None,
        "locked": locked.to_text(),
    }
