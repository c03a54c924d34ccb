"""A command at a table: the checks in their order, then its change. Pure."""

from dataclasses import replace
from datetime import datetime

from pasch.rules.actions import NextGame, TakeBack
from pasch.rules.errors import InvalidInput
from pasch.service.errors import NoSuchEvent, NotSeated, NotYourTurn, Stale
from pasch.service.log import NewEvent
from pasch.service.ports import TableRow
from pasch.service.requests import (
    Abort,
    AbsenceDecision,
    Aside,
    Command,
    Correction,
    DatedPause,
    GameAction,
    Ready,
    Session,
    Status,
)
from pasch.service.retention import Retention
from pasch.service.table.moves import new_events
from pasch.service.table.real_dice import check_dice
from pasch.service.table.seats import Change, must_be_seated, set_ready
from pasch.service.table.state import TableState
from pasch.service.table.substitutes import check_end, decided, returned, said

ANYTIME = (Abort, NextGame, TakeBack, Ready, Aside, DatedPause, AbsenceDecision, Correction)
"""Actions that are not bound to a turn."""


def decide(  # noqa: PLR0913, PLR0917 - all of the table, and all of the request
    state: TableState,
    row: TableRow,
    mine: tuple[int, ...],
    caller: Session,
    now: datetime,
    keep: Retention,
    command: Command,
) -> Change:
    """The change that a command causes; `mine` are the caller's seats, `keep` says how long the table is retained.

    Raises `Stale`, `NotSeated`, `NotYourTurn`, then the errors of the rules.
    """
    if command.expect_seq is not None and command.expect_seq > state.seq:
        raise NoSuchEvent(command.expect_seq, state.seq)
    if command.expect_seq is not None and command.expect_seq < state.solid:
        raise Stale(state.seq)
    if not _opener_ends(state, row, caller, command):
        must_be_seated(mine, command.seat, len(state.places))
        _check_end(state, row, caller, now, command)
        _check_turn(state, mine, command)
    if isinstance(command.action, Ready):
        return set_ready(state, row, mine if command.seat is None else (command.seat,), ready=command.action.ready)
    if isinstance(command.action, Aside):
        return Change(tuple(said(state, row, mine, command.action, command.seat)))
    if isinstance(command.action, DatedPause):
        check_end(state, command.action.until, now, keep.interrupted)
        return Change(tuple(said(state, row, mine, Aside.PAUSE, command.seat, until=command.action.until)))
    if isinstance(command.action, AbsenceDecision):
        return Change(tuple(decided(state, command.action, command.seat or mine[0], now)))
    check_dice(state, command.action)
    by = command.seat or (mine[0] if mine else None)
    if isinstance(command.action, Correction) and command.seat is None and len(mine) > 1:
        raise InvalidInput("Say whose turn is corrected: several seats are yours")
    state, woken = _woken(state, command)
    back = () if isinstance(command.action, (Abort, TakeBack, Correction)) else returned(state)
    return Change((*woken, *back, *new_events(state, row.id, row.server_seed, command.action, by)))


def _woken(state: TableState, command: Command) -> tuple[TableState, tuple[NewEvent, ...]]:
    """Resume a match that is paused for lack of players, with the next move of one."""
    if not state.idle or not isinstance(command.action, GameAction):
        return state, ()
    running = replace(state, status=Status.RUNNING, idle=False)
    return running, (NewEvent("table_resumed", None, {"idle": True}),)


def _opener_ends(state: TableState, row: TableRow, caller: Session, command: Command) -> bool:
    """Whether a person without a seat ends a table that concerns only them."""
    if not isinstance(command.action, Abort) or caller.id != row.opener:
        return False
    return state.status is Status.WAITING or state.only_bots


def _check_end(state: TableState, row: TableRow, caller: Session, now: datetime, command: Command) -> None:
    """Raise `NotSeated` unless the opener ends the match, or the last player whom the others have left."""
    if not isinstance(command.action, Abort) or caller.id == row.opener:
        return
    if any(
        seat.session not in {None, caller.id} and not state.overdue(place, now)
        for seat, place in zip(row.seats, state.places, strict=True)
    ):
        raise NotSeated("Only who opened the table can end it for all; you can leave it")


def _check_turn(state: TableState, mine: tuple[int, ...], command: Command) -> None:
    seat = state.to_move
    if seat is None or isinstance(command.action, ANYTIME):
        return  # there is no turn, and the rules give the reason; or the action is not bound to one
    if seat not in mine or command.seat not in {None, seat}:
        raise NotYourTurn("It is the turn of seat {seat}", seat=seat)
