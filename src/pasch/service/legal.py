"""What a caller may do now, as command bodies with the points and what they would change."""

from pasch.rules.category import Cell
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.service.requests import Status
from pasch.service.state import TableState
from pasch.service.views import ActionView, AfterView


def action_views(state: TableState, seats: tuple[int, ...]) -> list[ActionView]:
    """The legal actions of a caller who plays these seats; empty when somebody else is to move."""
    if not seats or state.match is None or state.status is not Status.RUNNING:
        return []
    if state.between_games:
        return [{"type": "next_game"}]
    if state.to_move not in seats:
        return []
    game = state.match.game
    return [*_rolls(game), *_announcements(game), *_entries(game)]


def _rolls(game: Game) -> list[ActionView]:
    """A throw without a keep, which keeps the least; on the table also every keep there is."""
    keeps = game.legal_actions.keeps
    if not keeps:
        return []
    if game.turn is None or game.turn.roll is None:
        return [{"type": "roll"}]
    return [{"type": "roll"}, *(ActionView(type="roll", keep=keep.to_text()) for keep in keeps)]


def _announcements(game: Game) -> list[ActionView]:
    text = game.variant.cell_text
    return [{"type": "announce", "cell": text(cell)} for cell in game.legal_actions.announcements]


def _entries(game: Game) -> list[ActionView]:
    """Every cell with what the roll brings, and every one to be struck."""
    sheet = game.sheet
    if sheet is None:
        return []
    scores = [_score(game, sheet, cell, points) for cell, points in game.legal_actions.entries.items()]
    text = game.variant.cell_text
    strikes = [_strike(text(cell)) for cell, points in game.legal_actions.entries.items() if points]
    return scores + strikes


def _strike(cell: str) -> ActionView:
    return {"type": "score", "cell": cell, "points": 0}


def _score(game: Game, sheet: Sheet, cell: Cell, points: int) -> ActionView:
    variant, index = game.variant, game.variant.index(cell)
    assert game.turn is not None
    assert game.turn.roll is not None
    extra = sheet.extra_points(index, game.turn.roll, points)
    view: ActionView = {
        "type": "score",
        "cell": variant.cell_text(cell),
        "points": points,
        "after": _after(sheet.enter(index, points, extra)),
        "strong": _strong(sheet, index, points),
    }
    if extra:
        view["extra"] = extra
    return view


def _after(sheet: Sheet) -> AfterView:
    totals = sheet.totals
    return {"upper": totals.upper, "saldo": totals.saldo, "bonus": totals.bonus, "total": totals.total}


def _strong(sheet: Sheet, index: int, points: int) -> bool:
    """Whether an upper cell brings at least its share of the bonus: the saldo does not fall."""
    column, row = divmod(index, len(sheet.variant.categories))
    if row >= len(sheet.variant.upper) or not points:
        return False
    before, after = sheet.columns[column].saldo, sheet.enter(index, points).columns[column].saldo
    return before is not None and after is not None and after >= before
