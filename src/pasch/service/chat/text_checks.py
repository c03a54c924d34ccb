"""What people say: one line of plain text."""

import unicodedata

from pasch.rules.errors import InvalidInput
from pasch.service.people.names import unseen

LONGEST_LINE = 200
_LONGEST_INPUT = 2000
_NEWER_EMOJI = range(0x1F000, 0x1FB00)


def clean_line(text: str) -> str:
    """The text in normal form without blanks around it.

    Raises `InvalidInput` for one that is empty or too long, or has characters that cannot be seen or change the
    direction of the text.
    """
    if len(text) > _LONGEST_INPUT:
        raise _too_long(len(text))
    line = "".join(" " if unicodedata.category(c) == "Zs" else c for c in unicodedata.normalize("NFC", text)).strip(" ")
    if not line:
        raise InvalidInput("A message needs at least one character")
    if len(line) > LONGEST_LINE:
        raise _too_long(len(line))
    for place, character in enumerate(line):
        if unseen(line, place) and not _is_newer_emoji(character):
            code = f"U+{ord(character):04X}"
            raise InvalidInput("A message cannot contain the invisible character {character}", character=code)
    return line


def _is_newer_emoji(character: str) -> bool:
    """Whether this looks like an emoji that is younger than this program's tables of characters."""
    return unicodedata.category(character) == "Cn" and ord(character) in _NEWER_EMOJI


def _too_long(length: int) -> InvalidInput:
    return InvalidInput(
        "A message has at most {most} characters, this one has {given}", most=LONGEST_LINE, given=length
    )
