"""Puzzles, positions with one best action, for people: the next one near their rating, and one rated attempt at each.

`python -m bench.puzzles` makes the file of the puzzles.
"""

import gzip
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cache
from hashlib import sha256
from math import log10
from pathlib import Path
from typing import Protocol

from pasch.analysis.rating import Glicko, after_period
from pasch.rules.actions import Action
from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.service.coach import action_view, advice_view, situation_view
from pasch.service.errors import UnknownPuzzle
from pasch.service.ids import SessionId
from pasch.service.pace import Pace
from pasch.service.ports import Clock
from pasch.service.requests import Session
from pasch.service.table.presence import time_text
from pasch.service.views.schema.coach import Advice, PuzzleAnswer, PuzzleStanding, PuzzleTask
from pasch.words.advice import duel_text, puzzle_task

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
        """The ids of all puzzles, or of those with a theme, sorted by the distance of their first rating."""
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


NEAR = 40
"""The number of puzzles nearest to a rating, one of which is next."""


@dataclass(frozen=True)
class Standing:
    """A person's rating, and the number of rated attempts and of right answers."""

    rating: Glicko = field(default_factory=Glicko)
    tried: int = 0
    solved: int = 0


@dataclass(frozen=True)
class PuzzleAttempt:
    """A rated attempt."""

    puzzle: str
    action: str
    right: bool
    at: datetime


Change = Callable[[Glicko, Glicko], tuple[Glicko, Glicko]]
"""The ratings of a person and of a puzzle after an attempt, from those before it."""


class PuzzleStore(Protocol):
    """Attempts and ratings. A write that has returned is on disk."""

    async def standing(self, person: SessionId) -> Standing:
        """The standing of a person; the default before the first attempt."""

    async def tried(self, person: SessionId) -> Collection[str]:
        """The ids of the puzzles that a person has tried."""

    async def attempts(self, person: SessionId) -> Sequence[PuzzleAttempt]:
        """All attempts of a person, the earliest first."""

    async def rating(self, puzzle: str) -> Glicko | None:
        """The rating of a puzzle; None before the first attempt."""

    async def rate(self, person: SessionId, attempt: PuzzleAttempt, first: Glicko, change: Change) -> bool:
        """Store an attempt and both ratings after it in one transaction; `first` is the puzzle's first rating.

        Returns False, and changes nothing, if the person has tried this puzzle.
        """

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts and the rating of a person. Ratings of puzzles stay."""


class Puzzles:
    """The puzzles. `lang` as in `Tables`. All methods raise `UnknownPuzzle` for an id that does not exist."""

    def __init__(
        self, store: PuzzleStore, clock: Clock, pace: Pace, known: Callable[[], PuzzleCollection] = all_puzzles
    ) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._known = known

    async def next(self, caller: Session, theme: Theme | None, lang: str) -> PuzzleTask:
        """The next puzzle of a person: untried, near the person's rating. The same until it is answered.

        Raises `InvalidInput` when all puzzles of the theme are tried.
        """
        standing, tried = await self._store.standing(caller.id), set(await self._store.tried(caller.id))
        puzzle = await self._pace.in_thread(_chosen, self._known, standing.rating.rating, theme, tried, caller.id)
        if puzzle is None:
            raise InvalidInput("You have tried all puzzles of this theme", field="theme")
        return self._task(puzzle, standing, lang)

    async def show(self, caller: Session, name: str, lang: str) -> PuzzleTask:
        """A puzzle."""
        return self._task(await self._find(name), await self._store.standing(caller.id), lang)

    async def answer(self, caller: Session, name: str, action: str, lang: str) -> PuzzleAnswer:
        """Answer a puzzle: the first answer is rated. Returns the value of every action.

        Raises `InvalidInput` for an action that is not legal in the position.
        """
        puzzle = await self._find(name)
        if action not in puzzle.losses:
            raise InvalidInput("“{action}” is not possible here", field="action", action=action[:40])
        before = await self._store.standing(caller.id)
        attempt = PuzzleAttempt(puzzle.id, action, action == puzzle.best, self._clock.now())
        rated = await self._store.rate(caller.id, attempt, puzzle.first_rating, _change(right=attempt.right))
        after = await self._store.standing(caller.id)
        rating = await self._store.rating(puzzle.id) or puzzle.first_rating
        return {
            "id": puzzle.id,
            "action": action,
            "right": attempt.right,
            "loss": puzzle.losses[action],
            "rated": rated,
            "before": round(before.rating.rating),
            "you": _standing(after),
            "puzzle_rating": round(rating.rating),
            "errors": puzzle.errors,
            "themes": [theme.value for theme in puzzle.themes],
            "advice": _advice(puzzle, lang),
        }

    async def _find(self, name: str) -> Puzzle:
        known = await self._pace.in_thread(self._known)
        puzzle = known.find(name)
        if puzzle is None:
            raise UnknownPuzzle
        return puzzle

    def _task(self, puzzle: Puzzle, standing: Standing, lang: str) -> PuzzleTask:
        game, alone = puzzle.game, Position(puzzle.game).alone()
        return {
            "id": puzzle.id,
            "goal": "win" if Theme.DUEL in puzzle.themes else "points",
            "task": puzzle_task(lang, game),
            "position": puzzle.position,
            "situation": situation_view(alone, lang),
            "actions": [action_view(alone.game, action, lang) for action in _offered(puzzle, alone.game)],
            "you": _standing(standing),
        }

    # --------------------------------------------------------------------------- personal data

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """The rating and the attempts of a person."""
        standing, attempts = await self._store.standing(person), await self._store.attempts(person)
        return {
            "rating": round(standing.rating.rating),
            "deviation": round(standing.rating.deviation),
            "attempts": [
                {"puzzle": each.puzzle, "action": each.action, "right": each.right, "at": time_text(each.at)}
                for each in attempts
            ],
        }

    async def rename(self, person: SessionId, name: str) -> None:
        """Do nothing: attempts contain no names."""

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts and the rating of a person."""
        await self._store.forget(person)


def _chosen(
    known: Callable[[], PuzzleCollection], rating: float, theme: Theme | None, tried: set[str], person: SessionId
) -> Puzzle | None:
    """One of the nearest untried puzzles. It depends on the person, so that people get different ones."""
    found = known()
    near = [name for name in found.near(rating, theme) if name not in tried][:NEAR]
    chosen = min(near, key=lambda name: sha256(f"{person} {name}".encode()).digest(), default=None)
    return None if chosen is None else found.find(chosen)


def _change(*, right: bool) -> Change:
    """How an attempt changes both ratings: a game of the person against the puzzle."""

    def change(person: Glicko, puzzle: Glicko) -> tuple[Glicko, Glicko]:
        won = float(right)
        return after_period(person, [(puzzle, won)]), after_period(puzzle, [(person, 1 - won)])

    return change


def _offered(puzzle: Puzzle, game: Game) -> list[Action]:
    """The actions in the order of the rules, which does not reveal the best."""
    return [action for action in game.legal_actions if game.variant.action_text(action) in puzzle.losses]


def _advice(puzzle: Puzzle, lang: str) -> Advice:
    """The value of every action, and why the best is the best."""
    actions, position = puzzle.actions(), Position(puzzle.game)
    advice = advice_view(position.alone(), actions, lang, alone=False)
    if Theme.DUEL in puzzle.themes:
        advice["text"] = duel_text(lang, position.game, actions)
    return advice


def _standing(standing: Standing) -> PuzzleStanding:
    return {
        "rating": round(standing.rating.rating),
        "deviation": round(standing.rating.deviation),
        "tried": standing.tried,
        "solved": standing.solved,
    }
