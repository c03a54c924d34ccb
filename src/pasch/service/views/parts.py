"""The parts of a table in plain data: rules, sheets, what seats hold, the running turn, its pool and its clock."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from pasch.rules import state
from pasch.rules.columns import KeepRule
from pasch.rules.dice import NOTHING
from pasch.rules.game import Game
from pasch.rules.lazy import lazy
from pasch.rules.match import Match
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.state import Hand as GameHand
from pasch.rules.variant import Variant
from pasch.service.table.place import Place
from pasch.service.table.presence import time_text
from pasch.service.table.real_dice import typed_views
from pasch.service.table.state import TableState
from pasch.service.views.schema.results import RulesPlayed
from pasch.service.views.schema.sheets import ColumnSums, GameSheets, ResultSheet, Sums, TypedEntry
from pasch.service.views.schema.table import Gone, Hand, OpenClaim, Pool, RunningClock, Stage, Turn, VariantPlayed
from pasch.words import differences, variant_name


def variant_view(variant: Variant, lang: str) -> VariantPlayed:
    """A variant with the switches that a house has changed."""
    return {"variant": variant.key, "variant_name": variant_name(variant, lang), "rules": dict(variant.switches)}


def rules_view(variant: Variant, lang: str) -> RulesPlayed:
    """A variant with its house rules, also in words."""
    return {**variant_view(variant, lang), "differences": [*differences(variant, lang)]}


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
        **_sums(sums),
        "columns": _columns(sheet),
        "lies": _cells(sheet, sheet.lies),
        "typed": standing.typed,
        "rank": standing.rank,
    }


def _cells(sheet: Sheet, places: Iterable[int]) -> list[str]:
    return [sheet.variant.cell_text(sheet.variant.cells[place]) for place in sorted(places)]


def _columns(sheet: Sheet) -> list[ColumnSums]:
    return [{"column": number, **_sums(sums)} for number, sums in enumerate(sheet.columns, start=1)]


def _sums(sums: Totals) -> Sums:
    return {
        "upper": sums.upper,
        "saldo": sums.bonus_margin,
        "bonus": sums.bonus,
        "lower": sums.lower,
        "extra": sums.extra,
        "total": sums.total,
        "score": sums.score,
    }


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
