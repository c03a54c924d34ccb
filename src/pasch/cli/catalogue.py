"""`pasch variants`, `rules`, `chances`, `glossary`, `tips` and `score`: answers from the rules alone."""

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import BinaryIO

from pasch.cli.console import parsed_rules, print_json, print_table
from pasch.i18n import translator
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, variant_with
from pasch.words import (
    category_name,
    error_text,
    glossary,
    rules_in_words,
    tested_variant,
    tips,
    tips_intro,
    variant_card,
    variant_name,
)

WIDTH = 80
"""The line length of running text."""


def list_variants(lang: str, *, as_json: bool) -> None:
    """Print every variant."""
    cards = [variant_card(variant, lang) for variant in VARIANTS.values()]
    if as_json:
        print_json(cards)
        return
    say = translator(lang).text
    head = ("VARIANT", say("list", "Name"), say("list", "Dice"), say("list", "Turns"), say("list", "Maximum"))
    number = translator(lang).number
    rows = [
        (
            card["key"],
            card["name"],
            number(card["dice"]),
            number(card["turns"]),
            "–" if card["maximum"] is None else number(card["maximum"]),
        )
        for card in cards
    ]
    print_table(head, rows, numbers=3)


def print_rules(variant: Variant, lang: str, *, as_json: bool) -> None:
    """Print the rules of a variant."""
    sections = rules_in_words(variant, lang)
    if as_json:
        rules = [{"heading": part["heading"], "sentences": part["sentences"]} for part in sections]
        print_json({"key": variant.key, "name": variant_name(variant, lang), "rules": rules})
        return
    print(variant_name(variant, lang))
    for part in sections:
        print(f"\n{part['heading']}")
        _print_all(part["sentences"])


def print_chances(variant: Variant, lang: str, *, as_json: bool) -> None:
    """Print the chance of each category to score, with one roll and in a turn."""
    from pasch.solver.figures import figure_chances  # importing NumPy takes a moment

    found = figure_chances(variant)
    if as_json:
        print_json({key: asdict(chance) for key, chance in found.items()})
        return
    t = translator(lang)
    rolls = next(iter(found.values())).rolls
    head = (
        t.text("chances", "Category"),
        t.text("chances", "One roll"),
        t.count("chances", "{count} roll", "{count} rolls", rolls),
    )
    rows = [
        (
            category_name(variant, key, lang),
            *(t.text("solve", "{percent}%", percent=t.decimal(100 * part, 2)) for part in (chance.first, chance.turn)),
        )
        for key, chance in found.items()
    ]
    print_table(head, rows, numbers=2)


def print_words(lang: str, *, as_json: bool) -> None:
    """Print the words of the game."""
    chapters, t = glossary(lang), translator(lang)
    if as_json:
        print_json(chapters)
        return
    for chapter in chapters:
        print(chapter["heading"])
        terms = ((term["name"], term["meaning"]) for term in chapter["terms"])
        _print_all(t.text("list", "{name}: {meaning}", name=name, meaning=meaning) for name, meaning in terms)
        print()


def print_tips(lang: str, *, as_json: bool) -> None:
    """Print the tips and their results."""
    if as_json:
        print_json({"variant": tested_variant().key, "intro": tips_intro(lang), "tips": tips(lang)})
        return
    print(textwrap.fill(tips_intro(lang), WIDTH))
    for tip in tips(lang):
        print(f"\n{tip['title']}")
        _print_all((tip["verdict"], *tip["sentences"]))


def _print_all(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(textwrap.fill(sentence, WIDTH, initial_indent="  ", subsequent_indent="    "))


LONGEST_LINE = 10_000
"""Bytes read of a line; a longer one gets an error as its answer."""


def score_roll(  # noqa: PLR0913 - the options of the command
    variant: Variant, roll: str, rolls: int | None, lang: str, *, served: bool, as_json: bool
) -> None:
    """Print the score of a roll in every category. Raises `InvalidInput`."""
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
    """Answer each line of standard input with a line of JSON, at once."""
    rules = parsed_rules(house_rules)
    for line in bounded_lines(sys.stdin.buffer):
        print_json(_answer(line, rules, lang))
        sys.stdout.flush()


def bounded_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream without their ends; None for a line that is too long. Holds one at a time."""
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
        raise InvalidInput("A line has at most {most} bytes", most=LONGEST_LINE)
    try:
        question = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise InvalidInput("The line is not valid JSON") from None
    if not isinstance(question, dict):
        raise InvalidInput("A line must be an object with variant, category and dice")
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
