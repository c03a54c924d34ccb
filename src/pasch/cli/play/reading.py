"""Parses typed input: the text forms of actions, corrections, and a few words."""

import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self, TextIO

from pasch.rules.actions import (
    ActionKind,
    Announce,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    MechanicAction,
    RollDice,
    Score,
    TakeNothing,
    UseAction,
)
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.variant import Variant
from pasch.tui.server.link import Body
from pasch.tui.typed import Replacement
from pasch.words import action_name, category_name


class Request(Enum):
    """Requests other than the actions of the game."""

    HELP = "?"
    SHEET = "s"
    QUIT = "q"
    CORRECTIONS = "^"
    NOTHING = ""


Typed = Request | RollDice | Announce | Score | MechanicAction

_WORDS: Mapping[str, Typed] = {
    "": Request.NOTHING,
    "?": Request.HELP,
    "help": Request.HELP,
    "hilfe": Request.HELP,
    "^": Request.CORRECTIONS,
    "s": Request.SHEET,
    "sheet": Request.SHEET,
    "zettel": Request.SHEET,
    "q": Request.QUIT,
    "quit": Request.QUIT,
    "exit": Request.QUIT,
    "ende": Request.QUIT,
    "r": RollDice(),
    "roll": RollDice(),
    "würfeln": RollDice(),
    "!x2": Double(),
    "double": Double(),
    "verdoppeln": Double(),
    "end_turn": EndTurn(),
    "next": EndTurn(),
    "weiter": EndTurn(),
    "believe": Believe(),
    "glauben": Believe(),
    "doubt": Doubt(),
    "zweifeln": Doubt(),
    "-": TakeNothing(),
    "nothing": TakeNothing(),
    "nichts": TakeNothing(),
}

_CLAIM = ("claim", "behaupte")


def read(text: str, variant: Variant, lang: str, players: Sequence[str] = ()) -> Typed:
    """The meaning of a line. Raises `InvalidInput`, `UnknownCategory`."""
    words = text.split()
    line = " ".join(words)
    known = _WORDS.get(line.casefold())
    if known is not None:
        return known
    if line[0] == "k" and (line[1:2].isdigit() or line[1:2] in {"-", "/"}):
        return RollDice(Keep.from_text("".join(words)))
    if line.startswith("!"):
        return Announce(read_cell(line[1:].strip(), variant, lang))
    if line.startswith("*"):
        return _action(line[1:].split(), variant, lang, players)
    if words[0].casefold() in _CLAIM:
        return _claim(words[1:], variant, lang)
    *cell, last = words
    if cell and last.isascii() and last.isdigit():
        return Score(read_cell(" ".join(cell), variant, lang), int(last[:6]))
    return Score(read_cell(line, variant, lang))


def _claim(words: list[str], variant: Variant, lang: str) -> Claim:
    *cell, last = words or [""]
    if not cell or not (last.isascii() and last.isdigit()):
        raise InvalidInput("Write a claim as “claim cell points”, such as claim full_house 25")
    return Claim(read_cell(" ".join(cell), variant, lang), int(last[:6]))


def _action(words: list[str], variant: Variant, lang: str, players: Sequence[str]) -> UseAction:
    """`steal 2 chance`: the action, its victim by seat or name, and the cell."""
    name, seat, cell = (*words[:2], *[""] * (2 - len(words[:2])), " ".join(words[2:]))
    kinds = {kind.value: (_folded(kind.value), _folded(action_name(kind, lang))) for kind in ActionKind}
    found = _meant(name, kinds)
    if len(found) != 1:
        raise InvalidInput("Write an action after *: {names}", names=", ".join(found or list(ActionKind)))
    return UseAction(found[0], _seat(seat, players) if seat else None, read_cell(cell, variant, lang) if cell else None)


def _seat(text: str, players: Sequence[str]) -> int:
    """A seat by its number, or by the start of the player's name."""
    if text.isascii() and text.isdigit():
        return int(text[:3])
    found = _meant(text, {str(seat): (_folded(name),) for seat, name in enumerate(players, start=1)})
    if len(found) != 1:
        raise InvalidInput("“{text}” is not a seat: write its number, such as 2", text=text[:40])
    return int(found[0])


