"""The coach and the ledger: what to do, and what was luck and what was skill. Values are points."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Answered, Sent
from pasch.server.wire.variants import SheetLayout

Chance = Annotated[float, Field(ge=0, le=1)]
Outcome = Annotated[
    tuple[float, float, float],
    Field(description="The chances to win, to draw and to lose.", examples=[[0.6, 0.0, 0.4]]),
]


class AdvisedAction(Answered):
    """What can be done, and what it is worth."""

    action: Annotated[str, Field(description="Its text form: `k1234`, `k-`, `chance`, `chance 0`, `roll`.")]
    words: Annotated[str, Field(description="The same in the caller's language.", examples=["Keep two fours"])]
    value: Annotated[float, Field(description="The expected final total, points on the sheet included.")]
    regret: Annotated[float, Field(description="What it loses against the best action.", ge=0)]
    chances: Annotated[
        dict[str, Chance],
        Field(
            description="Of every open category, how likely the turn ends with points there.", examples=[{"ones": 0.1}]
        ),
    ]
    points: Annotated[int | None, Field(description="What an entry brings in its cell; null for what is no entry.")]
    extra: Annotated[int, Field(description="Extra points that come with it.")]


class Situation(Answered):
    """What was asked about: the sheet of the seat to move and the dice on the table."""

    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    position: Annotated[str, Field(description="The position as a text, spelled as the server writes it.")]
    sheet: SheetLayout
    cells: Annotated[
        dict[str, int], Field(description="Entries by cell; 0 is a crossed-out one.", examples=[{"ones": 3}])
    ]
    upper: int
    saldo: int | None
    bonus: int
    lower: int
    extra: int
    total: int
    dice: Annotated[str | None, Field(description="Faces, ascending; null before the first roll.", examples=["13356"])]
    rolls_left: int
    rolls_used: int
    locked: Annotated[str, Field(description="Dice that may not be rolled again; `k-` for none.")]


class Advice(Answered):
    """What to do in a situation."""

    value: Annotated[float, Field(description="The expected final total of optimal play from here.")]
    text: Annotated[str, Field(description="The best action and why, in one sentence.")]
    alone: Annotated[
        bool,
        Field(description="Whether it covers the sheet alone, without interaction between players or an instant win."),
    ]
    actions: Annotated[list[AdvisedAction], Field(description="All there are, best first.", min_length=1)]
    situation: Situation


class AskAnalysis(Sent):
    """What is to be analysed: either a table or a record."""

    table: Annotated[str | None, Field(max_length=200, description="The id of a table.")] = None
    record: Annotated[
        str | None, Field(max_length=64 * 1024, description="A record, as `GET /tables/{table}/record` gives it.")
    ] = None
    win: Annotated[bool, Field(description="Whether to tell the chances to win as well; that can take a while.")] = (
        False
    )


class LedgerChoice(Answered):
    """A decision."""

    position: Annotated[str, Field(description="The situation, with this player's sheet alone.")]
    action: Annotated[str, Field(description="What was done: `k33`, `chance`, `chance 0`.")]
    action_words: Annotated[str, Field(description="What was done, in words.")]
    value: Annotated[float, Field(description="The expected final total after it.")]
    best: Annotated[str, Field(description="What would have been best.")]
    best_words: Annotated[str, Field(description="What would have been best, in words.")]
    best_value: Annotated[float, Field(description="The expected final total after the best action.")]
    loss: Annotated[float, Field(ge=0)]


class Lesson(LedgerChoice):
    """A decision that is worth another look."""

    why: Annotated[str, Field(description="Why the other one was better, in one sentence.")]


class LedgerRoll(Answered):
    """The dice after a roll."""

    dice: Annotated[str, Field(description="The dice, faces ascending.")]
    luck: Annotated[float, Field(description="What the roll changed in the expected final total.")]
    value: Annotated[float, Field(description="The expected final total with these dice.")]
    choice: Annotated[LedgerChoice | None, Field(description="Null while nothing has been done with them.")]


class LedgerTurn(Answered):
    """A turn."""

    round: int
    rolls: Annotated[list[LedgerRoll], Field(description="The rolls, in order.")]
    cell: Annotated[str | None, Field(description="Null while it is running.")]
    points: int
    extra: int
    start: Annotated[float, Field(description="The expected final total before it.")]
    end: Annotated[float, Field(description="The expected final total after it.")]
    luck: float
    loss: Annotated[float, Field(ge=0)]
    known: Annotated[bool, Field(description="False where only the points were written down: then all counts as luck.")]


class LedgerPoint(Answered):
    """A point of the chart."""

    round: Annotated[int, Field(description="0 is the start.")]
    roll: Annotated[int, Field(description="0 is the end of the round.")]
    value: Annotated[float, Field(description="The expected final total.")]


class LedgerSums(Answered):
    """`score = start + luck - loss` where `finished`, else `value = start + luck - loss`."""

    seat: int
    name: str
    start: float
    luck: float
    loss: Annotated[float, Field(ge=0)]
    value: Annotated[float, Field(description="The expected final total as it stands.")]
    score: int
    finished: bool
    losses: Annotated[
        dict[str, Annotated[float, Field(ge=0)]],
        Field(
            description="The loss by kind of decision; the sum is `loss`.",
            examples=[{"keeps": 4.2, "entries": 1.5, "bonus": 0.0, "endgame": 2.1}],
        ),
    ]
    par: Annotated[
        int | None,
        Field(
            description="What the optimal policy scores with the same dice, not knowing them in advance; null where "
            "they are not proved."
        ),
    ]


class LedgerSeat(LedgerSums):
    """One sheet of one game."""

    turns: list[LedgerTurn]
    curve: Annotated[list[LedgerPoint], Field(description="The expected final total over the game, for a chart.")]


class LedgerPlayer(LedgerSums):
    """A player over all games."""

    text: Annotated[str, Field(description="What the dice were worth, and what the decisions cost.")]
    lessons: Annotated[list[Lesson], Field(description="The costliest decisions, at most three, the worst first.")]


class WinPoint(Answered):
    """The chances to win at a moment of a game of two."""

    turn: Annotated[int, Field(description="How many turns have been played; 0 is the start.")]
    round: int
    seat: Annotated[int | None, Field(description="Who has just finished the turn; null at the start.")]
    chances: Annotated[tuple[Outcome, Outcome], Field(description="Of seat 1 and of seat 2.")]
    exact: Annotated[
        bool, Field(description="False where they follow from how both would end if each played for points alone.")
    ]


class LedgerGame(Answered):
    """One game."""

    game: int
    seats: list[LedgerSeat]
    win: Annotated[
        list[WinPoint] | None, Field(description="Null when not asked for, and where not two play against each other.")
    ]


class Analysis(Answered):
    """The ledger of a match."""

    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    sheet: SheetLayout
    players: list[LedgerPlayer]
    games: Annotated[list[LedgerGame], Field(description="The games, in order.")]
