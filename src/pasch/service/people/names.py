"""Names of people: any language, one line, no characters that hide or reverse text."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

from pasch.rules.errors import InvalidInput

LONGEST_NAME = 40
_LONGEST_INPUT = 400

# Invisible by intent or by font, yet counted as letters or symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS = frozenset("\u200c\u200d")
_MARKUP = frozenset("<>")


def clean_name(name: str) -> str:
    """The name in normal form without surrounding blanks; empty stays empty.

    Raises `InvalidInput` for a name that is too long, or contains invisible characters, direction changes or markup.
    """
    if len(name) > _LONGEST_INPUT:
        raise _too_long(len(name))
    cleaned = " ".join(part for part in unicodedata.normalize("NFC", name).strip().split(" ") if part)
    if len(cleaned) > LONGEST_NAME:
        raise _too_long(len(cleaned))
    for place, character in enumerate(cleaned):
        if character in _MARKUP:
            raise InvalidInput("A name cannot contain {character}", character=character)
        if unseen(cleaned, place):
            code = f"U+{ord(character):04X}"
            raise InvalidInput("A name cannot contain the invisible character {character}", character=code)
    return cleaned


def _too_long(length: int) -> InvalidInput:
    return InvalidInput("A name has at most {most} characters, this one has {given}", most=LONGEST_NAME, given=length)


def unseen(name: str, place: int) -> bool:
    """Whether the character at a place is invisible, or reverses its neighbours."""
    character = name[place]
    if character in _JOINERS:
        # Persian and Hindi words and many emoji need them between non-ASCII characters.
        before, after = name[place - 1 : place], name[place + 1 : place + 2]
        return not before or not after or before.isascii() or after.isascii()
    if character in _BLANK:
        return True
    category = unicodedata.category(character)
    return category[0] == "C" or (category[0] == "Z" and character != " ")


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names, numbered where they repeat: Anna, Anna 2."""
    return _numbered(tuple(names))


@lru_cache(4096)  # called for every viewer of a table after every event
def _numbered(names: tuple[str, ...]) -> tuple[str, ...]:
    taken = {folded(name) for name in names}
    seen: set[str] = set()
    shown: list[str] = []
    for name in names:
        candidate, number = name, 1
        while folded(candidate) in seen or (number > 1 and folded(candidate) in taken):
            number += 1
            candidate = f"{name} {number}"
        seen.add(folded(candidate))
        shown.append(candidate)
    return tuple(shown)


def folded(name: str) -> str:
    """The name in the form for comparison: without case, width and joining characters."""
    joined = "".join(c for c in name if c not in _JOINERS)
    return unicodedata.normalize("NFKC", joined).casefold()


MARK = "\u200e"
"""The library puts this mark around right-to-left characters."""


def skeletons(name: str) -> frozenset[str]:
    """The skeletons of a name. Confusable names share at least one."""
    compared = folded(name)
    return frozenset({compared, _skeleton(name).casefold(), _skeleton(compared)})


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_PROTOTYPES.get(letter, letter) for letter in letters))


def _prototypes() -> Iterator[tuple[str, str]]:
    """Every character with the text that represents all its look-alikes.

    The library lists a prototype with all its look-alikes, and each of these with the prototype only. Of a pair, the
    one with the lower code represents both.
    """
    for letter, found in confusables_data.items():
        alike, first = letter.replace(MARK, ""), found[0]["c"]
        prototype = first.replace(MARK, "")
        pair = len(confusables_data.get(first, ())) == 1 and len(prototype) == 1
        if len(alike) == 1 and len(found) == 1 and not (pair and alike < prototype):
            yield alike, prototype


_PROTOTYPES = dict(_prototypes())
