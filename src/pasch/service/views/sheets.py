"""Sheets, and what seats hold in addition to them, in plain data."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.sheet import Sheet, Totals
from pasch.service.table.real_dice import typed_views
from pasch.service.views.schema.sheets import ColumnSums, GameSheets, ResultSheet, TypedEntry
from pasch.service.views.schema.table import Hand

Corrected = Collection[tuple[int, int, int]]
"""Turns by game, round and seat."""


def sheet_views(match: Match, number: int, corrected: Corrected = ()) -> list[ResultSheet]:
    """The sheets of all seats in a game, with their sums as it counts them; `corrected` turns are marked."""
    game = match.games[number - 1]
    ranked = zip(game.sheets, game.results, game.ranks, strict=True)
    typed = typed_views(match, number, corrected)
    return [_sheet(seat, *each, typed.get(seat, [])) for seat, each in enumerate(ranked, start=1)]


def result_views(match: Match, corrected: Corrected = ()) -> list[GameSheets]:
    """The finished games."""
    return [result_view(match, number, corrected) for number, game in enumerate(match.games, start=1) if game.over]


def result_view(match: Match, number: int, corrected: Corrected = ()) -> GameSheets:
    """A finished game."""
    return {"game": number, "seats": sheet_views(match, number, corrected)}


SUMS = ("upper", "saldo", "bonus", "lower", "extra", "total", "score")


def only_column(sheet: Mapping[str, object]) -> dict[str, object]:
    """The sums of a sheet as those of its only column."""
    return {"column": 1, **{name: sheet[name] for name in SUMS}}


def short_sheet(sheet: Mapping[str, object]) -> Mapping[str, object]:
    """A sheet without the sums of its only column where the sheet has the same sums."""
    return {**sheet, "columns": []} if sheet["columns"] == [only_column(sheet)] else sheet


@dataclass(frozen=True, eq=False)
class Finished:
    """A finished game as in a snapshot, and in the socket's short form."""

    view: GameSheets

    @cached_property
    def short(self) -> Mapping[str, object]:
        """The socket's short form, where the table shows another game."""
        return {**self.view, "seats": [short_sheet(sheet) for sheet in self.view["seats"]]}


class Results:
    """The finished games of one match, each converted to plain data once; at most as many as the match has games.

    A correction creates a new game, so a result is stored for exactly the game that it was made of.
    """

    def __init__(self) -> None:
        self._made: dict[int, tuple[Game, Corrected, Finished]] = {}

    def of(self, match: Match, corrected: Corrected) -> list[Finished]:
        """What `result_views` returns for the match, with the short forms."""
        return [self._one(match, n, corrected) for n, game in enumerate(match.games, start=1) if game.over]

    def _one(self, match: Match, number: int, corrected: Corrected) -> Finished:
        game, made = match.games[number - 1], self._made.get(number)
        if made is not None and made[0] is game and made[1] is corrected:
            return made[2]
        self._made[number] = game, corrected, (finished := Finished(result_view(match, number, corrected)))
        return finished


def hand_view(game: Game, seat: int, round_: int) -> Hand:
    """What a seat holds in addition to its sheet, and its closed cells."""
    hand, sheet = game.hands[seat - 1], game.sheets[seat - 1]
    return {
        "bank": hand.bank,
        "chips": hand.chips,
        "doubles": hand.doubles,
        "frozen": _cells(sheet, sheet.frozen),
        "dice": [{"action": die.kind.value, "usable": die.usable_from <= round_} for die in hand.dice],
    }


def _sheet(seat: int, sheet: Sheet, sums: Totals, rank: int, typed: list[TypedEntry]) -> ResultSheet:
    variant = sheet.variant
    return {
        "seat": seat,
        "cells": {variant.cell_text(cell): points for cell, points in sheet.entries.items()},
        "upper": sums.upper,
        "saldo": sums.bonus_margin,
        "bonus": sums.bonus,
        "lower": sums.lower,
        "extra": sums.extra,
        "total": sums.total,
        "score": sums.score,
        "columns": _columns(sheet),
        "lies": _cells(sheet, sheet.lies),
        "typed": typed,
        "rank": rank,
    }


def _cells(sheet: Sheet, places: Iterable[int]) -> list[str]:
    return [sheet.variant.cell_text(sheet.variant.cells[place]) for place in sorted(places)]


def _columns(sheet: Sheet) -> list[ColumnSums]:
    return [
        {
            "column": number,
            "upper": sums.upper,
            "saldo": sums.bonus_margin,
            "bonus": sums.bonus,
            "lower": sums.lower,
            "extra": sums.extra,
            "total": sums.total,
            "score": sums.score,
        }
        for number, sums in enumerate(sheet.columns, start=1)
    ]
