"""`pasch play`: who plays what, from the first roll to the record."""

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pasch.cli.files import write_text
from pasch.cli.play.dice import SeededDice
from pasch.cli.play.keyboard import Keyboard
from pasch.cli.play.screen import JsonScreen, RichScreen, Screen
from pasch.cli.play.table import BOT, Stopped, Table
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variant import Variant
from pasch.service.names import clean_name, told_apart
from pasch.words import bot_name, default_name


@dataclass(frozen=True)
class Wishes:
    """What the command was asked for."""

    variant: Variant
    players: tuple[str, ...]
    bots: int
    games: int
    record: Path | None
    lang: str
    plain: bool = False
    as_json: bool = False


def play(wishes: Wishes) -> None:
    """Play a match. Raises `InvalidInput` for wrong names or numbers, `Refused` for the record's file."""
    names, bots = seats(wishes)
    start = Match.begin(wishes.variant, names, wishes.games)
    dice = SeededDice()
    covered = bots if len(bots) < len(names) else frozenset[int]()
    table = Table(start, dice.land, bots, _screen(wishes, names, covered))
    if wishes.record:
        write_text(wishes.record, write_record(Record.of(start, ())))
    finished = True
    try:
        table.play(Keyboard.of(sys.stdin, aside=wishes.as_json))
    except Stopped:
        finished = False
    except KeyboardInterrupt:
        print(file=sys.stderr)  # the line of the question is still open
        finished = False
    table.screen.end(table.match, finished=finished)
    if wishes.record:
        origin = dice.provenance(datetime.now(UTC).date().isoformat())
        record = Record.of(start, table.events, aborted=not finished, provenance=origin)
        write_text(wishes.record, write_record(record))
        table.screen.saved(str(wishes.record))


def seats(wishes: Wishes) -> tuple[tuple[str, ...], frozenset[int]]:
    """The names by seat, and the seats that the computer plays. Raises `InvalidInput`."""
    people = [clean_name(name) or default_name(seat, wishes.lang) for seat, name in enumerate(wishes.players, start=1)]
    names = told_apart([*people, *[bot_name(BOT, wishes.lang)] * wishes.bots])
    return names, frozenset(range(len(people) + 1, len(names) + 1))


def _screen(wishes: Wishes, names: tuple[str, ...], covered: frozenset[int]) -> Screen:
    if wishes.as_json:
        return JsonScreen(wishes.lang, names, covered)
    if wishes.plain or not sys.stdout.isatty():
        return Screen(wishes.lang, names, covered)
    return RichScreen(wishes.lang, names, covered)
