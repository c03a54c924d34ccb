"""`pasch analyse`: the ledger of a record."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from pasch.analysis import Choice, GameLedger, Kind, Ledger, PlayerLedger, RollLuck, SeatLedger, TurnLedger, analyse
from pasch.analysis.figures import figures
from pasch.cli.console import Row, print_json, print_table, read_text, visible
from pasch.cli.solving import solution_of
from pasch.cli.winning import curves_of, print_curves
from pasch.i18n import Translator, translator
from pasch.rules.actions import Action, Score
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variant import Variant
from pasch.words import cell_name, ledger_text

NOTHING_LOST = 0.005
"""Smaller numbers of points appear as zero."""


def analyse_file(name: str, lang: str, *, win: bool, as_json: bool) -> None:
    """Print the ledger of a record. Raises `Refused`, `DamagedRecord`, `InvalidInput`, `NoRoom`."""
    record = read_record(read_text(name))
    solution = solution_of(record.match.variant, lang)
    ledger = analyse(record, solution)
    curves = curves_of(record, solution, lang) if win else None
    if as_json:
        texts = [_line(player, ledger, lang) for player in ledger.players]
        data = figures(ledger, curves)
        players = [{**player, "text": text} for player, text in zip(data["players"], texts, strict=True)]
        print_json({**data, "players": players})
        return
    print_ledger(ledger, lang)
    if curves is not None:
        print_curves(curves, record.players, lang)


def _line(player: PlayerLedger, ledger: Ledger, lang: str) -> str:
    """The worth of the dice and the cost of the decisions; addresses a single player directly."""
    return ledger_text(lang, player.luck, player.loss, player.name if len(ledger.players) > 1 else "")


def print_ledger(ledger: Ledger, lang: str) -> None:
    """Print a ledger: a line for each player, the details, and the sums."""
    t = translator(lang)
    for player in ledger.players:
        print(visible(_line(player, ledger, lang)))
    for game in ledger.games:
        for seat in game.seats:
            print()
            print(visible(_title(t, ledger, game, seat)))
            _show(_head(t), list(_rows(t, ledger.variant, seat)), numbers=3)
    for player in ledger.players:
        if player.lessons:
            print()
            print(t.text("ledger", "The costliest decisions of {name}", name=visible(player.name)))
            rows = [_lesson(t, ledger.variant, choice) for choice in player.lessons]
            _show(_lesson_head(t), rows, numbers=0)
    print()
    _show(_kinds_head(t), [_kinds(t, player) for player in ledger.players], numbers=len(Kind) + 1)
    print()
    for player in ledger.players:
        print(visible(_sum(t, player)))


def _title(t: Translator, ledger: Ledger, game: GameLedger, seat: SeatLedger) -> str:
    if len(ledger.games) == 1:
        return seat.name
    return t.text("ledger", "Game {number}, {name}", number=game.number, name=seat.name)


def _sum(t: Translator, player: PlayerLedger) -> str:
    """The sum of the parts."""
    t = t.given(name=player.name, start=t.decimal(player.start, 2), loss=t.decimal(player.loss, 2))
    luck = t.decimal(abs(player.luck), 2)
    now = t.number(player.score) if player.finished else t.decimal(player.start + player.luck - player.loss, 2)
    if player.luck < 0:
        return t.text("ledger", "{name}: {start} expected − {luck} bad luck − {loss} lost = {now}", luck=luck, now=now)
    return t.text("ledger", "{name}: {start} expected + {luck} luck − {loss} lost = {now}", luck=luck, now=now)


# ------------------------------------------------------------------------------- tables


def _head(t: Translator) -> Row:
    return (
        t.text("list", "Round"),
        t.text("list", "Dice"),
        t.text("list", "Choice"),
        t.text("list", "Best"),
        t.text("list", "Luck"),
        t.text("list", "Loss"),
        t.text("list", "Expected"),
    )


def _rows(t: Translator, variant: Variant, seat: SeatLedger) -> Iterator[Row]:
    for turn in seat.turns:
        if not turn.known:
            yield (
                t.number(turn.round),
                "?",
                _entry(t, variant, turn),
                "",
                _signed(t, turn.luck),
                "",
                t.decimal(turn.end),
            )
        for number, roll in enumerate(turn.rolls):
            done = _entry(t, variant, turn) if roll is turn.rolls[-1] and turn.cell is not None else None
            yield _row(t, variant, "" if number else t.number(turn.round), roll, done)


def _row(t: Translator, variant: Variant, round_: str, roll: RollLuck, entry: str | None) -> Row:
    choice = roll.choice
    if choice is None:
        return round_, roll.dice.to_text(), "", "", _signed(t, roll.luck), "", t.decimal(roll.value)
    lost = choice.loss > NOTHING_LOST
    return (
        round_,
        roll.dice.to_text(),
        entry or _action_phrase(t, variant, choice.action),
        _action_phrase(t, variant, choice.best) if lost else "",
        _signed(t, roll.luck),
        t.decimal(choice.loss, 2) if lost else "",
        t.decimal(choice.value),
    )


def _entry(t: Translator, variant: Variant, turn: TurnLedger) -> str:
    extra = f" +{turn.extra}" if turn.extra else ""
    return f"{cell_name(variant, turn.cell or '', t.language)} {turn.points}{extra}"


def _action_phrase(t: Translator, variant: Variant, action: Action) -> str:
    """The text form of a keep, or the name of a cell, with 0 for a scratch."""
    if not isinstance(action, Score):
        return variant.action_text(action)
    return f"{cell_name(variant, action.cell, t.language)}{'' if action.points else ' 0'}"


def _signed(t: Translator, number: float) -> str:
    shown = t.decimal(abs(number))
    return f"+{shown}" if number >= 0 else f"−{shown}"


def _lesson_head(t: Translator) -> Row:
    return t.text("list", "Loss"), t.text("list", "Choice"), t.text("list", "Best"), t.text("list", "Position")


def _lesson(t: Translator, variant: Variant, choice: Choice) -> Row:
    done, best = _action_phrase(t, variant, choice.action), _action_phrase(t, variant, choice.best)
    return t.decimal(choice.loss, 2), done, best, choice.position


def _kinds_head(t: Translator) -> Row:
    return (
        t.text("list", "Loss"),
        t.text("list", "Keeps"),
        t.text("list", "Entries"),
        t.text("list", "Bonus"),
        t.text("list", "Endgame"),
        t.text("list", "Par"),
    )


def _kinds(t: Translator, player: PlayerLedger) -> Row:
    """The loss by kind of decision, and par if it is known."""
    losses = [t.decimal(loss, 2) for loss in player.losses.values()]
    return visible(player.name), *losses, "" if player.par is None else t.number(player.par)


def _show(head: Row, rows: Sequence[Row], *, numbers: int) -> None:
    """A table: drawn on a terminal, plain elsewhere."""
    if not sys.stdout.isatty():
        print_table(head, rows, numbers=numbers)
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, title in enumerate(head):
        table.add_column(title, justify="right" if number >= len(head) - numbers else "left")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    Console(highlight=False, markup=False, emoji=False).print(table)
