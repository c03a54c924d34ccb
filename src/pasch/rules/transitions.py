"""The turn as one transition table.

Theory of operation ------------------- A turn is in one of five stages (`Stage`). `TABLE` maps each stage to its
actions and the functions that decide them. Deciding reads the game and returns the events of the action, or raises an
`IllegalAction`; it changes nothing. `evolve` turns one event into the next game and never refuses, because logged
events have happened. `Game.apply` decides, then evolves.

    READY ──RollDice──▶ IN_THE_AIR ──DiceRolled──▶ ROLLED ──Score──▶ READY of the next seat
                            ▲                        │ │
                            └────────RollDice────────┘ └─(no rolls left)─▶ ENTRY_DUE ─Score─▶

`RollDice` alone causes no event: while dice are in the air, there is nothing to log. `DiceRolled` in `READY` rolls
and lands in one step, as in a record or a log. In `ROLLED` it does so if it includes the kept dice.

A mechanic (actions between players, claims and doubts) extends this table with its own rows (`extended`,
`pasch.rules.mechanics`). These functions never branch on a mechanic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import assert_never, cast

from pasch.rules.actions import Announce, Double, EndTurn, EnterPoints, FreezeSheet, RollDice, Score, TakeBack
from pasch.rules.category import Cell
from pasch.rules.columns import DoubleWhen
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.errors import IllegalAction, InvalidInput, NoRollsLeft, NotRolled, wrong_type
from pasch.rules.events import Announced, DiceRolled, Doubled, EntryTakenBack, Event, Scored, SheetFrozen
from pasch.rules.facts import equal_rolls, possible_points
from pasch.rules.folding import after, rolled, scored
from pasch.rules.legal import (
    announceable_cells,
    can_roll,
    check_keep,
    entry_points,
    least_keep,
    legal_entries,
    playable_cells,
    refusal,
    waits,
    worth_at,
)
from pasch.rules.mechanics.behaviour import Behaviour, behaviour_of, register
from pasch.rules.sheet import Sheet
from pasch.rules.state import Decider, Outcome, S, Stage, State, Step, Table, Turn


def decide(game: S, step: Step) -> tuple[S, tuple[Event, ...]]:
    """The next game and the resulting events. Raises `IllegalAction`, `InvalidInput`, `Unknown`."""
    decider = behaviour_of(game).table[game.stage].get(type(step))
    if decider is not None:
        return cast("tuple[S, tuple[Event, ...]]", decider(game, step))  # as in the fold
    if isinstance(step, Score | Announce | EnterPoints):
        game.variant.index(step.cell)  # an unknown cell is refused as such in every stage
    if not isinstance(step, Step):
        raise wrong_type(step, 'An action or a roll of the dice, such as Score("chance")')
    raise _waiting(game.stage) or _unfitting(game.stage, step)


# ------------------------------------------------------------------------------- refusing


def _waiting(stage: Stage) -> IllegalAction | None:
    """The refusal in a stage that accepts only one kind of step."""
    match stage:
        case Stage.OVER:
            return IllegalAction("The game is over")
        case Stage.IN_THE_AIR:
            return IllegalAction("The dice are still in the air")
        case Stage.DIE_IN_THE_AIR:
            return IllegalAction("The action die is still in the air")
        case Stage.ENTERED:
            return IllegalAction("The entry is made: end the turn")
        case Stage.SHIFTING:
            return IllegalAction("Only swap, shift or end the turn now")
        case Stage.CLAIMED:
            return IllegalAction("A claim waits for an answer: believe or doubt it")
        case Stage.READY | Stage.ROLLED | Stage.ENTRY_DUE:
            return None
    assert_never(stage)


def _unfitting(stage: Stage, step: Step) -> IllegalAction:
    """The refusal of a step in a stage that accepts others of several kinds."""
    match stage, step:
        case Stage.ENTRY_DUE, RollDice() | DiceRolled():
            return _no_rolls_left()
        case Stage.READY, Score() | Announce():
            return NotRolled("An entry needs dice: roll first")
        case _, EndTurn():
            return IllegalAction("The turn ends with its entry")
        case _, TakeBack():
            return IllegalAction("After a roll, the previous entry is final")
        case _:
            return IllegalAction("That is not possible now")


def _no_rolls_left() -> NoRollsLeft:
    return NoRollsLeft("All rolls of this turn are used: make an entry")


# ------------------------------------------------------------------------------- rolling


def _roll(game: State, step: Step) -> Outcome:
    assert isinstance(step, RollDice)
    turn, sheet = game.acting()
    return game.with_turn(turn.rolling(_staying(turn, sheet, step.keep))), ()


def _staying(turn: Turn, sheet: Sheet, requested: Keep | None) -> Keep:
    """The dice that stay on the table in the next roll. Raises if these may not stay."""
    rule = sheet.variant.keep
    keep = least_keep(rule, turn) if requested is None else requested
    check_keep(rule, turn, keep)
    if not can_roll(sheet, turn):
        raise _no_roll(sheet, turn)
    return keep


def _no_roll(sheet: Sheet, turn: Turn) -> IllegalAction:
    if announceable_cells(sheet, turn):
        return IllegalAction("Announce a cell before the second roll: nothing else is open")
    cells = playable_cells(sheet, turn, turn.rolls_used)
    return NoRollsLeft(
        "No cell would accept another roll: enter this one in {cells}",
        cells=", ".join(sheet.variant.cell_text(sheet.variant.cells[i]) for i in cells),
    )


def _land(game: State, step: Step) -> Outcome:
    assert isinstance(step, DiceRolled)
    turn, _ = game.acting()
    return _fallen(game, turn, turn.staying or NOTHING, step)


def _roll_and_land(game: State, step: Step) -> Outcome:
    assert isinstance(step, DiceRolled)
    turn, sheet = game.acting()
    if turn.roll is not None and step.keep is None:
        raise IllegalAction("Choose the dice to keep before this roll")
    return _fallen(game, turn, _staying(turn, sheet, step.keep), step)


def _fallen(game: State, turn: Turn, keep: Keep, step: DiceRolled) -> Outcome:
    """Land the dice in the air next to those that stayed."""
    if step.keep is not None and step.keep != keep:
        raise IllegalAction(
            "The keep was {keep}, not {given}",
            keep=keep.to_text(),
            given=step.keep.to_text(),
        )
    if step.seat is not None and step.seat != turn.seat:
        raise IllegalAction(
            "It is the turn of seat {seat}, not {given}",
            seat=turn.seat,
            given=step.seat,
        )
    roll = game.variant.roll(step.roll)
    if keep.text not in roll.parts:
        raise InvalidInput(
            "{roll} is not possible: {keep} was kept",
            roll=roll.to_text(),
            keep=keep.to_text(),
        )
    event = DiceRolled(roll, keep, turn.seat, by_hand=step.by_hand)
    return rolled(game, event), (event,)


# ------------------------------------------------------------------------------- cells


def _announce(game: State, step: Step) -> Outcome:
    assert isinstance(step, Announce)
    turn, sheet = game.acting()
    cells = announceable_cells(sheet, turn)
    game.variant.index(step.cell)
    if not cells:
        raise IllegalAction("Nothing can be announced now")
    index = game.variant.index(_column_chosen(game, step.cell, _cells(game, cells)))
    if index not in cells:
        raise IllegalAction(
            "{cell} cannot be announced; these can: {cells}",
            cell=game.variant.cell_text(step.cell),
            cells=", ".join(game.variant.cell_text(game.variant.cells[i]) for i in cells),
        )
    return after(game, Announced(turn.seat, game.variant.cells[index]))


def score(game: State, step: Step) -> Outcome:
    """Enter the roll on the table."""
    assert isinstance(step, Score)
    turn, sheet = game.acting()
    cell = step.cell
    if cell.column is None:
        cell = _column_chosen(game, cell, legal_entries(game))
    index = game.variant.index(cell)
    best = worth_at(game, index)
    if best is None:
        raise refusal(sheet, turn, index)
    points = best if step.points is None else step.points
    if points not in (best, 0):
        raise IllegalAction(
            "{cell} scores {points} points with this roll, or 0 when crossed out, not {given}",
            cell=game.variant.cell_text(cell),
            points=best,
            given=str(points)[:12],
        )
    assert turn.roll is not None
    event = Scored(turn.seat, cell, points, sheet.extra_points(index, turn.roll, points))
    return scored(game, event), (event,)


def _enter_points(game: State, step: Step) -> Outcome:
    assert isinstance(step, EnterPoints)
    turn, sheet = game.acting()
    allowed = playable_cells(sheet, turn, rolls_used=1)
    index = game.variant.index(_column_chosen(game, step.cell, _cells(game, allowed)))
    if index not in allowed:
        raise refusal(sheet, replace(turn, roll=game.variant.all_rolls[0], rolls_used=1), index)
    if (index, step.points, step.extra) not in _possible_entries(sheet, turn, (index,)):
        given = f"{step.points} +{step.extra}" if step.extra else str(step.points)
        raise IllegalAction(
            "{given} points are not possible in {cell}",
            given=given[:12],
            cell=game.variant.cell_text(game.variant.cells[index]),
        )
    return after(game, Scored(turn.seat, game.variant.cells[index], step.points, step.extra, by_hand=True))


def possible_entries(game: State) -> Iterator[tuple[Cell, int, int]]:
    """Every legal entry of points alone: the cell, its points, and the extra points.

    Yields nothing where a mechanic requires the dice.
    """
    turn, sheet = game.acting()
    if EnterPoints in behaviour_of(game).table[game.stage]:
        for index, points, extra in _possible_entries(sheet, turn, playable_cells(sheet, turn, rolls_used=1)):
            yield game.variant.cells[index], points, extra


def _possible_entries(sheet: Sheet, turn: Turn, cells: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Every entry that unknown dice can bring in these cells: its place, points and extra points."""
    extras = _possible_extras(sheet, turn, cells)
    for index in cells:
        for points in (0,) if waits(sheet, index) else sorted(_possible(sheet, turn, index)):
            for extra in sorted({0, *extras.get((index, points), ())}):
                yield index, points, extra


