"""A second count of a record: its events go into the naive scorer of its game, which does not import `pasch`."""

from __future__ import annotations

from collections.abc import Callable

from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    CellLost,
    ChipRemoved,
    ClaimSettled,
    DiceRolled,
    EntryTakenBack,
    Event,
    GameStarted,
    NothingTaken,
    Scored,
    TurnEnded,
)
from pasch.rules.game import Game
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.notation.record import Record
from pasch.rules.ruleset import Mechanic
from tests.naive import bluff, duel, kismet, kniffeliger
from tests.naive.sheet import RULES, NaiveSheet, recompute

Log = list[tuple[Game, Event]]
"""The events of one game that count at its end, each with the preceding game."""


def logs(record: Record) -> list[Log]:
    """The events of each game, without retracted entries."""
    match, found = record.start, [Log()]
    for event in record.events:
        if isinstance(event, GameStarted):
            found.append([])
        elif isinstance(event, EntryTakenBack):
            while not isinstance(found[-1].pop()[1], Scored):
                pass
        else:
            found[-1].append((match.game, event))
        match = match.evolve(event)
    return found


def totals(record: Record) -> list[list[int]]:
    """The results of every game by the naive scorer, which must also agree with each event."""
    mechanic, seats = record.match.variant.mechanic, len(record.players)
    count = _sheets if mechanic is None else PENCILS[type(mechanic)]
    return [count(log, seats) for log in logs(record)]


def sheets(log: Log, seats: int) -> list[NaiveSheet]:
    """The sheets of a game in which only a seat's own player makes entries."""
    entries = []
    for game, event in log:
        turn = game.turn
        if isinstance(event, Scored) and turn is not None and turn.roll is not None:
            entry = (list(turn.roll), tuple(event.cell), event.points == 0, turn.rolls_used, turn.served)
            entries.append((event.seat, *entry))
    return recompute(RULES[log[0][0].variant.key], seats, entries)


def _sheets(log: Log, seats: int) -> list[int]:
    return [sheet.totals()["total"] for sheet in sheets(log, seats)]


def _contest(log: Log, seats: int) -> list[int]:
    first, second = (sheet.entries for sheet in sheets(log, seats))
    return [sum(mine[cell] > other[cell] for cell in mine) for mine, other in ((first, second), (second, first))]


def _action_dice(log: Log, seats: int) -> list[int]:
    pencil = kniffeliger.Kniffeliger(seats, program=log[0][0].variant.key == "kniffeliger-program")

    def do(*action: object) -> None:
        assert action in pencil.legal(), action
        pencil.do(action)

    for _, event in log:
        match event:
            case DiceRolled(roll=roll, keep=keep):
                do("roll", () if keep is None else keep.faces)
                pencil.fall(roll.faces)
            case Scored(cell=cell, points=points):
                do("score", cell.category, points)
            case ActionUsed(action=kind, target=target, cell=cell):
                do("use", kind.value, None if target is None else target - 1, cell and cell.category)
            case ActionDieRolled(face):
                assert pencil.die_in_the_air
                pencil.action_die(face)
            case TurnEnded():
                do("end")
    assert pencil.mechanic == "over"
    return pencil.totals()


def _penalty(log: Log, seats: int) -> list[int]:
    pencil, due = kismet.Kismet(seats), []
    for game, event in log:
        match event:
            case Scored(seat=seat, cell=cell, points=points):
                assert not due
                assert pencil.turn[1] == seat - 1
                due = pencil.enter(cell.category, list(game.acting()[0].roll or ()), points == 0)
            case CellLost(seat, cell):
                assert due.pop(0) == (seat - 1, cell.category)
    assert not due
    assert pencil.over
    return pencil.totals()


def _chip_pool(log: Log, seats: int) -> list[int]:
    pencil, gone = duel.Duel(seats), None
    for game, event in log:
        match event:
            case Scored(seat=seat, cell=cell):
                assert pencil.seat == seat - 1
                dice = list(game.acting()[0].roll or ())
                assert cell.category in pencil.fitting(dice)
                pencil.take(cell.category, dice)
            case NothingTaken(seat):
                assert pencil.seat == seat - 1
                assert not pencil.fitting(list(game.acting()[0].roll or ()))
                gone = pencil.take_nothing()
            case ChipRemoved(category):
                assert category == gone
    assert pencil.over
    return pencil.totals()


def _bluff(log: Log, seats: int) -> list[int]:
    pencil = bluff.Bluff(seats)
    for game, event in log:
        match event:
            case Scored(seat=seat, cell=cell, points=0):
                assert pencil.seat == seat - 1
                pencil.scratch(cell.category)
            case ClaimSettled(seat, cell, points, lied, doubters, roll):
                assert pencil.seat == seat - 1
                dice = list(game.acting()[0].roll or ())
                settled = pencil.settle(cell.category, points, dice, [other - 1 for other in doubters])
                assert (lied, roll is not None) == (bool(settled), bool(doubters))
    assert pencil.over
    return pencil.totals()


PENCILS: dict[type[Mechanic], Callable[[Log, int], list[int]]] = {
    ActionDice: _action_dice,
    Penalty: _penalty,
    ChipPool: _chip_pool,
    Bluff: _bluff,
    Contest: _contest,
}
"""A mechanic without an entry here is checked by the engine alone."""
