"""What a glossary is made of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A word: `key` is what the code calls the thing."""

    key: str
    name: str
    meaning: str


@dataclass(frozen=True)
class Chapter:
    """Words that belong together, those first that others need."""

    heading: str
    terms: tuple[Term, ...]
