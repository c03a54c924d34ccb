"""The rules of a variant in words, made from its data alone."""

from dataclasses import dataclass

from pasch.i18n import translator
from pasch.rules.variant import Variant
from pasch.words.categories import hint
from pasch.words.names import name_in


@dataclass(frozen=True)
class Section:
    """A part of the rules."""

    heading: str
    sentences: tuple[str, ...]


def rules_in_words(variant: Variant, lang: str) -> list[Section]:
    """The rules of a variant, house rules included."""
    t = translator(lang)
    rows = tuple(f"{name_in(t, variant, c.key)}: {hint(t, variant, c)}" for c in variant.categories)
    return [Section(t.text("rules", "The cells"), rows)]
