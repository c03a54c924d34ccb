"""A caller's legal actions as command bodies, with their points and their effects."""

from collections.abc import Iterator
from typing import assert_never

from pasch.rules.actions import (
    Action,
    ActionKind,
    Announce,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    EnterPoints,
    RollDice,
    Score,
    TakeBack,
    TakeNothing,
    UseAction,
)
from pasch.rules.category import Cell
from pasch.rules.events import Scored
from pasch.rules.game import Game
from pasch.rules.legal import honest_points
from pasch.rules.sheet import Sheet, Totals
from pasch.service.requests import Status
from pasch.service.table.real_dice import typed_actions, types_dice
from pasch.service.table.state import TableState
from pasch.service.views.offers import Legal
from pasch.service.views.schema.actions import (
    ClaimAction,
    LegalAction,
    ScoreAction,
    ScoreAfter,
    UseActionAction,
)

NONE = Legal([])


def legal_actions(state: TableState, seats: tuple[int, ...]) -> Legal:
    """The legal actions of a caller who plays these seats; none when another seat is to move."""
    if not seats or state.match is None or state.status is not Status.RUNNING:
        return NONE
    if state.between_games:
        return Legal([{"type": "next_game"}])
    mover = state.to_move
    if mover is None or mover not in seats:
        return NONE
    game = state.match.game
    other_actions = (*_announcements(game), *_entries(game), *_special_actions(game))
    if types_dice(state, mover):
        return Legal([*typed_actions(game), *other_actions])
    keeps = game.legal_actions.keeps
    if not keeps:
        return Legal([*other_actions])
    first = game.turn is None or game.turn.roll is None
    # A roll without a keep keeps the minimum.
    return Legal([{"type": "roll"}, *other_actions], () if first else keeps)


def _announcements(game: Game) -> list[LegalAction]:
    text = game.variant.cell_text
    return [{"type": "announce", "cell": text(cell)} for cell in game.legal_actions.announcements]


def _entries(game: Game) -> list[LegalAction]:
    """Every cell with the points of the roll, and every cell that can be scratched instead."""
    sheet, mechanic = game.sheet, game.variant.mechanic
    if sheet is None:
        return []
    entries = game.legal_actions.entries
    scores: list[LegalAction] = [_score(game, sheet, cell, points) for cell, points in entries.items()]
    if mechanic is not None and not mechanic.scratches:
        return scores
    return scores + [_scratch(game, sheet, cell) for cell, points in entries.items() if points]


def _scratch(game: Game, sheet: Sheet, cell: Cell) -> ScoreAction:
    assert game.turn is not None
    assert game.turn.roll is not None
    view: ScoreAction = {"type": "score", "cell": game.variant.cell_text(cell), "points": 0}
    extra = sheet.extra_points(game.variant.index(cell), game.turn.roll, 0)
    if extra:
        view["extra"] = extra
    return view


def _score(game: Game, sheet: Sheet, cell: Cell, points: int) -> ScoreAction:
    variant, index = game.variant, game.variant.index(cell)
    assert game.turn is not None
    assert game.turn.roll is not None
    extra = sheet.extra_points(index, game.turn.roll, points)
    filled = sheet.enter(index, points, extra)
    view: ScoreAction = {
        "type": "score",
        "cell": variant.cell_text(cell),
        "points": points,
        "after": _after(_sums(game, filled, Scored(game.turn.seat, cell, points, extra))),
        "strong": points > 0 and _strong(sheet, filled, index),
    }
    if len(filled.columns) > 1:
        view["after_column"] = _after(filled.columns[index // len(variant.categories)])
    if extra:
        view["extra"] = extra
    return view


def _sums(game: Game, filled: Sheet, entry: Scored) -> Totals:
    """The sums after an entry. Where seats affect each other, the sums depend on several sheets."""
    return filled.totals if game.variant.mechanic is None else game.evolve(entry).results[entry.seat - 1]


def _after(sums: Totals) -> ScoreAfter:
    return {"upper": sums.upper, "saldo": sums.bonus_margin, "bonus": sums.bonus, "total": sums.total}


def _strong(sheet: Sheet, filled: Sheet, index: int) -> bool:
    """Whether an upper cell scores at least its share of the bonus: the bonus margin does not fall."""
    column, row = divmod(index, len(sheet.variant.categories))
    if row >= len(sheet.variant.upper):
        return False
    before, after = sheet.columns[column].bonus_margin, filled.columns[column].bonus_margin
    return before is not None and after is not None and after >= before


# ------------------------------------------------------------------------------- what only some games have


def _special_actions(game: Game) -> Iterator[LegalAction]:
    honest: dict[Cell, int] = {}
    for action in game.legal_actions.others:
        match action:
            case Claim(cell, points):
                if cell not in honest:
                    honest[cell] = honest_points(game, cell)
                yield _claim(game.variant.cell_text(cell), points, honest=points <= honest[cell])
            case _:
                yield _other(game, action)


def _claim(cell: str, points: int, *, honest: bool) -> ClaimAction:
    return {"type": "claim", "cell": cell, "points": points, "honest": honest}


def _other(game: Game, action: Action) -> LegalAction:
    match action:
        case UseAction():
            return _use(game, action)
        case Double():
            return {"type": "double"}
        case EndTurn():
            return {"type": "end_turn"}
        case Believe():
            return {"type": "believe"}
        case Doubt():
            return {"type": "doubt"}
        case TakeNothing():
            return {"type": "take_nothing"}
        case RollDice() | Announce() | Score() | Claim() | EnterPoints() | TakeBack():
            raise TypeError(f"{action!r} has its own branch")
    assert_never(action)


def _use(game: Game, use: UseAction) -> UseActionAction:
    """An action with its victim, the cell it hits, and the points that a steal moves or a cross-out destroys."""
    view: UseActionAction = {"type": "use_action", "action": use.action.value}
    if use.target is not None:
        view["target"] = use.target
    if use.target is not None and use.cell is not None:
        view["cell"] = game.variant.cell_text(use.cell)
        if use.action is not ActionKind.FREEZE:
            view["points"] = game.sheets[use.target - 1].points[game.variant.index(use.cell)] or 0
    return view
