"""The puzzles of the package: `python -m bench.puzzles` makes the file."""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from hashlib import sha256
from math import log10
from pathlib import Path

from pasch.analysis.rating import Glicko
from pasch.rules.actions import Action
from pasch.rules.game import Game
from pasch.rules.notation.position import Position

FILE = Path(__file__).with_name("puzzles.jsonl.gz")
"""One JSON object a line, compressed."""

ID_DIGITS = 12
"""The length of a puzzle's id."""

REGULAR = 1500.0
"""The rating of the regular player."""

UNSURE = 100.0
"""The deviation of a puzzle's first rating: people err otherwise than bots."""


class Theme(StrEnum):
    """A theme of a puzzle.

    `BONUS`: without the upper bonus another action would be best. `STRAIGHTS`: with all straights scratched another
    action would be best. `SCRATCHING`: the best action scratches a cell. `ENDGAME`: at most three cells are open.
    `DUEL`: against another player one action is clearly the most likely to win, and points leave open which.
    """

    BONUS = "bonus"
    STRAIGHTS = "straights"
    SCRATCHING = "scratching"
    ENDGAME = "endgame"
    DUEL = "duel"


@dataclass(frozen=True)
class PuzzleAction:
    """An action with its value: the expected final total, or in a duel the chance to win in percent.

    `chances` is given for the two best sensible actions if they roll dice, and empty for all others.
    """

    action: Action
    text: str
    value: float
    regret: float
    chances: Mapping[str, float]


@dataclass(frozen=True)
class Puzzle:
    """A position with one best action.

    `errors` is how often the regular player errs, `losses` the loss of each action by its text, the best first.
    """

    position: str
    value: float
    errors: float
    themes: tuple[Theme, ...]
    losses: Mapping[str, float]
    chances: Mapping[str, Mapping[str, float]]

    @property
    def id(self) -> str:
        """A name that outlives the file."""
        return sha256(self.position.encode()).hexdigest()[:ID_DIGITS]

    @property
    def game(self) -> Game:
        """The position; the seat to move comes first."""
        return Position.from_text(self.position).game

    @property
    def best(self) -> str:
        """The best action."""
        return next(iter(self.losses))

    @property
    def first_rating(self) -> Glicko:
        """The rating before the first attempt: against a regular player, the chance to win is that of an error."""
        odds = self.errors / (1 - self.errors)
        return Glicko(REGULAR + 400 * log10(odds), UNSURE)

    def actions(self) -> list[PuzzleAction]:
        """Every action with its value, best first."""
        game = self.game
        legal = {game.variant.action_text(action): action for action in game.legal_actions}
        return [
            PuzzleAction(legal[text], text, self.value - loss, loss, self.chances.get(text, {}))
            for text, loss in self.losses.items()
        ]


class PuzzleCollection:
    """All puzzles. They stay text, and become objects one by one."""

    def __init__(self, lines: list[bytes]) -> None:
        puzzles = [_read(line) for line in lines]
        self._lines = {puzzle.id: line for puzzle, line in zip(puzzles, lines, strict=True)}
        self._ratings = sorted((puzzle.first_rating.rating, puzzle.id, puzzle.themes) for puzzle in puzzles)

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Puzzle]:
        return map(_read, self._lines.values())

    def find(self, name: str) -> Puzzle | None:
        """The puzzle with this id."""
        line = self._lines.get(name)
        return None if line is None else _read(line)

    def near(self, rating: float, theme: Theme | None = None) -> list[str]:
        """The ids of all puzzles, or of those with a theme, the nearest first ratings first."""
        fitting = [entry for entry in self._ratings if theme is None or theme in entry[2]]
        return [name for _, name, _ in sorted(fitting, key=lambda entry: abs(entry[0] - rating))]


def _read(line: bytes) -> Puzzle:
    data = json.loads(line)
    themes = tuple(map(Theme, data.pop("themes")))
    return Puzzle(**{"chances": {}, **data}, themes=themes)


@cache
def all_puzzles() -> PuzzleCollection:
    """The puzzles of the package, read once; takes about a second."""
    return PuzzleCollection(gzip.decompress(FILE.read_bytes()).splitlines())
