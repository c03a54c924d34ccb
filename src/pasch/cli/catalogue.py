"""`pasch variants`, `rules`, `chances`, `glossary` and `tips`: what can be played, how, and with which words."""

import textwrap
from collections.abc import Iterable
from dataclasses import asdict

from pasch.cli.output import print_json, print_table
from pasch.i18n import translator
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.words import (
    category_name,
    glossary,
    rules_in_words,
    tested_variant,
    tips,
    tips_intro,
    variant_card,
    variant_name,
)

WIDTH = 80
"""Where lines of running text are broken."""


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


def tell_rules(variant: Variant, lang: str, *, as_json: bool) -> None:
    """Print the rules of a variant."""
    sections = rules_in_words(variant, lang)
    if as_json:
        rules = [{"heading": part.heading, "sentences": list(part.sentences)} for part in sections]
        print_json({"key": variant.key, "name": variant_name(variant, lang), "rules": rules})
        return
    print(variant_name(variant, lang))
    for part in sections:
        print(f"\n{part.heading}")
        _print_all(part.sentences)


def tell_chances(variant: Variant, lang: str, *, as_json: bool) -> None:
    """Print how likely each category scores, in one roll and in a turn."""
    from pasch.solver.figures import figure_chances  # NumPy takes a moment to load

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


def tell_words(lang: str, *, as_json: bool) -> None:
    """Print the words of the game."""
    chapters = glossary(lang)
    if as_json:
        print_json([asdict(chapter) for chapter in chapters])
        return
    for chapter in chapters:
        print(chapter.heading)
        _print_all(f"{term.name}: {term.meaning}" for term in chapter.terms)
        print()


def tell_tips(lang: str, *, as_json: bool) -> None:
    """Print the tips and what became of them."""
    if as_json:
        told = [asdict(tip) for tip in tips(lang)]
        print_json({"variant": tested_variant().key, "intro": tips_intro(lang), "tips": told})
        return
    print(textwrap.fill(tips_intro(lang), WIDTH))
    for tip in tips(lang):
        print(f"\n{tip.title}")
        _print_all((tip.verdict, *tip.sentences))


def _print_all(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(textwrap.fill(sentence, WIDTH, initial_indent="  ", subsequent_indent="    "))
