"""`pasch score`: what a roll scores, for one roll or for a stream of questions."""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from pasch.cli.options import parsed_rules
from pasch.cli.output import print_json, print_table
from pasch.i18n import translator
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.words import category_name, error_text

LONGEST_LINE = 10_000
"""Bytes of a line that are read; a longer one is answered with an error and passed over."""


def score_roll(  # noqa: PLR0913 - what the command was asked
    variant: Variant, roll: str, rolls: int | None, lang: str, *, served: bool, as_json: bool
) -> None:
    """Print what a roll scores in every category. Raises `InvalidInput`."""
    dice = variant.roll(roll)
    points = {c.key: variant.points(c.key, dice, rolls=rolls, served=served) for c in variant.categories}
    if as_json:
        print_json(points)
        return
    say = translator(lang)
    head = ("CATEGORY", say.text("list", "Name"), say.text("list", "Points"))
    rows = [(key, category_name(variant, key, lang), say.number(worth)) for key, worth in points.items()]
    print_table(head, rows, numbers=1)


def answer_lines(house_rules: list[str], lang: str) -> None:
    """Answer every line of standard input with a line of JSON, as soon as it is there."""
    rules = parsed_rules(house_rules)
    for line in bounded_lines(sys.stdin.buffer):
        print_json(_answer(line, rules, lang))
        sys.stdout.flush()


def bounded_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream without their ends; None for one that is too long. Holds one at a time."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)
        yield None


def _answer(line: bytes | None, rules: dict[str, SwitchValue], lang: str) -> dict[str, str | int]:
    try:
        return {"points": _points(_question(line), rules)}
    except PaschError as error:
        return {"error": error_text(error, lang), "code": error.code}


def _question(line: bytes | None) -> dict[str, object]:
    if line is None:
        raise InvalidInput("A line has at most {most} characters", most=LONGEST_LINE)
    try:
        question = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise InvalidInput("The line is no valid JSON") from None
    if not isinstance(question, dict):
        raise InvalidInput("A line holds an object with variant, category and dice")
    return question


def _points(question: dict[str, object], rules: dict[str, SwitchValue]) -> int:
    name, category = _text(question, "variant"), _text(question, "category")
    dice, rolls, served = question.get("dice"), question.get("rolls"), question.get("served", False)
    if not isinstance(dice, list):
        raise InvalidInput("“{field}” must be a list of whole numbers", field="dice")
    if rolls is not None and type(rolls) is not int:
        raise InvalidInput("“{field}” must be a whole number", field="rolls")
    if not isinstance(served, bool):
        raise InvalidInput("“{field}” must be true or false", field="served")
    variant = variant_with(name, rules)
    return variant.points(category, dice, rolls=rolls, served=served)


def _text(question: dict[str, object], field: str) -> str:
    value = question.get(field)
    if value is None:
        raise InvalidInput("“{field}” is missing", field=field)
    if not isinstance(value, str):
        raise InvalidInput("“{field}” must be a text", field=field)
    return value
