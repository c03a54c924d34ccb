"""What somebody typed: the text forms of actions, and a few words besides."""

import unicodedata
from enum import Enum

from pasch.rules.actions import Announce, RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.dice import Keep
from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant
from pasch.words import category_name


class Wish(Enum):
    """What can be asked for besides the actions of the game."""

    HELP = "?"
    SHEET = "s"
    QUIT = "q"
    NOTHING = ""


Typed = Wish | RollDice | Announce | Score

_WISHES = {
    "": Wish.NOTHING,
    "?": Wish.HELP,
    "help": Wish.HELP,
    "hilfe": Wish.HELP,
    "s": Wish.SHEET,
    "sheet": Wish.SHEET,
    "zettel": Wish.SHEET,
    "q": Wish.QUIT,
    "quit": Wish.QUIT,
    "exit": Wish.QUIT,
    "ende": Wish.QUIT,
}


def read(text: str, variant: Variant, lang: str) -> Typed:
    """What a line means. Raises `InvalidInput`, `UnknownCategory`."""
    words = text.split()
    line = " ".join(words)
    wish = _WISHES.get(line.casefold())
    if wish is not None:
        return wish
    if line.casefold() == "roll":
        return RollDice()
    if line[0] == "k" and (line[1:2].isdigit() or line[1:2] in {"-", "/"}):
        return RollDice(Keep.from_text("".join(words)))
    if line.startswith("!"):
        return Announce(_cell(line[1:].strip(), variant, lang))
    *cell, last = words
    if cell and last.isascii() and last.isdigit():
        return Score(_cell(" ".join(cell), variant, lang), int(last[:6]))
    return Score(_cell(line, variant, lang))


def _cell(text: str, variant: Variant, lang: str) -> Cell:
    """A cell by its text form, by its name in this language, or by the beginning of either.

    Raises `InvalidInput`; a text that begins no name is left to the rules to refuse.
    """
    name, at, column = text.partition("@")
    wanted = _folded(name)
    names = {c.key: (_folded(c.key), _folded(category_name(variant, c.key, lang))) for c in variant.categories}
    exact = [key for key, known in names.items() if wanted in known]
    begun = [key for key, known in names.items() if wanted and any(n.startswith(wanted) for n in known)]
    found = exact or begun
    if len(found) > 1:
        raise InvalidInput(
            "“{text}” begins several categories: {categories}", text=text[:40], categories=", ".join(found)
        )
    return Cell.from_text(f"{found[0]}{at}{column}" if found else text)


def _folded(text: str) -> str:
    """Letters and digits alone, small, without dots: “Große Straße” is `grossestrasse`."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if c.isalnum())
