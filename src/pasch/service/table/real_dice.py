"""Real dice at a table: what is typed in, by whom, and what can be corrected. Pure.

The server rolls no dice for a seat with real dice: its owner types the dice, or only the points. A
bot that substitutes for the owner rolls the server's dice. The log marks typed values. Their owner
can correct them at any time, even when the match is over; the log stores both.
"""

from collections.abc import Iterable, Iterator

from pasch.rules.actions import Announce, EnterPoints, RollDice, Score
from pasch.rules.category import Cell, as_cell
from pasch.rules.columns import Announce as AnnounceRule
from pasch.rules.corrections import Correct, PlayedTurn
from pasch.rules.dice import Roll
from pasch.rules.errors import IllegalAction
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.legal import least_keep
from pasch.rules.match import Match, typed_entries
from pasch.rules.notation.turns import Entry, TurnStep
from pasch.rules.state import Stage
from pasch.rules.transitions import possible_entries
from pasch.service.requests import Correction, EnterDice, Status
from pasch.service.table.state import TableState
from pasch.service.views.schema.actions import EnterPointsAction, LegalAction
from pasch.service.views.schema.sheets import TypedEntry

MOST_LISTED = 500
"""The maximum number of rolls listed among the legal actions; games with more have a ten-sided die."""


# ------------------------------------------------------------------------------- who types


def types_dice(state: TableState, seat: int) -> bool:
    """Whether the dice of this seat are currently rolled by hand."""
    place = state.places[seat - 1]
    return place.real and place.player is None


def check_dice(state: TableState, action: object) -> None:
    """Raise `IllegalAction` when the seat to move has the other kind of dice."""
    seat = state.to_move
    if seat is None:
        return
    typing = types_dice(state, seat)
    if typing and isinstance(action, RollDice):
        raise IllegalAction("This seat plays with real dice: enter their faces")
    if not typing and isinstance(action, (EnterDice, EnterPoints)):
        raise IllegalAction("The server rolls the dice of this seat")


# ------------------------------------------------------------------------------- what can be typed


def typed_actions(game: Game) -> Iterator[LegalAction]:
    """What the seat to move may type now: every possible roll, and for every cell every number of points."""
    yield from _rolls(game)
    if game.stage is Stage.READY:
        yield from _points(game)


def _rolls(game: Game) -> Iterator[LegalAction]:
    turn, variant = game.turn, game.variant
    if turn is None or not game.legal_actions.keeps or len(variant.all_rolls) > MOST_LISTED:
        return
    keep = least_keep(variant.keep, turn)
    for roll in variant.all_rolls:
        if roll.leaves(keep):
            yield {"type": "enter_dice", "dice": roll.to_text()}


def _points(game: Game) -> Iterator[LegalAction]:
    for cell, points, extra in possible_entries(game):
        view: EnterPointsAction = {"type": "enter_points", "cell": game.variant.cell_text(cell), "points": points}
        if extra:
            view["extra"] = extra
        yield view


# ------------------------------------------------------------------------------- corrections


def correction(state: TableState, seat: int, request: Correction) -> Correct:
    """The correction that a request means for its turn. Raises `IllegalAction`, `InvalidInput`, `UnknownCategory`."""
    if state.match is None or state.status not in {Status.RUNNING, Status.FINISHED}:
        raise IllegalAction("Nothing can be corrected now")
    if not state.places[seat - 1].real:
        raise IllegalAction("Only dice entered by hand can be corrected: the server rolls the dice of this seat")
    number = len(state.match.games) if request.game is None else request.game
    game = state.match.played(number)
    played = None if game is None else game.turn(request.round, seat)
    if played is None:
        return Correct(number, request.round, seat, ())  # the rules refuse this with a reason
    return Correct(number, request.round, seat, tuple(_corrected_steps(played, request)))


def _corrected_steps(played: PlayedTurn, request: Correction) -> Iterator[TurnStep]:
    rolls = _corrected_rolls(played, request)
    entry = None if played.entry is None else _entry(played, request, rolls)
    placed = False
    for step in played.text.steps:
        match step:
            case DiceRolled() | Score() | EnterPoints():
                if not placed:
                    placed = True
                    yield from rolls[:1]
                    yield from _announced(played, entry)
                    yield from rolls[1:]
                if isinstance(step, Score | EnterPoints) and entry is not None:
                    yield entry
            case Announce():
                pass
            case _:
                yield step


def _corrected_rolls(played: PlayedTurn, request: Correction) -> tuple[DiceRolled, ...]:
    """The corrected rolls: the last one is replaced, earlier ones remain where it can follow them."""
    old = tuple(step for step in played.text.steps if isinstance(step, DiceRolled))
    if request.dice is None:
        dropped = request.points is not None and played.entry is not None
        return () if dropped else old if played.entry is not None else old[:-1]
    roll = played.before.variant.roll(Roll.from_text(request.dice))
    if len(old) > 1 and (keep := old[-1].keep) is not None and roll.leaves(keep):
        return (*old[:-1], DiceRolled(roll, keep, by_hand=True))
    return (DiceRolled(roll, by_hand=True),)


def _entry(played: PlayedTurn, request: Correction, rolls: tuple[DiceRolled, ...]) -> Entry:
    before = played.entry
    assert before is not None
    named = before.cell if request.cell is None else as_cell(request.cell)
    cell = before.cell if named == Cell(before.cell.category) else named
    if rolls:
        scratch = request.points is None and request.dice is None and not before.points and cell == before.cell
        return Score(cell, 0 if scratch else request.points)
    points = before.points if request.points is None else request.points
    return EnterPoints(cell, points, request.extra)


def _announced(played: PlayedTurn, entry: Entry | None) -> Iterator[Announce]:
    """The announcement that was made, for the cell that is entered now, if its column has announcements."""
    before = next((step for step in played.text.steps if isinstance(step, Announce)), None)
    if before is None:
        return
    cell = entry.cell if isinstance(entry, Score) else before.cell
    column = played.before.variant.columns[(cell.column or 1) - 1]
    if column.announce is not AnnounceRule.NONE and not isinstance(entry, EnterPoints):
        yield Announce(cell)


# ------------------------------------------------------------------------------- what was typed


def typed_views(match: Match, game: int, corrected: Iterable[tuple[int, int, int]]) -> dict[int, list[TypedEntry]]:
    """The typed entries of each seat, in plain data.

    `corrected` are the corrected turns, by game, round and seat.
    """
    corrected_entries = frozenset(corrected)
    views: dict[int, list[TypedEntry]] = {}
    for typed in typed_entries(match, game):
        views.setdefault(typed.seat, []).append(
            {
                "cell": match.variant.cell_text(typed.cell),
                "round": typed.round,
                "dice": None if typed.dice is None else typed.dice.to_text(),
                "corrected": (game, typed.round, typed.seat) in corrected_entries,
            }
        )
    return views
