"""`pasch replay`: a record played through the rules."""

from typing import TypedDict

from pasch.cli.files import read_text
from pasch.cli.output import print_json, print_table
from pasch.cli.sheets import print_sheets
from pasch.i18n import Translator, translator
from pasch.rules.game import Game
from pasch.rules.notation.record import Ending, Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.switches import SwitchValue
from pasch.words import variant_name


class SeatResult(TypedDict):
    """What one seat reached in one game."""

    seat: int
    cells: dict[str, int]
    upper: int
    bonus: int
    lower: int
    extra: int
    total: int


class GameResult(TypedDict):
    """One game of the match."""

    seats: list[SeatResult]


class Replayed(TypedDict):
    """A record in figures. `ending` is `finished`, `running` or `aborted`."""

    variant: str
    rules: dict[str, SwitchValue]
    players: list[str]
    totals: list[int]
    grand_totals: list[int]
    ranks: list[int]
    ending: str
    games: list[GameResult]


def replay_file(name: str, lang: str, *, as_json: bool) -> None:
    """Check a record and print it. Raises `Refused`, `DamagedRecord`."""
    record = read_record(read_text(name))
    if as_json:
        print_json(figures(record))
        return
    t = translator(lang)
    variant = record.match.variant
    print(t.text("replay", "{variant}: the record holds.", variant=variant_name(variant, lang)))
    for number, game in enumerate(record.games, start=1):
        print()
        print(t.text("replay", "Game {number}", number=number))
        print_sheets(game, lang)
    _print_totals(t, record)


def figures(record: Record) -> Replayed:
    """The record as data."""
    return {
        "variant": record.match.variant.key,
        "rules": dict(record.match.variant.switches),
        "players": list(record.players),
        "totals": record.totals,
        "grand_totals": record.grand_totals,
        "ranks": record.match.ranks,
        "ending": record.ending.value,
        "games": [{"seats": _seats(game)} for game in record.games],
    }


def _seats(game: Game) -> list[SeatResult]:
    variant = game.variant
    return [
        {
            "seat": seat,
            "cells": {variant.cell_text(cell): points for cell, points in sheet.entries.items()},
            "upper": totals.upper,
            "bonus": totals.bonus,
            "lower": totals.lower,
            "extra": totals.extra,
            "total": totals.total,
        }
        for seat, (sheet, totals) in enumerate(zip(game.sheets, game.results, strict=True), start=1)
    ]


def _print_totals(t: Translator, record: Record) -> None:
    print()
    match record.ending:
        case Ending.FINISHED:
            print(t.text("replay", "The match is finished."))
        case Ending.RUNNING:
            print(t.text("replay", "The match is still running."))
        case Ending.ABORTED:
            print(t.text("replay", "The match was ended early."))
    rows = [
        (t.number(rank), name, t.number(total))
        for rank, name, total in sorted(zip(record.match.ranks, record.players, record.grand_totals, strict=True))
    ]
    head = (t.text("list", "Place"), t.text("list", "Name"), t.text("list", "Points"))
    print_table(head, rows, numbers=1)
