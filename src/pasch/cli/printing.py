"""`pasch sheet`: forms and filled sheets on paper."""

from dataclasses import dataclass

from pasch.cli.console import Refused, print_json, read_text, write_bytes
from pasch.i18n import translator
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variant import Variant
from pasch.sheets import Form, Paper, form_pdf, record_pdf
from pasch.words import variant_name


@dataclass(frozen=True)
class Print:
    """Where to print what; `-` is standard output."""

    out: str
    paper: Paper
    lang: str
    as_json: bool


def print_form(variant: Variant, games: int | None, players: int | None, wish: Print) -> None:
    """Write a blank form. Raises `InvalidInput`, `Refused`."""
    _write(variant, form_pdf(variant, Form(wish.paper, games, players), wish.lang), wish)


def print_record(file: str, seat: int | None, variant: Variant | None, wish: Print) -> None:
    """Write the sheets of a record, of all players or of one. A `variant` must be the record's.

    Raises `InvalidInput`, `DamagedRecord`, `Refused`.
    """
    record = read_record(read_text(file))
    played = record.match.variant
    if variant is not None and variant.key != played.key:
        raise Refused(
            "{file} is a record of {played}, not of {variant}",
            file=file,
            played=variant_name(played, wish.lang),
            variant=variant.key,
        )
    _write(played, record_pdf(record, wish.paper, wish.lang, seat), wish)


def _write(variant: Variant, pdf: bytes, wish: Print) -> None:
    if wish.as_json and wish.out == "-":
        raise Refused("Standard output cannot take the sheet and JSON")
    write_bytes(wish.out, pdf)
    if wish.as_json:
        print_json({"file": wish.out, "bytes": len(pdf), "variant": variant.key, "paper": wish.paper.value})
    elif wish.out != "-":
        t, name = translator(wish.lang), variant_name(variant, wish.lang)
        print(t.text("paper", "{variant}: the sheet is in {file}.", variant=name, file=wish.out))
