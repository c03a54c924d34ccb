"""`pasch play`: a match in the terminal, from the first roll to the record."""

import sys
from datetime import UTC, datetime

from pasch.cli.console import write_text
from pasch.cli.play.reading import Keyboard
from pasch.cli.play.screen import JsonScreen, Screen
from pasch.cli.play.table import BOT, SeededDice, Stopped, Table
from pasch.cli.play.wishes import Wishes, check
from pasch.i18n import translator
from pasch.rules.errors import PaschError
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.service.people.names import clean_name, distinct_names
from pasch.words import bot_name, default_name


def play(wishes: Wishes) -> None:
    """Play a match. Raises `InvalidInput` for wrong names or numbers, `Refused` for the record's file."""
    check(wishes)
    if wishes.server is not None or wishes.full_screen or wishes.real_dice or wishes.real_for:
        _play_at_table(wishes)
    else:
        _play_in_lines(wishes)


def _play_at_table(wishes: Wishes) -> None:
    """Play at a table of a server or of this process, and write its record into the file."""
    if wishes.record is None:
        _record_of(wishes)
        return
    known = wishes.record.exists()
    write_text(wishes.record, "")  # refuse a file that cannot be written before the match begins
    try:
        record = _record_of(wishes) or ""
    except PaschError:
        if not known:
            wishes.record.unlink(missing_ok=True)
        raise
    write_text(wishes.record, record)
    message = translator(wishes.lang).text("play", "Record saved to {file}.", file=str(wishes.record))
    print(message, file=sys.stderr if wishes.as_json else sys.stdout)


def _record_of(wishes: Wishes) -> str | None:
    """Play; returns the record of the match."""
    if wishes.server is not None:
        from pasch.cli.play.afar import play_afar

        return play_afar(wishes.server, wishes)
    from pasch.cli.play.here import play_here, play_lines_here

    return play_here(wishes) if wishes.full_screen else play_lines_here(wishes)


def _play_in_lines(wishes: Wishes) -> None:
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
        print(file=sys.stderr)  # end the line of the question
        finished = False
    table.screen.end(table.match, finished=finished)
    if wishes.record:
        origin = dice.provenance(datetime.now(UTC).date().isoformat())
        record = Record.of(start, table.events, aborted=not finished, provenance=origin)
        write_text(wishes.record, write_record(record))
        table.screen.saved(str(wishes.record))


def seats(wishes: Wishes) -> tuple[tuple[str, ...], frozenset[int]]:
    """The names by seat, and the seats of bots. Raises `InvalidInput`."""
    people = [clean_name(name) or default_name(seat, wishes.lang) for seat, name in enumerate(wishes.players, start=1)]
    names = distinct_names([*people, *[bot_name(BOT, wishes.lang)] * wishes.bots])
    return names, frozenset(range(len(people) + 1, len(names) + 1))


def _screen(wishes: Wishes, names: tuple[str, ...], covered: frozenset[int]) -> Screen:
    return (JsonScreen if wishes.as_json else Screen)(wishes.lang, names, covered)
