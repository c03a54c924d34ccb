"""What the coach says, in the plain data of the wire. Pure."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from pasch.rules.actions import Action, Score
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.service.ports import Advised
from pasch.service.views.schema import SumsView, VariantView
from pasch.service.views.sheets import sheet_views
from pasch.service.views.turns import turn_view
from pasch.service.views.variants import variant_view
from pasch.words import SheetLayout, action_words, advice_text, sheet_layout


class AdvisedView(TypedDict):
    """An action with what it is worth."""

    action: str
    words: str
    value: float
    regret: float
    chances: Mapping[str, float]
    points: int | None
    extra: int


class SituationView(VariantView, SumsView):
    """The sheet of the seat to move and the dice on the table."""

    position: str
    sheet: SheetLayout
    cells: dict[str, int]
    dice: str | None
    rolls_left: int
    rolls_used: int
    locked: str


class AdviceView(TypedDict):
    """What to do in a situation."""

    value: float
    text: str
    alone: bool
    actions: list[AdvisedView]
    situation: SituationView


def advice_view(position: Position, actions: Sequence[Advised], lang: str, *, alone: bool) -> AdviceView:
    """The advice for a position of one sheet; `alone`: more than this sheet counts in the game."""
    game = position.game
    return {
        "value": actions[0].value,
        "text": advice_text(lang, game, actions),
        "alone": alone,
        "actions": [_advised(game, advised, lang) for advised in actions],
        "situation": _situation(position, lang),
    }


def _advised(game: Game, advised: Advised, lang: str) -> AdvisedView:
    points, extra = _brings(game, advised.action)
    return {
        "action": advised.text,
        "words": action_words(lang, game.variant, advised.action),
        "value": advised.value,
        "regret": advised.regret,
        "chances": advised.chances,
        "points": points,
        "extra": extra,
    }


def _brings(game: Game, action: Action) -> tuple[int | None, int]:
    """What an entry brings in its cell and beside it; nothing for whatever is no entry."""
    turn, sheet = game.acting()
    match action:
        case Score(cell=cell, points=int(points)) if turn.roll is not None:
            return points, sheet.extra_points(game.variant.index(cell), turn.roll, points)
        case _:
            return None, 0


def _situation(position: Position, lang: str) -> SituationView:
    game, variant = position.game, position.game.variant
    sheet, turn = sheet_views(Match((game,)), 1)[0], turn_view(game, sees_dice=True)
    assert turn is not None
    return {
        **variant_view(variant, lang),
        "position": position.to_text(),
        "sheet": sheet_layout(variant, lang),
        "cells": sheet["cells"],
        "upper": sheet["upper"],
        "saldo": sheet["saldo"],
        "bonus": sheet["bonus"],
        "lower": sheet["lower"],
        "extra": sheet["extra"],
        "total": sheet["total"],
        "dice": turn["dice"],
        "rolls_left": turn["rolls_left"],
        "rolls_used": turn["rolls_used"],
        "locked": turn["locked"],
    }
