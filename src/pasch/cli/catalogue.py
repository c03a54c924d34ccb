"""`pasch variants` and `pasch rules`: what can be played, and how."""

import textwrap

from pasch.cli.output import print_json, print_table
from pasch.i18n import translator
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.words import rules_in_words, variant_card, variant_name

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
        for sentence in part.sentences:
            print(textwrap.fill(sentence, WIDTH, initial_indent="  ", subsequent_indent="    "))
