"""Dice Duel: shared chips on the table, each taken by the first seat that rolls its pattern.

Sources: poeppelkiste.de (2019), spieletest.at, reich-der-spiele.de. Four chips of each pattern, one for each column
of the sheet. Five equal dice take any chip, also one that has left the game, and earn another turn. After a round in
which no chip was taken, the most valuable chip leaves the game. The game ends with the last chip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from pasch.rules.actions import Action, EnterPoints, Score, TakeNothing
from pasch.rules.category import Cell
from pasch.rules.errors import IllegalAction, InvalidVariant
from pasch.rules.events import ChipRemoved, MechanicEvent, NothingTaken, Scored
from pasch.rules.fingerprint import rule_data
from pasch.rules.folding import after
from pasch.rules.legal import legal_entries
from pasch.rules.mechanics.behaviour import Behaviour, data_of, register
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.state import Outcome, Pool, Stage, State, Step, Turn, saved, seats_after, turn_of
from pasch.rules.transitions import extended, score
from pasch.rules.validation import MOST_POINTS, between
from pasch.rules.variant import Variant


@rule_data("ChipPool", "chips last_chip full_set different")
@dataclass(frozen=True)
class ChipPool(Mechanic):
    """`chips` is the number of chips of each pattern; the other fields are bonuses.

    `last_chip` is for taking the very last chip, `full_set` for all chips of a pattern. `different` has pairs of a
    number of patterns and its points; the best pair counts.
    """

    chips: int = 4
    last_chip: int = 20
    full_set: int = 30
    different: tuple[tuple[int, int], ...] = ((6, 20), (7, 50))

    key: ClassVar[str] = "chip_pool"
    scratches: ClassVar[bool] = False
    columns_alike: ClassVar[bool] = True

    def check(self, rules: Ruleset) -> None:
        if len(rules.columns) != self.chips:
            raise InvalidVariant(
                "{field}: {chips} chips of a pattern need as many columns, not {columns}",
                field="columns",
                chips=self.chips,
                columns=len(rules.columns),
            )
        if not rules.free_choice:
            raise InvalidVariant("{field}: chips are taken in any order and without announcing", field="columns")
        between("last_chip", self.last_chip, 0, MOST_POINTS)
        between("full_set", self.full_set, 0, MOST_POINTS)
        fewer = 0
        for count, points in self.different:
            between("different", count, fewer + 1, len(rules.upper + rules.lower))
            between("different", points, 0, MOST_POINTS)
            fewer = count

    def most(self, rules: Ruleset, score: int) -> int:
        # One seat takes all chips.
        kinds = len(rules.categories)
        return score + self.last_chip + self.full_set * kinds + self.for_different(kinds)

    def for_different(self, kinds: int) -> int:
        """The bonus for chips of `kinds` patterns."""
        return max((points for count, points in self.different if count <= kinds), default=0)


def chips_taken(game: State) -> list[int]:
    """The number of chips of each row on all sheets together."""
    rows = len(game.variant.categories)
    return [sum(p is not None for sheet in game.sheets for p in sheet.points[row::rows]) for row in range(rows)]


def _first_free(sheet: Sheet, row: int) -> int | None:
    """The first place of a row without a chip; None when the owner has all of them."""
    places = range(row, len(sheet.points), len(sheet.variant.categories))
    return next((place for place in places if sheet.points[place] is None), None)


def _of_any_chip(turn: Turn, variant: Variant, place: int) -> int:
    """The points of five equal dice at a place, regardless of its chip's pattern."""
    column, row = divmod(place, len(variant.categories))
    return _worth(variant, row) * variant.columns[column].factor * (2 if turn.doubled else 1)


@lru_cache(maxsize=1024)
def _worth(variant: Variant, row: int) -> int:
    """The points of a chip of this row. Scores every roll once; cached."""
    category = variant.categories[row]
    return max(category.points(roll.values, 1, served=False) for roll in variant.all_rolls)


def _take(game: State, step: Step) -> Outcome:
    assert isinstance(step, Score)
    if step.points == 0:
        raise IllegalAction("Take a chip or leave it; this game has no crossing out")
    index = game.variant.index(step.cell)
    category = game.variant.cells[index].category
    if all(cell.category != category for cell in legal_entries(game)):
        raise IllegalAction("No chip of {cell} can be taken with this roll", cell=game.variant.cells[index].category)
    return score(game, Score(next(c for c in legal_entries(game) if c.category == category), step.points))


def _take_nothing(game: State, _: Step) -> Outcome:
    turn, _sheet = game.acting()
    if legal_entries(game):
        cells = ", ".join(cell.category for cell in legal_entries(game))
        raise IllegalAction("This roll takes a chip: {cells}", cells=cells)
    passed, events = after(game, NothingTaken(turn.seat))
    passed, more = after(passed, *_chip_lost(game, passed))
    return passed, (*events, *more)


