"""Puzzles for people: the next one near their rating, one rated attempt at each, and its explanation."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
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
from pasch.service.puzzles.collection import Puzzle, PuzzleCollection, Theme, all_puzzles
from pasch.service.requests import Session
from pasch.service.table.presence import time_text
from pasch.service.views.schema.coach import Advice, PuzzleAnswer, PuzzleStanding, PuzzleTask
from pasch.words.advice import duel_text, puzzle_task

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
            raise InvalidInput("You have tried all puzzles of this theme")
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
            raise InvalidInput("“{action}” is not possible here", action=action[:40])
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
