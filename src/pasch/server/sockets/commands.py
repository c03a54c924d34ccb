"""Commands between JSON and the service, for both HTTP and sockets."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from pydantic import ValidationError

from pasch.rules.actions import (
    Announce,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    EnterPoints,
    NextGame,
    RollDice,
    Score,
    TakeBack,
    TakeNothing,
    UseAction,
)
from pasch.rules.errors import InvalidInput, PaschError
from pasch.server.api.problem import problems
from pasch.server.api.requests import read_json
from pasch.server.context import Context
from pasch.server.wire import commands as wire
from pasch.service.errors import SeatOfAnother
from pasch.service.ids import TableId
from pasch.service.requests import (
    Abort,
    AbsenceDecision,
    Aside,
    Command,
    Correction,
    DatedPause,
    EnterDice,
    GameAction,
    Ready,
    Scope,
    Session,
    TableAction,
)
from pasch.service.table.options import Absent
from pasch.service.views.schema.problems import Accepted

LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class Sent:
    """A text of JSON, parsed once. `trouble` is the parsing error.

    It is a copy, as is the error raised: a raised error refers to frames, which refer to this object.
    """

    value: object
    trouble: InvalidInput | None = None

    @classmethod
    def read(cls, text: str | bytes) -> Self:
        """Parse an untrusted text."""
        try:
            return cls(read_json(text))
        except InvalidInput as error:
            return cls(None, copy(error))

    @property
    def id(self) -> str | None:
        """The id, also of an invalid command; None without a valid id."""
        named = self.value.get("id") if isinstance(self.value, dict) else None
        return named if isinstance(named, str) and len(named) <= LONGEST_ID and named.isascii() else None

    @property
    def command(self) -> Command:
        """The command in the text. Raises `InvalidInput`."""
        if self.trouble is not None:
            raise copy(self.trouble)
        try:
            command = wire.Command.model_validate(self.value).root
        except ValidationError as error:
            found = [{**each, "loc": ("body", *each["loc"])} for each in error.errors(include_url=False)]
            raise problems(found[:1], self.value)[0].error from None
        return Command(command.id.lower(), _action(command), command.expect_seq, command.seat)


async def take_command(context: Context, session: Session, table: TableId, sent: Sent, address: str) -> Accepted:
    """Execute a command and return the body of its answer.

    Raises `InvalidInput`, the service's refusals, and `RateLimited` for a session with too many refusals, or with too
    many steps that do not advance the match. Commands that advance it are never limited: the rules end them.
    """
    context.refusal_limit.check(session.id)
    try:
        session.need(Scope.PLAY)
        command = sent.command
        with nullcontext() if isinstance(command.action, GameAction) else aside(context, session, table, address):
            answer = await context.tables.act(session, table, command)
    except PaschError as error:
        context.refusal_limit.count(session.id)
        context.metrics.decided(error.code)
        if isinstance(error, SeatOfAnother):
            context.metrics.seat_attempted(table)
        raise
    context.metrics.decided()
    return {"ok": True, "seq": answer.seq}


@contextmanager
def aside(context: Context, session: Session, table: TableId, address: str) -> Iterator[None]:
    """Count a step that does not advance the match, and so could fill the log without end. Raises `RateLimited`.

    Only steps accepted at the table spend its budget, so strangers cannot exhaust it.
    """
    limit, of_table = context.aside_limit, f"table {table}"
    limit.check(of_table)
    limit.spend(f"address {address}", session.id)
    yield
    limit.count(of_table)


def read_command(text: str | bytes) -> Command:
    """The command in a text of JSON. Raises `InvalidInput`."""
    return Sent.read(text).command


def _action(command: wire.AnyCommand) -> TableAction:
    match command:
        case wire.Roll(keep=keep):
            return RollDice(keep)
        case wire.Score(cell=cell, points=points):
            return Score(cell, points)
        case wire.Announce(cell=cell):
            return Announce(cell)
        case wire.UseAction(action=action, target=target, cell=cell):
            return UseAction(action, target, cell)
        case wire.Claim(cell=cell, points=points):
            return Claim(cell, points)
        case wire.EnterDice(dice=dice, keep=keep):
            return EnterDice(dice, keep)
        case wire.EnterPoints(cell=cell, points=points, extra=extra):
            return EnterPoints(cell, points, extra)
        case wire.Correct():
            return Correction(command.round, command.game, command.cell, command.dice, command.points, command.extra)
        case _:
            return _of_the_table(command)


def _of_the_table(command: wire.AnyCommand) -> TableAction:
    match command:
        case wire.Ready(ready=ready):
            return Ready(ready)
        case wire.DecideAbsence(target=target, choice=choice):
            return AbsenceDecision(target, Absent(choice))
        case wire.AskPause(until=str(until)):
            return DatedPause(_moment(until))
        case _:
            return _BARE[type(command)]


def _moment(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise InvalidInput("A time looks like 2026-12-27T18:00:00Z", field="until")
    return at


_BARE: Mapping[type[wire.AnyCommand], TableAction] = {
    wire.Double: Double(),
    wire.EndTurn: EndTurn(),
    wire.Believe: Believe(),
    wire.Doubt: Doubt(),
    wire.TakeNothing: TakeNothing(),
    wire.NextGame: NextGame(),
    wire.TakeBack: TakeBack(),
    wire.Abort: Abort(),
    wire.AskPause: Aside.PAUSE,
    wire.Agree: Aside.AGREE,
    wire.Refuse: Aside.REFUSE,
    wire.Resume: Aside.RESUME,
    wire.Return: Aside.RETURN,
}
"""The commands that have only a type."""
