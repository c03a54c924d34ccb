"""Advice and the ledger: what to do, what was luck and what was skill. Values are points."""

from collections.abc import Mapping

from typing_extensions import TypedDict

from pasch.analysis.figures import ChoiceFigures, GameValues, LedgerSums, RollValues, SeatValues, TurnValues
from pasch.service.views.schema.sheets import SheetSums
from pasch.service.views.schema.table import VariantPlayed
from pasch.words import SheetLayout


class AdvisedAction(TypedDict):
    """What can be done, and what it is worth."""

    action: str
    """Its text form: `k1234`, `k-`, `chance`, `chance 0`, `roll`."""
    words: str
    """The same in the caller's language."""
    value: float
    """The expected final total, points on the sheet included."""
    regret: float
    """What it loses against the best action."""
    chances: Mapping[str, float]
    """Of every open category, how likely the turn ends with points there, from 0 to 1."""
    points: int | None
    """What an entry brings in its cell; null for what is no entry."""
    extra: int
    """Extra points that come with it."""


class Situation(VariantPlayed, SheetSums):
    """What was asked about: the sheet of the seat to move and the dice on the table."""

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
    """What to do in a situation."""

    value: float
    """The expected final total of optimal play from here."""
    text: str
    """The best action and why, in one sentence."""
    alone: bool
    """Whether it covers the sheet alone, without interaction between players or an instant win."""
    actions: list[AdvisedAction]
    """All there are, best first."""
    situation: Situation


class LedgerChoice(ChoiceFigures):
    """A decision."""

    action_words: str
    """What was done, in words."""
    best_words: str
    """What would have been best, in words."""


class Lesson(LedgerChoice):
    """A decision that is worth another look."""

    why: str
    """Why the other one was better, in one sentence."""


class LedgerRoll(RollValues):
    """The dice after a roll."""

    choice: LedgerChoice | None
    """Null while nothing has been done with them."""


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
    """What the dice were worth, and what the decisions cost."""
    lessons: list[Lesson]
    """The costliest decisions, at most three, the worst first."""


class LedgerGame(GameValues):
    """One game."""

    seats: list[LedgerSeat]


class Analysis(VariantPlayed):
    """The ledger of a match."""

    sheet: SheetLayout
    players: list[LedgerPlayer]
    games: list[LedgerGame]
    """The games, in order."""
