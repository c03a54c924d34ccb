"""A claim in words: `claim full_house 25 doubt 2,3`, `asked 4` while seat 4 has not answered yet.

If a sheet is frozen between two answers, both parts name the doubters:
`claim chance 22 doubt 2 asked 3 frozen 3 doubt 4`.
"""

import re
from collections import deque
from dataclasses import dataclass

from pasch.rules.actions import Believe, Claim, Doubt
from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.events import Event
from pasch.rules.state import S, Stage
from pasch.rules.transitions import decide
from pasch.rules.variant import Variant

CLAIM = "claim"

_POINTS = re.compile(r"\d{1,5}", re.ASCII)
_SEAT = re.compile(r"[1-9]\d?", re.ASCII)
_SEATS = re.compile(r"[\d,]+", re.ASCII)


@dataclass(frozen=True)
class AnswersText:
    """The doubters among the next seats to answer a claim; `asked` is the seat whose answer is still missing."""

    doubters: tuple[int, ...] = ()
    asked: int | None = None

    @classmethod
    def from_words(cls, words: deque[str]) -> "AnswersText":
        """Take the answers from the front of these words. Raises `InvalidInput`."""
        doubters: tuple[int, ...] = ()
        asked = None
        while words and words[0] in ("doubt", "asked"):
            if words.popleft() == "doubt":
                doubters = _seats(words)
            else:
                asked = as_seat(words.popleft() if words else "")
        return cls(doubters, asked)

    def words(self) -> list[str]:
        """The words that `from_words` reads; empty where all believe."""
        words = [f"doubt {','.join(map(str, self.doubters))}"] if self.doubters else []
        return words if self.asked is None else [*words, f"asked {self.asked}"]

    def apply(self, game: S) -> tuple[S, tuple[Event, ...]]:
        """The game after all these answers; unchanged if no claim is pending.

        Raises `InvalidInput` for answers of seats that are not asked.
        """
        events: tuple[Event, ...] = ()
        doubters = list(self.doubters)
        while game.stage is Stage.CLAIMED and game.to_move != self.asked:
            doubts = game.to_move in doubters
            if doubts:
                doubters.remove(game.to_move or 0)
            game, answered = decide(game, Doubt() if doubts else Believe())
            events += answered
        for seat in doubters:
            raise InvalidInput("Seat {seat} cannot have doubted here", seat=seat)
        if self.asked is not None and game.stage is not Stage.CLAIMED:
            raise InvalidInput("Seat {seat} is not asked here", seat=self.asked)
        return game, events


@dataclass(frozen=True)
class ClaimText:
    """A claim and its first answers."""

    cell: Cell
    points: int
    answers: AnswersText = AnswersText()

    @classmethod
    def from_words(cls, words: deque[str]) -> "ClaimText":
        """Read the words after `claim` that belong to it. Raises `InvalidInput`."""
        cell, points = (words.popleft() if words else "" for _ in range(2))
        if not _POINTS.fullmatch(points):
            raise InvalidInput("Write a claim as “claim cell points”, such as claim full_house 25")
        return cls(Cell.from_text(cell), int(points), AnswersText.from_words(words))

    def to_text(self, variant: Variant) -> str:
        """The words that `from_words` reads, preceded by `claim`."""
        return " ".join((CLAIM, variant.cell_text(self.cell), str(self.points), *self.answers.words()))

    def apply(self, game: S) -> tuple[S, tuple[Event, ...]]:
        """The game after the claim and all answers except those still missing.

        Raises `IllegalAction`, `UnknownCategory`, `InvalidInput` for answers of seats that are not asked.
        """
        game, claimed = decide(game, Claim(self.cell, self.points))
        game, answered = self.answers.apply(game)
        return game, claimed + answered


def as_seat(text: str) -> int:
    """The seat that the text names. Raises `InvalidInput`."""
    if not _SEAT.fullmatch(text):
        raise InvalidInput("“{text}” is not a seat: write its number, such as 2", text=text[:40])
    return int(text)


def _seats(words: deque[str]) -> tuple[int, ...]:
    """Seats separated by commas or blanks."""
    found = []
    while words and _SEATS.fullmatch(words[0]):
        found.append(words.popleft())
    seats = tuple(as_seat(seat) for seat in ",".join(found).split(",") if seat)
    if not seats:
        raise InvalidInput("Write the seats that doubted after “doubt”, such as doubt 2,3")
    return seats
