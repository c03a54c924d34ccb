"""Puzzles: a position, an answer, and what every action is worth."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.service.views.schema.coach import ActionOffered, Advice, Situation

PuzzleTheme = Literal["bonus", "straights", "scratching", "endgame", "duel"]


class PuzzleStanding(TypedDict):
    """A person's rating by Glicko-2."""

    rating: int
    """The rating; 1500 at first, which is that of the bot `regular`."""
    deviation: int
    """Its uncertainty: 350 at first."""
    tried: int
    """How many puzzles the caller has answered."""
    solved: int
    """How many of them were right at the first attempt."""


class PuzzleTask(TypedDict):
    """A puzzle before it is answered."""

    id: str
    """The id of the puzzle."""
    goal: Literal["points", "win"]
    """What the best action maximises: the expected final total, or the chance to win."""
    task: str
    """What is asked, in one or two sentences."""
    position: str
    """The position as a text; in a duel with both sheets, that of the seat to move first."""
    situation: Situation
    """The sheet of the seat to move and the dice on the table."""
    actions: list[ActionOffered]
    """All actions, in the order of the rules."""
    you: PuzzleStanding
    """The caller's rating."""


class PuzzleAnswer(TypedDict):
    """A puzzle after an answer."""

    id: str
    """The id of the puzzle."""
    action: str
    """The answer."""
    right: bool
    """Whether it is the best action."""
    loss: float
    """What it loses against the best action: points, or percent of the games where the goal is to win."""
    rated: bool
    """Whether this was the first answer: the only one that changes ratings."""
    before: int
    """The caller's rating before the answer."""
    you: PuzzleStanding
    """The caller's rating."""
    puzzle_rating: int
    """The rating of the puzzle."""
    errors: float
    """How often the bot `regular` errs here, from 0 to 1."""
    themes: list[PuzzleTheme]
    """What the puzzle is about."""
    advice: Advice
    """Every action with its value, and why the best is best. Where the goal is to win, values are percent of games."""
