"""Sheets, and what seats hold in addition to them, in plain data."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pasch.rules.game import Game
from pasch.rules.lazy import lazy
from pasch.rules.match import Match
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.state import Hand as GameHand
from pasch.service.table.real_dice import typed_views
from pasch.service.views.schema.sheets import ColumnSums, GameSheets, ResultSheet, TypedEntry
from pasch.service.views.schema.table import Hand

Corrected = Collection[tuple[int, int, int]]
"""Turns by game, round and seat."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat in a game, with its rank and its typed entries."""

    game: Game
    seat: int
    rank: int
    typed: list[TypedEntry]

    @property
    def sheet(self) -> Sheet:
        """Its sheet."""
        return self.game.sheets[self.seat - 1]

    @property
    def sums(self) -> Totals:
        """The sums of its sheet, as the game counts them."""
        return self.game.results[self.seat - 1]

    @property
    def hand(self) -> GameHand:
        """What it holds in addition to its sheet."""
        return self.game.hands[self.seat - 1]


def standings(match: Match, number: int, corrected: Corrected = ()) -> list[Standing]:
    """All seats in a game; `corrected` turns are marked."""
    game = match.games[number - 1]
    typed = typed_views(match, number, corrected)
    return [Standing(game, seat, rank, typed.get(seat, [])) for seat, rank in enumerate(game.ranks, start=1)]


def result_views(match: Match, corrected: Corrected = ()) -> list[GameSheets]:
    """The finished games."""
    return [result_view(match, number, corrected) for number, game in enumerate(match.games, start=1) if game.over]


def result_view(match: Match, number: int, corrected: Corrected = ()) -> GameSheets:
    """A finished game."""
    return {"game": number, "seats": [*map(sheet_view, standings(match, number, corrected))]}


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

    @lazy
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


def hand_view(standing: Standing, round_: int) -> Hand:
    """What a seat holds in addition to its sheet, and its closed cells."""
    hand, sheet = standing.hand, standing.sheet
    return {
        "bank": hand.bank,
        "chips": hand.chips,
        "doubles": hand.doubles,
        "frozen": _cells(sheet, sheet.frozen),
        "dice": [{"action": die.kind.value, "usable": die.usable_from <= round_} for die in hand.dice],
    }


def sheet_view(standing: Standing) -> ResultSheet:
    """The sheet of a seat in plain data."""
    sheet, sums, variant = standing.sheet, standing.sums, standing.sheet.variant
    return {
        "seat": standing.seat,
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
        "typed": standing.typed,
        "rank": standing.rank,
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
