"""Attempts at games for which everyone gets the same dice: the daily game and shared events.

An attempt is an ordinary table: private, one seat, no hints, with the seed of its event. A person has one attempt at an
event. Its row is stored before its table is opened, and it outlives the table.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Protocol

from pasch.rules.errors import PaschError
from pasch.rules.fingerprint import Plain
from pasch.rules.switches import SwitchValue
from pasch.service.errors import ContinuedElsewhere, UnknownTable
from pasch.service.ids import SessionId, TableId
from pasch.service.ports import Entropy
from pasch.service.requests import OpenSeat, OpenTable, SeatKind, Session, Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.tables import TABLE_ID_BYTES, Tables
from pasch.service.table.options import SharedSeed, TableOptions
from pasch.service.views.schema.shared_events import AttemptState

MOST_EXPORTED = 5000
"""The number of attempts in an export: the latest."""


@dataclass(frozen=True)
class Attempt:
    """A person's attempt. `event` is the name of the event in its dice, `name` that of the person in the ranking.

    `score` and the points of each game are those of an attempt that was finished in time. `loss` is what decisions
    cost in all games; None until it is computed, and where it is not. `deleted`: its table was opened and deleted.
    """

    event: str
    person: SessionId
    table: TableId
    name: str = ""
    score: int | None = None
    games: tuple[int, ...] = ()
    loss: float | None = None
    deleted: bool = False


class AttemptStore(Protocol):
    """Attempts at all events. A write that has returned is on disk."""

    async def reserve(self, attempt: Attempt) -> None:
        """Store an attempt, unless the person has one at its event."""

    async def attempt(self, person: SessionId, event: str) -> Attempt | None:
        """The attempt that a person began, or continued on another device with the key of its seat."""

    async def attempts(self, person: SessionId, prefix: str, limit: int) -> Sequence[Attempt]:
        """The attempts that a person began at events whose names have a prefix, in descending order of names."""

    async def count(self, event: str) -> int:
        """The number of attempts at an event."""

    async def finished(self, event: str) -> Sequence[Attempt]:
        """The attempts that were finished in time, the highest score first."""

    async def scores(self, event: str) -> Mapping[int, int]:
        """The number of people for each score that was reached in time."""

    async def rename(self, person: SessionId, name: str) -> None:
        """Replace the name in all attempts of a person."""

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts of a person."""


@dataclass(frozen=True)
class SharedGame:
    """What an event plays. `seed` opens at the end of the event."""

    shared: SharedSeed
    seed: bytes
    variant: str
    rules: Mapping[str, SwitchValue]
    games: int = 1


@dataclass(frozen=True)
class OwnAttempt:
    """A person's attempt and its table, as far as they exist and the person may see them."""

    row: Attempt | None = None
    live: LiveTable | None = None

    @property
    def state(self) -> AttemptState:
        """How far the attempt is."""
        if self.score is not None:
            return "finished"
        if self.live is not None:
            return "ended" if self.live.state.status.ended else "running"
        return "new" if self.row is None else "elsewhere"

    @property
    def games(self) -> tuple[int, ...]:
        """The points of each game of a finished table; empty without one."""
        if self.live is None or self.live.state.match is None or self.live.state.status is not Status.FINISHED:
            return ()
        return tuple(game.totals[0] for game in self.live.state.match.games)

    @property
    def score(self) -> int | None:
        """The points of a finished attempt."""
        if self.games:
            return sum(self.games)
        return None if self.row is None else self.row.score

    def in_time(self, end: datetime) -> bool:
        """Whether the table was finished before the end of the event."""
        return self.live is not None and bool(self.games) and self.live.state.at < end


class Attempts:
    """Opens, resumes and finds attempts."""

    def __init__(self, store: AttemptStore, tables: Tables, entropy: Entropy) -> None:
        self.store = store
        self._tables = tables
        self._entropy = entropy

    async def play(self, caller: Session, game: SharedGame, name: str) -> TableId | None:
        """The table of the caller's only attempt, begun or resumed; None when it has ended or was deleted.

        Raises `ContinuedElsewhere`, and what opening a table raises.
        """
        event = game.shared.name
        await self.store.reserve(Attempt(event, caller.id, self._new_id(), name))
        attempt = await self.store.attempt(caller.id, event)
        assert attempt is not None
        live = await self._table(caller, attempt.table)
        if live is None and not attempt.deleted:
            return await self._begin(caller, game, name, attempt.table)
        return None if live is None or live.state.status.ended else live.id

    async def play_again(self, caller: Session, game: SharedGame) -> TableId:
        """A new table with the dice of the event, which is no attempt."""
        return await self._begin(caller, game, caller.name, self._new_id())

    async def own(self, caller: Session | None, event: str) -> OwnAttempt:
        """The caller's attempt at an event."""
        attempt = None if caller is None else await self.store.attempt(caller.id, event)
        if caller is None or attempt is None:
            return OwnAttempt()
        with suppress(ContinuedElsewhere):
            return OwnAttempt(attempt, await self._table(caller, attempt.table))
        return OwnAttempt(attempt)

    async def _begin(self, caller: Session, game: SharedGame, name: str, table: TableId) -> TableId:
        try:
            return await self._tables.open(caller, request_of(game, name), table, game.seed)
        except PaschError:
            # Another request of the same person may have opened it at the same moment.
            if await self._table(caller, table) is None:
                raise
            return table

    async def _table(self, caller: Session, table: TableId) -> LiveTable | None:
        """A table; None before it is opened. Raises `ContinuedElsewhere`."""
        with suppress(UnknownTable):
            return await self._tables.writer.visible(caller, table, fresh=True)
        return None

    def _new_id(self) -> TableId:
        return TableId(self._entropy.token(TABLE_ID_BYTES))

    # --------------------------------------------------------------------------- personal data

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """The attempts of a person."""
        attempts = await self.store.attempts(person, "", MOST_EXPORTED)
        return {"attempts": [_exported(each) for each in attempts]}

    async def rename(self, person: SessionId, name: str) -> None:
        """Replace the name in all attempts of a person."""
        await self.store.rename(person, name)

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts of a person."""
        await self.store.forget(person)


def request_of(game: SharedGame, name: str) -> OpenTable:
    """The table of an attempt."""
    return OpenTable(
        game.variant,
        (OpenSeat(SeatKind.LOCAL, name),),
        game.rules,
        game.games,
        hints=False,
        options=TableOptions(shared_seed=game.shared),
    )


def _exported(attempt: Attempt) -> Plain:
    return {name: value for name, value in asdict(attempt).items() if name != "person"}
