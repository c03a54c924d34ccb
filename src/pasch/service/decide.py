"""A command at a table: the checks in their order, then what it causes. Pure."""

from pasch.rules.actions import NextGame, TakeBack
from pasch.service.errors import NotYourTurn, Stale
from pasch.service.log import Happening
from pasch.service.moves import happenings
from pasch.service.ports import TableRow
from pasch.service.requests import Abort, Command, Session, Status
from pasch.service.seating import must_be_seated
from pasch.service.state import TableState


def decide(
    state: TableState, row: TableRow, mine: tuple[int, ...], caller: Session, command: Command
) -> list[Happening]:
    """What the command causes; `mine` are the seats the caller plays.

    Raises `Stale`, `NotSeated`, `NotYourTurn`, then what the rules say.
    """
    if command.expect_seq is not None and command.expect_seq != state.seq:
        raise Stale(state.seq)
    if not _opener_ends(state, row, caller, command):
        must_be_seated(mine, command.seat)
        _check_turn(state, mine, command)
    by = command.seat or (mine[0] if mine else None)
    return happenings(state, row.id, row.server_seed, command.action, by)


def _opener_ends(state: TableState, row: TableRow, caller: Session, command: Command) -> bool:
    """Whether somebody without a seat ends a table that is only their own business."""
    alone = state.status is Status.WAITING or state.only_bots
    return isinstance(command.action, Abort) and caller.id == row.opener and alone


def _check_turn(state: TableState, mine: tuple[int, ...], command: Command) -> None:
    if isinstance(command.action, Abort | NextGame | TakeBack) or state.to_move is None:
        return  # not bound to a turn, or there is none: then the rules say why
    if state.to_move not in mine or command.seat not in {None, state.to_move}:
        raise NotYourTurn("It is the turn of seat {seat}", seat=state.to_move)
