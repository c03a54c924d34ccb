"""How names look. Two names that an eye may confuse share a look (Unicode Technical Standard 39, skeletons).

Upper-case letters look like other letters than lower-case ones do: I like l, but i like no digit. So a name has a look
as it is written, one in lower case, and the form in which names are compared.
"""

import unicodedata
from collections.abc import Iterator

from confusable_homoglyphs.confusables import confusables_data

from pasch.service.people.names import folded

MARK = "\u200e"
"""The library surrounds right-to-left characters with it."""


def skeletons(name: str) -> frozenset[str]:
    """What names that can be confused with this one have at least one of."""
    compared = folded(name)
    return frozenset({compared, _skeleton(name).casefold(), _skeleton(compared)})


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_PROTOTYPES.get(letter, letter) for letter in letters))


def _prototypes() -> Iterator[tuple[str, str]]:
    """Every character with the text that stands for all that look like it.

    The library lists a prototype with all its look-alikes, and each of these with the prototype alone. Of a pair the
    one with the lower code stands for both.
    """
    for letter, found in confusables_data.items():
        alike, first = letter.replace(MARK, ""), found[0]["c"]
        prototype = first.replace(MARK, "")
        pair = len(confusables_data.get(first, ())) == 1 and len(prototype) == 1
        if len(alike) == 1 and len(found) == 1 and not (pair and alike < prototype):
            yield alike, prototype


_PROTOTYPES = dict(_prototypes())
