"""Sheets and what seats hold beside them, in plain data."""

from collections.abc import Iterable

from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.sheet import Sheet, Totals
from pasch.service.views import ColumnView, HandView, ResultView, SheetView


def sheet_views(game: Game) -> list[SheetView]:
    """The sheets of all seats with their sums as the game counts them."""
    ranked = zip(game.sheets, game.results, game.ranks, strict=True)
    return [_sheet(seat, *each) for seat, each in enumerate(ranked, start=1)]


def result_views(match: Match) -> list[ResultView]:
    """The games that are over."""
    return [{"game": n, "seats": sheet_views(game)} for n, game in enumerate(match.games, start=1) if game.over]


def hand_view(game: Game, seat: int, round_: int) -> HandView:
    """What a seat holds beside its sheet, and which of its cells are closed to it."""
    hand, sheet = game.hands[seat - 1], game.sheets[seat - 1]
    return {
        "bank": hand.bank,
        "chips": hand.chips,
        "doubles": hand.doubles,
        "frozen": _cells(sheet, sheet.frozen),
        "dice": [{"action": die.kind.value, "usable": die.usable_from <= round_} for die in hand.dice],
    }


def _sheet(seat: int, sheet: Sheet, sums: Totals, rank: int) -> SheetView:
    variant = sheet.variant
    return {
        "seat": seat,
        "cells": {variant.cell_text(cell): points for cell, points in sheet.entries.items()},
        "upper": sums.upper,
        "saldo": sums.saldo,
        "bonus": sums.bonus,
        "lower": sums.lower,
        "extra": sums.extra,
        "total": sums.total,
        "score": sums.score,
        "columns": _columns(sheet),
        "lies": _cells(sheet, sheet.lies),
        "rank": rank,
    }


def _cells(sheet: Sheet, places: Iterable[int]) -> list[str]:
    return [sheet.variant.cell_text(sheet.variant.cells[place]) for place in sorted(places)]


def _columns(sheet: Sheet) -> list[ColumnView]:
    return [
        {
            "column": number,
            "upper": sums.upper,
            "saldo": sums.saldo,
            "bonus": sums.bonus,
            "lower": sums.lower,
            "extra": sums.extra,
            "total": sums.total,
            "score": sums.score,
        }
        for number, sums in enumerate(sheet.columns, start=1)
    ]