def read_cell(text: str, variant: Variant, lang: str) -> Cell:
    """A cell by its text form, by its name in this language, or by the start of either.

    Raises `InvalidInput`; the rules refuse a text that starts no name.
    """
    name, at, column = text.partition("@")
    names = {c.key: (_folded(c.key), _folded(category_name(variant, c.key, lang))) for c in variant.categories}
    found = _meant(name, names)
    if len(found) > 1:
        raise InvalidInput(
            "“{text}” begins several categories: {categories}", text=name[:40], categories=", ".join(found)
        )
    return Cell.from_text(f"{found[0]}{at}{column}" if found else text)


def _meant(text: str, names: Mapping[str, Iterable[str]]) -> list[str]:
    """The keys with this text as a name, else those with a name that starts with it."""
    wanted = _folded(text)
    exact = [key for key, known in names.items() if wanted in known]
    return exact or [key for key, known in names.items() if wanted and any(n.startswith(wanted) for n in known)]


def _folded(text: str) -> str:
    """Letters and digits only, in lower case, without accents: “Große Straße” is `grossestrasse`."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if c.isalnum())


SIGN = "^"
"""The first word of a correction; alone it lists all entries that can be corrected."""
_LINE = re.compile(r"\^\s*(?:([0-9]{1,3})\.)?([0-9]{1,4})\.([0-9]{1,3})(?:\s+(.*))?")
_NUMBER = re.compile(r"[0-9][0-9/]*")


def read_correction(line: str, variant: Variant, lang: str) -> Body:
    """The correction in a line. Raises `InvalidInput`, `UnknownCategory`."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise _unreadable()
    game, round_, seat, rest = found.groups()
    replacement = _replacement((rest or "").split(), variant, lang)
    return replacement.body(int(round_), int(seat), None if game is None else int(game))


def _unreadable() -> InvalidInput:
    return InvalidInput("Write a correction as ^3.1 for round 3, seat 1, then the right dice, cell or points")


def _replacement(words: list[str], variant: Variant, lang: str) -> Replacement:
    """The text after the turn: as many digits as dice are their faces, another number is points."""
    numbers = list[str]()
    while words and _NUMBER.fullmatch(words[-1]):
        numbers.append(words.pop())
    cell = read_cell(" ".join(words), variant, lang).to_text() if words else None
    dice = [one for one in numbers if _is_dice(one, variant)]
    points = [one for one in numbers if one not in dice]
    if len(dice) > 1 or len(points) > 1 or any("/" in one for one in points):
        raise _unreadable()
    return Replacement(cell, dice[0] if dice else None, int(points[0][:9]) if points else None)


def _is_dice(text: str, variant: Variant) -> bool:
    try:
        return len(Roll.from_text(text)) == variant.dice_count
    except PaschError:
        return False


LONGEST = 1000
"""The most characters of a line."""


@dataclass(frozen=True)
class Keyboard:
    """The source of answers. `interactive`: a person types, who can be asked again."""

    source: TextIO
    interactive: bool
    aside: bool = False

    @classmethod
    def of(cls, source: TextIO, *, aside: bool) -> Self:
        """The keyboard of this input; with `aside`, questions go to standard error."""
        reconfigure = getattr(source, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        return cls(source, source.isatty(), aside)

    def ask(self, question: str) -> str | None:
        """The next line, None at the end of the input. At most 1,000 characters count."""
        if self.interactive and not self.aside and sys.stdout.isatty():
            import readline  # noqa: F401 - adds editing and history to `input`

            try:
                return input(question)
            except EOFError:
                print()
                return None
        # From a pipe, no Enter key ends the line of the question.
        end = "" if self.interactive else "\n"
        print(
            question.rstrip() if end else question, end=end, flush=True, file=sys.stderr if self.aside else sys.stdout
        )
        line = self.source.readline(LONGEST)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self.source.readline(LONGEST)
        return line.rstrip("\r\n") if line else None
