"""`pasch replay`, `verify` and `sheet`: a record as text, the proof of its dice, and its sheets as PDF."""

import re
from dataclasses import dataclass

from pasch.cli.console import Refused, print_json, print_table, read_text, write_bytes
from pasch.cli.sheets import print_sheets
from pasch.fairness.stream import ACTION_DIE
from pasch.fairness.verify import Checked, LoggedRoll, check_record
from pasch.i18n import Translator, translator
from pasch.rules.dice import Roll
from pasch.rules.game import Game
from pasch.rules.notation.record import Ending, Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variant import Variant
from pasch.sheets import Form, Paper, form_pdf, record_pdf
from pasch.words import variant_name

_COMMITMENT = re.compile(r"[0-9a-fA-F]{64}")


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


def figures(record: Record) -> dict[str, object]:
    """The record as data. `ending` is `finished`, `running` or `aborted`."""
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


def _seats(game: Game) -> list[dict[str, object]]:
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


def verify_file(name: str, promised: str | None, lang: str, *, as_json: bool) -> None:
    """Check the dice of a record and print the verdict.

    Raises `Refused` for wrong dice, `DamagedRecord`, `InvalidInput`.
    """
    if promised is not None and not _COMMITMENT.fullmatch(promised.strip()):
        raise Refused("“{text}” is not a commitment: it has 64 hexadecimal digits", text=promised[:80])
    checked = check_record(read_text(name), (promised or "").strip())
    if as_json:
        print_json(_figures(checked))
    _refuse_wrong(checked, translator(lang))
    if not as_json:
        _print_sound(checked, translator(lang))


def _figures(checked: Checked) -> dict[str, object]:
    """The verdict. `checked` rolls are right; `by_hand` rolls cannot be checked."""
    proof, verdict = checked.proof, checked.verdict
    wrong, right = verdict.first_wrong, verdict.right
    return {
        "holds": verdict.holds,
        "committed": verdict.committed,
        "commitment": proof.commitment,
        "seed_makes": checked.seed_makes,
        "table": proof.table,
        "seeds": list(proof.seeds),
        "checked": verdict.checked,
        "by_hand": checked.by_hand,
        "first_wrong": None if wrong is None or right is None else _wrong(wrong, right, checked.line),
    }


def _wrong(roll: LoggedRoll, right: Roll, line: int | None) -> dict[str, object]:
    """A wrong roll, its place, and the roll of the seed. `roll` 0 is an action die."""
    return {
        "line": line,
        "game": roll.game,
        "turn": roll.turn,
        "round": roll.round,
        "seat": roll.seat,
        "roll": roll.roll,
        "keep": roll.keep.to_text(),
        "dice": roll.dice.to_text(),
        "right": right.to_text(),
    }


def _refuse_wrong(checked: Checked, t: Translator) -> None:
    verdict = checked.verdict
    if not verdict.committed:
        raise Refused(
            "The seed does not match the commitment: it gives {made}, published was {promised}",
            made=checked.seed_makes,
            promised=checked.proof.commitment[:80],
        )
    if (wrong := verdict.first_wrong) is not None and verdict.right is not None:
        raise Refused(
            "Line {line}, game {game}, turn {turn}, {roll}: the seed gives {right}, not {dice}",
            line=checked.line or 0,
            game=wrong.game,
            turn=f"{wrong.round}.{wrong.seat}",
            roll=_which(wrong, t),
            right=verdict.right.to_text(),
            dice=wrong.dice.to_text(),
        )


def _which(wrong: LoggedRoll, t: Translator) -> str:
    if wrong.roll == ACTION_DIE:
        return t.text("verify", "action die")
    return t.text("verify", "roll {roll}", roll=wrong.roll)


def _print_sound(checked: Checked, t: Translator) -> None:
    count, proof = checked.verdict.checked, checked.proof
    print(
        t.count(
            "verify",
            "{variant}: the only roll matches the seed.",
            "{variant}: all {count} rolls match the seed.",
            count,
            variant=variant_name(checked.record.match.variant, t.language),
        )
    )
    print(t.text("verify", "The seed matches the commitment {commitment}.", commitment=proof.commitment))
    if proof.seeds:
        print(
            t.count(
                "verify",
                "{count} seat added its own seed.",
                "{count} seats added their own seeds.",
                len(proof.seeds),
            )
        )
    if checked.by_hand:
        print(
            t.count(
                "verify",
                "{count} roll was entered by hand and cannot be checked.",
                "{count} rolls were entered by hand and cannot be checked.",
                checked.by_hand,
            )
        )


@dataclass(frozen=True)
class Print:
    """The content and the destination of a print; `-` is standard output."""

    out: str
    paper: Paper
    lang: str
    as_json: bool


def print_form(variant: Variant, games: int | None, players: int | None, options: Print) -> None:
    """Write a blank form. Raises `InvalidInput`, `Refused`."""
    _write(variant, form_pdf(variant, Form(options.paper, games, players), options.lang), options)


def print_record(file: str, seat: int | None, variant: Variant | None, options: Print) -> None:
    """Write the sheets of a record, of all players or of one. A `variant` must be the record's.

    Raises `InvalidInput`, `DamagedRecord`, `Refused`.
    """
    record = read_record(read_text(file))
    played = record.match.variant
    if variant is not None and variant.key != played.key:
        raise Refused(
            "{file} is a record of {played}, not of {variant}",
            file=file,
            played=variant_name(played, options.lang),
            variant=variant.key,
        )
    _write(played, record_pdf(record, options.paper, options.lang, seat), options)


def _write(variant: Variant, pdf: bytes, options: Print) -> None:
    if options.as_json and options.out == "-":
        raise Refused("Standard output cannot take the sheet and JSON")
    write_bytes(options.out, pdf)
    if options.as_json:
        print_json({"file": options.out, "bytes": len(pdf), "variant": variant.key, "paper": options.paper.value})
    elif options.out != "-":
        t, name = translator(options.lang), variant_name(variant, options.lang)
        print(t.text("paper", "{variant}: the sheet is in {file}.", variant=name, file=options.out))