def _chip_lost(before: State, after: State) -> tuple[ChipRemoved, ...]:
    """The chip that leaves the game if a round without a taken chip ended between these two states."""
    if before.turn is None or after.turn is None or before.pool is None:
        return ()
    ended = after.turn.round > before.turn.round
    return (ChipRemoved(_dearest(before)),) if ended and not before.pool.taken else ()


def _dearest(game: State) -> str:
    """The pattern of the chip that leaves the game: the one with the most points."""
    assert game.pool is not None
    there = [row for row, left in enumerate(game.pool.left) if left]
    return game.variant.categories[max(there, key=lambda row: _worth(game.variant, row))].key


def _passed_on(game: State, turn: Turn) -> State:
    """The game at the next seat that has not left; it ends with the last chip."""
    passed = seats_after(turn.seat, len(game.players))
    seat = next((seat for seat in passed if seat not in game.frozen), None)
    if seat is None:
        return game.having(None)
    new_round = game.leader in passed[: passed.index(seat) + 1]
    following = turn_of(game.variant, game.hands, seat, turn.number + 1, turn.round + new_round)
    pool = game.pool.next_round() if new_round and game.pool is not None else None
    return game.having(following, pool=pool, keeps_latest=True)


class _Taken(Behaviour):
    table = extended(
        {
            Stage.READY: {EnterPoints: None},  # points alone do not show which chips are gone or who rolls again
            **{stage: {Score: _take, TakeNothing: _take_nothing} for stage in (Stage.ROLLED, Stage.ENTRY_DUE)},
        }
    )

    def pool(self, game: State) -> Pool:
        chips, taken = data_of(ChipPool, game.variant).chips, chips_taken(game)
        return Pool(tuple(max(chips - count, 0) for count in taken), (0,) * len(taken))

    def entries(self, game: State, entries: Mapping[Cell, int]) -> Mapping[Cell, int]:
        """The first free place on the sheet for each rolled pattern with a chip left."""
        turn, sheet = game.acting()
        pool, variant = game.pool, game.variant
        if turn.roll is None or turn.staying is not None or pool is None:
            return {}
        anything = turn.roll.all_equal
        found: dict[Cell, int] = {}
        for row, left in enumerate(pool.left):
            place = _first_free(sheet, row)
            there = left + (pool.removed[row] if anything else 0)
            if place is None or not there:
                continue
            cell = variant.cells[place]
            points = _of_any_chip(turn, variant, place) if anything else entries.get(cell, 0)
            if points:
                found[cell] = points
        return found

    def actions(self, game: State) -> tuple[Action, ...]:
        rolled = game.stage in (Stage.ROLLED, Stage.ENTRY_DUE)
        return (TakeNothing(),) if rolled and not legal_entries(game) else ()

    def entered(self, game: State, event: Scored) -> State:
        turn, _ = game.acting()
        assert game.pool is not None
        pool = game.pool.without(game.variant.rows[event.cell.category], event.seat)
        game = game.having(turn, pool=pool, keeps_latest=True)
        if pool.empty:
            return game.having(None, keeps_latest=True)
        if turn.roll is not None and turn.roll.all_equal:
            next_turn = turn_of(game.variant, game.hands, turn.seat, turn.number + 1, turn.round)
            return game.having(next_turn, keeps_latest=True)
        return _passed_on(game, turn)

    def evolve(self, game: State, event: MechanicEvent) -> State:
        match event:
            case NothingTaken():
                turn, _ = game.acting()
                return _passed_on(game.having(turn, hands=saved(game.variant, game.hands, turn)), turn)
            case ChipRemoved(category):
                assert game.pool is not None
                pool = game.pool.losing(game.variant.rows[category])
                return game.having(None if pool.empty else game.turn, pool=pool)
            case _:
                return super().evolve(game, event)

    def left(self, game: State, seat: int) -> State:
        turn, _ = game.acting()
        return _passed_on(game, turn) if seat == turn.seat else game

    def after_freeze(self, before: State, after: State) -> tuple[MechanicEvent, ...]:
        return _chip_lost(before, after)

    def results(self, game: State) -> tuple[Totals, ...]:
        return tuple(self._with_bonus(game, seat, sheet) for seat, sheet in enumerate(game.sheets, start=1))

    def _with_bonus(self, game: State, seat: int, sheet: Sheet) -> Totals:
        sets = [sheet.points[row :: len(game.variant.categories)] for row in range(len(game.variant.categories))]
        rules = data_of(ChipPool, game.variant)
        kinds = sum(any(p is not None for p in chips) for chips in sets)
        bonus = rules.full_set * sum(None not in chips for chips in sets)
        bonus += rules.for_different(kinds)
        if game.pool is not None and game.pool.last == seat:
            bonus += rules.last_chip
        sums = sheet.totals
        return replace(sums, bonus=bonus, total=sums.total + bonus, score=sums.score + bonus)


register(ChipPool, _Taken())
