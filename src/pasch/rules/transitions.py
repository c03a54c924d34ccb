"""The turn as one transition table.

Theory of operation
-------------------
A turn is in one of five stages (`Stage`). `TABLE` says for each stage which actions it knows
and which function decides about them. Deciding looks at the game, raises an `IllegalAction`
or returns the events the action causes; it changes nothing. `evolve` turns one event into the
next game and never refuses: what is in the log has happened. `Game.apply` is decide, then
evolve.

    READY ──RollDice──▶ IN_THE_AIR ──DiceRolled──▶ ROLLED ──Score──▶ READY of the next seat
                            ▲                        │ │
                            └────────RollDice────────┘ └─(no rolls left)─▶ ENTRY_DUE ─Score─▶

`RollDice` alone causes no event: while dice are in the air nothing has happened that a log
could tell. `DiceRolled` given in `READY` throws and lands in one step, as a record or a log
tells it; in `ROLLED` it does so when it says what was kept.

A phase that no data can express (actions between players, claims and doubts) has a table of
its own, this one with rows of its own (`extended`, `pasch.rules.phases`); it never branches
inside these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pasch.rules.actions import Action, Announce, Double, EnterPoints, FreezeSheet, RollDice, Score, TakeBack
from pasch.rules.category import Cell
from pasch.rules.dice import NOTHING, Keep
from pasch.rules.errors import IllegalAction, InvalidInput, NoRollsLeft, wrong_type
from pasch.rules.events import (
    ActionDieRolled,
    Announced,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    Event,
    Scored,
    SheetFrozen,
)
from pasch.rules.legal import (
    announceable_cells,
    can_roll,
    check_keep,
    entry_points,
    least_keep,
    playable_cells,
    refusal,
    waits,
)
from pasch.rules.possible import equal_rolls, possible_points
from pasch.rules.turn import Stage, Turn
from pasch.rules.untimely import untimely

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.sheet import Sheet

Step = Action | FreezeSheet | DiceRolled | ActionDieRolled
"""What a game is given: an action, what chance did, or that somebody has left."""

Outcome = tuple["Game", tuple[Event, ...]]
Decider = Callable[["Game", Step], Outcome]
Table = Mapping[Stage, Mapping[type[Step], Decider]]
"""What can be done in each stage of a turn, and who decides about it."""


def decide(game: Game, step: Step) -> Outcome:
    """The next game and what happened. Raises `IllegalAction`, `InvalidInput`, `Unknown`."""
    phase = game.variant.phase
    decider = (TABLE if phase is None else phase.rows)[game.stage].get(type(step))
    if decider is not None:
        return decider(game, step)
    if isinstance(step, Score | Announce | EnterPoints):
        game.variant.index(step.cell)  # a cell that does not exist is no question of the moment
    if not isinstance(step, Step):
        raise wrong_type(step, 'An action or a throw of the dice, such as Score("chance")')
    raise untimely(game.stage, step)


# ------------------------------------------------------------------------------- throwing


def _throw(game: Game, step: Step) -> Outcome:
    assert isinstance(step, RollDice)
    turn, sheet = game.acting()
    return game.with_turn(turn.throwing(_staying(turn, sheet, step.keep))), ()


def _staying(turn: Turn, sheet: Sheet, wished: Keep | None) -> Keep:
    """What stays on the table in the next throw. Raises when it may not be."""
    rule = sheet.variant.keep
    keep = least_keep(rule, turn) if wished is None else wished
    check_keep(rule, turn, keep)
    if not can_roll(sheet, turn):
        raise _no_throw(sheet, turn)
    return keep


def _no_throw(sheet: Sheet, turn: Turn) -> IllegalAction:
    if announceable_cells(sheet, turn):
        return IllegalAction("Announce a cell before the second roll: nothing else is open")
    cells = playable_cells(sheet, turn, turn.rolls_used)
    return NoRollsLeft(
        "No cell would take a further roll: enter this one in {cells}",
        cells=", ".join(sheet.variant.cell_text(sheet.variant.cells[i]) for i in cells),
    )


def _land(game: Game, step: Step) -> Outcome:
    assert isinstance(step, DiceRolled)
    turn, _ = game.acting()
    return _fallen(game, turn, turn.thrown or NOTHING, step)


def _throw_and_land(game: Game, step: Step) -> Outcome:
    assert isinstance(step, DiceRolled)
    turn, sheet = game.acting()
    if turn.roll is not None and step.keep is None:
        raise IllegalAction("Say which dice stay before these fall")
    return _fallen(game, turn, _staying(turn, sheet, step.keep), step)


def _fallen(game: Game, turn: Turn, keep: Keep, step: DiceRolled) -> Outcome:
    """The dice that were in the air lie beside those that stayed."""
    if step.keep is not None and step.keep != keep:
        raise IllegalAction(
            "{keep} stayed on the table, not {given}",
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
    if keep and not roll.leaves(keep):
        raise InvalidInput(
            "{roll} cannot follow: {keep} stayed on the table",
            roll=roll.to_text(),
            keep=keep.to_text(),
        )
    return game.after(DiceRolled(roll, keep, turn.seat, by_hand=step.by_hand))


# ------------------------------------------------------------------------------- cells


def _announce(game: Game, step: Step) -> Outcome:
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
    return game.after(Announced(turn.seat, game.variant.cells[index]))


def score(game: Game, step: Step) -> Outcome:
    """Enter the roll on the table."""
    assert isinstance(step, Score)
    turn, sheet = game.acting()
    entries = game.legal_actions.entries
    cell = _column_chosen(game, step.cell, entries)
    best = entries.get(cell)
    index = game.variant.index(cell)
    if best is None:
        raise refusal(sheet, turn, index)
    points = best if step.points is None else step.points
    if points not in (best, 0):
        raise IllegalAction(
            "{cell} brings {points} points with this roll, or 0 when struck, not {given}",
            cell=game.variant.cell_text(cell),
            points=best,
            given=str(points)[:12],
        )
    assert turn.roll is not None
    extra = sheet.extra_points(index, turn.roll, points)
    return game.after(Scored(turn.seat, cell, points, extra))


def _enter_points(game: Game, step: Step) -> Outcome:
    assert isinstance(step, EnterPoints)
    turn, sheet = game.acting()
    allowed = playable_cells(sheet, turn, rolls_used=1)
    index = game.variant.index(_column_chosen(game, step.cell, _cells(game, allowed)))
    if index not in allowed:
        raise refusal(sheet, replace(turn, roll=game.variant.all_rolls[0], rolls_used=1), index)
    possible = step.points in _possible(sheet, turn, index) and not (step.points and waits(sheet, index))
    if not possible or step.extra not in {0, *_possible_extras(sheet, turn, (index,)).get((index, step.points), ())}:
        given = f"{step.points} +{step.extra}" if step.extra else str(step.points)
        raise IllegalAction(
            "{given} points are not possible in {cell}",
            given=given[:12],
            cell=game.variant.cell_text(game.variant.cells[index]),
        )
    return game.after(Scored(turn.seat, game.variant.cells[index], step.points, step.extra, by_hand=True))


def possible_entries(game: Game) -> Iterator[tuple[Cell, int, int]]:
    """Every entry of points alone that is legal now: the cell, its points, and the extra points on top.

    None where a phase takes no points without their dice.
    """
    turn, sheet = game.acting()
    phase = game.variant.phase
    if EnterPoints not in (TABLE if phase is None else phase.rows)[game.stage]:
        return
    cells = playable_cells(sheet, turn, rolls_used=1)
    extras = _possible_extras(sheet, turn, cells)
    for index in cells:
        for points in sorted(_possible(sheet, turn, index)):
            if points and waits(sheet, index):
                continue
            for extra in sorted({0, *extras.get((index, points), ())}):
                yield game.variant.cells[index], points, extra


def _possible_extras(sheet: Sheet, turn: Turn, cells: tuple[int, ...]) -> Mapping[tuple[int, int], set[int]]:
    """The extra points that an entry can have earned, whatever the dice were, by its place and its points.

    Looks at each roll once; what is not told can have earned none.
    """
    found: dict[tuple[int, int], set[int]] = {}
    if not sheet.variant.extra.points:
        return found
    for roll in equal_rolls(sheet.variant):
        worths = entry_points(sheet, replace(turn, roll=roll), cells)
        for index, worth in zip(cells, worths, strict=True):
            for points in {0, worth}:
                found.setdefault((index, points), set()).add(sheet.extra_points(index, roll, points))
    return found


def _possible(sheet: Sheet, turn: Turn, index: int) -> frozenset[int]:
    points = possible_points(sheet.variant, index)
    return frozenset(2 * p for p in points) if turn.doubled else points


def _cells(game: Game, places: tuple[int, ...]) -> list[Cell]:
    return [game.variant.cells[place] for place in places]


def _column_chosen(game: Game, cell: Cell, allowed: Collection[Cell]) -> Cell:
    """The cell with its column: where none is named the first allowed one, else an open one."""
    index = game.variant.index(cell)
    if cell.column is not None:
        return cell
    cells, sheet = game.variant.cells, game.sheet
    same_row = range(index, len(cells), len(game.variant.categories))
    open_ones = (i for i in same_row if sheet is not None and sheet.points[i] is None)
    meant = next((i for i in same_row if cells[i] in allowed), next(open_ones, index))
    return cells[meant]


def _double(game: Game, _: Step) -> Outcome:
    turn, _sheet = game.acting()
    if turn.doubled:
        raise IllegalAction("This turn counts twice already")
    if not game.hands[turn.seat - 1].doubles:
        raise IllegalAction("No entry can be doubled any more" if game.variant.doubles else "No entry is doubled here")
    return game.after(Doubled(turn.seat))


def take_back(game: Game, _: Step) -> Outcome:
    """Undo the latest entry."""
    if game.latest is None or game.before_latest is None:
        raise IllegalAction("There is no entry that could be taken back")
    entry = game.latest
    return game.after(EntryTakenBack(entry.seat, entry.cell, entry.points))


def _freeze(game: Game, step: Step) -> Outcome:
    assert isinstance(step, FreezeSheet)
    if not 1 <= step.seat <= len(game.players):
        raise InvalidInput("There is no seat {seat}", seat=str(step.seat)[:12])
    if step.seat in game.frozen:
        raise IllegalAction("The sheet of seat {seat} is frozen already", seat=step.seat)
    after, told = game.after(SheetFrozen(step.seat))
    phase = game.variant.phase
    for event in () if phase is None else phase.after_freeze(game, after):
        after, told = after.evolve(event), (*told, event)
    return after, told


# ------------------------------------------------------------------------------- the table

TABLE: Table = {
    Stage.READY: {
        RollDice: _throw,
        DiceRolled: _throw_and_land,
        EnterPoints: _enter_points,
        Double: _double,
        TakeBack: take_back,
        FreezeSheet: _freeze,
    },
    Stage.IN_THE_AIR: {
        DiceRolled: _land,
    },
    Stage.ROLLED: {
        RollDice: _throw,
        DiceRolled: _throw_and_land,
        Announce: _announce,
        Score: score,
        FreezeSheet: _freeze,
    },
    Stage.ENTRY_DUE: {
        Score: score,
        FreezeSheet: _freeze,
    },
    Stage.OVER: {
        TakeBack: take_back,
        FreezeSheet: _freeze,  # for the games that follow
    },
    # Only phases have these.
    Stage.DIE_IN_THE_AIR: {},
    Stage.ENTERED: {FreezeSheet: _freeze},
    Stage.SHIFTING: {FreezeSheet: _freeze},
    Stage.CLAIMED: {FreezeSheet: _freeze},
}


def extended(rows: Mapping[Stage, Mapping[type[Step], Decider | None]]) -> Table:
    """The table with some rows of a phase; None takes an action away."""
    merged = {stage: {**TABLE[stage], **rows.get(stage, {})} for stage in Stage}
    return {
        stage: {step: decider for step, decider in row.items() if decider is not None} for stage, row in merged.items()
    }