def _possible_extras(sheet: Sheet, turn: Turn, cells: tuple[int, ...]) -> Mapping[tuple[int, int], set[int]]:
    """The extra points that an entry can have earned with any dice, by its place and its points.

    Scores each roll once; a missing key means no extra points.
    """
    found: dict[tuple[int, int], set[int]] = {}
    if not sheet.variant.extra.points:
        return found
    turns = (turn, replace(turn, doubled=True)) if turn.doubles_next else (turn,)
    for roll, each in product(equal_rolls(sheet.variant), turns):
        worths = entry_points(sheet, replace(each, roll=roll), cells)
        for index, worth in zip(cells, worths, strict=True):
            for points in {0, worth}:
                found.setdefault((index, points), set()).add(sheet.extra_points(index, roll, points))
    return found


def _possible(sheet: Sheet, turn: Turn, index: int) -> frozenset[int]:
    """The possible points of unknown dice; if the next roll counts twice, it may not be the last."""
    points = possible_points(sheet.variant, index)
    twice = frozenset(2 * p for p in points)
    if turn.doubles_next:
        return points | twice
    return twice if turn.doubled else points


def _cells(game: State, places: tuple[int, ...]) -> list[Cell]:
    return [game.variant.cells[place] for place in places]


def _column_chosen(game: State, cell: Cell, allowed: Collection[Cell]) -> Cell:
    """The cell with its column; without a named column, the first allowed one, else an open one."""
    index = game.variant.index(cell)
    if cell.column is not None:
        return cell
    cells, sheet = game.variant.cells, game.sheet
    same_row = range(index, len(cells), len(game.variant.categories))
    open_ones = (i for i in same_row if sheet is not None and sheet.points[i] is None)
    meant = next((i for i in same_row if cells[i] in allowed), next(open_ones, index))
    return cells[meant]


