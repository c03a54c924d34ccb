"""The legal actions; only this module reads the rules that restrict the choice of a cell.

The rules apply in this order, each to the cells that the previous one left:

1. a filled cell is closed; 2. the order of a column leaves only its next cells, the order of the sheet only its next
column or row; 3. an announcement binds; a column that requires one takes only announced entries, and entering right
after the first roll counts as announcing; 4. a column may limit the rolls; 5. a frozen cell is closed while another
cell is left; 6. a forced joker leaves its number cell, else the lower section, else everything.

A roll is allowed if some entry is still possible after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from pasch.rules.actions import Score
from pasch.rules.bonus import ExtraNeeds, ExtraScope, JokerRule
from pasch.rules.category import KNIFFEL, Cell
from pasch.rules.columns import Announce as AnnounceRule
from pasch.rules.columns import DoubleWhen, KeepRule, Served
from pasch.rules.compiled import Line, entries_at
from pasch.rules.dice import NOTHING, Keep, Roll
from pasch.rules.errors import CellFilled, DiceNotHeld, IllegalAction, NotRolled
from pasch.rules.mechanics.behaviour import behaviour_of
from pasch.rules.sheet import Sheet
from pasch.rules.state import Stage, State, Turn, remembered
from pasch.rules.variant import Variant

# ------------------------------------------------------------------------------- cells


def playable_cells(sheet: Sheet, turn: Turn, rolls_used: int) -> tuple[int, ...]:
    """Rules 1 to 5: the places in `variant.cells` open to an entry after `rolls_used` rolls."""
    variant = sheet.variant
    if variant.free_choice:
        return _thawed(sheet, sheet.open) if sheet.frozen else sheet.open
    rows = len(variant.categories)
    bound = None if turn.announced is None else variant.index(turn.announced)
    cells: list[int] = []
    for number, column in enumerate(variant.columns):
        if column.max_rolls is not None and rolls_used > column.max_rolls:
            continue
        if bound is not None:
            cells += [bound] if bound // rows == number else []
        elif column.announce is AnnounceRule.NONE or rolls_used <= 1:
            cells += sheet.due[number]
    return _thawed(sheet, tuple(cells))


def _thawed(sheet: Sheet, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Rule 5: the cells that are not frozen, if there are any."""
    if not sheet.frozen:
        return cells
    return tuple(cell for cell in cells if cell not in sheet.frozen) or cells


def announceable_cells(sheet: Sheet, turn: Turn) -> tuple[int, ...]:
    """The places that may be announced now, between the first and the second roll."""
    if turn.stage is not Stage.ROLLED or turn.rolls_used != 1 or turn.announced is not None:
        return ()
    columns = zip(sheet.variant.columns, sheet.due, strict=True)
    return tuple(
        chain.from_iterable(due for column, due in columns if column.announce is AnnounceRule.AFTER_FIRST_ROLL)
    )


def _joker_groups(sheet: Sheet, roll: Roll) -> list[tuple[int, ...]]:
    """The groups of columns in which this roll is an extra Kniffel under a joker rule."""
    extra = sheet.variant.extra
    if extra.joker is JokerRule.NONE or not roll.all_equal:
        return []
    columns = tuple(range(len(sheet.variant.columns)))
    together = extra.scope is ExtraScope.ALL_COLUMNS
    groups = [columns] if together else [(column,) for column in columns]
    return [group for group in groups if sheet.kniffel_taken(group, ExtraNeeds.FILLED)]


