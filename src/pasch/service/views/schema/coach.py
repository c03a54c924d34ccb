"""Advice, the ledger and puzzles: best actions, luck and skill. Values are points."""

from collections.abc import Mapping
from typing import Literal

from typing_extensions import TypedDict

from pasch.analysis.figures import ChoiceFigures, GameValues, LedgerSums, RollValues, SeatValues, TurnValues
from pasch.service.views.schema.sheets import SheetSums
from pasch.service.views.schema.table import VariantPlayed
from pasch.words import SheetLayout


class ActionOffered(TypedDict):
    """An action."""

    action: str
    """Its text form: `k1234`, `k-`, `chance`, `chance 0`, `roll`."""
    words: str
    """The same in the caller's language."""
    points: int | None
    """The points of an entry in its cell; null for other actions."""
    extra: int
    """Its extra points."""


class AdvisedAction(ActionOffered):
    """An action and its value."""

    value: float
    """The expected final total, points on the sheet included."""
    regret: float
    """Its loss against the best action."""
    chances: Mapping[str, float]
    """For every open category, the chance that the turn scores there, from 0 to 1."""


class Situation(VariantPlayed, SheetSums):
    """The analysed position: the sheet of the seat to move and the dice on the table."""

    position: str
    """The position as a text, spelled as the server writes it."""
    sheet: SheetLayout
    cells: dict[str, int]
    """Entries by cell; 0 is a crossed-out one."""
    dice: str | None
    """Faces, ascending, such as `13356`; null before the first roll."""
    rolls_left: int
    rolls_used: int
    locked: str
    """Dice that may not be rolled again; `k-` for none."""


class Advice(TypedDict):
    """Advice for a position."""

    value: float
    """The expected final total of optimal play from here."""
    text: str
    """The best action and why, in one sentence."""
    alone: bool
    """Whether it covers the sheet alone, without interaction between players or an instant win."""
    actions: list[AdvisedAction]
    """All actions, best first."""
    situation: Situation


class LedgerChoice(ChoiceFigures):
    """A decision."""

    action_words: str
    """The action, in words."""
    best_words: str
    """The best action, in words."""


class Lesson(LedgerChoice):
    """A decision worth reviewing."""

    why: str
    """Why the best action was better, in one sentence."""


class LedgerRoll(RollValues):
    """The dice after a roll."""

    choice: LedgerChoice | None
    """Null until a decision about them."""


class LedgerTurn(TurnValues):
    """A turn."""

    rolls: list[LedgerRoll]
    """The rolls, in order."""


class LedgerSeat(SeatValues):
    """One sheet of one game."""

    turns: list[LedgerTurn]


class LedgerPlayer(LedgerSums):
    """A player over all games."""

    text: str
    """The worth of the dice and the cost of the decisions, in words."""
    lessons: list[Lesson]
    """The costliest decisions, at most three, worst first."""


class LedgerGame(GameValues):
    """One game."""

    seats: list[LedgerSeat]


class Analysis(VariantPlayed):
    """The ledger of a match."""

    sheet: SheetLayout
    players: list[LedgerPlayer]
    games: list[LedgerGame]
    """The games, in order."""


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