def _double(game: State, _: Step) -> Outcome:
    turn, sheet = game.acting()
    if not game.variant.doubles:
        raise IllegalAction("This game has no doubled entries")
    whole_turn = game.variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL
    if whole_turn and turn.roll is not None:
        raise IllegalAction("Double a turn before its first roll")
    if whole_turn and turn.doubled:
        raise IllegalAction("This turn already counts twice")
    if turn.doubles_next:
        raise IllegalAction("The next roll already counts twice")
    if not game.hands[turn.seat - 1].doubles:
        raise IllegalAction("No doubled entries are left")
    if turn.stage is Stage.ENTRY_DUE:
        raise _no_rolls_left()
    if not can_roll(sheet, turn):
        raise _no_roll(sheet, turn)
    return after(game, Doubled(turn.seat))


def take_back(game: State, _: Step) -> Outcome:
    """Undo the latest entry."""
    if game.latest is None or game.before_latest is None:
        raise IllegalAction("There is no entry to take back")
    entry = game.latest
    return after(game, EntryTakenBack(entry.seat, entry.cell, entry.points))


def _freeze(game: State, step: Step) -> Outcome:
    assert isinstance(step, FreezeSheet)
    if not 1 <= step.seat <= len(game.players):
        raise InvalidInput("There is no seat {seat}", seat=str(step.seat)[:12])
    if step.seat in game.frozen:
        raise IllegalAction("The sheet of seat {seat} is already frozen", seat=step.seat)
    frozen, events = after(game, SheetFrozen(step.seat))
    frozen, more = after(frozen, *behaviour_of(game).after_freeze(game, frozen))
    return frozen, (*events, *more)


# ------------------------------------------------------------------------------- the table

TABLE: Table = {
    Stage.READY: {
        RollDice: _roll,
        DiceRolled: _roll_and_land,
        EnterPoints: _enter_points,
        Double: _double,
        TakeBack: take_back,
        FreezeSheet: _freeze,
    },
    Stage.IN_THE_AIR: {
        DiceRolled: _land,
    },
    Stage.ROLLED: {
        RollDice: _roll,
        DiceRolled: _roll_and_land,
        Announce: _announce,
        Double: _double,
        Score: score,
        FreezeSheet: _freeze,
    },
    Stage.ENTRY_DUE: {
        Double: _double,
        Score: score,
        FreezeSheet: _freeze,
    },
    Stage.OVER: {
        TakeBack: take_back,
        FreezeSheet: _freeze,  # for later games
    },
    # Stages of mechanics only.
    Stage.DIE_IN_THE_AIR: {},
    Stage.ENTERED: {FreezeSheet: _freeze},
    Stage.SHIFTING: {FreezeSheet: _freeze},
    Stage.CLAIMED: {FreezeSheet: _freeze},
}


def extended(rows: Mapping[Stage, Mapping[type[Step], Decider | None]]) -> Table:
    """The table with a mechanic's rows added; None removes an action."""
    merged = {stage: {**TABLE[stage], **rows.get(stage, {})} for stage in Stage}
    return {
        stage: {step: decider for step, decider in row.items() if decider is not None} for stage, row in merged.items()
    }


class _Plain(Behaviour):
    table = TABLE


register(type(None), _Plain())