def _forced(sheet: Sheet, roll: Roll, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Rule 6, applied to each group of columns that share their Kniffel cells."""
    variant, rows = sheet.variant, len(sheet.variant.categories)
    for group in _joker_groups(sheet, roll):
        mine = [cell for cell in cells if cell // rows in group]
        number = variant.number_rows.get(roll.values[0])
        numbers = [cell for cell in mine if cell % rows == number]
        lower = [cell for cell in mine if cell % rows >= len(variant.upper)]
        if not numbers and any(sheet.number_open(column, roll) for column in group):
            continue  # open, but closed by the order of its column: an ordinary roll
        keep = set(numbers or lower or mine)
        cells = tuple(cell for cell in cells if cell // rows not in group or cell in keep)
    return cells


def enterable_cells(sheet: Sheet, turn: Turn) -> tuple[int, ...]:
    """All six rules: the places that may take the roll on the table."""
    if turn.roll is None or turn.staying is not None or turn.beyond is not None:
        return ()
    cells = playable_cells(sheet, turn, turn.rolls_used)
    if turn.roll.all_equal and sheet.variant.extra.joker is JokerRule.FORCED and turn.announced is None:
        return _forced(sheet, turn.roll, cells)
    return cells


def entry_points(sheet: Sheet, turn: Turn, cells: Sequence[int]) -> list[int]:
    """The points of the roll on the table at each of these places, after the columns' factors."""
    if turn.roll is None:
        return [0] * len(cells)
    points = line_of(sheet, turn, turn.roll).points
    return [points[cell] for cell in cells]


def line_of(sheet: Sheet, turn: Turn, roll: Roll) -> Line:
    """The points of the roll on the table at every place."""
    variant = sheet.variant
    line = variant.line(roll, turn.rolls_used, served=is_served(variant, turn))
    if roll.all_equal and variant.extra.joker is not JokerRule.NONE:
        line = line.bringing(tuple(_joker_points(sheet, turn, roll, cell) for cell in range(len(line.cells))))
    if turn.doubled:
        line = line.bringing(tuple(2 * points for points in line.points))
    if variant.waiting_rows:
        line = line.bringing(tuple(0 if waits(sheet, cell) else each for cell, each in enumerate(line.points)))
    return line


def is_served(variant: Variant, turn: Turn) -> bool:
    """Whether the roll on the table earns the `served` points of a category."""
    return turn.served and (variant.served is Served.ANY_ROLL or turn.rolls_used == 1)


def waits(sheet: Sheet, cell: int) -> bool:
    """Whether the cell can only be scratched because another cell must score first."""
    column, row = divmod(cell, len(sheet.variant.categories))
    before = sheet.variant.waiting_rows.get(row)
    return before is not None and not sheet.at(column, before)


def _joker_points(sheet: Sheet, turn: Turn, roll: Roll, cell: int) -> int:
    variant = sheet.variant
    column, row = divmod(cell, len(variant.categories))
    if row >= len(variant.upper) and _is_joker(sheet, roll, column):
        points = variant.categories[row].joker_points(roll.values, turn.rolls_used)
    else:
        points = variant.natural(roll, turn.rolls_used, served=is_served(variant, turn))[row]
    return points * variant.columns[column].factor


def _is_joker(sheet: Sheet, roll: Roll, column: int) -> bool:
    groups = [group for group in _joker_groups(sheet, roll) if column in group]
    return any(not any(sheet.number_open(c, roll) for c in group) for group in groups)


# ------------------------------------------------------------------------------- dice


def can_roll(sheet: Sheet, turn: Turn) -> bool:
    """Whether another roll is allowed at all."""
    stage = turn.stage
    if stage is Stage.ROLLED:
        return sheet.variant.free_choice or bool(playable_cells(sheet, turn, turn.rolls_used + 1))
    return stage is Stage.READY


def can_double(state: State) -> bool:
    """Whether the seat to move may announce doubling now."""
    turn, sheet = state.turn, state.sheet
    if turn is None or sheet is None or not state.hands[turn.seat - 1].doubles:
        return False
    if state.variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL:
        return turn.stage is Stage.READY and not turn.doubled
    return can_roll(sheet, turn) and not turn.doubles_next


def check_keep(rule: KeepRule, turn: Turn, keep: Keep) -> None:
    """Raise if these dice cannot stay: `DiceNotHeld`, or `IllegalAction` with the reason."""
    if turn.roll is None:
        if keep:
            raise DiceNotHeld("There are no dice to keep yet: the first roll takes all dice")
        return
    if rule is KeepRule.FREE and keep.text in turn.roll.parts:
        return
    if not turn.roll.holds(keep):
        raise DiceNotHeld(
            "{keep} cannot be kept: the dice show {roll}",
            keep=keep.to_text(),
            roll=turn.roll.to_text(),
        )
    if len(keep) >= len(turn.roll):
        raise IllegalAction("At least one die must be rolled; to keep all, make an entry")
    if rule is not KeepRule.FREE and not keep.holds(turn.kept):
        raise IllegalAction(
            "Kept dice stay kept: the keep must include {locked}",
            locked=turn.kept.to_text(),
        )
    if rule is KeepRule.LOCK_ONE and len(keep) <= len(turn.kept):
        raise IllegalAction("After every roll at least one more die must be kept")


def least_keep(rule: KeepRule, turn: Turn) -> Keep:
    """The fewest dice that the rules let stay.

    These are the locked dice, plus the highest other die where one more must be locked.
    """
    if turn.roll is None or rule is KeepRule.FREE:
        return NOTHING
    if rule is KeepRule.LOCKED:
        return turn.kept
    one_more = [k for k in turn.roll.keeps if len(k) == len(turn.kept) + 1]
    return max(k for k in one_more if k.holds(turn.kept))


@remembered
def legal_keeps(state: State) -> tuple[Keep, ...]:
    """Every keep that is legal for the next roll; empty if no roll is allowed."""
    turn, sheet = state.turn, state.sheet
    if turn is None or sheet is None or not can_roll(sheet, turn):
        return ()
    if turn.roll is None:
        return (NOTHING,)
    rule = state.variant.keep
    if rule is KeepRule.FREE:
        return turn.roll.keeps
    return _keeps_with(turn.roll, turn.kept, len(turn.kept) + (rule is KeepRule.LOCK_ONE))


@lru_cache(maxsize=1 << 13)
def _keeps_with(roll: Roll, kept: Keep, least: int) -> tuple[Keep, ...]:
    """The keeps of a roll that contain `kept` and have at least `least` dice."""
    return tuple(keep for keep in roll.keeps if len(keep) >= least and keep.holds(kept))


@remembered
def legal_entries(state: State) -> Mapping[Cell, int]:
    """The cells that may take the roll, with its points there; empty when the game is over."""
    turn, sheet = state.turn, state.sheet
    if turn is None or sheet is None:
        return {}
    places = enterable_cells(sheet, turn)
    names = sheet.variant.cells
    entries = dict(zip([names[place] for place in places], entry_points(sheet, turn, places), strict=True))
    return behaviour_of(state).entries(state, entries)


def honest_points(state: State, cell: Cell) -> int:
    """The points of the hidden dice in a cell; a claim up to this number is true."""
    turn, sheet = state.acting()
    plain = replace(turn, beyond=None, claim=None)
    return entry_points(sheet, plain, (state.variant.index(cell),))[0]


def worth_at(state: State, place: int) -> int | None:
    """The points of the roll on the table at a place; None where it cannot be entered."""
    turn, sheet = state.acting()
    if behaviour_of(state).own_entries:
        return legal_entries(state).get(sheet.variant.cells[place])
    if turn.roll is None or place not in enterable_cells(sheet, turn):
        return None
    return line_of(sheet, turn, turn.roll).points[place]


def legal_scores(state: State) -> tuple[Score, ...]:
    """Every legal entry; a scoring cell appears twice, with its points and with 0."""
    turn, sheet = state.turn, state.sheet
    if turn is None or sheet is None or turn.roll is None:
        return ()
    if behaviour_of(state).own_entries:
        entries, mechanic = legal_entries(state), state.variant.mechanic
        if mechanic is not None and not mechanic.scratches:
            return tuple(map(Score, entries, entries.values()))
        return tuple(chain.from_iterable(map(entries_at, entries, entries.values())))
    scores = line_of(sheet, turn, turn.roll).scores
    return tuple(chain.from_iterable([scores[place] for place in enterable_cells(sheet, turn)]))


def refusal(sheet: Sheet, turn: Turn, index: int) -> IllegalAction:
    """The error that explains why this place cannot take the roll on the table."""
    cell = sheet.variant.cell_text(sheet.variant.cells[index])
    if turn.roll is None:
        return NotRolled("An entry needs dice: roll first")
    if sheet.points[index] is not None:
        return CellFilled("{cell} already has an entry", cell=cell)
    if index in sheet.frozen and len(sheet.frozen) < len(sheet.open):
        return IllegalAction("{cell} is frozen in this turn", cell=cell)
    if turn.announced is not None:
        return IllegalAction(
            "{announced} was announced and must be entered",
            announced=sheet.variant.cell_text(turn.announced),
        )
    column = sheet.variant.columns[index // len(sheet.variant.categories)]
    if column.max_rolls is not None and turn.rolls_used > column.max_rolls:
        return IllegalAction(
            "{cell} takes only entries after at most {rolls} rolls",
            cell=cell,
            rolls=column.max_rolls,
        )
    if column.announce is not AnnounceRule.NONE and turn.rolls_used > 1:
        return IllegalAction("{cell} had to be announced after the first roll", cell=cell)
    playable = playable_cells(sheet, turn, turn.rolls_used)
    if index not in playable:
        rows = len(sheet.variant.categories)
        due = [c for c in playable if c // rows == index // rows]
        return IllegalAction(
            "{cell} is not due yet: the order requires {due} first",
            cell=cell,
            due=", ".join(sheet.variant.cell_text(sheet.variant.cells[c]) for c in due or playable),
        )
    allowed = enterable_cells(sheet, turn)
    return IllegalAction(
        "An extra {kniffel} is a joker and must go to {cells}",
        kniffel=KNIFFEL,
        cells=", ".join(sheet.variant.cell_text(sheet.variant.cells[c]) for c in allowed),
    )
